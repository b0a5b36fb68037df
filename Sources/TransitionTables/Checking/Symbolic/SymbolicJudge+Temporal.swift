import StateSpace

extension SymbolicJudge {
  /// What a set of states says of a claim about runs.
  struct TemporalFinding {
    /// Whether some state shows the failure, and the shortest way to one where it was asked for.
    var fails: Bool
    var way: Trace?
    /// The formula that fails there.
    var formula: TemporalFormula
  }

  /// Judges a claim about runs on sets; nil where that cannot be decided by them: where a class of
  /// steps is known by what the app receives, or what observers keep is asked for and was left
  /// open.
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

  /// Which kinds of steps belong to one of some classes.
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
