import SignIn
import Testing
import TransitionTables

/// What documents say and no row reads: kept, shown once, written again, compared.
@Suite struct ImportedFactsTests {
  private let source = template(
    pool: """
      DeletionProtection: ACTIVE
      Policies: { PasswordPolicy: { MinimumLength: 12, RequireSymbols: true } }
      Schema: [{ Name: shelf, AttributeDataType: String, Mutable: false }]
      """, client: "AllowedOAuthScopes: [openid, email]\nAccessTokenValidity: 12")

  @Test func `settings that no row reads are facts, and one note names them`() throws {
    let pool = try read(source)
    #expect(
      pool.fixed.map { "\($0.name) = \($0.value), line \($0.location.line)" } == [
        "the attribute shelf = String, line 9",
        "the immutable attribute shelf = immutable, line 9",
        "the setting PasswordPolicy.MinimumLength = 12, line 8",
        "the setting PasswordPolicy.RequireSymbols = true, line 8",
        "the setting DeletionProtection = ACTIVE, line 7",
        "the setting AccessTokenValidity = 12, line 15",
        "the setting AllowedOAuthScopes = email, openid, line 14",
      ])
    #expect(
      pool.notes.map(\.message) == [
        "not modelled: PasswordPolicy, DeletionProtection, AccessTokenValidity,"
          + " AllowedOAuthScopes"
      ])
  }

  @Test func `of a record that rows read in part the other part is named`() throws {
    let part = "{ AllowAdminCreateUserOnly: true, UnusedAccountValidityDays: 3 }"
    let pool = try read(template(pool: "AdminCreateUserConfig: \(part)"))
    #expect(pool["selfSignUp"]?.value == .bool(false))
    #expect(pool.notModelled == ["AdminCreateUserConfig.UnusedAccountValidityDays"])
  }

  @Test func `they survive the way through a pool file, which says nothing of them`() throws {
    let pool = try read(source)
    let again = try read(pool.waymarkFile(of: cognitoParameters))
    func texts(_ pool: PoolDocument) -> [String] {
      pool.fixed.map { "\($0.name) = \($0.value)" }.sorted()
    }
    #expect(texts(again) == texts(pool))
    #expect(again.notes.isEmpty)
    #expect(FixedFact.complaints(from: pool, to: again, tier: "essentials").isEmpty)
  }

  @Test func `their changes are notes, but of mutability errors`() throws {
    let old = try read(source)
    let new = try read(
      source.replacing("MinimumLength: 12", with: "MinimumLength: 8")
        .replacing(", Mutable: false", with: ", Mutable: true"))
    #expect(
      FixedFact.complaints(from: old, to: new, tier: "essentials").map {
        "\($0.severity) \($0.code) \($0.message.prefix { $0 != "," })"
      } == [
        "error L2 the immutable attribute shelf",
        "note diff.not-modelled the setting PasswordPolicy.MinimumLength",
      ])
  }

  @Test(arguments: [
    ("[email, name]", "[email, phone_number, name]", 0), ("[email, name]", "[name]", 0),
    ("[email, name]", "[email, nickname]", 1), ("[email]", "[email, name]", 1),
  ])
  func `of the attributes that a client may write the addresses are compared as a parameter`(
    old: String, new: String, notes: Int
  ) throws {
    func pool(_ list: String) throws -> PoolDocument {
      try read(template(client: "WriteAttributes: \(list)"))
    }
    let found = FixedFact.complaints(from: try pool(old), to: try pool(new), tier: "essentials")
    #expect(found.map(\.code) == Array(repeating: "diff.not-modelled", count: notes))
  }

  @Test func `Amplify's definition says what cannot change`() throws {
    let pool = try read(
      """
      export const auth = defineAuth({
        loginWith: { email: true },
        userAttributes: {
          givenName: { required: true, mutable: false },
          'custom:tenant': { dataType: 'String', mutable: false },
        },
      })
      """)
    #expect(
      pool.fixed.map { "\($0.name) = \($0.value)" } == [
        "the case sensitivity = false", "the required attribute given_name = required",
        "the immutable attribute given_name = immutable", "the attribute tenant = String",
        "the immutable attribute tenant = immutable",
      ])
  }

  @Test func `Amplify Gen1 keeps the original of what it verifies`() throws {
    let pool = try read(
      #"""
      {"version": "1", "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF",
       "autoVerifiedAttributes": ["email"], "requiredAttributes": ["email", "given_name"],
       "usernameCaseSensitive": false}}
      """#)
    #expect(pool["verifyBeforeUpdate"]?.value == .set(["email"]))
    #expect(
      pool.fixed.map(\.name) == [
        "the required attribute given_name", "the case sensitivity",
      ])
  }

  /// A condition of a resource that has nothing to do with the pool decides nothing here.
  @Test func `only conditions of what belongs to the pool are noted`() throws {
    let undecided = """
      Parameters: { Stage: { Type: String } }
      Conditions: { Live: !Equals [!Ref Stage, prod] }
      """
    func more(_ owner: String) -> String {
      """
        Pool2:
          Type: AWS::Cognito::UserPoolClient
          Condition: Live
          Properties: { UserPoolId: \(owner) }
        F:
          Type: AWS::Serverless::Function
          Condition: Live

      """
    }
    let text = template(sections: undecided)
    #expect(try read(text + more("eu-west-1_X")).notes.map(\.code) == ["template.unjoined-client"])
    #expect(
      try read(text + more("!Ref P")).notes.map(\.code).contains("template.undecided-condition"))
  }

  @Test func `two documents that contradict each other give one result in either order`() throws {
    let described = """
      {"UserPool": {"Id": "a", "Name": "shop", "MfaConfiguration": "OFF", "SchemaAttributes": []}}
      """
    let pool = try readInAnyOrder([
      ("z.yaml", template(pool: "MfaConfiguration: OPTIONAL\nEnabledMfas: [SOFTWARE_TOKEN_MFA]")),
      ("a.json", described),
    ])
    #expect(pool["mfa"]?.value == .choice("optional"))
    #expect(pool.name == "shop")
    let state = #"""
      {"format_version": "1.0", "values": {"root_module": {"resources": [
       {"address": "aws_cognito_user_pool.m", "type": "aws_cognito_user_pool", "name": "m",
        "values": {"id": "a", "name": "t", "mfa_configuration": "ON",
        "software_token_mfa_configuration": [{"enabled": true}]}}]}}}
      """#
    #expect(
      try readInAnyOrder([("a.json", described), ("b.json", state)])["mfa"]?.value
        == .choice("required"))
  }
}
