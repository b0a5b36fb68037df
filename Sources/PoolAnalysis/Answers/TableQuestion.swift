import Foundation
import SignIn
import TransitionTables

/// A question about what a pool can get into: a property that the table does not have, asked
/// instead of claimed, in the keys and expressions of properties.
///
/// `exists: E` asks whether a state in which E holds is reached (an expression alone asks the
/// same), `always: E` whether it holds in all of them, `from: E` with `reachable: F` whether from
/// every state of the first kind one of the second can be reached; the other claims of a property
/// can be asked too.
package struct TableQuestion: Sendable {
  /// The id of the property that is asked.
  static let id = "question"
  /// The keys whose values are expressions.
  private static let expressions = ["always", "alwaysWithin", "sometimes", "from", "reachable"]
  /// The other keys of a claim.
  private static let others = [
    "without", "within", "temporal", "response", "precedence", "existence",
  ]

  /// A key with its value a line, or an expression alone.
  package let lines: [String]

  package init(_ lines: [String]) { self.lines = lines }

  /// The question as a document of the table, so that it is read as every property is.
  ///
  /// - Throws: what keeps it from being read, as `LocatedDocument`.
  package func document() throws(DiagnosticList) -> LocatedDocument {
    // Of a note no more ordinary way is looked for.
    let head = [
      "properties:", "  - id: \(Self.id)", "    severity: note", "    prose: a question",
    ]
    let text = (head + lines.flatMap(Self.yaml)).joined(separator: "\n")
    return try LocatedDocument(parsing: text + "\n", file: "question")
  }

  private static func yaml(_ line: String) -> [String] {
    let parts = line.split(separator: ":", maxSplits: 1)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count == 2 else { return block("sometimes", line) }
    let key = parts[0] == "exists" ? "sometimes" : parts[0]
    if others.contains(key) { return ["    \(key): \(parts[1])"] }
    return expressions.contains(key) ? block(key, parts[1]) : block("sometimes", line)
  }

  /// An expression may hold what YAML has another meaning for.
  private static func block(_ key: String, _ expression: String) -> [String] {
    ["    \(key): >-", "      \(expression)"]
  }
}
