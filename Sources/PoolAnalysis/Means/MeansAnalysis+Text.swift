import Findings
import TransitionTables

/// What the answers to questions about means have in common, as text and as JSON.
extension MeansAnalysis {
  /// The pool, what its documents leave open, and what was looked at.
  func heading(_ style: TerminalStyle, _ looked: String) -> String {
    let records = TextLayout.counted(starts.count, "record")
    return style.dress(pool.name, as: .heading) + "  \(pool.origin)\n" + openText
      + TextLayout.labelled("", "\(records) that users can have; \(looked)")
  }

  /// The members of the JSON that every answer has, with those of one.
  func json(_ answer: [String: JSONValue]) -> JSONValue {
    let own: [String: JSONValue] = [
      "pool": .string(pool.name), "records": .number(starts.count),
      "takenAtDefault": .strings(taken.map { model.slots[$0].name }),
    ]
    return .object(own.merging(answer) { $1 })
  }

  /// What is said of parameters that the documents leave open.
  var openText: String {
    guard !taken.isEmpty else { return "" }
    let names = taken.map {
      "\(model.slots[$0].name) = \(model.text(of: model.slots[$0].initial, in: $0))"
    }
    return TextLayout.labelled(
      "  ",
      "Left open by the documents and taken at the default: "
        + names.joined(separator: ", ") + ".")
  }

  /// Who is meant, one description a line.
  func whoText(_ who: [String], _ records: Int, most: Int) -> String {
    let count = TextLayout.counted(records, "record")
    guard !who.isEmpty else { return "   everybody, \(count)\n" }
    var out = ""
    for (position, one) in who.prefix(most).enumerated() {
      let tail = position == min(who.count, most) - 1 ? " (\(count))" : ""
      out += TextLayout.labelled(
        position == 0 ? "   everybody " : "   or everybody ", one + tail)
    }
    if who.count > most { out += "   and \(who.count - most) more descriptions\n" }
    return out
  }
}
