import Findings
import SafeText
import TransitionTables

/// The results that are new in a pool compared with a reference: ways in for outsiders, lockouts,
/// and calls that never return; with the users concerned.
///
/// Each user of the reference is compared with the same record in the new pool, where it stays when
/// the pool is changed. A set of means is new if no subset of it sufficed against this user before.
/// Users of the new pool alone are compared with all sets of the reference.
package struct NewAnswers: PlainReport {
  /// A new result, with the users concerned.
  package struct Entry: Hashable {
    package var what: String
    /// The outcome for programs, by its name in a baseline, or `learnsExistence`, `lockedOut`,
    /// `beyondHelp`, `locksThemselvesOut` or `neverReturns`.
    package var outcome: String
    /// Whether the means are stolen (true) or lost (false); nil for a result without means.
    package var isAttack: Bool?
    package var means: [String]
    /// The means by their names in the table.
    package var names: [String] = []
    /// The users concerned, one description for each element; empty for everybody.
    package var who: [String]
    /// The number of records concerned, among those of the old and the new pool; 0 where the result
    /// occurs only between two visits.
    package var records: Int
    /// Whether ``who`` describes one example instead of all users concerned.
    package var isExample = false
    package var way: [String]
    /// The places in the new documents that decide the way.
    package var places: [FindingPlace] = []
  }

  package private(set) var entries: [Entry] = []
  private let analysis: MeansAnalysis
  /// The name of the reference pool.
  private let reference: String
  /// The parameters that the documents of that pool left open, with their defaults.
  private let referenceTaken: [String]
  /// The number of records that were compared.
  private let compared: Int

  /// - Parameters:
  ///   - reference: the results of the reference pool.
  ///   - new: the analysis of the new pool, with the records of the reference carried over.
  /// - Throws: 152 where the run has to end, 153 where the interpreter and the compiled rules
  ///   disagree.
  package init(_ reference: AnswerBaseline, _ new: MeansAnalysis) throws(CommandFailure) {
    (analysis, self.reference, referenceTaken) = (new, reference.pool, reference.taken)
    let users = ComparedUsers(reference, new)
    let scope = users.scope
    compared = users.count
    let (attacks, lockouts) = (try Attacks(new, of: scope), try Lockouts(new, of: scope))
    try new.goOn()
    func names(_ set: UInt32) -> [String] { new.graph.means(set).map(\.name) }
    for entry in attacks.entries {
      entries.append(
        Entry(
          what: "an outsider \(entry.outcome.title)", outcome: entry.outcome.rawValue,
          isAttack: true, means: entry.stolen, names: names(entry.set),
          who: entry.who, records: entry.records, way: entry.way, places: entry.places))
    }
    for leak in attacks.leaks {
      entries.append(
        Entry(
          what: "an outsider \(Attacks.Leak.title)", outcome: "learnsExistence",
          isAttack: true, means: [], who: leak.who, records: leak.records,
          way: [leak.difference], places: leak.places))
    }
    for entry in lockouts.entries {
      let help = new.verdict(isBeyondHelp: entry.isBeyondHelp)
      entries.append(
        Entry(
          what: "users are locked out, \(help)",
          outcome: entry.isBeyondHelp ? "beyondHelp" : "lockedOut", isAttack: false,
          means: entry.losses, names: names(entry.set), who: entry.who, records: entry.records,
          way: entry.ends.map(\.text),
          places: entry.places))
    }
    guard lockouts.acts != nil || reference.acts == nil else {
      throw MeansAnalysis.cutOff(
        Lockouts.actsUnknown, new.pool, new.limits,
        remedy: "turn settings off, such as `--set devices=off`")
    }
    for act in lockouts.acts ?? [] {
      entries.append(
        entry(
          "users lock themselves out by \(act.call)", "locksThemselvesOut",
          of: scope, .act(act.call), act.starts, act.run, way: new.calls(of: act.run), act.places))
    }
    for hang in try Hangs(new, asking: scope.asks).all {
      entries.append(
        entry(
          "a call of \(hang.call) may never return", "neverReturns",
          of: scope, .hang(hang.call), hang.starts, hang.run,
          way: new.calls(of: hang.making) + new.calls(of: hang.run), hang.places))
    }
  }

  /// Returns the result about a call, with the users in whose records it occurs or, without any,
  /// the last user whose record the run passes.
  private func entry(
    _ what: String, _ outcome: String, of scope: AnswerScope, _ answer: AnswerScope.Answer,
    _ starts: [Int], _ run: Trace, way: [String], _ places: [FindingPlace]
  ) -> Entry {
    let users = scope.users(answer, starts)
    let example =
      users == nil ? analysis.lastUser(of: run).flatMap { scope.users(answer, [$0]) } : nil
    return Entry(
      what: what, outcome: outcome, isAttack: nil, means: [],
      who: (users ?? example)?.who ?? [], records: users?.records ?? 0, isExample: example != nil,
      way: way, places: places)
  }

  // MARK: Text

  private static let nothingNew =
    "no set of means opens or locks an account that it did not before, and no new call never"
    + " returns"

  private var head: String {
    "\(analysis.pool.name) compared with what \(reference) allows, for"
      + " \(TextLayout.counted(compared, "record")): what the pool keeps of a user between two"
      + " visits, as \(reference) has it and put under the new pool, and what only that has"
  }

  private var referenceNote: String? {
    referenceTaken.isEmpty
      ? nil
      : "Left open by what \(reference) was made of and taken at the default: "
        + referenceTaken.joined(separator: ", ") + "."
  }

  private func sentence(_ entry: Entry) -> String {
    guard let isAttack = entry.isAttack else { return entry.what }
    guard !entry.means.isEmpty else {
      return "\(entry.what), \(isAttack ? "with nothing at all" : "with nothing lost")"
    }
    let means = entry.means.joined(separator: " and ")
    return "\(entry.what), \(isAttack ? "with" : "without") \(means)"
  }

  private static let mostLines = 5

  /// The text, one paragraph for each entry.
  package var text: String {
    let note = referenceNote.map { TextLayout.labelled("  ", $0) } ?? ""
    let head = TextLayout.labelled("", head) + note + analysis.openText
    guard !entries.isEmpty else { return head + TextLayout.labelled("✓ ", Self.nothingNew) }
    return head
      + entries.map { entry in
        TextLayout.labelled("✗ new: ", sentence(entry)) + who(entry)
          + TextLayout.labelled("       how: ", MeansAnalysis.sentence(of: entry.way))
          + entry.places.map { "       Where: \($0.text)\n" }.joined()
      }.joined()
  }

  private func who(_ entry: Entry) -> String {
    if entry.isExample {
      return "       among them, on the way shown, a user\n"
        + analysis.whoLines(entry.who, "       ", most: Self.mostLines)
    }
    guard entry.records > 0 else { return "" }
    let all = TextLayout.counted(compared, "record")
    guard !entry.who.isEmpty else { return "       everybody, \(all)\n" }
    return "       \(TextLayout.grouped(entry.records)) of \(all):\n"
      + analysis.whoLines(entry.who, "       ", most: Self.mostLines)
  }

  package var markdown: String {
    let open = [referenceNote.map { MarkdownText.escaped($0) + "\n" } ?? "", analysis.openMarkdown]
      .filter { !$0.isEmpty }.joined(separator: "\n")
    let head = MarkdownText.escaped(head) + "\n\n" + (open.isEmpty ? "" : open + "\n")
    guard !entries.isEmpty else { return head + "✓ \(Self.nothingNew)\n" }
    return head + "| new | for whom | how | where |\n|--|--|--|--|\n"
      + entries.map { entry in
        let places = entry.places.map { MarkdownText.code($0.text) }.joined(separator: ", ")
        let way = MarkdownText.events(entry.way)
        let who =
          entry.who.isEmpty && entry.records > 0
          ? "everybody"
          : (entry.isExample ? "among them a user " : "") + entry.who.joined(separator: "; ")
        return "| \(sentence(entry)) | \(who) | \(way) | \(places) |\n"
      }.joined()
  }

  /// The entries as JSON.
  package var value: JSONValue {
    .object([
      "pool": .string(analysis.pool.name), "reference": .string(reference),
      "takenAtDefault": .strings(analysis.takenNames),
      "referenceTakenAtDefault": .strings(referenceTaken),
      "new": .array(
        entries.map {
          .object([
            "outcome": .string($0.outcome), "what": .string(sentence($0)),
            "means": .strings($0.names), "who": .strings($0.who),
            "whoIsExample": .bool($0.isExample), "records": .number($0.records),
            "way": .strings($0.way), "places": analysis.json(of: $0.places),
          ])
        }),
    ])
  }
}
