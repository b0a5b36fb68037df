import SignIn
import Testing
import TransitionTables

/// `backend.ts` of Amplify Gen2 over what `defineAuth` makes.
@Suite struct AmplifyOverridesTests {
  private let definition = """
    import { defineAuth } from '@aws-amplify/backend'
    export const auth = defineAuth({ loginWith: { email: true } })
    """

  private func backend(_ lines: String) -> String {
    """
    import { defineBackend } from '@aws-amplify/backend'
    import { auth } from './auth/resource'
    const backend = defineBackend({ auth })
    const { cfnUserPool, cfnUserPoolClient: client } = backend.auth.resources.cfnResources
    \(lines)
    """
  }

  private func read(_ lines: String) throws -> PoolDocument {
    try readInAnyOrder([("resource.ts", definition), ("backend.ts", backend(lines))])
  }

  @Test func `assignments and property overrides go before the definition, without a drift`()
    throws
  {
    let pool = try read(
      """
      cfnUserPool.mfaConfiguration = 'OPTIONAL'
      cfnUserPool.addPropertyOverride('EnabledMfas', ['SOFTWARE_TOKEN_MFA'])
      cfnUserPool.policies = { passwordPolicy: { minimumLength: 12 } }
      cfnUserPool.userPoolAddOns = { advancedSecurityMode: 'ENFORCED' };
      client.explicitAuthFlows = ['ALLOW_USER_PASSWORD_AUTH']
      """)
    #expect(pool["mfa"]?.value == .choice("optional"))
    #expect(
      pool["mfa"]?.origin == .document(SourceLocation(file: "backend.ts", line: 5, column: 32)))
    #expect(pool["mfaMethods"]?.value == .set(["totp"]))
    #expect(pool["threatProtection"]?.value == .choice("enforced"))
    #expect(pool["tier"]?.value == .choice("plus"))
    #expect(pool["flows"]?.value == .set(["userPassword"]))
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
    #expect(pool["firstFactors"]?.value == .set(["password"]))
    let length = pool.fixed.first { $0.kind == .setting("PasswordPolicy.MinimumLength") }
    #expect(length?.value == "12")
    #expect(!pool.notes.map(\.code).contains("document.drift"))
  }

  @Test(arguments: [
    (["ALLOW_USER_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"], "userAuth"),
    (["ALLOW_USER_AUTH", "ALLOW_USER_SRP_AUTH"], "userSRP"),
    (["ALLOW_USER_PASSWORD_AUTH"], "userSRP"),
  ])
  func `an app whose client allows the choice in place of SRP names that flow`(
    flows: [String], named: String
  ) throws {
    let flow = ParameterDeclaration(name: "defaultFlow", kind: .choice(["userSRP", "userAuth"]))
    let overrides = backend("client.explicitAuthFlows = \(flows)")
    let pool = try PoolReader(parameters: cognitoParameters + [flow]).read([
      ("resource.ts", Array(definition.utf8)), ("backend.ts", Array(overrides.utf8)),
    ])
    #expect(pool["defaultFlow"]?.value == .choice(named))
  }

  @Test(arguments: [
    "delete backend.auth.resources.cfnResources.cfnUserPool.usernameAttributes",
    "cfnUserPool.usernameAttributes = undefined",
    "cfnUserPool.addPropertyDeletionOverride('UsernameAttributes')",
    "cfnUserPool.addDeletionOverride('Properties.UsernameAttributes')",
    "const own = backend.auth.resources.cfnResources.cfnUserPool\nown.usernameAttributes = []",
  ])
  func `what is deleted is the service's default`(line: String) throws {
    #expect(try read(line)["usernameAttributes"]?.value == .set([]))
  }

  @Test(arguments: [
    "cfnUserPool.mfaConfiguration = process.env.MFA",
    "if (isProduction) { cfnUserPool.mfaConfiguration = 'ON' }",
  ])
  func `what is computed or conditional stays open`(line: String) throws {
    #expect(try read(line)["mfa"]?.value == nil)
  }

  @Test func `a backend without overrides leaves the definition as it is`() throws {
    let program = """
      import { defineBackend } from '@aws-amplify/backend'
      import { auth } from './auth/resource'
      defineBackend({ auth })
      """
    let pool = try readInAnyOrder([("resource.ts", definition), ("backend.ts", program)])
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
    #expect(!pool.notes.map(\.code).contains("amplify.may-be-overridden"))
    let refusal = try #require(throws: DiagnosticList.self) {
      try readInAnyOrder([("backend.ts", program)])
    }
    #expect(refusal.diagnostics.map(\.code) == ["template.no-pool"])
  }

  @Test(arguments: [
    ("import { Links } from './links'\nnew Links(stack, 'L', { pool: cfnUserPool })", ["Links"]),
    (
      "import { links } from 'links-of-others'\nlinks(backend, {\n  userPool: 1,\n})", ["links"]
    ),
    ("import { Links } from './links'\nnew Links(stack, 'L')\nf(cfnUserPool)", []),
    (
      "import { UserPoolDomain } from 'aws-cdk-lib/aws-cognito'\n"
        + "new UserPoolDomain(stack, 'D', { userPool: pool })", []
    ),
  ])
  func `what the pool is handed to is named in a note`(lines: String, names: [String]) throws {
    let notes = try read(lines).notes.filter { $0.code == "amplify.given-away" }
    let found = notes.map { note in String(note.message.prefix { $0 != " " }) }
    #expect(found == names.map { "`\($0)`" })
    #expect(notes.allSatisfy { $0.location.line == 6 && $0.severity == .note })
  }

  @Test(arguments: [
    (
      "cfnUserPool.addPropertyOverride('LambdaConfig.CustomMessage', arn)",
      ["preSignUp", "postConfirmation", "customMessage"]
    ),
    (
      "cfnUserPool.addPropertyOverride('LambdaConfig', { CustomMessage: arn })",
      ["preSignUp", "postConfirmation", "customMessage"]
    ),
    ("cfnUserPool.addPropertyDeletionOverride('LambdaConfig.PreSignUp')", ["postConfirmation"]),
    ("cfnUserPool.lambdaConfig = { customMessage: arn }", ["customMessage"]),
    ("cfnUserPool.addPropertyDeletionOverride('LambdaConfig')", []),
  ])
  func `triggers that are set one by one stand next to those of the definition`(
    line: String, triggers: [String]
  ) throws {
    let definition = """
      export const auth = defineAuth({
        loginWith: { email: true }, triggers: { preSignUp, postConfirmation },
      })
      """
    let pool = try readInAnyOrder([("resource.ts", definition), ("backend.ts", backend(line))])
    guard case .set(let found)? = pool["triggers"]?.value else {
      Issue.record("no triggers: \(String(describing: pool["triggers"]))")
      return
    }
    #expect(Set(found) == Set(triggers))
    #expect(!pool.notes.map(\.code).contains("document.drift"))
  }

  @Test func `triggers that are set one by one leave open what others there are`() throws {
    let program = backend("cfnUserPool.addPropertyOverride('LambdaConfig.CustomMessage', arn)")
    #expect(try readInAnyOrder([("backend.ts", program)])["triggers"]?.value == nil)
  }

  @Test func `a property that is only compared is no override`() throws {
    let pool = try read("console.log(cfnUserPool.mfaConfiguration == 'ON')")
    #expect(pool["mfa"]?.value == .choice("off"))
  }

  private static let inputs = """
    {"version": "1", "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF",
    "usernameAttributes": ["phone_number"], "autoVerifiedAttributes": ["email"],
    "requiredAttributes": ["email"], "authSelections": "userPoolOnly"}}
    """

  private func readFirst(_ lines: String) throws -> PoolDocument {
    let overrides = """
      import { AmplifyAuthCognitoStackTemplate } from '@aws-amplify/cli-extensibility-helper';
      export function override(resources: AmplifyAuthCognitoStackTemplate) {
      \(lines)
      }
      """
    return try readInAnyOrder([("cli-inputs.json", Self.inputs), ("override.ts", overrides)])
  }

  @Test func `override.ts of Gen1 goes before cli-inputs.json, without a drift`() throws {
    let pool = try readFirst(
      """
      resources.userPool.autoVerifiedAttributes = ['phone_number'];
      (<any>resources.userPool.userAttributeUpdateSettings)\
      .attributesRequireVerificationBeforeUpdate = ['phone_number'];
      (resources.userPool as any).deletionProtection = 'ACTIVE';
      resources.userPoolClientWeb.preventUserExistenceErrors = 'ENABLED';
      resources.userPool.smsConfiguration = { externalId: 'x', snsCallerArn: `arn:${region}` };
      """)
    #expect(pool.format == .amplifyInputOverrides)
    #expect(pool["autoVerified"]?.value == .set(["phone"]))
    #expect(
      pool["autoVerified"]?.origin
        == .document(SourceLocation(file: "override.ts", line: 3, column: 45)))
    #expect(pool["verifyBeforeUpdate"]?.value == .set(["phone"]))
    #expect(pool["existenceErrors"]?.value == .choice("prevent"))
    #expect(pool["smsConfigured"]?.value == .bool(true))
    #expect(pool["usernameAttributes"]?.value == .set(["phone"]))
    #expect(pool.fixed.contains { $0.kind == .setting("DeletionProtection") })
    #expect(!pool.notes.map(\.code).contains("document.drift"))
    #expect(!pool.notes.map(\.code).contains("amplify.may-be-overridden"))
  }

  @Test(arguments: [
    "(resources.userPool as any)\n  .mfaConfiguration = 'OPTIONAL'",
    "(\n  resources.userPool as CfnUserPool\n).mfaConfiguration = 'OPTIONAL'",
    "resources.userPool\n  .addPropertyOverride('MfaConfiguration', 'OPTIONAL')",
  ])
  func `an override on the line after the pool's name is read`(line: String) throws {
    #expect(try readFirst(line)["mfa"]?.value == .choice("optional"))
  }

  @Test(arguments: [
    "cfnUserPool.schema = [{ name: 'role', attributeDataType: 'String', mutable: true }]",
    "cfnUserPool.addPropertyOverride('Schema', [{ Name: 'role', AttributeDataType: 'String' }])",
  ])
  func `a schema takes the place of the one before, as the CDK replaces lists`(
    override: String
  ) throws {
    let definition = """
      export const auth = defineAuth({
        loginWith: { email: true },
        userAttributes: { givenName: { required: true }, email: { mutable: false } },
      })
      """
    let pool = try readInAnyOrder([
      ("resource.ts", definition), ("backend.ts", backend(override)),
    ])
    #expect(pool["requiredAttributes"]?.value == .set([]))
    #expect(pool.fixed.map(\.kind).contains(.attribute("role")))
    #expect(!pool.fixed.map(\.kind).contains(.requirement("given_name")))
    #expect(!pool.fixed.map(\.kind).contains(.immutability("email")))
  }

  @Test func `attributes that override.ts of Gen1 adds to the schema require nothing`() throws {
    let pool = try readFirst(
      "resources.userPool.schema = [...(resources.userPool.schema as any[]), { name: 'tenant' }]")
    #expect(pool["requiredAttributes"]?.value == .set(["email"]))
    #expect(pool.notes.contains { $0.message.hasPrefix("override.ts adds attributes") })
    let required = try readFirst(
      "resources.userPool.schema = [...(resources.userPool.schema as any[]),"
        + " { name: 'phone_number', required: true }]")
    #expect(required["requiredAttributes"]?.value != .set(["email"]))
  }

  @Test(arguments: [
    ("", "[email, { name: 'tenant' }]", ["email"]),
    ("", "[email, phone]", ["email", "phone"]),
    ("const all = [email, phone];", "all", ["email", "phone"]),
    ("phone.required = false;", "[email, phone]", nil),
    ("", "[email, name]", nil),
  ])
  func `constants of override.ts of Gen1 are what they are declared as`(
    line: String, schema: String, required: [String]?
  ) throws {
    let pool = try readFirst(
      """
      const email = { name: 'email', mutable: true, required: true };
      const phone: CfnUserPool.SchemaAttributeProperty = { name: 'phone_number', required: true };
      \(line)
      resources.userPool.schema = \(schema);
      """)
    #expect(pool["requiredAttributes"]?.value == required.map { .set($0) })
  }

  @Test func `an attribute that override.ts of Gen1 adds as a constant may be required`() throws {
    let pool = try readFirst(
      """
      const phone = { name: 'phone_number', required: true };
      resources.userPool.schema = [...(resources.userPool.schema as any[]), phone];
      """)
    #expect(!pool.notes.contains { $0.message.hasPrefix("override.ts adds attributes") })
  }

  @Test func `what override.ts of Gen1 does on a condition stays open`() throws {
    let pool = try readFirst("if (isProduction) { resources.userPool.mfaConfiguration = 'ON' }")
    #expect(pool["mfa"]?.value == nil)
    #expect(pool["autoVerified"]?.value == .set(["email"]))
  }

  @Test(arguments: ["// ", " * ", "export const auth = "])
  func `a program that names defineAuth in a comment does not call it`(comment: String) {
    let backend = """
      import { defineBackend } from '@aws-amplify/backend'
      import { auth } from './auth/resource'
      /*
      \(comment)defineAuth() cannot say this.
       */
      const { cfnUserPool } = defineBackend({ auth }).auth.resources.cfnResources
      cfnUserPool.userPoolTier = 'PLUS'
      """
    #expect(PoolReader.format(of: Array(backend.utf8), file: "backend.ts") == .amplifyOverrides)
    let call = backend + "\nexport const own = defineAuth({})\n"
    #expect(PoolReader.format(of: Array(call.utf8), file: "backend.ts") == .amplifyDefinition)
  }
}
