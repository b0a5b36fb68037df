import Findings

/// What a pool allows that a reference does not: ways in for outsiders, and lockouts.
package struct NewAnswers {
  /// A set that no set of the reference is part of.
  package struct Entry: Hashable {
    package var what: String
    /// Whether the means are stolen, not lost.
    package var isAttack: Bool
    package var means: [String]
    package var way: [String]
  }

  package private(set) var entries: [Entry] = []

  /// - Throws: 153 where the interpreter and the compiled rules disagree.
  package init(
    _ reference: MeansAnalysis, _ new: MeansAnalysis
  ) throws(CommandFailure) {
    let (old, own) = (try Attacks(reference), try Attacks(new))
    for entry in own.entries {
      let known = old.entries.filter { $0.outcome == entry.outcome }.map(\.stolen)
      if Self.isNew(entry.stolen, among: known) {
        entries.append(
          Entry(
            what: "an outsider \(entry.outcome.title)", isAttack: true,
            means: entry.stolen, way: entry.way))
      }
    }
    for leak in own.leaks where !old.leaks.contains(where: { $0.calls == leak.calls }) {
      entries.append(
        Entry(
          what: "an outsider learns of accounts", isAttack: true, means: [],
          way: leak.calls))
    }
    let (oldLosses, losses) = (try Lockouts(reference), try Lockouts(new))
    for entry in losses.entries {
      let known = oldLosses.entries.filter { $0.isBeyondHelp || !entry.isBeyondHelp }.map(\.losses)
      if Self.isNew(entry.losses, among: known) {
        let help = entry.isBeyondHelp ? "no one can help" : "only an administrator can help"
        entries.append(
          Entry(
            what: "users are locked out, \(help)", isAttack: false, means: entry.losses,
            way: entry.stops))
      }
    }
  }

  /// Whether no known set is part of a set.
  private static func isNew(_ set: [String], among known: [[String]]) -> Bool {
    !known.contains { Set($0).isSubset(of: set) }
  }

  /// One paragraph an entry.
  package var text: String {
    guard !entries.isEmpty else { return "✓ no new way in and no new lockout\n" }
    return entries.map { entry in
      let means = entry.means.isEmpty ? "nothing" : entry.means.joined(separator: " and ")
      let word = entry.isAttack ? "with" : "without"
      return TextLayout.labelled("✗ new: ", "\(entry.what), \(word) \(means)")
        + TextLayout.labelled("       ", entry.way.joined(separator: "; "))
    }.joined()
  }

  /// The entries as JSON.
  package var value: JSONValue {
    .array(
      entries.map {
        .object([
          "what": .string($0.what), "means": .strings($0.means), "way": .strings($0.way),
        ])
      })
  }
}
