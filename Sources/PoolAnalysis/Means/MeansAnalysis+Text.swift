import Findings
import SafeText
import TransitionTables

/// The common parts of results about means, as text and as JSON.
extension MeansAnalysis {
  /// The heading: the pool, the parameters that its documents leave open, and the scope of the
  /// question.
  func heading(_ style: TerminalStyle, _ looked: String) -> String {
    let records = TextLayout.counted(starts.count, "record")
    let what = "(what the pool keeps of a user between two visits)"
    let isShort = pool.name.count + 2 + pool.origin.count <= 80
    return style.dress(pool.name, as: .heading)
      + (isShort ? "  \(pool.origin)\n" : "\n" + TextLayout.labelled("  ", pool.origin)) + openText
      + TextLayout.labelled("", "\(records) \(what) that users can have; \(looked)")
  }

  /// Returns the JSON members that all results have, merged with those of one.
  func json(_ answer: [String: JSONValue]) -> JSONValue {
    let own: [String: JSONValue] = [
      "pool": .string(pool.name), "records": .number(starts.count),
      "takenAtDefault": .strings(takenNames),
      "means": .optional(linkedFile),
    ]
    return .object(own.merging(answer) { $1 })
  }

  /// The names of the parameters that the documents leave open.
  var takenNames: [String] { taken.map { model.slots[$0].name } }

  /// The same parameters with their defaults: `recovery = email`.
  var takenSettings: [String] {
    taken.map { "\(model.slots[$0].name) = \(model.text(of: model.slots[$0].initial, in: $0))" }
  }

  /// The notes on open parameters, on acts that are not considered and on linked accounts.
  var openText: String { openNotes.map { TextLayout.labelled("  ", $0) }.joined() }

  /// The same notes as paragraphs of a page.
  var openMarkdown: String {
    openNotes.map { MarkdownText.escaped($0) + "\n" }.joined(separator: "\n")
  }

  private var openNotes: [String] { [defaultsNote, actsNote, linkedNote].compactMap(\.self) }

  /// The note on the file that declares what opens means.
  private var linkedNote: String? {
    linkedFile.map { "What opens means such as mailboxes is taken from \($0.visibleLine)." }
  }

  /// Returns a count of records as “40 of 318 records”.
  func recordsText(_ count: Int) -> String {
    "\(TextLayout.grouped(count)) of \(TextLayout.counted(starts.count, "record"))"
  }

  /// Whether the documents exclude some of what administrators can do, so that an excluded act may
  /// help where no other does.
  var hasFewActs: Bool {
    guard let slot = model.parameter(.administratorActs) else { return false }
    return pool.closed[slot].map { $0 != model.slots[slot].initial } ?? false
  }

  /// Returns who can help users whom losses lock out.
  func verdict(isBeyondHelp: Bool) -> String {
    guard isBeyondHelp else { return "only an administrator can help" }
    return hasFewActs ? "no act tried helps" : "no one can help"
  }

  /// The note that administrators' acts which the documents exclude are not considered.
  private var actsNote: String? {
    guard hasFewActs, let slot = model.parameter(.administratorActs) else { return nil }
    let kept = model.text(of: pool.closed[slot] ?? model.slots[slot].initial, in: slot)
    return "What administrators do is taken from \(model.slots[slot].name) = \(kept); "
      + "whether another act helps is not asked."
  }

  private var defaultsNote: String? {
    guard !taken.isEmpty else { return nil }
    return "Left open by the documents and taken at the default: "
      + takenSettings.joined(separator: ", ") + "."
  }

  /// Returns consecutive events for the middle of a sentence.
  static func sentence(of events: [String]) -> String {
    events.map { event in
      // A name such as AuthSessionValidity keeps its capital.
      let isName = event.dropFirst().prefix { $0.isLetter }.contains(where: \.isUppercase)
      return isName ? event : event.prefix(1).lowercased() + event.dropFirst()
    }.joined(separator: "; ")
  }

  /// Returns the users concerned, and the number of their records.
  func whoText(_ who: [String], _ records: Int, most: Int) -> String {
    guard !who.isEmpty else {
      return "   everybody, \(TextLayout.counted(records, "record"))\n"
    }
    return "   \(recordsText(records)):\n" + whoLines(who, "   ", most: most)
  }

  /// Returns the users concerned, one bullet for each description.
  func whoLines(_ who: [String], _ indent: String, most: Int) -> String {
    let lines = who.prefix(most).map { TextLayout.labelled("\(indent)· ", $0) }
    let more = who.count - most
    return lines.joined()
      + (more > 0
        ? "\(indent)· and others, \(TextLayout.counted(more, "more description"))\n" : "")
  }
}
