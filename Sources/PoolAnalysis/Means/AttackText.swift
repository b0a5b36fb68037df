import Findings

/// Attacks as text for a security review, and as JSON.
package struct AttackText: PlainReport {
  package let attacks: Attacks
  package let style: TerminalStyle

  package init(attacks: Attacks, style: TerminalStyle) {
    self.attacks = attacks
    self.style = style
  }

  private static let mostLines = 3
  private var analysis: MeansAnalysis { attacks.analysis }

  package var text: String {
    var out = analysis.heading(
      style,
      "minimal sets of up to \(Attacks.mostMeans) stolen means, the cheapest first. The outsider"
        + " knows the user's name and has an app, a telephone, a mailbox and an account in the"
        + " same pool.")
    for outcome in Attacks.Outcome.allCases {
      let entries = attacks.entries.filter { $0.outcome == outcome }
      out += "\n" + style.dress("An outsider \(outcome.title)", as: .heading) + "\n"
      if outcome == .locksOut, attacks.lacksLockouts {
        out += "   not computed: the pool has too many states\n"
      } else if entries.isEmpty {
        out += "   ✓ with no such set\n"
      }
      for (position, entry) in entries.enumerated() { out += text(of: entry, position + 1) }
    }
    return out + leaks
  }

  private func text(of entry: Attacks.Entry, _ number: Int) -> String {
    let factors =
      entry.needsSecondFactor ? "a second means is needed" : "no second factor is needed"
    let what = entry.stolen.isEmpty ? "nothing at all" : analysis.text(of: entry.set)
    let head = TextLayout.labelled(
      "✗ \(number)  ", "with \(what) (cost \(entry.cost), \(factors))")
    var out = style.dress(
      String(head.dropLast()), as: entry.needsSecondFactor ? .doubtful : .bad)
    out += "\n"
    out += analysis.whoText(entry.who, entry.records, most: Self.mostLines)
    return out
      + TextLayout.labelled("   how: ", entry.way.joined(separator: "; "))
      + analysis.whereText(entry.places)
  }

  private var leaks: String {
    var out =
      "\n" + style.dress("An outsider learns that an account exists, or its status", as: .heading)
      + "\n"
    if attacks.leaks.isEmpty {
      return out + "   ✓ not within \(ExistenceLeaks.mostCalls) calls\n"
    }
    for leak in attacks.leaks {
      out += style.dress("✗ ", as: .bad)
      out += TextLayout.labelled("  ", leak.calls.joined(separator: "; "), width: 78)
        .dropFirst(2)
      out += TextLayout.labelled(
        "   ", "→ \(leak.withAccount), and \(leak.withoutAccount) for a name that nobody has")
      out += analysis.whoText(leak.who, leak.records, most: Self.mostLines)
    }
    return out
  }

  // MARK: JSON

  package var value: JSONValue {
    analysis.json([
      "mostMeans": .number(Attacks.mostMeans),
      "lacksLockouts": .bool(attacks.lacksLockouts),
      "attacks": .array(
        attacks.entries.map { entry in
          .object([
            "outcome": .string(entry.outcome.rawValue),
            "stolen": .strings(analysis.graph.means(entry.set).map(\.name)),
            "cost": .number(entry.cost), "needsSecondFactor": .bool(entry.needsSecondFactor),
            "who": .strings(entry.who), "records": .number(entry.records),
            "way": .strings(entry.way), "places": analysis.json(of: entry.places),
            "record": analysis.json(of: entry.making),
            "run": analysis.json(of: entry.run),
          ])
        }),
      "leaks": .array(
        attacks.leaks.map { leak in
          .object([
            "calls": .strings(leak.calls), "withAccount": .string(leak.withAccount),
            "withoutAccount": .string(leak.withoutAccount), "who": .strings(leak.who),
            "records": .number(leak.records),
          ])
        }),
    ])
  }
}
