import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Errors about functions that put users into the group which they name at sign-up.
@Suite struct GroupByAttributeTests {
  private static func pool(
    _ attribute: String = "custom:kind", triggers: String = "postConfirmation"
  ) -> String {
    """
    export const auth = defineAuth({
      loginWith: { email: true },
      userAttributes: { '\(attribute)': { dataType: 'String', mutable: true } },
      triggers: { \(triggers) },
    })
    """
  }

  private static func function(_ value: String, _ more: String = "", group: String = "group")
    -> String
  {
    """
    export const handler: PostConfirmationTriggerHandler = async (event) => {
      const group = \(value)
      \(more)
      await client.send(new AdminAddUserToGroupCommand({
        GroupName: \(group),
        Username: event.userName,
        UserPoolId: event.userPoolId,
      }))
      return event
    }
    """
  }

  private static let given = "event.request.userAttributes['custom:kind']"

  private func read(_ pool: String, _ program: String) throws -> [Diagnostic] {
    let folder = try ProjectFolder(
      ["amplify/auth/resource.ts": pool, "amplify/auth/after/handler.ts": program],
      model: try BundledTable.signIn())
    return folder.pools.flatMap(\.notes)
  }

  private func isFound(_ pool: String, _ program: String) throws -> Bool {
    try read(pool, program).contains { $0.code == "document.group-by-attribute" }
  }

  @Test func `whoever signs up chooses the group, which is an error that refuses nothing`() throws {
    let folder = try ProjectFolder(
      [
        "amplify/auth/resource.ts": Self.pool("custom:role"),
        "amplify/auth/after/handler.ts": Self.function(
          "event.request.userAttributes['custom:role']"),
      ], model: try BundledTable.signIn())
    let pool = try #require(folder.pools.first)
    let error = try #require(pool.notes.first { $0.code == "document.group-by-attribute" })
    #expect(error.severity == .error)
    #expect(error.location.file.hasSuffix("after/handler.ts"))
    #expect(error.location.line == 5)
    #expect(error.message.contains("the group that `custom:role` names"))
    #expect(pool.refusals.isEmpty)
    // The same cause is said once.
    #expect(!pool.notes.contains { $0.code == "document.writable-privilege" })
  }

  @Test(arguments: [
    (function("\(given) ?? 'reader'"), true), (function("\(given) as string;"), true),
    (function("'none'", group: given), true),
    (function("attributes.get('custom:kind', 'reader')"), true),
    (function("event.request.userAttributes?.[\"custom:kind\"]", "if (!group) return event"), true),
    (function(given, "if (!['a', 'b'].includes(group)) return event"), false),
    (function("\(given) === 'seller' ? 'sellers' : 'readers'"), false),
    (function("kinds[\(given)]"), false), (function(given, group: "'readers'"), false),
    (function(given, group: "names[group]"), false), (function("// \(given)"), false),
    (function(given, "if (group === undefined) return event"), true),
    (function(given, "if (!group) {\n    console.log('no group')\n    return event\n  }"), true),
    (function(given, "await save(event.userName, group)"), true),
    (function(given, "if (event.triggerSource !== 'PostConfirmation_ConfirmSignUp') return"), true),
    (function(given, "if (!mayChoose(group)) return event"), false),
    (function(given, "if (!/^(buyer|seller)$/.test(group)) throw new Error('no')"), false),
    (function(given, "if (!OPEN[group]) return event"), false),
    (function(given, "if (!['a'].includes(group)) throw new Error('no such login')"), false),
    (function(given, "const found = await invitations.find(email, group)"), false),
    (function(given, "await assertInvited(event)"), false),
    (function(given, "if (!event.userName.startsWith('Okta_')) return event"), false),
    (function(given, "/*\n  GroupName: group,\n  */", group: "'readers'"), false),
    (function("'readers'", "/*\n  group = \(given)\n  */"), false),
    ("const { 'custom:kind': own } = event.request.userAttributes;\n" + function("own"), false),
    (
      function("''", "const { 'custom:kind': own } = event.request.userAttributes;", group: "own"),
      true
    ),
    ("async function log(a) {\n  const group = \(given)\n}\n" + function("'readers'"), false),
  ])
  func `only the attribute's own value is its user's choice`(
    program: String, isFound: Bool
  ) throws {
    #expect(try self.isFound(Self.pool(), program) == isFound, "\(program)")
  }

  private static let table = "const kinds = {\n    seller: 'sellers',\n    boss: 'admin',\n  }"

