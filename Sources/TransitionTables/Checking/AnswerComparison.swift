import StateSpace

/// The result of a comparison of two tables by their answers to every run of calls.
public enum AnswerComparison: Sendable, Hashable {
  /// Every call is answered the same, in every run.
  case same
  /// A shortest run whose last call is answered differently.
  case differs([AnswerComparison.Call])
  /// Undecided: an exploration is incomplete, or a row fires by itself.
  case open

  /// The largest number of runs with different answers that a search passes to its predicate.
  public static let mostAsked = 200

  /// An action with the values of its inputs.
  public struct Call: Sendable, Hashable {
    /// The action, by position in ``Model/actions``.
    public var action: Int
    /// The values of the inputs, in the order of the action's inputs.
    public var inputs: [Int]
  }
}

extension TableExploration {
  /// Compares the answers of two explored tables that differ only in some rows.
  ///
  /// Both tables are deterministic in their calls, so it suffices to search the pairs of states
  /// that the same calls lead to. An action that does nothing counts as a call without an answer.
  /// The cost is about the edges of both graphs, times the states that one run distinguishes.
  ///
  /// - Parameters:
  ///   - other: the exploration of the other table.
  ///   - isWanted: called for runs whose last answers differ, the shortest first. The search
  ///     continues until it accepts one, for at most ``AnswerComparison/mostAsked`` runs; if it
  ///     accepts none, the result is the shortest.
  public func answers(
    comparedWith other: TableExploration,
    where isWanted: ([AnswerComparison.Call]) -> Bool = { _ in true }
  ) -> AnswerComparison {
    guard exploration.completeness == .complete, other.exploration.completeness == .complete,
      let own = exploration.graph, let others = other.exploration.graph
    else { return .open }
    var words = LabelWords()
    guard let left = words.numbers(of: own, in: compiled),
      let right = words.numbers(of: others, in: other.compiled)
    else { return .open }
    var search = AnswerSearch(left: (own, left), right: (others, right), words: words)
    return search.run(until: isWanted)
  }
}

/// Numbers the calls and answers of two graphs alike where their meaning is the same.
private struct LabelWords {
  private var numbersOfCalls: [AnswerComparison.Call: Int] = [:]
  private(set) var calls: [AnswerComparison.Call] = []
  /// The number 0 stands for no answer.
  private var numbersOfAnswers: [[UInt64]: Int] = [:]

  /// Returns the numbers of call and answer for each label of a graph; nil where a row fires by
  /// itself.
  mutating func numbers(
    of graph: StateGraph, in compiled: CompiledModel
  ) -> [EdgeLabel: (call: Int, answer: Int)]? {
    var found: [EdgeLabel: (call: Int, answer: Int)] = [:]
    for label in graph.labels {
      let meaning = compiled.label(ofRule: label.firstRule)
      guard let action = meaning.action else { return nil }
      let call = AnswerComparison.Call(action: action, inputs: meaning.inputs)
      if numbersOfCalls[call] == nil {
        numbersOfCalls[call] = calls.count
        calls.append(call)
      }
      let words = graph.observations[label.observation]
      var answer = 0
      if words.contains(where: { $0 != 0 }) {
        answer = numbersOfAnswers[words] ?? numbersOfAnswers.count + 1
        numbersOfAnswers[words] = answer
      }
      found[label] = (numbersOfCalls[call] ?? 0, answer)
    }
    return found
  }
}

/// A breadth-first search over pairs of states that the same calls lead to.
private struct AnswerSearch {
  typealias Side = (graph: StateGraph, labels: [EdgeLabel: (call: Int, answer: Int)])

  let left: Side
  let right: Side
  let words: LabelWords
  private var pairs: [(left: Int, right: Int, parent: Int, call: Int)] = [(0, 0, -1, -1)]
  private var seen: Set<Int> = [0]

  init(left: Side, right: Side, words: LabelWords) {
    self.left = left
    self.right = right
    self.words = words
  }

  mutating func run(until isWanted: ([AnswerComparison.Call]) -> Bool) -> AnswerComparison {
    var next = 0
    var (first, asked) = (AnswerComparison.same, 0)
    while next < pairs.count {
      let pair = pairs[next]
      let own = steps(from: pair.left, left)
      let others = steps(from: pair.right, right)
      for call in Set(own.keys).union(others.keys).sorted() {
        let (target, answer) = own[call] ?? (pair.left, 0)
        let (otherTarget, otherAnswer) = others[call] ?? (pair.right, 0)
        if answer != otherAnswer {
          let run = calls(to: next) + [words.calls[call]]
          if isWanted(run) { return .differs(run) }
          if asked == 0 { first = .differs(run) }
          asked += 1
          guard asked < AnswerComparison.mostAsked else { return first }
        }
        if seen.insert(target << 32 | otherTarget).inserted {
          pairs.append((target, otherTarget, next, call))
        }
      }
      next += 1
    }
    return first
  }

  private func steps(from state: Int, _ side: Side) -> [Int: (target: Int, answer: Int)] {
    var found: [Int: (target: Int, answer: Int)] = [:]
    for edge in side.graph.edges(from: state) {
      guard let (call, answer) = side.labels[edge.label] else { continue }
      found[call] = found[call] ?? (edge.target, answer)
    }
    return found
  }

  private func calls(to pair: Int) -> [AnswerComparison.Call] {
    var found: [AnswerComparison.Call] = []
    var at = pair
    while pairs[at].parent >= 0 {
      found.append(words.calls[pairs[at].call])
      at = pairs[at].parent
    }
    return found.reversed()
  }
}
