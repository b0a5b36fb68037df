/// The states and rules inside the steps of a machine.
///
/// They take many times the nodes of the steps themselves and are seldom needed. So they stay in
/// the diagrams in which the steps were composed, even when a search continues with another order
/// of variables; only queries and results are rewritten.
final class StepInteriors {
  /// The machine whose steps were composed.
  let machine: SymbolicMachine
  private let passages: [WholeSteps.Passage]
  private let visits: [WholeSteps.Visit]
  /// For each passage, the literals of its change.
  private lazy var written = passages.map { diagrams.literals(of: $0.change) }

  init(
    _ machine: SymbolicMachine, passages: [WholeSteps.Passage], visits: [WholeSteps.Visit]
  ) {
    (self.machine, self.passages, self.visits) = (machine, passages, visits)
  }

  private var diagrams: DecisionDiagrams { machine.diagrams }

  /// Everything that must survive a ``DecisionDiagrams/collect(keeping:)``.
  var roots: [Diagram] {
    machine.roots + passages.flatMap { [$0.condition, $0.change] }
      + visits.flatMap { [$0.condition, $0.change] }
  }

  /// See ``WholeSteps/sources(passing:in:)``.
  func sources(passing bad: Diagram, in other: SymbolicMachine) -> Diagram {
    var (inward, outward) = (translation(from: other, to: machine), translation(to: other))
    let wanted = inward.translate(bad)
    var behind = WrittenFunctions([wanted], in: diagrams)
    // Passages that lead to the same remaining condition are joined first.
    var conditions: [Diagram: [Diagram]] = [:]
    for (passage, literals) in zip(passages, written) {
      let left = behind.function(0, writing: literals)
      if left != .no { conditions[left, default: []].append(passage.condition) }
    }
    return outward.translate(
      diagrams.or(
        conditions.keys.sorted { $0.index < $1.index }.map { left in
          diagrams.and(left, diagrams.or(conditions[left] ?? []))
        }))
  }

  /// See ``WholeSteps/visits(in:)``.
  func visits(in other: SymbolicMachine) -> [WholeSteps.Visit] {
    guard other.diagrams !== diagrams else { return visits }
    var outward = translation(to: other)
    return visits.map { visit in
      WholeSteps.Visit(
        kind: visit.kind, group: visit.group, condition: outward.translate(visit.condition),
        change: outward.translate(product: visit.change))
    }
  }

  private func translation(to other: SymbolicMachine) -> DiagramTranslation {
    translation(from: machine, to: other)
  }

  private func translation(
    from old: SymbolicMachine, to new: SymbolicMachine
  ) -> DiagramTranslation {
    DiagramTranslation(
      from: old.diagrams, to: new.diagrams, variables: old.bits.map { new.variables[$0] ?? 0 })
  }
}
