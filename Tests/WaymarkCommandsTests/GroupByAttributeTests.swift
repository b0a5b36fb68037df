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
