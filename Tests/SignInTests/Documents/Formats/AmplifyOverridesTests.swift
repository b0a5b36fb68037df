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

  @Test func `a property that is only compared is no override`() throws {
    let pool = try read("console.log(cfnUserPool.mfaConfiguration == 'ON')")
    #expect(pool["mfa"]?.value == .choice("off"))
  }
}
