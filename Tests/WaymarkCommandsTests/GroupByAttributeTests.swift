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
