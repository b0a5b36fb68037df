import StateSpace

extension PropertyChecker {
  /// Checks a claim about states on a symbolic exploration.
  func verdict(
    _ property: Property, in table: SymbolicTable
  ) throws(Failure) -> PropertyVerdict {
    let judge = SymbolicJudge(table: table)
    var verdict = PropertyVerdict(property: property, status: .holds, trace: nil)
    guard table.completeness == .complete else {
      verdict.status = .undetermined
      return verdict
    }
    let fails: Bool
    do {
      if wantsTraces { verdict.trace = try judge.counterexample(to: property) }
      fails = wantsTraces ? verdict.trace != nil : judge.fails(property)
    } catch {
      guard table.completeness == .cancelled else { throw .disagreement(error) }
      fails = false
    }
    var isWithin = false
    if case .alwaysWithin = property.claim { isWithin = true }
    if fails {
      verdict.status = .fails
    } else if let premise = property.premise, !judge.isMet(premise, within: isWithin) {
      verdict.status = .vacuous
    }
    // A limit may be reached during the check.
    if table.completeness != .complete { (verdict.status, verdict.trace) = (.undetermined, nil) }
    return verdict
  }
}
