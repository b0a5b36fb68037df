import Foundation
import SignIn
import TransitionTables

/// A question about what a pool can reach: a property that is not part of the table, asked rather
/// than claimed, with the keys and expressions of properties.
///
/// `exists: E` asks whether a state in which E holds is reachable (an expression alone asks the
/// same), `always: E` whether it holds in all reachable states, `from: E` with `reachable: F`
/// whether a state with F can be reached from every state with E. The other claims of a property
/// can be asked too.
package struct TableQuestion: Sendable {
  /// The id of the property that represents the question.
  static let id = "question"
  /// The keys whose values are expressions.
  private static let expressions = [
    "exists", "always", "alwaysWithin", "sometimes", "from", "reachable",
  ]
  /// The other keys of a claim.
  private static let others = [
    "without", "within", "temporal", "response", "precedence", "existence",
  ]
  /// The keys that qualify `from`, and are no question by themselves.
  private static let furtherKeys = ["reachable", "without", "within"]
  /// An example of a question with `from` and `reachable`.
  private static let wayOn = "'from: client.at == signedOut' 'reachable: client.at == signedIn'"
  /// The forms of a question, for a user who asked none.
  static let forms =
    "write 'exists: E', 'always: E' or 'from: E' 'reachable: F' behind the pool, such as `waymark"
    + " ask POOL 'exists: client.at == signedIn and totp == none'` or `waymark ask POOL \(wayOn)`"

  /// The lines of the question: a key with its value, or an expression alone.
  package let lines: [String]

  /// - Parameter arguments: each has one or several lines; blank ones do not count.
  package init(_ arguments: [String]) {
    lines = arguments.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// A line of the document that represents the question.
  private struct Line {
    var text: String
    /// The index of the user's line, from 0; nil for a line that every question has.
    var asked: Int?
    /// The number of columns by which its text is shifted to the right.
    var shift = 0
  }

  /// The question as a document of the table, so that it is read like any property.
  ///
  /// - Throws: the errors of `LocatedDocument`, and those of a malformed question:
  ///   `usage.no-question` where nothing is asked; `table.unknown-key`, `table.missing-key`,
  ///   `table.shape`, `table.expression` and `document.duplicate-key` at the faulty line.
  package func document() throws(DiagnosticList) -> LocatedDocument {
    guard !lines.isEmpty else {
      throw DiagnosticList([
        Diagnostic(
          "usage.no-question", at: SourceLocation(file: "command line"), "nothing is asked",
          remedy: Self.forms)
      ])
    }
    let faults = lines.indices.compactMap(fault)
    guard faults.isEmpty else { throw DiagnosticList(faults) }
    if let fault = faultOfAll { throw DiagnosticList([fault]) }
    let text = written.map(\.text).joined(separator: "\n")
    do throws(DiagnosticList) {
      return try LocatedDocument(parsing: text + "\n", file: Self.id)
    } catch {
      throw DiagnosticList(error.diagnostics.map(placed))
    }
  }

  /// A diagnostic about the document of the question, moved to its place in the user's lines.
  package func placed(_ complaint: Diagnostic) -> Diagnostic {
    guard complaint.location.file == Self.id else { return complaint }
    var placed = complaint
    let all = written
    let line =
      all.indices.contains(complaint.location.line - 1)
      ? all[complaint.location.line - 1] : nil
    let column = line?.asked == nil ? 1 : complaint.location.column - (line?.shift ?? 0)
    placed.location = SourceLocation(
      file: Self.id, line: (line?.asked ?? 0) + 1, column: max(1, column))
    if complaint.code == "table.unknown-name", !complaint.remedy.hasPrefix("did you mean") {
      // A question cannot declare names.
      placed.remedy = "`waymark explain` lists settings, `waymark rows` what rows read and write"
    }
    return placed.pointing(into: lines)
  }

  private var written: [Line] {
    // The severity `note` avoids a search for a more ordinary counterexample.
    let head = [
      "properties:", "  - id: \(Self.id)", "    severity: note", "    prose: a question",
    ]
    return head.map { Line(text: $0) } + lines.indices.flatMap(yaml)
  }

  /// The key of a line, a single name before a colon; nil for an expression alone.
  private func key(_ number: Int) -> String? {
    let parts = lines[number].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmingCharacters(in: .whitespaces)
    return parts.count == 2 && !name.isEmpty && name.allSatisfy(\.isLetter) ? name : nil
  }

  private func complaint(
    _ code: String, _ number: Int, _ message: String, _ remedy: String
  ) -> Diagnostic {
    let indent = lines[number].unicodeScalars.prefix { $0 == " " }.count
    return Diagnostic(
      code, at: SourceLocation(file: Self.id, line: number + 1, column: indent + 1), message,
      remedy: remedy
    ).pointing(into: lines)
  }

  /// The error in a line by itself, or nil.
  private func fault(_ number: Int) -> Diagnostic? {
    guard let key = key(number) else { return nil }
    let known = Self.expressions + Self.others
    guard known.contains(key) else {
      return complaint(
        "table.unknown-key", number, "`\(key.prefix(40))` is none of the keys of a question",
        known.nearest(to: key).map { "did you mean `\($0)`?" } ?? "write one of \(known.list)")
    }
    let value = lines[number].drop { $0 != ":" }.dropFirst()
    guard Self.expressions.contains(key), value.allSatisfy(\.isWhitespace) else { return nil }
    return complaint(
      "table.expression", number, "nothing stands behind `\(key):`",
      "write an expression there, such as `\(key): client.at == signedIn`")
  }

  /// The error in the lines together, which must be one question, or nil.
  private var faultOfAll: Diagnostic? {
    let keys = lines.indices.map(key)
    func isFurther(_ number: Int) -> Bool { keys[number].map(Self.furtherKeys.contains) ?? false }
    let further = lines.indices.filter(isFurther)
    let asked = lines.indices.filter { !isFurther($0) }
    if let second = asked.dropFirst().first {
      return complaint(
        "table.shape", second, "this is a second question",
        "ask one at a time, or join two expressions by `and` or `or`")
    }
    if let twice = further.first(where: { keys[..<$0].contains(keys[$0]) }) {
      return complaint(
        "document.duplicate-key", twice, "`\(keys[twice] ?? "")` stands twice",
        "write one alone")
    }
    guard keys.contains("from") else {
      guard let first = further.first, let key = keys[first] else { return nil }
      guard key == "reachable" else {
        return complaint(
          "table.missing-key", first, "`\(key)` says which calls lead from `from` to `reachable`",
          "write both with it: \(Self.wayOn)")
      }
      return complaint(
        "table.missing-key", first, "`reachable` is asked of the states that `from` names",
        "write `from: E` too, or `exists: F` where it may begin anywhere")
    }
    guard !keys.contains("reachable") else { return nil }
    return complaint(
      "table.missing-key", asked[0],
      "`from` says where a way begins, and nothing says what it shall lead to",
      "write `reachable: F` too, as an argument of its own, such as \(Self.wayOn); `exists: E`"
        + " asks whether there is such a state")
  }

  private func yaml(_ number: Int) -> [Line] {
    let line = lines[number]
    guard let key = key(number), let colon = line.firstIndex(of: ":") else {
      return block("sometimes", line[...], number)
    }
    let value = line[line.index(after: colon)...]
    guard Self.others.contains(key) else {
      return block(key == "exists" ? "sometimes" : key, value, number)
    }
    let text = "    \(key):\(value)"
    return [Line(text: text, asked: number, shift: text.count - line.count)]
  }

  /// Writes an expression as a YAML block, since it may contain characters with a meaning in YAML.
  private func block(_ key: String, _ value: Substring, _ number: Int) -> [Line] {
    let expression = value.drop { $0 == " " }
    let place = lines[number].distance(from: lines[number].startIndex, to: expression.startIndex)
    return [
      Line(text: "    \(key): >-", asked: number, shift: 4),
      Line(text: "      \(expression)", asked: number, shift: 6 - place),
    ]
  }
}
