/// What was found about one property over a family of configurations.
public struct FamilyVerdict: Sendable {
  /// A set of configurations as a condition over the open parameters.
  public struct Condition: Sendable, Hashable {
    /// An irredundant sum of prime implicants, illegal configurations being don't-cares; empty for
    /// none, one empty term for all.
    public var terms: [[ConditionCover.Literal]]
    /// The same in words, one list of parts a term.
    public var words: [[String]]

    /// Whether it is true of no configuration, or of all.
    public var isNever: Bool { terms.isEmpty }
    public var isAlways: Bool { terms.contains { $0.isEmpty } }

    /// Whether a legal member of the family fulfils it.
    public func holds(in parameters: [Int: Int]) -> Bool {
      terms.contains { term in
        term.allSatisfy { literal in
          let value = parameters[literal.slot] ?? -1
          return literal.values.contains(literal.member.map { value >> $0 & 1 } ?? value)
        }
      }
    }
  }

  public var property: Property
  /// Where it fails.
  public var fails: Condition
  /// Where it holds only because its premise never comes true.
  public var isVacuous: Condition
  /// Whether a limit came first: nothing is then said of any configuration.
  public var isUndetermined: Bool
  /// A configuration in which it fails soonest, whose own exploration has a shortest trace; nil
  /// where it never fails.
  public var example: [Int: Int]?
  /// The states of the example without observers, where sets of states were searched; 0 otherwise.
  public var exampleStates = 0
  /// The states of the example in which it fails, where sets of states were searched and single
  /// states show it.
  public var failingStates: FailingStates?

  /// What a limit leaves of a property: no configuration is named as failing or as vacuous.
  static func undetermined(_ property: Property) -> FamilyVerdict {
    let none = Condition(terms: [], words: [])
    return FamilyVerdict(
      property: property, fails: none, isVacuous: none, isUndetermined: true, example: nil)
  }
}

/// How much was explored for a family.
public struct FamilyStatistics: Sendable, Hashable {
  /// States that some configuration reaches.
  public var states = 0
  public var transitions = 0
  public var depth = 0
  /// Whether all states were met.
  public var isComplete = true
  /// Whether no limit was reached, neither among the states nor while they were judged.
  public var isJudged = true
  /// Which engine explored it; sets of states count no transitions and measure no depth.
  public var backend = Backend.explicit

  public init() {}

  mutating func include(_ family: SymbolicFamily) {
    backend = .symbolic
    states = family.distinctStateCount.map(Int.init(clamping:)) ?? .max
    isComplete = isComplete && family.completeness == .complete
    isJudged = isJudged && isComplete
  }

  mutating func include(_ search: FamilySearch) {
    states += search.states.count
    transitions += search.transitionCount
    depth = max(depth, search.depth)
    isComplete = isComplete && search.isComplete
    isJudged = isJudged && isComplete
  }
}
