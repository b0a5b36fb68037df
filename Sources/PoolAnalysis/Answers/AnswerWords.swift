import Findings

/// The details of an answer beyond yes or no, in sentences.
struct AnswerWords {
  let answer: TableAnswer

  // MARK: Counts

  /// The numbers of states and records in which the claim holds or fails, out of all that were
  /// explored.
  var counts: [String] {
    guard let all = answer.all else {
      return answer.seenBeforeLimit.map {
        ["A limit ended the search after \(TextLayout.counted($0, "state")); no more was counted."]
      } ?? []
    }
    switch answer.kind {
    case .exists: return answer.holds.map { [held($0, of: all)] } ?? [lookedAt(all)]
    case .always:
      guard let fails = answer.fails else { return [lookedAt(all)] }
      return [
        fails.states == 0
          ? "It holds in all \(size(all))\(configurations(all))."
          : "It fails in \(part(fails, of: all))."
      ]
    case .wayOn: return wayOn(all)
    case .other: return [lookedAt(all)]
    }
  }

  private func held(_ holds: Extent, of all: Extent) -> String {
    holds.states == 0
      ? "It holds in none of \(size(all))\(configurations)."
      : "It holds in \(part(holds, of: all))."
  }

  private func lookedAt(_ all: Extent) -> String {
    "\(size(all))\(configurations(all)) were looked at."
  }

  private func wayOn(_ all: Extent) -> [String] {
    guard let holds = answer.holds else { return [lookedAt(all)] }
    if holds.states == 0 {
      return ["It is asked of none of \(size(all))\(configurations): `from` never holds."]
    }
    let asked = "It is asked of \(part(holds, of: all))."
    guard let fails = answer.fails, fails.states > 0 else { return [asked] }
    return [asked, "It cannot be reached from \(part(fails, of: holds))."]
  }

  /// A part of a whole in words: “3 of 10 states, with 2 of 5 different records of users”.
  private func part(_ some: Extent, of all: Extent) -> String {
    "\(Self.grouped(some.states)) of \(Self.counted(all.states, "state")), with "
      + "\(Self.grouped(some.records)) of \(Self.counted(all.records, "different record")) of users"
      + configurations(some)
  }

  private func size(_ all: Extent) -> String {
    "\(Self.counted(all.states, "state")) with \(Self.counted(all.records, "different record")) "
      + "of users"
  }

  /// The number of explored configurations, for a claim that holds in none of them.
  private var configurations: String {
    answer.configurations.map { ", in none of \(Self.grouped($0)) legal configurations" } ?? ""
  }

  /// The number of configurations in which the claim holds somewhere.
  private func configurations(_ extent: Extent) -> String {
    guard let some = extent.configurations, let all = answer.configurations else { return "" }
    let which =
      some == all ? "all \(Self.grouped(all))" : "\(Self.grouped(some)) of \(Self.grouped(all))"
    return ", in \(which) legal configurations"
  }

  /// A number with grouped digits; counts of sets are exact up to 2^53.
  private static func grouped(_ number: Double) -> String {
    Int(exactly: number).map(TextLayout.grouped) ?? "about \(number)"
  }

  private static func counted(_ number: Double, _ one: String) -> String {
    "\(grouped(number)) \(one)\(number == 1 ? "" : "s")"
  }

  // MARK: Reasons

  /// A sentence followed by parts of the question.
  struct Paragraph {
    var head: String
    var items: [(name: String, text: String)] = []
  }

  /// The reasons why the expression never holds, or why nothing contradicts it.
  var reasons: [Paragraph] {
    let unmet = answer.unmet
    var all: [Paragraph] = []
    let single = unmet.never.filter { $0.count == 1 }.flatMap { $0 }
    if !single.isEmpty {
      all.append(
        Paragraph(
          head: "Never so, whatever else:",
          items: single.map { part in
            let instead = part.instead.joined(separator: ", ")
            return (part.text, instead.isEmpty ? "" : ", since \(instead)")
          }))
    }
    for core in unmet.never where core.count > 1 {
      all.append(Paragraph(head: "Never together:", items: core.map(item)))
    }
    if !unmet.without.isEmpty {
      all.append(Paragraph(head: "The rest holds without:", items: unmet.without.map(item)))
    }
    return all
  }

  private func item(_ part: UnmetParts.Part) -> (String, String) {
    (
      part.text,
      part.extent.map {
        ": \(Self.counted($0.states, "state")), \(Self.counted($0.records, "record"))"
      } ?? ""
    )
  }

  // MARK: Ways

  /// The steps to show, in parts with a heading and the number of their first step. A part has no
  /// steps where the state asked for is the initial state.
  var ways: [(head: String, first: Int, steps: [TraceStepReport])] {
    let steps = answer.trace
    if let first = answer.firstSteps {
      let on = Array(steps.dropFirst(first))
      let there =
        first == 0
        ? ("It is asked where the pool begins, before any step", 1, [])
        : (head("The shortest way to where it is asked", first), 1, Array(steps.prefix(first)))
      return on.isEmpty
        ? [(there.0 + ", and it is so there", 1, there.2)]
        : [there, (head("The shortest way on", on.count), first + 1, on)]
    }
    switch answer.kind {
    case .exists where answer.verdict == .yes && steps.isEmpty:
      return [("It holds where the pool begins, before any step", 1, [])]
    case .always where answer.verdict == .no && steps.isEmpty:
      return [("It fails where the pool begins, before any step", 1, [])]
    case .wayOn where answer.verdict == .no && steps.isEmpty:
      return [("It cannot be reached from where the pool begins, before any step", 1, [])]
    default: break
    }
    guard !steps.isEmpty else { return [] }
    let name =
      switch (answer.verdict, answer.kind) {
      case (.no, .wayOn): "The shortest way to where it cannot be reached"
      case (.no, _): "The shortest way to where it does not hold"
      default: "The shortest way there"
      }
    return [(head(name, steps.count), 1, steps)]
  }

  private func head(_ name: String, _ steps: Int) -> String {
    "\(name), \(TextLayout.counted(steps, "step"))"
  }
}
