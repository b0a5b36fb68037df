import StateSpace

/// An occasion on which a row judges evidence. There is one for each combination of values that the
/// verdict depends on.
///
/// Both engines find the same combinations; the state that represents one may differ.
public struct JudgementOccasion: Sendable, Hashable {
  /// The row that judges, by position in ``Model/rows``.
  public var row: Int
  /// The number of the state at rest where the step begins.
  public var state: Int
  /// The compiled rule that begins the step.
  public var rule: Int
  /// The words of the state in which the row fires, restricted to what the verdict depends on.
  public var before: [UInt64]
}

extension Explored {
  /// Returns every occasion on which a row judges evidence.
  public func judgementOccasions() -> [JudgementOccasion] {
    switch self {
    case .explicit(let table):
      table.exploration.visits.map { visit in
        JudgementOccasion(
          row: table.judgements.rows[visit.group], state: visit.source, rule: visit.firstRule,
          before: visit.values)
      }
    case .symbolic(let table): table.judgementOccasions()
    }
  }
}

extension SymbolicTable {
  private struct Circumstances: Hashable {
    var group: Int
    var kind: Int
    var values: [UInt64]
  }

  private struct Found: Sendable {
    var group: Int
    var state: [UInt64]
    var rule: Int
    var values: [UInt64]
  }

  /// Returns every occasion on which a row judges evidence; see ``Explored/judgementOccasions()``.
  func judgementOccasions() -> [JudgementOccasion] {
    let (watch, kinds) = (judgements.rules, kinds)
    let found = ask { search in
      var seen: Set<Circumstances> = []
      var found: [Found] = []
      for visit in search.steps.visits(in: search.machine) {
        let kind = watch.tellsKinds[visit.group] ? visit.kind : 0
        for way in search.ways(to: visit, showing: watch.masks[visit.group]) {
          let circumstances = Circumstances(group: visit.group, kind: kind, values: way.values)
          guard seen.insert(circumstances).inserted else { continue }
          guard let state = search.nearest(of: way.states),
            let rule = search.machine.rule(
              from: state, where: { kinds.ofRule[$0] == visit.kind })
          else { continue }
          found.append(
            Found(group: visit.group, state: state, rule: rule, values: way.values))
        }
      }
      return found
    }
    return found.map {
      JudgementOccasion(
        row: judgements.rows[$0.group], state: number(of: $0.state), rule: $0.rule,
        before: $0.values)
    }
  }
}
