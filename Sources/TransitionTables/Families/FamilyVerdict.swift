/// The verdict on one property over a family of configurations.
public struct FamilyVerdict: Sendable {
  /// A set of configurations as a condition over the open parameters.
  public struct Condition: Sendable, Hashable {
    /// An irredundant sum of prime implicants with illegal configurations as don't-cares; empty for
    /// no configuration, one empty term for all.
    public var terms: [[ConditionCover.Literal]]
    /// The terms in words, one list of parts for each.
    public var words: [[String]]

    /// Whether the condition is true in no configuration; ``isAlways``: in all of them.
    public var isNever: Bool { terms.isEmpty }
    public var isAlways: Bool { terms.contains { $0.isEmpty } }

    /// Whether a legal member of the family fulfils the condition.
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
  /// The condition under which the property fails.
  public var fails: Condition
  /// The condition under which the property holds only because its premise is never true.
  public var isVacuous: Condition
  /// Whether a limit was reached; the verdict then covers no configuration.
  public var isUndetermined: Bool
  /// A configuration with a shortest counterexample, which a separate exploration finds; nil where
  /// the property never fails, or without ``FamilyChecker/wantsExamples``.
  public var example: [Int: Int]?
  /// The number of states of the example without observers, from a symbolic search; 0 otherwise.
  public var exampleStates = 0
  /// The failing states of the example, from a symbolic search; nil where no single state shows the
  /// failure.
  public var failingStates: FailingStates?

  /// The verdict after a limit: no configuration is named as failing or as vacuous.
  static func undetermined(_ property: Property) -> FamilyVerdict {
    let none = Condition(terms: [], words: [])
    return FamilyVerdict(
      property: property, fails: none, isVacuous: none, isUndetermined: true, example: nil)
  }
}

/// The counts of the exploration of a family.
public struct FamilyStatistics: Sendable, Hashable {
  /// The number of states that some configuration reaches.
  public var states = 0
  public var transitions = 0
  public var depth = 0
  /// Whether all states were found.
  public var isComplete = true
  /// Whether no limit was reached, neither during the exploration nor during the checks.
  public var isJudged = true
  /// The engine; the symbolic engine counts no transitions and measures no depth.
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
