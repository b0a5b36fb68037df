/// The reason why a ``TransitionSystem`` cannot be explored: a mistake of its author.
public enum TransitionSystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `wordCount` is not in 1...8, or `restingWordCount` not in 1...`wordCount`.
  case wordCounts(wordCount: Int, restingWordCount: Int)
  /// `selectorBits` is not in `0...TransitionSystem.mostSelectorBits`.
  case selectorBits(Int)
  /// An array of words has the wrong length; the text says which array.
  case rowLength(String, words: Int)
  /// There is no initial state.
  case noInitialState
  /// The initial state with this index is urgent, so the machine cannot rest in it.
  case urgentInitialState(Int)
  /// The initial state with this index has bits set that are zero in every state at rest.
  case initialStateNotAtRest(Int)
  /// The rule with this index sets bits beyond the resting words that are not transient.
  case lastingBitsBeyondRest(rule: Int)

  /// The problem and the remedy, in one sentence.
  public var description: String {
    switch self {
    case .wordCounts(let words, let resting):
      "a state has \(words) words and \(resting) at rest; use 1...8 and 1...that many"
    case .selectorBits(let bits):
      "\(bits) selector bits; use 0...\(TransitionSystem.mostSelectorBits)"
    case .rowLength(let row, let words):
      "\(row) has \(words) words; give it as many as a state has"
    case .noInitialState:
      "there is no initial state; give at least one"
    case .urgentInitialState(let index):
      "initial state \(index) is urgent; start in a state where the machine may rest"
    case .initialStateNotAtRest(let index):
      "initial state \(index) has transient bits or bits beyond the resting words; clear them"
    case .lastingBitsBeyondRest(let rule):
      "rule \(rule) sets bits beyond the resting words that are not transient; make them transient"
    }
  }
}
