import SignIn
import Testing
import TransitionTables

/// Programs of Pulumi that write a pool in a class and its settings as constants.
@Suite struct PulumiProgramTests {
  private static func program(field: String, constant: String = "") -> String {
    """
    import * as aws from '@pulumi/aws'

    export default class Users {
      constructor(names: Names) {
        \(field)
        this.web = this.makeClient()
      }

      private makePool() {
        const usernameAttributes = ['email']
        \(constant)
        const recovery: Recovery = {
          recoveryMechanisms: [{ name: 'verified_email', priority: 1 }],
        }
        const users = new aws.cognito.UserPool('users', {
          usernameAttributes, accountRecoverySetting: recovery, autoVerifiedAttributes: ['email'] })
        return users
      }

      private makeClient() {
        const name = names.web
        return new aws.cognito.UserPoolClient(name, {
          userPoolId: this._pool.id, explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] })
      }
    }
    """
  }

  @Test(arguments: [
    "this._pool = this.makePool()",
    "const users = new aws.cognito.UserPool('u', { usernameAttributes: ['email'],\n"
      + "  accountRecoverySetting: { recoveryMechanisms: [{ name: 'verified_email', priority: 1 }]"
      + " } })\n    this._pool = users",
    "this._pool = new aws.cognito.UserPool('u', { usernameAttributes: ['email'],\n"
      + "  accountRecoverySetting: { recoveryMechanisms: [{ name: 'verified_email', priority: 1 }]"
      + " } })",
  ])
  func `an app client is of the pool that a field holds`(field: String) throws {
    var text = Self.program(field: field)
    if field.contains("new ") {
      let method = try #require(text.range(of: "  private makePool()"))
      let next = try #require(text.range(of: "  private makeClient()"))
      text.removeSubrange(method.lowerBound..<next.lowerBound)
    }
    let pool = try read(text)
    #expect(pool["flows"]?.value == .set(["userSRP"]))
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
    #expect(pool["recovery"]?.value == .choice("email"))
    #expect(!pool.notes.map(\.code).contains("document.no-client"))
  }

  @Test func `a field that is given something else is no pool of the program`() throws {
    let pool = try read(Self.program(field: "this._pool = names.pool"))
    #expect(pool.notes.map(\.code).contains("document.no-client"))
  }

  @Test(arguments: [
    ("usernameAttributes.push('phone_number')", false),
    ("if (names) { const usernameAttributes = [] }", false), ("", true),
  ])
  func `a constant counts that is declared once and changed nowhere`(
    line: String, isKnown: Bool
  ) throws {
    let text = Self.program(field: "this._pool = this.makePool()", constant: line)
    #expect(try read(text)["usernameAttributes"]?.value == (isKnown ? .set(["email"]) : nil))
  }
}
