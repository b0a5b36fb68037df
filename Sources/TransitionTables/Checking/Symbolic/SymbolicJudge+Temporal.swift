import StateSpace

extension SymbolicJudge {
  /// The verdict of a symbolic check on a claim about runs.
  struct TemporalFinding {
    /// Whether some state shows the failure, and the shortest trace to one where it was requested.
    var fails: Bool
    var way: Trace?
    /// The formula that fails at the end of the trace.
    var formula: TemporalFormula
  }

  /// Checks a claim about runs symbolically; nil where that is impossible, because a class of steps
  /// depends on what the app receives, or the claim reads observers that were left open.
  func finding(
    of claim: TemporalClaim, withWay wantsWay: Bool = true
  ) throws(TableExploration.Disagreement) -> TemporalFinding? {
    let classes = (claim.along + claim.strong + claim.weak).map { table.model.stepClasses[$0] }
    guard classes.allSatisfy(\.answers.isEmpty) else { return nil }
    guard !table.leavesObserversOpen || table.model.observers(readBy: claim.atoms).isEmpty else {
      return nil
    }
    let atoms = claim.atoms.map { table.states(where: $0) }
    let bad = table.ask { search in
      SymbolicSets(search: search, ignored: table.ignorable(search, reading: claim.atoms))
        .failures(of: claim, atoms: atoms, steps: steps)
    }
    let formula = claim.judged.formula
    guard wantsWay else {
      return TemporalFinding(fails: isReached(bad, where: nil, claim.atoms), formula: formula)
    }
    let way = try trace(to: bad, reading: claim.atoms)
    return TemporalFinding(fails: way != nil, way: way, formula: formula)
  }

  /// Returns the kinds of steps that belong to one of some classes.
  private func steps(of classes: [Int]) -> SymbolicSets.Steps {
    let model = table.model
    let belongs = table.kinds.all.map { kind in
      classes.contains { position in
        model.belongs(
          kind.action, inputs: kind.inputs, answer: nil, to: model.stepClasses[position])
      }
    }
    return { belongs[$0] }
  }
}
