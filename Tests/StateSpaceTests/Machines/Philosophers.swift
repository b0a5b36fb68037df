import StateSpace

/// Dining philosophers who all reach for their left fork first, and so can starve together.
struct Philosophers {
  var count: Int

  /// Whether the fork between philosopher `index - 1` and `index` lies on the table (0) or not.
  private func fork(_ index: Int) -> Field { Field(offset: index % count, width: 1) }
  /// Thinking, holding the left fork, eating.
  private func phase(_ index: Int) -> Field { Field(offset: count + 2 * index, width: 2) }

  func machine() -> TransitionSystem {
    var system = TransitionSystem(wordCount: 1)
    system.initialStates = [[0]]
    system.rules = (0..<count).flatMap { index in
      let (left, right) = (fork(index), fork(index + 1))
      return [
        rule(when: [(phase(index), 0), (left, 0)], set: [(phase(index), 1), (left, 1)]),
        rule(when: [(phase(index), 1), (right, 0)], set: [(phase(index), 2), (right, 1)]),
        rule(when: [(phase(index), 2)], set: [(phase(index), 0), (left, 0), (right, 0)]),
      ]
    }
    return system
  }
}
