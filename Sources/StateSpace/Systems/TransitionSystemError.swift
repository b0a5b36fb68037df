/// Why a ``TransitionSystem`` cannot be explored: what its author has to put right.
public enum TransitionSystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `wordCount` is not in 1...8, or `restingWordCount` not in 1...`wordCount`.
  case wordCounts(wordCount: Int, restingWordCount: Int)
  /// `selectorBits` is not in `0...TransitionSystem.mostSelectorBits`.
  case selectorBits(Int)
  /// A row of words has the wrong length; the text says which row.
  case rowLength(String, words: Int)
  /// There is no state to start in.
  case noInitialState
  /// The initial state of this index is urgent, so the machine could not rest in it.
  case urgentInitialState(Int)
  /// The initial state of this index has bits that are zero in every state at rest.
  case initialStateNotAtRest(Int)
  /// The rule of this index sets bits beyond the resting words that nothing clears at rest.
  case lastingBitsBeyondRest(rule: Int)

  /// What is wrong and what to do, in one sentence.
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
