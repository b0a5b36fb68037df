/// Which steps can find more after others have found something, judged by single variables.
///
/// A step starts where some variables have certain values, and ends where some have. What one step
/// finds does not matter to another that needs one of those variables to be different: for example,
/// two steps in different locations.
struct StepRelevance {
  /// The variables that must be true, and those that must be false, as bits.
  private struct Needs {
    var yes: [UInt64]
    var no: [UInt64]

    init(words: Int) {
      yes = Array(repeating: 0, count: words)
      no = yes
    }

    mutating func set(_ variable: Int, to value: Bool) {
      let bit = UInt64(1) << UInt64(variable & 63)
      yes[variable >> 6] &= ~bit
      no[variable >> 6] &= ~bit
      if value { yes[variable >> 6] |= bit } else { no[variable >> 6] |= bit }
    }

    func excludes(_ other: Needs) -> Bool {
      yes.indices.contains { yes[$0] & other.no[$0] | no[$0] & other.yes[$0] != 0 }
    }
  }

  /// The literals that hold in every state that a step is taken from; `found` has those that hold
  /// in every state that it finds.
  private let taken: [Needs]
  private let found: [Needs]

  /// Costs about the number of steps times the number of variables that they read.
  init(
    _ groups: [Closure.Group], _ direction: Closure.Direction, in diagrams: DecisionDiagrams
  ) {
    let words = (diagrams.variableCount + 63) / 64
    var (sources, targets): ([Needs], [Needs]) = ([], [])
    let conditions = diagrams.neededLiterals(of: groups.map(\.condition))
    for (group, literals) in zip(groups, conditions) {
      var needs = Needs(words: words)
      for literal in literals { needs.set(literal.variable, to: literal.value) }
      sources.append(needs)
      for (variable, value) in diagrams.smallestAssignment(of: group.change) ?? [] {
        needs.set(variable, to: value)
      }
      targets.append(needs)
    }
    (taken, found) = direction == .forwards ? (sources, targets) : (targets, sources)
  }

  /// Whether a step may find more from the states that another one found.
  func isRelevant(_ other: Int, to step: Int) -> Bool { !found[other].excludes(taken[step]) }
}
