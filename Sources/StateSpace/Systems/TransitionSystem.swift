/// A finite machine over packed states: its initial states and its rules.
///
/// A **state** is an array of `wordCount` words. A **step** starts in a state at rest with any rule
/// that matches there. While the state then reached is *urgent*, the step continues with each rule
/// that matches, depth first and in the order of the rules, until a state is not urgent. The values
/// of the `observed` bits there are the step's **observation**; then the `transient` bits are
/// cleared and the state is at rest. So a chain of urgent states collapses into one step, and only
/// its two ends are stored, with `restingWordCount` words each.
///
/// An urgent state in which no rule matches, and a chain of more than
/// ``longestChain`` urgent states, are faults of the machine: they end that step and are reported
/// by ``explore(_:progress:)``.
///
/// Every array of words (`transient`, `observed`, a mask, …) has exactly `wordCount` words; an
/// initial state may have `restingWordCount` or `wordCount`. ``validate()`` checks this and more.
public struct TransitionSystem: Hashable, Sendable {
  /// The maximum number of urgent states that one step may pass through.
  public static let longestChain = 4096
  /// The maximum number of selector bits.
  public static let mostSelectorBits = 20

  /// The number of words of a state while a step runs, 1 to 8.
  public var wordCount: Int
  /// The number of words of a state at rest, 1 to `wordCount`; all bits in later words are zero at
  /// rest.
  public var restingWordCount: Int
  /// The initial states, in the order of discovery. Repetitions count once.
  public var initialStates: [[UInt64]] = []
  /// The number of low bits of word 0 that select the rules to try, 0 to ``mostSelectorBits``. They
  /// only save time: use the bits that most guards test (locations, the message under way).
  public var selectorBits = 0
  /// The bits that are cleared when a step comes to rest.
  public var transient: [UInt64]
  /// The bits whose value at the end of a step, before clearing, is the step's observation.
  public var observed: [UInt64]
  /// The cubes of urgent states: the machine never rests in a state that matches any of them.
  public var urgent: [PackedCube] = []
  /// The rules, in the order in which they are tried and their successors discovered.
  public var rules: [TransitionRule] = []
  /// The invariants that ``explore(_:progress:)`` checks.
  public var invariants: [StateInvariant] = []
  /// Whether ``rules`` is complete. If its construction was stopped, nothing can be proved about
  /// the machine: a search of it is ``Completeness/cancelled`` before its first step.
  public var isWhole = true

  /// A machine without states and rules, to be completed.
  ///
  /// - Parameters:
  ///   - wordCount: the number of words of a state while a step runs, 1 to 8.
  ///   - restingWordCount: the number of words of a state at rest; `nil` for `wordCount`.
  public init(wordCount: Int, restingWordCount: Int? = nil) {
    self.wordCount = wordCount
    self.restingWordCount = restingWordCount ?? wordCount
    transient = [UInt64](repeating: 0, count: max(wordCount, 0))
    observed = transient
  }

  /// Whether `state` is urgent. Missing words count as zero.
  public func isUrgent(_ state: [UInt64]) -> Bool { urgent.contains { $0.matches(state) } }
}