  @Test(
    arguments: [
      ("\(given) === 'boss' ? 'admin' : 'readers'", "", "group", "error"),
      (given, "\(table)\n  const own = kinds[group.toLowerCase()] ?? 'sellers'", "own", "error"),
      (
        given, "let own = 'readers'\n  if (group === 'boss') {\n    own = 'admin'\n  }", "own",
        "error"
      ),
      (
        "'readers'", "if ('custom:kind' in attributes) {\n    group = 'doctors'\n  }", "group",
        "warning"
      ),
      (given, "const own = group === 'boss' ? 'Admins' : 'readers'", "own", "error"),
      (given, "const own = group === 'seller' ? 'Sellers' : 'Tenants'", "own", nil),
      (given, "const own = group === process.env.CODE ? 'admin' : 'readers'", "own", nil),
      (given, "const own = (await isOurs(group)) ? 'admin' : 'readers'", "own", nil),
      (given, "const own = isStaff && group === 'boss' ? 'admin' : 'readers'", "own", nil),
      (
        given,
        "let own\n  if (email.endsWith('@example.com')) {\n    if (group === 'boss') {\n"
          + "      own = 'admin'\n    }\n  }", "own", nil
      ),
      (
        given,
        "const made = {\n    own: group === 'boss' ? 'admin' : 'none',\n  }\n"
          + "  const own = await choose(event.userName)", "own", nil
      ),
      (
        given,
        "if (group === 'boss') throw new Error()\n"
          + "  const own = group === 'boss' ? 'admin' : 'none'",
        "own", nil
      ),
    ] as [(String, String, String, String?)])
  func `an attribute chooses among groups that the function names`(
    value: String, more: String, group: String, severity: String?
  ) throws {
    let program = Self.function(value, more, group: group)
    let found = try read(Self.pool(), program).filter { $0.code == "document.group-by-attribute" }
    #expect(found.map { "\($0.severity)" } == [severity].compactMap(\.self), "\(program)")
    #expect(found.allSatisfy { $0.message.contains("`custom:kind` decides") }, "\(found)")
  }

  @Test func `a role that chooses among groups without a name for rights is read all the same`()
    throws
  {
    let role = "event.request.userAttributes['custom:role']"
    let program = Self.function("\(role)\n  const own = group === 'a' ? 'As' : 'Bs'", group: "own")
    let codes = try read(Self.pool("custom:role"), program).map(\.code)
    #expect(codes.contains("document.writable-privilege"))
    #expect(!codes.contains("document.group-by-attribute"))
  }

  @Test func `the whole choice is said`() throws {
    let program = Self.function(
      Self.given,
      "let own\n  if (group === 'boss') {\n    own = 'admin'\n  } else if (group === 'x') {\n"
        + "    own = 'x'\n  } else {\n    own = 'readers'\n  }", group: "own")
    let found = try read(Self.pool(), program).filter { $0.code == "document.group-by-attribute" }
    #expect(
      found.map(\.message).map { $0.hasSuffix("can choose `admin`, `x` and `readers`") } == [true])
  }

  @Test func `a function of another pool puts nobody of this one into a group`() throws {
    let function = { (name: String, pool: String) in
      """
        \(name):
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: \(name.lowercased())
            Handler: index.handler
            Events:
              After:
                Type: Cognito
                Properties: { UserPool: !Ref \(pool), Trigger: PostConfirmation }
      """
    }
    let pool = { (name: String) in
      """
        \(name):
          Type: AWS::Cognito::UserPool
          Properties: { Schema: [{ Name: role, AttributeDataType: String }] }
        \(name)App:
          Type: AWS::Cognito::UserPoolClient
          Properties:
            UserPoolId: !Ref \(name)
            ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH]
      """
    }
    let template =
      "Resources:\n"
      + [
        pool("Staff"), pool("Customers"), function("One", "Staff"), function("Two", "Customers"),
      ].joined(separator: "\n") + "\n"
    let program = Self.function("event.request.userAttributes['custom:role']")
    let harmless = "exports.handler = async (event) => event; // PostConfirmation\n"
    for (one, two, found) in [(program, harmless, ["Staff"]), (harmless, program, ["Customers"])] {
      let folder = try ProjectFolder(
        ["t.yaml": template, "one/index.js": one, "two/index.js": two],
        model: try BundledTable.signIn())
      let pools = folder.pools.filter { pool in
        pool.notes.contains { $0.code == "document.group-by-attribute" }
      }
      #expect(folder.pools.count == 2)
      #expect(pools.map(\.name) == found)
    }
  }

  @Test func `of an attribute whose name says nothing it is a warning`() throws {
    let notes = try read(Self.pool(), Self.function(Self.given))
    let found = notes.filter { $0.code == "document.group-by-attribute" }
    #expect(found.map(\.severity) == [.warning])
  }

  @Test func `a function at PreSignUp may reject it, and one that is no trigger adds nobody`()
    throws
  {
    let program = Self.function(Self.given)
    #expect(try !isFound(Self.pool(triggers: "postConfirmation, preSignUp"), program))
    #expect(try !isFound(Self.pool(triggers: "customMessage"), program))
    #expect(try !isFound(Self.pool("custom:other"), program))
  }
}
