/// One step of a machine with all rules and states in it.
public struct Step: Hashable, Sendable {
  /// The rules that fired, in order; at least one.
  public let rules: [Int]
  /// The urgent states passed through, one fewer than `rules`, with all their words.
  public let urgentStates: [[UInt64]]
  /// The last state before its transient bits are cleared, with all its words.
  public let end: [UInt64]
  /// The state at rest that the step leads to, with its resting words.
  public let state: [UInt64]
  /// The observed bits of `end`, with all words.
  public let observation: [UInt64]
}

/// A step that could not be finished.
public struct StepFault: Hashable, Sendable {
  /// The reason why a step could not be finished.
  public enum Kind: Hashable, Sendable {
    /// No rule matches in an urgent state.
    case stuck
    /// The step returned to an urgent state that it had passed before, or passed through more than
    /// ``TransitionSystem/longestChain`` of them.
    case urgentCycle
  }

  /// The reason for the failure.
  public let kind: Kind
  /// The rules that fired until then, in order; at least one.
  public let rules: [Int]
  /// The urgent state that they led to, with all its words.
  public let state: [UInt64]

  /// Makes a fault, for comparison with one that a search found.
  public init(kind: Kind, rules: [Int], state: [UInt64]) {
    self.kind = kind
    self.rules = rules
    self.state = state
  }
}
