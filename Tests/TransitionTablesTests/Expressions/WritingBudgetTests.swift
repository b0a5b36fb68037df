import Testing

@testable import TransitionTables

/// A few definitions, or a short expression, can stand for any amount of work: it is refused where
/// it is too much.
@Suite struct WritingBudgetTests {
  private static let base = """
    enums:
      Factor: [sms, totp, email]
    variables:
      mfa: { values: [off, on] }
      preference: { for: Factor, values: [off, enabled] }
    definitions:

    """

  /// The complaint about an expression; empty where it is right.
  private func judge(_ text: String, _ definitions: [String]) throws -> String {
    let lines = definitions.map { "  \($0)\n" }.joined()
    let document = try LocatedDocument(parsing: Self.base + lines, file: "model.yaml")
    var loader = ModelLoader()
    loader.readDeclarations([document])
    #expect(loader.diagnostics == [])
    let tree = try ExpressionParser.parse(text, at: SourceLocation(file: "f", line: 1, column: 1))
    do throws(Diagnostic) {
      _ = try loader.checker.check(tree, expecting: .bool)
      return ""
    } catch {
      return "\(error.code) \(error.message)"
    }
  }

  private static func chain(_ count: Int, _ line: (Int) -> String) -> [String] {
    ["d0: mfa == off"] + (1...count).map { "d\($0): \(line($0 - 1))" }
  }

  private static func within(_ depth: Int) -> String {
    let heads = (0..<depth).map { "any(f\($0) in Factor where " }.joined()
    return heads + "preference[f0] == off" + String(repeating: ")", count: depth)
  }

  private static let tooLong =
    "table.expression with its definitions written out this is too long"

  @Test(arguments: [
    ("d30", chain(30) { "(d\($0) and d\($0)) or (d\($0) and not d\($0))" }, tooLong),
    (within(30), ["d0: mfa == off"], tooLong),
    (
      "d5000", chain(5_000) { "not d\($0)" },
      "table.expression with its definitions written out this is too deeply nested"
    ),
  ])
  func `what stands for too much is refused`(
    text: String, definitions: [String], complaint: String
  ) throws {
    #expect(try judge(text, definitions) == complaint)
  }

  @Test func `a choice of choices is no member in the end`() throws {
    let choices = (1...40).map {
      "e\($0): if mfa == off then e\($0 - 1) else e\($0 - 1)"
    }
    #expect(try judge("mfa == e40", ["e0: off"] + choices).hasPrefix("table."))
  }

  @Test func `what is only long is written out`() throws {
    let definitions = Self.chain(200) { "not d\($0)" }
    #expect(try judge("d200", definitions) == "")
    #expect(try judge(Self.within(8), ["d0: mfa == off"]) == "")
  }
}
