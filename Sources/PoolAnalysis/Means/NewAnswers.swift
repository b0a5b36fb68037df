import Findings
import SafeText

/// What a pool allows that a reference does not: ways in for outsiders, lockouts, and calls that
/// never return.
package struct NewAnswers: PlainReport {
  /// A set that no set of the reference is part of, but for the empty one.
  package struct Entry: Hashable {
    package var what: String
    /// Whether the means are stolen, or lost; nil where none are meant.
    package var isAttack: Bool?
    package var means: [String]
    package var way: [String]
    /// Where the new documents set what decides the way.
    package var places: [FindingPlace] = []
  }

  package private(set) var entries: [Entry] = []
  /// The answers of the new pool, to be accepted as they are.
  package let answers: AnswerBaseline
  private let analysis: MeansAnalysis

  /// - Throws: 153 where the interpreter and the compiled rules disagree.
  package init(
    _ reference: AnswerBaseline?, _ new: MeansAnalysis
  ) throws(CommandFailure) {
    let (attacks, lockouts) = (try Attacks(new), try Lockouts(new))
    answers = AnswerBaseline(attacks, lockouts)
    try new.goOn()
    analysis = new
    let reference = reference ?? answers
    let names = { (set: UInt32) in new.graph.means(set).map(\.name) }
    for entry in attacks.entries {
      let known = reference.attacks.filter { $0.outcome == entry.outcome.rawValue }.map(\.means)
      guard Self.isNew(names(entry.set), among: known) else { continue }
      entries.append(
        Entry(
          what: "an outsider \(entry.outcome.title)", isAttack: true, means: entry.stolen,
          way: entry.way, places: entry.places))
    }
    for leak in attacks.leaks where !reference.leaks.contains(leak.calls) {
      entries.append(
        Entry(
          what: "an outsider learns of accounts", isAttack: true, means: [], way: leak.calls))
    }
    for entry in lockouts.entries {
      let known = reference.lockouts.filter { $0.isBeyondHelp || !entry.isBeyondHelp }.map(\.means)
      guard Self.isNew(names(entry.set), among: known) else { continue }
      let help = new.verdict(isBeyondHelp: entry.isBeyondHelp)
      entries.append(
        Entry(
          what: "users are locked out, \(help)", isAttack: false, means: entry.losses,
          way: entry.stops, places: entry.places))
    }
    if lockouts.acts == nil, reference.acts != nil {
      throw MeansAnalysis.cutOff(
        Lockouts.actsUnknown, new.pool, new.limits,
        remedy: "turn settings off, such as `--set devices=off`")
    }
    let acts = reference.acts ?? answers.acts ?? []
    for act in lockouts.acts ?? [] where !acts.contains(act.call) {
      entries.append(
        Entry(
          what: "users lock themselves out by \(act.call)", isAttack: nil, means: [],
          way: new.calls(of: act.run), places: act.places))
    }
    for call in answers.hangs where !reference.hangs.contains(call) {
      entries.append(
        Entry(what: "a call of the app may never return", isAttack: nil, means: [], way: [call]))
    }
  }

  /// Whether no known set is part of a set. That some users are locked out, or entered, with
  /// nothing at all covers no other set: nearly every pool has somebody whose temporary password
  /// expired.
  private static func isNew(_ set: [String], among known: [[String]]) -> Bool {
    !known.contains { Set($0).isSubset(of: set) && $0.isEmpty == set.isEmpty }
  }

  private static let nothingNew =
    "no new set of means opens or locks an account, and no new call never returns"

  private func sentence(_ entry: Entry) -> String {
    guard let isAttack = entry.isAttack else { return entry.what }
    guard !entry.means.isEmpty else {
      return "\(entry.what), \(isAttack ? "with nothing at all" : "with nothing lost")"
    }
    let means = entry.means.joined(separator: " and ")
    return "\(entry.what), \(isAttack ? "with" : "without") \(means)"
  }

  /// One paragraph an entry.
  package var text: String {
    guard !entries.isEmpty else { return "✓ \(Self.nothingNew)\n" }
    return entries.map { entry in
      TextLayout.labelled("✗ new: ", sentence(entry))
        + TextLayout.labelled("       ", entry.way.joined(separator: "; "))
        + entry.places.map { "       Where: \($0.text)\n" }.joined()
    }.joined()
  }

  package var markdown: String {
    guard !entries.isEmpty else { return "✓ \(Self.nothingNew)\n" }
    return "| new | how | where |\n|--|--|--|\n"
      + entries.map { entry in
        let places = entry.places.map { MarkdownText.code($0.text) }.joined(separator: ", ")
        let way = MarkdownText.code(entry.way.joined(separator: "; "))
        return "| \(sentence(entry)) | \(way) | \(places) |\n"
      }.joined()
  }

  /// The entries as JSON.
  package var value: JSONValue {
    .array(
      entries.map {
        .object([
          "what": .string($0.what), "means": .strings($0.means), "way": .strings($0.way),
          "places": analysis.json(of: $0.places),
        ])
      })
  }
}
