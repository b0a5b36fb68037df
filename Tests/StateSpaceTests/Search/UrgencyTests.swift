import StateSpace
import Testing

@Suite("Urgent states")
struct UrgencyTests {
  private let place = Field(offset: 0, width: 4)
  private let message = Field(offset: 8, width: 4)
  private let kept = Field(offset: 12, width: 2)

  /// Places 4 and above are urgent; the message is transient and observed.
  private func machine(_ rules: [TransitionRule]) -> TransitionSystem {
    var system = TransitionSystem(wordCount: 1)
    system.selectorBits = 4
    system.initialStates = [[0]]
    system.urgent = (4..<16).map { cube([(place, UInt64($0))]) }
    system.transient = message.mask(1)
    system.observed = message.mask(1)
    system.rules = rules
    return system
  }

  private func move(
    _ from: UInt64, _ to: UInt64, _ set: [(Field, UInt64)] = []
  ) -> TransitionRule {
    rule(when: [(place, from)], set: [(place, to)] + set)
  }

  @Test("a chain of urgent states is one step, whose observation is made at its end")
  func collapse() throws {
    let system = machine([
      move(0, 4), move(4, 5, [(message, 9)]), move(5, 1, [(message, 7), (kept, 2)]),
    ])
    let found = try system.explore(ExplorationOptions(keepEdges: true))
    #expect(found.stateCount == 2)
    #expect(found.transitionCount == 1)
    #expect(found.state(1) == [1 | 2 << 12])
    #expect(found.firstRule(1) == 0)
    #expect(found.predecessor(1) == 0)
    #expect(found.deadEnds == [1])
    let graph = try #require(found.graph)
    #expect(graph.observations == [[7 << 8]])
    let steps = system.steps(from: [0]).steps
    #expect(steps.map(\.rules) == [[0, 1, 2]])
    #expect(steps.first?.urgentStates == [[4], [5 | 9 << 8]])
    #expect(steps.first?.end == [1 | 7 << 8 | 2 << 12])
  }

  @Test("branches of an urgent state are separate steps, depth first in the order of the rules")
  func branching() throws {
    let system = machine([move(0, 4), move(4, 5), move(4, 1), move(5, 2), move(5, 3), move(0, 1)])
    let found = try system.explore(ExplorationOptions(keepEdges: true))
    let graph = try #require(found.graph)
    #expect((0..<found.stateCount).map { found.state($0)[0] } == [0, 2, 3, 1])
    #expect(graph.edges(from: 0).map(\.target) == [1, 2, 3, 3])
    #expect(graph.edges(from: 0).map(\.label.firstRule) == [0, 0, 0, 5])
    #expect(
      system.steps(from: [0], rule: 0).steps.map(\.rules) == [[0, 1, 3], [0, 1, 4], [0, 2]])
  }

  @Test("an urgent state without a rule is a fault with its chain, and the search goes on")
  func stuck() throws {
    let system = machine([move(0, 4), move(4, 6, [(message, 3)]), move(0, 1)])
    let found = try system.explore()
    let expected = StepFault(kind: .stuck, rules: [0, 1], state: [6 | 3 << 8])
    #expect(found.faults == [ExplorationFault(source: 0, step: expected)])
    #expect(system.steps(from: [0]).faults == [expected])
    #expect(found.stateCount == 2)
    #expect(found.transitionCount == 1)
  }

  @Test("a state from which every step is stuck is a dead end")
  func stuckDeadEnd() throws {
    let found = try machine([move(0, 4)]).explore()
    #expect(found.deadEnds == [0])
    #expect(found.faultCount == 1)
  }

  @Test("an urgent cycle is a fault that ends with the first state met again")
  func cycle() throws {
    let system = machine([move(0, 4), move(4, 5), move(5, 6), move(6, 5), move(0, 1)])
    let found = try system.explore()
    let expected = StepFault(kind: .urgentCycle, rules: [0, 1, 2, 3], state: [5])
    #expect(found.faults == [ExplorationFault(source: 0, step: expected)])
    #expect(system.steps(from: [0]).faults == [expected])
    #expect(found.stateCount == 2)
  }

  @Test("an urgent cycle that also branches is left after one report for its first rule")
  func branchingCycle() throws {
    let system = machine([move(0, 4), move(4, 4), move(4, 5), move(5, 4), move(5, 1)])
    let found = try system.explore()
    #expect(found.faultCount == 1)
    #expect(found.faults.first?.step.rules == [0, 1])
  }

  @Test("the longest chain that is allowed comes to rest, and one more state is a fault")
  func chainLength() throws {
    let counter = Field(offset: 20, width: 13)
    for (urgentStates, faults) in [(4_096, 0), (4_097, 1)] {
      var system = TransitionSystem(wordCount: 1)
      system.initialStates = [[0]]
      system.urgent = [cube([(Field(offset: 40, width: 1), 1)])]
      // Counts up with one rule for each carry: ...01..1 becomes ...10..0.
      system.rules = (0..<13).map { bit in
        let low = Field(offset: 20, width: bit + 1)
        return rule(
          when: [(low, 1 << UInt64(bit) - 1), (Field(offset: 41, width: 1), 0)],
          set: [(low, 1 << UInt64(bit)), (Field(offset: 40, width: 1), 1)])
      }
      let goal = (counter, UInt64(urgentStates))
      let finish = rule(
        when: [goal, (Field(offset: 41, width: 1), 0)],
        set: [(Field(offset: 40, width: 1), 0), (Field(offset: 41, width: 1), 1), (counter, 0)])
      // At the goal the machine stops first; the counting rule branches off and never rests.
      system.rules.insert(finish, at: 0)
      let found = try system.explore(ExplorationOptions(maximumDepth: 1))
      #expect(found.transitionCount == 1 - faults)
      #expect(found.faults.first?.step.rules.count == 4_097)
    }
  }

  @Test("urgency that selector bits cannot decide is judged by the whole state")
  func undecidedUrgency() throws {
    var system = machine([
      move(0, 1, [(kept, 1)]), rule(when: [(kept, 1)], set: [(kept, 2), (place, 2)]),
    ])
    system.urgent = [cube([(kept, 1)])]
    let found = try system.explore()
    #expect((0..<found.stateCount).map { found.state($0)[0] } == [0, 2 | 2 << 12])
  }

  @Test("a place that is urgent by itself stays so next to a condition on the rest of the state")
  func mixedUrgency() throws {
    for order in [[0, 1], [1, 0]] {
      var system = machine([move(0, 4), move(4, 1)])
      let cubes = [cube([(place, 4)]), cube([(kept, 1)])]
      system.urgent = order.map { cubes[$0] }
      let found = try system.explore()
      #expect((0..<found.stateCount).map { found.state($0)[0] } == [0, 1])
    }
  }
}
