import StateSpace

/// Two-phase commit with some resource managers: the model whose state counts everyone knows.
///
/// Source: Lamport's TwoPhase.tla, in Gray and Lamport, "Consensus on Transaction Commit", 2004.
struct TwoPhaseCommit {
  enum Manager: UInt64 { case working, prepared, committed, aborted }
  enum Coordinator: UInt64 { case initial, committed, aborted }

  var managers: Int
  /// Spreads the fields over so many words, to exercise wide states.
  var words = 1

  let coordinator = Field(offset: 0, width: 2)
  let commitSent = Field(offset: 2, width: 1)
  let abortSent = Field(offset: 3, width: 1)

  private func place(_ manager: Int) -> Int { (manager % words) * 64 + 4 + manager / words * 4 }
  func state(_ manager: Int) -> Field { Field(offset: place(manager), width: 2) }
  func heard(_ manager: Int) -> Field { Field(offset: place(manager) + 2, width: 1) }
  func preparedSent(_ manager: Int) -> Field { Field(offset: place(manager) + 3, width: 1) }

  func machine(selectorBits: Int = 2) -> TransitionSystem {
    var system = TransitionSystem(wordCount: words)
    system.initialStates = [[UInt64](repeating: 0, count: words)]
    system.selectorBits = selectorBits
    system.rules = coordinatorRules + (0..<managers).flatMap(managerRules)
    system.invariants = [
      StateInvariant(name: "consistent", badCubes: inconsistent),
      StateInvariant(name: "never all commit", badCubes: [allCommitted]),
    ]
    return system
  }

  private var coordinatorRules: [TransitionRule] {
    let initial = (coordinator, Coordinator.initial.rawValue)
    let commit = rule(
      when: [initial] + (0..<managers).map { (heard($0), 1) },
      set: [(coordinator, Coordinator.committed.rawValue), (commitSent, 1)], words: words)
    let abort = rule(
      when: [initial],
      set: [(coordinator, Coordinator.aborted.rawValue), (abortSent, 1)], words: words)
    return [commit, abort]
  }

  private func managerRules(_ manager: Int) -> [TransitionRule] {
    let working = (state(manager), Manager.working.rawValue)
    let hear = rule(
      when: [(coordinator, Coordinator.initial.rawValue), (preparedSent(manager), 1)],
      set: [(heard(manager), 1)], words: words)
    let prepare = rule(
      when: [working],
      set: [(state(manager), Manager.prepared.rawValue), (preparedSent(manager), 1)], words: words)
    let abort = rule(
      when: [working], set: [(state(manager), Manager.aborted.rawValue)], words: words)
    let obeyCommit = rule(
      when: [(commitSent, 1)], set: [(state(manager), Manager.committed.rawValue)], words: words)
    let obeyAbort = rule(
      when: [(abortSent, 1)], set: [(state(manager), Manager.aborted.rawValue)], words: words)
    return [hear, prepare, abort, obeyCommit, obeyAbort]
  }

  private var inconsistent: [PackedCube] {
    (0..<managers).flatMap { one in
      (0..<managers).filter { $0 != one }.map { other in
        cube(
          [
            (state(one), Manager.committed.rawValue), (state(other), Manager.aborted.rawValue),
          ], words: words)
      }
    }
  }

  private var allCommitted: PackedCube {
    cube((0..<managers).map { (state($0), Manager.committed.rawValue) }, words: words)
  }
}
