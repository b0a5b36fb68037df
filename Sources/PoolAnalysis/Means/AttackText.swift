import Findings

/// Attacks as text for a security review, and as JSON.
package struct AttackText: PlainReport {
  package let attacks: Attacks
  package let style: TerminalStyle

  package init(attacks: Attacks, style: TerminalStyle) {
    self.attacks = attacks
    self.style = style
  }

  private static let mostLines = 2
  private var analysis: MeansAnalysis { attacks.analysis }

  package var text: String {
    let heading = analysis.heading(
      style,
      "minimal sets of up to \(Attacks.mostMeans) stolen means, the cheapest first. "
        + Attacks.assumptions("A"))
    let sets = attacks.sets.enumerated().map { text(of: $1, $0 + 1) }
    return heading + overview + sets.joined()
  }

  // MARK: Overview

  /// The outcomes for an outsider, each with the letter that stands for it.
  private var outcomes: [(letter: String, title: String)] {
    let titles = Attacks.Outcome.allCases.map(\.title) + [Attacks.Leak.title]
    return zip("ABCDE", titles).map { (String($0), $1) }
  }

  private func entries(of set: UInt32, _ outcome: Attacks.Outcome) -> [Attacks.Entry] {
    attacks.entries.filter { $0.set == set && $0.outcome == outcome }
  }

  /// The table of sets and outcomes, with the number of records for which the set is minimal.
  private var overview: String {
    var out = "\n" + style.dress("An outsider …", as: .heading) + "\n"
    for (letter, title) in outcomes { out += TextLayout.labelled("  \(letter)  ", title) }
    out +=
      "\n"
      + TextLayout.labelled(
        "",
        "For how many of these records, with all of these and with nothing less;"
          + " `--format markdown` describes them all:")
    let cells = attacks.sets.map { set in
      Attacks.Outcome.allCases.map { count(of: set, $0) } + [set == 0 ? leakCount : "·"]
    }
    let heads = outcomes.map(\.letter)
    let width = ([heads] + cells).joined().map(\.count).max().map { $0 + 2 } ?? 0
    let names = attacks.sets.map { analysis.text(of: $0) }
    let room = min(names.map(\.count).max() ?? 0, max(20, 75 - width * heads.count))
    for (position, row) in ([heads] + cells).enumerated() {
      let number = position == 0 ? "" : "\(position)"
      let parts = position == 0 ? [""] : TextLayout.wrapped(names[position - 1], width: room)
      out += right(number, 3) + "  " + TextLayout.padded(parts.first ?? "", to: room)
      out += row.map { right($0, width) }.joined() + "\n"
      for part in parts.dropFirst() { out += "     \(part)\n" }
    }
    return out
  }

  private func count(of set: UInt32, _ outcome: Attacks.Outcome) -> String {
    if outcome == .locksOut, attacks.lacksLockouts { return "?" }
    let records = entries(of: set, outcome).reduce(0) { $0 + $1.records }
    return records == 0 ? "·" : TextLayout.grouped(records)
  }

  private var leakCount: String {
    attacks.leaks.isEmpty
      ? "·" : TextLayout.grouped(attacks.leaks.reduce(0) { $0 + $1.records })
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  // MARK: Sets

  /// Returns the outcomes of a set, each with the users and the way; what was shown before is
  /// replaced by its letter.
  private func text(of set: UInt32, _ number: Int) -> String {
    let own = outcomes.indices.dropLast().flatMap { column in
      entries(of: set, Attacks.Outcome.allCases[column]).map { (outcomes[column], $0) }
    }
    let leaks = set == 0 ? attacks.leaks : []
    guard !own.isEmpty || !leaks.isEmpty else {
      return "\n" + style.dress("✓ \(number)  With nothing: none of it", as: .good) + "\n"
    }
    let cost = own.first.map { set == 0 ? "" : " (cost \($0.1.cost))" } ?? ""
    let isOpen = own.contains { ![.answered, .setUp].contains($0.1.secondFactor) }
    let head = TextLayout.labelled("✗ \(number)  ", "With \(analysis.text(of: set))\(cost)")
    var out = "\n" + style.dress(String(head.dropLast()), as: isOpen ? .bad : .doubtful) + "\n"
    var shown: [(letter: String, entry: Attacks.Entry)] = []
    for ((letter, title), entry) in own {
      let same = shown.first { $0.entry.who == entry.who && $0.entry.records == entry.records }
      let who = same.map { "the users of \($0.letter)" }
      out += text(letter, title, who, entry.who, entry.records, isFirst: shown.isEmpty)
      let way = text(of: entry.way, after: shown.map { ($0.letter, $0.entry.way) })
      let factor = entry.secondFactor
      let isSaid =
        shown.last?.entry.secondFactor == factor
        || shown.contains {
          $0.entry.secondFactor == factor && entry.way.starts(with: $0.entry.way)
        }
      out += TextLayout.labelled(
        "      how: ", way + (isSaid ? "" : ". \(entry.secondFactor.sentence)"))
      shown.append((letter, entry))
    }
    let learns = outcomes[outcomes.count - 1]
    for leak in leaks {
      out += text(learns.letter, learns.title, nil, leak.who, leak.records, isFirst: true)
      out += TextLayout.labelled("      how: ", leak.difference)
      for ending in leak.endings {
        out += TextLayout.labelled("      alike with: ", ending.setting + ending.remark)
      }
    }
    var places: [FindingPlace] = []
    for place in own.flatMap({ $0.1.places }) + leaks.flatMap(\.places)
    where !places.contains(place) { places.append(place) }
    return out + analysis.whereText(places)
  }

  /// Returns an outcome with the users concerned: for the first of a set several descriptions, for
  /// a later one only a single one.
  private func text(
    _ letter: String, _ title: String, _ known: String?, _ who: [String], _ records: Int,
    isFirst: Bool
  ) -> String {
    let isEverybody = known == nil && who.isEmpty
    let count =
      isEverybody ? TextLayout.counted(records, "record") : analysis.recordsText(records)
    let all = known ?? (who.isEmpty ? "everybody" : nil)
    let head = "\(title): " + (all.map { "\($0), \(count)" } ?? count)
    let hasLines = all == nil && (isFirst || who.count == 1)
    return TextLayout.labelled("   \(letter)  ", head)
      + (hasLines ? analysis.whoLines(who, "      ", most: Self.mostLines) : "")
  }

  /// Returns a way in words, shortened where it continues, or is the beginning of, one that was
  /// shown.
  private func text(of way: [String], after shown: [(letter: String, way: [String])]) -> String {
    for (letter, known) in shown {
      if way == known { return "as \(letter)" }
      if known.starts(with: way), let last = way.last { return "as \(letter), up to \(last)" }
      if way.starts(with: known) {
        return "as \(letter), then " + MeansAnalysis.sentence(of: Array(way.dropFirst(known.count)))
      }
    }
    return MeansAnalysis.sentence(of: way)
  }

  // MARK: JSON

  private func json(_ ending: Attacks.Leak.Ending) -> JSONValue {
    var then = JSONValue.null
    if case .calls(let other) = ending.rest {
      then = .object([
        "calls": .strings(other.calls), "withAccount": .string(other.withAccount),
        "withoutAccount": .string(other.withoutAccount), "alikeWith": .strings(other.further),
      ])
    }
    return .object([
      "setting": .string(ending.setting), "users": .number(ending.users),
      "endsLeak": ending.endsLeak.map { .bool($0) } ?? .null, "then": then,
    ])
  }

  package var value: JSONValue {
    analysis.json([
      "mostMeans": .number(Attacks.mostMeans),
      "lacksLockouts": .bool(attacks.lacksLockouts),
      "attacks": .array(
        attacks.entries.map { entry in
          .object([
            "outcome": .string(entry.outcome.rawValue),
            "stolen": .strings(analysis.graph.means(entry.set).map(\.name)),
            "cost": .number(entry.cost), "secondFactor": .string(entry.secondFactor.rawValue),
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
            "records": .number(leak.records), "alikeWith": .array(leak.endings.map(json)),
            "places": analysis.json(of: leak.places),
          ])
        }),
    ])
  }
}
