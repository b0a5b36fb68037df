import SignIn
import Testing
import TransitionTables

/// Several documents of one pool together.
@Suite struct DriftTests {
  private let deployed = """
    {"UserPool": {"Id": "eu-west-1_A", "Name": "shop", "MfaConfiguration": "OPTIONAL",
      "SchemaAttributes": [], "UserPoolTier": "LITE"}}
    """
  private let factors = """
    {"MfaConfiguration": "OPTIONAL", "SoftwareTokenMfaConfiguration": {"Enabled": true}}
    """
  private var source: String {
    template(pool: #"MfaConfiguration: "ON""# + "\nEnabledMfas: [SOFTWARE_TOKEN_MFA]")
  }

  @Test func namesBothPlacesOfADisagreement() throws {
    let pool = try read([("template.yaml", source), ("deployed.json", deployed)])
    #expect(
      pool.notes.map(\.rendered) == [
        """
        deployed.json:1:72: warning: `mfa` is optional here but required at template.yaml:7:25 \
        [document.drift]
          → bring them in line; until then `mfa` is taken to be required

        """,
        """
        deployed.json:2:43: warning: `tier` is lite here but essentials (default: UserPoolTier \
        absent: ESSENTIALS) at template.yaml [document.drift]
          → bring them in line; until then `tier` is taken to be lite

        """,
      ])
    #expect(pool["mfa"]?.value == .choice("required"))
    #expect(pool["mfaMethods"]?.value == .set(["totp"]))
    #expect(pool.format == .cloudFormation)
  }

  @Test func saysNothingWhereTheDocumentsAgree() throws {
    let same = template(
      pool: "MfaConfiguration: OPTIONAL\nEnabledMfas: [SOFTWARE_TOKEN_MFA]\nUserPoolTier: LITE")
    let pool = try read([("a.yaml", same), ("b.json", deployed), ("c.json", factors)])
    #expect(pool.notes.isEmpty)
    #expect(pool.openParameters.isEmpty)
  }

