import SignIn
import Testing
import TransitionTables

/// Resources of somebody's own code that change the pool of a template when it is deployed.
@Suite struct CustomResourceTests {
  private func warnings(_ resources: String, and answer: String? = nil) throws -> [String] {
    let texts = [("template.yaml", template() + resources)]
    let pool = try read(texts + (answer.map { [("pool.json", $0)] } ?? []))
    return pool.notes.filter { $0.code == "template.custom-resource" }
      .map { "\($0.severity.rawValue) \($0.location.line) \($0.message)" }
  }

  private let call = """
      Change:
        Type: Custom::AWS
        Properties:
          ServiceToken: arn
          Create: !Join ["", ['{"action":"updateUserPoolClient","ClientId":"', !Ref C, '"}']]

    """

  @Test func `a call of the service that changes the app client is named`() throws {
    #expect(
      try warnings(call) == [
        "warning 11 Change changes the pool or an app client by code of its own when it is deployed"
          + " (updateUserPoolClient), and is not read"
      ])
    let domain = call.replacing("updateUserPoolClient", with: "updateUserPoolDomain")
    #expect(try warnings(domain) == [])
    let described = call.replacing("updateUserPoolClient", with: "describeUserPoolClient")
    #expect(try warnings(described) == [])
  }

  @Test func `settings that are given to somebody's code are named`() throws {
    let settings = """
        Settings:
          Type: Custom::ClientSettings
          Properties: { UserPoolId: !Ref P, explicitAuthFlows: [ADMIN_NO_SRP_AUTH] }

      """
    #expect(try warnings(settings).map { $0.contains("(ExplicitAuthFlows)") } == [true])
    // A type of a third party has code of its own, too, and one of AWS's has none.
    let others = ["Acme::Cognito::Settings", "AWS::Cognito::Settings"].map {
      settings.replacing("Custom::ClientSettings", with: $0)
    }
    #expect(try others.map { try warnings($0).count } == [1, 0])
    // Somebody else's pool, or the id alone.
    #expect(try warnings(settings.replacing("!Ref P", with: "eu-west-1_A")) == [])
    #expect(try warnings(settings.replacing("explicitAuthFlows", with: "users")) == [])
  }

  @Test func `triggers and methods that somebody's code sets are open`() throws {
    let own = "MfaConfiguration: OPTIONAL\nLambdaConfig: { PostConfirmation: arn }"
    func pool(_ properties: String) throws -> PoolDocument {
      let code = """
          Set:
            Type: Custom::Settings
            Properties: { ServiceToken: arn, UserPoolId: !Ref P, \(properties) }

        """
      return try read([("template.yaml", template(pool: own) + code)])
    }
    let triggers = try #require(
      pool("LambdaConfig: { PreSignUp: arn, PostConfirmation: arn }")["triggers"])
    #expect(triggers.value == nil)
    #expect(triggers.origin == .open("Set sets them by code of its own"))
    #expect(triggers.bounds == SetBounds(given: ["postConfirmation"], undecided: ["preSignUp"]))
    let json = #"Create: '{"action":"updateUserPool","LambdaConfig":{"CustomMessage":"arn"}}'"#
    #expect(try pool(json)["triggers"]?.bounds?.undecided == ["customMessage"])
    let methods = try pool("EnabledMfas: [SOFTWARE_TOKEN_MFA]")
    #expect(methods["mfaMethods"] == .open("Set sets them by code of its own"))
    #expect(methods["triggers"]?.value == .set(["postConfirmation"]))
  }

  @Test func `what is deployed has the change, so nothing is warned of`() throws {
    let answer = """
      {"UserPool": {"Id": "eu-west-1_A", "Name": "shop", "SchemaAttributes": []}}
      """
    #expect(try warnings(call, and: answer) == [])
  }

  @Test(arguments: [
    ("[Google]", ["template.custom-resource"], true),
    ("[COGNITO, Google]", ["template.custom-resource"], false),
    (nil, [], false),
  ])
  func `an app client that code makes is one complaint, and decides whose users sign in`(
    providers: String?, codes: [String], isOfProviders: Bool
  ) throws {
    let client = providers.map { "SupportedIdentityProviders: \($0)" } ?? "ClientName: web"
    let pool = try read(
      """
      Resources:
        P: { Type: AWS::Cognito::UserPool, Properties: { UsernameAttributes: [email] } }
        Web:
          Type: Custom::Client
          Properties: { ServiceToken: arn, UserPoolId: !Ref P, \(client) }
      """)
    #expect(pool.notes.filter { $0.severity == .warning }.map(\.code) == codes)
    // Whoever signs up with the pool could not sign in.
    #expect((pool["selfSignUp"]?.value == nil) == isOfProviders)
  }

  @Test(arguments: [
    ("ClientName: web", "note", "makes an app client"),
    ("ClientName: web, ClientId: !Ref C", "warning", "changes the pool or an app client"),
    ("ClientName: web, LambdaConfig: {}", "warning", "changes the pool or an app client"),
  ])
  func `code that makes an app client alone changes nothing`(
    properties: String, severity: String, act: String
  ) throws {
    let client = """
        Web:
          Type: Custom::Client
          Properties:
            { UserPoolId: !Ref P, SupportedIdentityProviders: [Google], \(properties) }

      """
    let said = try warnings(client)
    #expect(said.count == 1)
    #expect(said.allSatisfy { $0.hasPrefix("\(severity) 11 Web \(act) by code of its own") })
  }

  @Test(arguments: [
    ("[!If [HasProvider, !Ref Google, !Ref AWS::NoValue]]", "", true), ("[COGNITO]", "", false),
    ("[Google]", "SupportedIdentityProviders: [COGNITO]", false), ("[!Ref Any]", "", false),
  ])
  func `providers that code gives an app client decide whose users sign in`(
    providers: String, own: String, isOfProviders: Bool
  ) throws {
    let pool = try read(
      """
      Parameters:
        Provider: { Type: String, Default: "true" }
        Any: { Type: String }
      Conditions: { HasProvider: !Equals [!Ref Provider, "true"] }
      Resources:
        P: { Type: AWS::Cognito::UserPool, Properties: { UsernameAttributes: [email] } }
        C:
          Type: AWS::Cognito::UserPoolClient
          Properties: { UserPoolId: !Ref P, \(own) }
        Google:
          Type: Custom::Provider
          Properties: { UserPoolId: !Ref P, ProviderName: Google }
        Settings:
          Type: Custom::ClientSettings
          Properties:
            { UserPoolId: !Ref P, ClientId: !Ref C, SupportedIdentityProviders: \(providers) }
      """)
    #expect((pool["selfSignUp"]?.value == nil) == isOfProviders)
    #expect(pool.notes.contains { $0.code == "document.no-api-client" } == isOfProviders)
  }
}
