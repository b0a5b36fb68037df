import Findings

/// Lockouts as text for a support desk, and as JSON.
package struct LockoutText: PlainReport {
  package let lockouts: Lockouts
  package let style: TerminalStyle

  package init(lockouts: Lockouts, style: TerminalStyle) {
    self.lockouts = lockouts
    self.style = style
  }

  private static let mostLines = 5
  private var analysis: MeansAnalysis { lockouts.analysis }

  package var text: String {
    let entries = lockouts.entries
    var out = analysis.heading(
      style,
      "\(TextLayout.counted(entries.count, "minimal set")) of up to \(Lockouts.mostLosses) losses"
        + " lock users out. \(Lockouts.assumptions) \(Lockouts.shown)")
    for (position, entry) in entries.enumerated() { out += "\n" + text(of: entry, position + 1) }
    if entries.isEmpty { out += "\n✓ \(Lockouts.noEntries)\n" }
    return out + actsText
  }

  private var actsText: String {
    guard let acts = lockouts.acts else {
      return "\n" + TextLayout.labelled("", Lockouts.actsUnknown)
    }
    guard !acts.isEmpty else {
      return "\n✓ \(Lockouts.noActs)\n"
    }
    let heading = TextLayout.labelled("", "Calls \(Lockouts.actsEffect)")
    var out = "\n" + style.dress(String(heading.dropLast()), as: .heading) + "\n"
    for act in acts {
      let states = TextLayout.counted(act.states, "state")
      let head = TextLayout.labelled("✗ ", "\(act.call) (in \(states))")
      out += style.dress(String(head.dropLast()), as: .bad) + "\n"
      out += paragraph("how: ", MeansAnalysis.sentence(of: analysis.calls(of: act.run)))
      out += analysis.whereText(act.places)
    }
    return out
  }

  private func paragraph(_ label: String, _ text: String) -> String {
    TextLayout.labelled("   " + label, text)
  }

  private func text(of entry: Lockouts.Entry, _ number: Int) -> String {
    let head = TextLayout.labelled("✗ \(number)  ", lockouts.title(of: entry))
    var out = style.dress(String(head.dropLast()), as: .bad) + "\n"
    out += analysis.whoText(shownWho(entry), entry.records, most: Self.mostLines)
    if entry.isBeyondHelp, !analysis.hasFewActs {
      out += paragraph("", "An administrator can only delete the account.")
    }
    if !entry.savedBy.isEmpty {
      out += paragraph(
        "", "A way stays open with \(entry.savedBy.joined(separator: " or with ")).")
    }
    if !entry.ends.isEmpty {
      out += paragraph("", "Every way back is refused:")
      for ends in [entry.refusals, entry.stops] {
        for line in cut(ends.map(\.text)) { out += paragraph("  · ", line) }
      }
    }
    for (means, way) in entry.spared where !way.isEmpty {
      out += paragraph("With \(means): ", MeansAnalysis.sentence(of: way))
    }
    if !entry.help.isEmpty {
      out += paragraph(entry.helpLabel + ": ", MeansAnalysis.sentence(of: entry.help))
    }
    for line in entry.commands { out += TextLayout.command("     ", line, width: 80) }
    if entry.dropsFactor {
      out += paragraph(
        "", "Make sure first that it is the user who asks. \(MeansAnalysis.factorAnew)")
    }
    return out + analysis.whereText(entry.places)
  }

  /// Returns the users concerned; the description of the record shown is marked and among the
  /// first.
  private func shownWho(_ entry: Lockouts.Entry) -> [String] {
    guard entry.who.count > 1, let shown = entry.shown else { return entry.who }
    var who = entry.who
    let line = who.remove(at: shown) + " (shown below)"
    who.insert(line, at: min(shown, Self.mostLines - 1))
    return who
  }

  private func cut(_ lines: [String]) -> [String] {
    lines.count <= Self.mostLines
      ? lines
      : lines.prefix(Self.mostLines) + ["and \(lines.count - Self.mostLines) more"]
  }

  // MARK: JSON

  private func json(_ act: OwnActs.Act) -> JSONValue {
    .object([
      "call": .string(act.call), "states": .number(act.states),
      "run": analysis.json(of: act.run), "places": analysis.json(of: act.places),
    ])
  }

  package var value: JSONValue {
    analysis.json([
      "mostLosses": .number(Lockouts.mostLosses),
      "acts": lockouts.acts.map { .array($0.map(json)) } ?? .null,
      "lockouts": .array(
        lockouts.entries.map { entry in
          .object([
            "losses": .strings(analysis.graph.means(entry.set).map(\.name)),
            "who": .strings(entry.who), "records": .number(entry.records),
            "administratorCanHelp": .bool(!entry.isBeyondHelp),
            "savedBy": .strings(entry.savedBy), "refusals": .strings(entry.refusals.map(\.text)),
            "stops": .strings(entry.stops.map(\.text)),
            "statesOfUser": entry.confinedTo.map { .number($0) } ?? .null,
            "spared": .array(
              entry.spared.map {
                .object(["means": .string($0.means), "way": .strings($0.way)])
              }),
            "help": .strings(entry.help), "commands": .strings(entry.commands),
            "dropsSecondFactor": .bool(entry.dropsFactor),
            "helped": entry.helped.map { .number($0) } ?? .null,
            "shown": entry.shown.map { .string(entry.who[$0]) } ?? .null,
            "places": analysis.json(of: entry.places),
            "record": analysis.json(of: entry.making),
          ])
        }),
    ])
  }
}

extension Lockouts.Entry {
  /// The label of the help, with the number of users that it is for unless it is for all.
  var helpLabel: String {
    guard let helped, helped < records else { return "Help" }
    return "Help for \(helped) of the \(TextLayout.counted(records, "record"))"
  }
}
