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

  /// A line of the document of a question.
  private struct Line {
    var text: String
    /// The line that was asked, from 0; nil for one that every question has.
    var asked: Int?
    /// How many columns farther to the right than there its text stands.
    var shift = 0
  }

  /// The question as a document of the table, so that it is read as every property is.
  ///
  /// - Throws: what keeps it from being read, as `LocatedDocument`, and `table.unknown-key` or
  ///   `table.missing-key` for what no question has.
  package func document() throws(DiagnosticList) -> LocatedDocument {
    let faults = lines.indices.compactMap(fault)
    guard faults.isEmpty else { throw DiagnosticList(faults) }
    let text = written.map(\.text).joined(separator: "\n")
    do throws(DiagnosticList) {
      return try LocatedDocument(parsing: text + "\n", file: Self.id)
    } catch {
      throw DiagnosticList(error.diagnostics.map(placed))
    }
  }

  /// A complaint about the document of the question, at its place in what was asked.
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
      // Nobody who asks can declare a name.
      placed.remedy = "`waymark explain` lists settings, `waymark rows` what rows read and write"
    }
    return placed.pointing(into: lines)
  }

  private var written: [Line] {
    // Of a note no more ordinary way is looked for.
    let head = [
      "properties:", "  - id: \(Self.id)", "    severity: note", "    prose: a question",
    ]
    return head.map { Line(text: $0) } + lines.indices.flatMap(yaml)
  }

  /// The key of a line, which is one name before a colon; nil for an expression alone.
  private func key(_ number: Int) -> String? {
    let parts = lines[number].split(separator: ":", maxSplits: 1)
    let name = parts.first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    return parts.count == 2 && !name.isEmpty && name.allSatisfy(\.isLetter) ? name : nil
  }

  private func fault(_ number: Int) -> Diagnostic? {
    guard let key = key(number) else { return nil }
    let known = ["exists"] + Self.expressions + Self.others
    func complaint(_ code: String, _ message: String, _ remedy: String) -> Diagnostic {
      let column = (lines[number].firstIndex { $0 != " " }).map {
        lines[number].unicodeScalars.distance(from: lines[number].startIndex, to: $0) + 1
      }
      return Diagnostic(
        code, at: SourceLocation(file: Self.id, line: number + 1, column: column ?? 1), message,
        remedy: remedy
      ).pointing(into: lines)
    }
    guard known.contains(key) else {
      return complaint(
        "table.unknown-key", "`\(key.prefix(40))` is none of the keys of a question",
        known.nearest(to: key).map { "did you mean `\($0)`?" } ?? "write one of \(known.list)")
    }
    guard key == "reachable", !lines.indices.contains(where: { self.key($0) == "from" }) else {
      return nil
    }
    return complaint(
      "table.missing-key", "`reachable` is asked of the states that `from` names",
      "write `from: E` too, or `exists: F` where it may begin anywhere")
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

  /// An expression may hold what YAML has another meaning for.
  private func block(_ key: String, _ value: Substring, _ number: Int) -> [Line] {
    let expression = value.drop { $0 == " " }
    let place = lines[number].distance(from: lines[number].startIndex, to: expression.startIndex)
    return [
      Line(text: "    \(key): >-", asked: number, shift: 4),
      Line(text: "      \(expression)", asked: number, shift: 6 - place),
    ]
  }
}
