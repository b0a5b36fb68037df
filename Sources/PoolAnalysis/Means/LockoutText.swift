import Findings
import TransitionTables

/// Lockouts as text for a support desk, and as JSON.
package struct LockoutText {
  package let lockouts: Lockouts
  package let style: TerminalStyle

  package init(lockouts: Lockouts, style: TerminalStyle) {
    self.lockouts = lockouts
    self.style = style
  }

  private static let width = 80
  private static let mostLines = 5
  private var analysis: MeansAnalysis { lockouts.analysis }

  package var text: String {
    var out = style.dress(analysis.pool.name, as: .heading) + "  \(analysis.pool.origin)\n"
    out += analysis.openText
    let entries = lockouts.entries
    out += TextLayout.labelled(
      "",
      "\(TextLayout.counted(analysis.starts.count, "record")) that users can have;"
        + " \(TextLayout.counted(entries.count, "minimal set")) of up to"
        + " \(Lockouts.mostLosses) losses lock users out. Each user still has everything that is"
        + " not named as lost, but no app that is signed in, unless that is named.",
      width: Self.width)
    for (position, entry) in entries.enumerated() { out += "\n" + text(of: entry, position + 1) }
    if entries.isEmpty { out += "\n✓ No such losses lock anybody out.\n" }
    return out
  }

  private func paragraph(_ label: String, _ text: String) -> String {
    TextLayout.labelled("   " + label, text, width: Self.width)
  }

  private func text(of entry: Lockouts.Entry, _ number: Int) -> String {
    let what =
      entry.losses.isEmpty
      ? "Locked out with nothing lost" : "Without \(analysis.text(of: entry.set))"
    let verdict = entry.isBeyondHelp ? "no one can help" : "only an administrator can help"
    var out = style.dress("✗ \(number)  \(what): \(verdict)", as: .bad) + "\n"
    let count = TextLayout.counted(entry.records, "record")
    out += analysis.whoText(entry.who, count, most: Self.mostLines)
    if entry.isBeyondHelp {
      out += paragraph("", "An administrator can only delete the account.")
    }
    if !entry.savedBy.isEmpty {
      out += paragraph(
        "", "A way stays open with \(entry.savedBy.joined(separator: " or with ")).")
    }
    if !entry.stops.isEmpty || !entry.refusals.isEmpty {
      out += paragraph("", "Every way back is refused:")
      for line in cut(entry.refusals) + cut(entry.stops) { out += paragraph("  · ", line) }
    }
    for (means, way) in entry.spared where !way.isEmpty {
      out += paragraph("With \(means): ", way.joined(separator: "; "))
    }
    if !entry.help.isEmpty { out += paragraph("Help: ", entry.help.joined(separator: "; ")) }
    return out
  }

  private func cut(_ lines: [String]) -> [String] {
    lines.count <= Self.mostLines
      ? lines
      : lines.prefix(Self.mostLines) + ["and \(lines.count - Self.mostLines) more"]
  }

  // MARK: JSON

  package var value: JSONValue {
    return .object([
      "pool": .string(analysis.pool.name), "records": .number(analysis.starts.count),
      "mostLosses": .number(Lockouts.mostLosses),
      "takenAtDefault": .strings(analysis.taken.map { analysis.model.slots[$0].name }),
      "lockouts": .array(
        lockouts.entries.map { entry in
          .object([
            "losses": .strings(analysis.graph.means(entry.set).map(\.name)),
            "who": .strings(entry.who), "records": .number(entry.records),
            "administratorCanHelp": .bool(!entry.isBeyondHelp),
            "savedBy": .strings(entry.savedBy), "refusals": .strings(entry.refusals),
            "stops": .strings(entry.stops), "statesOfUser": .number(entry.confinedTo),
            "spared": .array(
              entry.spared.map {
                .object(["means": .string($0.means), "way": .strings($0.way)])
              }),
            "help": .strings(entry.help),
            "record": analysis.json(of: entry.making),
          ])
        }),
    ])
  }
}

extension MeansAnalysis {
  /// What is said of parameters that the documents leave open.
  var openText: String {
    guard !taken.isEmpty else { return "" }
    let names = taken.map {
      "\(model.slots[$0].name) = \(model.text(of: model.slots[$0].initial, in: $0))"
    }
    return TextLayout.labelled(
      "  ",
      "Left open by the documents and taken at the default: "
        + names.joined(separator: ", ") + ".", width: 80)
  }

  /// Who is meant, one description a line.
  func whoText(_ who: [String], _ count: String, most: Int) -> String {
    guard !who.isEmpty else { return "   everybody, \(count)\n" }
    var out = ""
    for (position, one) in who.prefix(most).enumerated() {
      let tail = position == min(who.count, most) - 1 ? " (\(count))" : ""
      out += TextLayout.labelled(
        position == 0 ? "   everybody " : "   or everybody ", one + tail, width: 80)
    }
    if who.count > most { out += "   and \(who.count - most) more descriptions\n" }
    return out
  }
}
