/// A finite machine over packed states: where it starts, and the rules by which it moves.
///
/// A **state** is a row of `wordCount` words. A **step** starts in a state at rest with any rule
/// that matches there. While the state then reached is *urgent*, it goes on at once with each rule
/// that matches, depth first and in the order of the rules, until a state is not urgent. What the
/// `observed` bits say there is the step's **observation**; then the `transient` bits are cleared
/// and the state is at rest. So a chain of urgent states collapses into one step, and only its two
/// ends are ever stored, with `restingWordCount` words each.
///
/// An urgent state in which no rule matches, and a chain of more than
/// ``longestChain`` urgent states, are faults of the machine: they end that step and are reported
/// by ``explore(_:progress:)``.
///
/// Every row of words (`transient`, `observed`, a mask, …) has exactly `wordCount` words, an
/// initial state may have `restingWordCount` or `wordCount`; ``validate()`` checks this and more.
public struct TransitionSystem: Hashable, Sendable {
  /// The number of urgent states that one step may pass through.
  public static let longestChain = 4096
  /// The largest number of selector bits.
  public static let mostSelectorBits = 20

  /// The words of a state while a step runs, 1 to 8.
  public var wordCount: Int
  /// The words of a state at rest, 1 to `wordCount`; all bits beyond them are zero at rest.
  public var restingWordCount: Int
  /// Where the machine starts, in the order of discovery. Repetitions count once.
  public var initialStates: [[UInt64]] = []
  /// How many low bits of word 0 decide which rules can match, 0 to ``mostSelectorBits``. They only
  /// save time: put what most guards ask for (locations, the message under way) into them.
  public var selectorBits = 0
  /// The bits that are cleared when a step comes to rest.
  public var transient: [UInt64]
  /// The bits whose value at the end of a step, before clearing, is the step's observation.
  public var observed: [UInt64]
  /// A state that matches any of them is urgent: the machine never rests there.
  public var urgent: [PackedCube] = []
  /// The rules, in the order in which they are tried and their successors discovered.
  public var rules: [TransitionRule] = []
  /// The claims that ``explore(_:progress:)`` judges.
  public var invariants: [StateInvariant] = []
  /// Whether ``rules`` are all there are. Of a machine whose making was stopped nothing may be
  /// claimed: a search of it is ``Completeness/cancelled`` before its first step.
  public var isWhole = true

  /// A machine without states and rules, to be filled in.
  ///
  /// - Parameters:
  ///   - wordCount: the words of a state while a step runs, 1 to 8.
  ///   - restingWordCount: the words of a state at rest, `wordCount` where not given.
  public init(wordCount: Int, restingWordCount: Int? = nil) {
    self.wordCount = wordCount
    self.restingWordCount = restingWordCount ?? wordCount
    transient = [UInt64](repeating: 0, count: max(wordCount, 0))
    observed = transient
  }

  /// Whether the machine must go on from `state` at once. Missing words count as zero.
  public func isUrgent(_ state: [UInt64]) -> Bool { urgent.contains { $0.matches(state) } }
}