  @Test func letsAStatementGoBeforeADefault() throws {
    let pool = try read([("a.yaml", template()), ("b.json", factors)])
    #expect(pool["mfaMethods"]?.value == .set(["totp"]))
    // That there is no method then is the same disagreement.
    #expect(
      pool.notes.map(\.message) == [
        "`mfa` is optional here but off (default: MfaConfiguration absent: OFF) at a.yaml"
      ])
  }

  @Test func `documents of different names are of two pools, which is no drift`() throws {
    let staff = source.replacing("UserPoolName: shop", with: "UserPoolName: staff")
    let error = try #require(throws: DiagnosticList.self) {
      try read([("template.yaml", staff), ("deployed.json", deployed)])
    }
    #expect(
      error.diagnostics.map { "\($0.code) \($0.message)" } == [
        "document.other-pool this belongs to the pool `shop`, the documents before it to `staff`"
      ])
    // A name that a parameter's default gives may be another one at the deployment.
    let parameter = #"Parameters: { Name: { Type: String, Default: staff } }"#
    let named = template(sections: parameter)
      .replacing("UserPoolName: shop", with: "UserPoolName: !Ref Name")
    let pool = try read([("template.yaml", named), ("deployed.json", deployed)])
    #expect(pool["tier"]?.value == .choice("lite"))
  }

  @Test func `apps of one pool may have a client each`() throws {
    func exports(_ client: String) -> String {
      """
      {"aws_project_region": "eu-west-1", "aws_user_pools_id": "eu-west-1_A",
       "aws_user_pools_web_client_id": "\(client)", "aws_cognito_mfa_configuration": "OFF",
       "aws_cognito_username_attributes": ["EMAIL"]}
      """
    }
    let pool = try read([("native.json", exports("n")), ("web.json", exports("w"))])
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
    let found = pool.notes.filter { $0.code == "document.other-client" }
    #expect(found.map { "\($0.location.file) \($0.severity.rawValue)" } == ["web.json note"])
    #expect(found.first?.message.hasSuffix("; they are read as one client") == true)
  }

  @Test func `two requests for an app client each are no drift`() throws {
    func request(_ name: String, _ flow: String) -> String {
      #"{"UserPoolId": "eu-west-1_A", "ClientName": "\#(name)", "GenerateSecret": false, "#
        + #""ExplicitAuthFlows": ["\#(flow)", "ALLOW_REFRESH_TOKEN_AUTH"]}"#
    }
    func found(_ second: String) throws -> [String] {
      let pool = try read([
        ("app.json", request("app", "ALLOW_USER_SRP_AUTH")),
        ("jobs.json", request(second, "ALLOW_USER_PASSWORD_AUTH")),
      ])
      #expect(pool["flows"]?.value?.description == "[refresh, userSRP]")
      return pool.notes.filter { ["document.other-client", "document.drift"].contains($0.code) }
        .map { "\($0.location.file) \($0.severity) \($0.code)" }
    }
    #expect(try found("jobs") == ["jobs.json note document.other-client"])
    #expect(try found("app") == ["jobs.json warning document.drift"])
  }

  @Test func `what only a request for another app client says is not of this one`() throws {
    func request(_ name: String, _ rest: String) -> String {
      #"{"UserPoolId": "eu-west-1_A", "ClientName": "\#(name)"\#(rest)}"#
    }
    let (own, other) = (
      request("app", ""), request("jobs", #", "PreventUserExistenceErrors": "ENABLED""#)
    )
    let (alone, both) = (
      try read([("app.json", own)]), try read([("app.json", own), ("jobs.json", other)])
    )
    #expect(both["existenceErrors"]?.value == alone["existenceErrors"]?.value)
    #expect(
      try read([("jobs.json", other)])["existenceErrors"]?.value
        != alone["existenceErrors"]?.value)
  }

  @Test func comparesTheServicesOwnAnswersToo() throws {
    let pool = try read([
      ("a.json", deployed), ("b.json", factors.replacing("OPTIONAL", with: "ON")),
    ])
    #expect(pool.notes.map(\.code) == ["document.no-client", "document.drift"])
    #expect(pool.notes.last?.message == "`mfa` is required here but optional at a.json:1:72")
  }

  @Test(arguments: [true, false])
  func `the app client of a state is the one that the configuration has`(isShown: Bool) throws {
    let configuration = """
      resource "aws_cognito_user_pool" "main" { name = "shop" }
      resource "aws_cognito_user_pool_client" "web" {
        name            = "shop-web"
        user_pool_id    = aws_cognito_user_pool.main.id
        generate_secret = false
      }
      resource "aws_cognito_user_pool_client" "api" {
        name            = "shop-api"
        user_pool_id    = aws_cognito_user_pool.main.id
        generate_secret = true
      }
      """
    func drifts(_ clients: [(name: String, hasSecret: Bool)]) throws -> [String] {
      let client = "aws_cognito_user_pool_client"
      let all =
        [("aws_cognito_user_pool", "main", #""id": "eu-west-1_A", "name": "shop""#)]
        + clients.map { name, hasSecret in
          (client, name, #""user_pool_id": "eu-west-1_A", "generate_secret": \#(hasSecret)"#)
        }
      let resources = all.map { type, name, values in
        #"{"mode": "managed", "type": "\#(type)", "name": "\#(name)","#
          + #" "address": "\#(type).\#(name)","#
          + (isShown
            ? #" "values": {\#(values)}}"# : #" "instances": [{"attributes": {\#(values)}}]}"#)
      }.joined(separator: ", ")
      let state =
        isShown
        ? #"{"format_version": "1.0", "terraform_version": "1.9.0","#
          + #" "values": {"root_module": {"resources": [\#(resources)]}}}"#
        : #"{"version": 4, "terraform_version": "1.9.0", "resources": [\#(resources)]}"#
      let pool = try read([("main.tf", configuration), ("terraform.tfstate", state)])
      #expect(pool["clientSecret"]?.value == .bool(false))
      #expect(pool.notes.count { $0.code == "template.several-clients" } == 1)
      return pool.notes.filter { $0.code == "document.drift" }.map(\.message)
    }
    #expect(try drifts([("api", true), ("web", false)]).isEmpty)
    #expect(
      try drifts([("api", true), ("web", true)]).map { $0.hasPrefix("`clientSecret` is true") }
        == [true])
    // An app client that the state does not have is compared with none.
    #expect(try drifts([("api", true)]).isEmpty)
  }
}
