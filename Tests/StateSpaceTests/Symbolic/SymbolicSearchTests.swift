import StateSpace
import Testing

@Suite("The symbolic search agrees with the explicit one")
struct SymbolicSearchTests {
  @Test(
    "on random machines with urgent states and forgotten bits",
    arguments: [1, 2, 3, 5])
  func randomMachines(words: Int) throws {
    var (compared, large, faulty, cyclic, ambiguous, broken) = (0, 0, 0, 0, 0, 0)
    for seed in 0..<300 as Range<UInt64> {
      var source = RandomMachine(seed: seed * 37 + UInt64(words), words: words)
      let system = source.machine()
      if system.initialStates.isEmpty { continue }
      let both = try SymbolicAgreement(system, shuffledBy: seed)
      if let difference = both.difference() {
        Issue.record("seed \(seed), \(words) words: \(difference)")
        return
      }
      compared += 1
      large += both.found.stateCount > 10 ? 1 : 0
      faulty += both.found.faultCount > 0 ? 1 : 0
      cyclic += both.found.faults.contains { $0.step.kind == .urgentCycle } ? 1 : 0
      ambiguous += both.search.transitionCount == nil ? 1 : 0
      broken += both.found.violations.contains { $0 != nil } ? 1 : 0
    }
    // The machines must be worth comparing: each feature occurs.
    #expect(compared > 250)
    #expect(large > 50)
    #expect(faulty > 25)
    #expect(cyclic > 0)
    #expect(ambiguous > 15 && ambiguous < compared - 15)
    #expect(broken > 50)
  }

  @Test("on two-phase commit, in states, steps and depth", arguments: [3, 5])
  func twoPhaseCommit(managers: Int) throws {
    let model = TwoPhaseCommit(managers: managers)
    let found = try model.machine().explore()
    let (machine, steps) = model.machine().symbolic(fields: []) { $0 }
    let search = SymbolicSearch(machine, steps)
    search.run()
    #expect(search.stateCount == UInt128(found.stateCount))
    #expect(search.transitionCount == UInt128(found.transitionCount))
    #expect(search.depth() == found.depth)
    let verdicts = model.machine().invariants.map { invariant in
      search.violation(of: machine.set(of: invariant.badCubes), within: false)?.path.rules.count
    }
    #expect(verdicts == found.violations.map { $0.map { found.depth(of: $0.index) } })
  }

  @Test("2^60 states of parts that do not know of each other are counted exactly")
  func independentParts() {
    var system = TransitionSystem(wordCount: 1)
    system.initialStates = [[0]]
    system.rules = (0..<60).flatMap { bit in
      let field = Field(offset: bit, width: 1)
      return [
        rule(when: [(field, 0)], set: [(field, 1)]), rule(when: [(field, 1)], set: [(field, 0)]),
      ]
    }
    let (machine, steps) = system.symbolic(fields: []) { _ in 0 }
    let search = SymbolicSearch(machine, steps)
    search.run()
    #expect(search.stateCount == 1 << 60)
    #expect(search.transitionCount == 60 << 60)
    // One node for all states: nothing is asked.
    #expect(machine.diagrams.size(of: search.reached) == 0)
    let corner = machine.set(of: [(1 << 60) - 1])
    #expect(search.path(to: corner)?.rules.sorted() == (0..<60).map { 2 * $0 })
    #expect(search.depth() == 60)
  }

  @Test("steps through too many combinations of values are given up, and so is the search")
  func chains() {
    // At rest, bit 0; one rule sends it through ever more values of the transient bits 1...6.
    var system = TransitionSystem(wordCount: 1)
    system.initialStates = [[0]]
    let busy = Field(offset: 0, width: 1)
    let places = (1...6).map { Field(offset: $0, width: 1) }
    system.urgent = [cube([(places[5], 0), (busy, 1)])]
    system.transient = [0b111_1110]
    system.rules = [rule(when: [(busy, 0)], set: [(busy, 1)])]
    for (number, place) in places.enumerated() {
      var guards: [(Field, UInt64)] = [(busy, 1), (place, 0)]
      if number > 0 { guards.append((places[number - 1], 1)) }
      system.rules.append(rule(when: guards, set: [(place, 1)]))
    }
    let whole = system.symbolic(fields: []) { $0 }
    #expect(whole.steps.isComplete)
    let (machine, steps) = system.symbolic(fields: [], limits: WholeSteps.Limits(chains: 3)) { $0 }
    #expect(!steps.isComplete)
    #expect(steps.steps.isEmpty)
    let tight = system.symbolic(fields: [], limits: WholeSteps.Limits(bytes: 1)) { $0 }
    #expect(!tight.steps.isComplete)
    let search = SymbolicSearch(machine, steps)
    search.run()
    #expect(search.completeness == .memoryLimit)
  }

  @Test("what is pinned outlives a collection, and all other nodes are freed")
  func collection() {
    let system = Philosophers(count: 8).machine()
    let (draft, steps) = system.symbolic(fields: []) { $0 }
    let search = SymbolicSearch(draft, steps)
    search.run()
    let machine = search.machine
    let hungry = machine.set(of: [cube([(Field(offset: 8, width: 2), 1)])])
    let count = machine.count(machine.diagrams.and(search.reached, hungry))
    search.pinned = [hungry]
    for bit in 0..<20 { _ = machine.diagrams.xor(search.reached, machine.diagrams.variable(bit)) }
    let before = machine.diagrams.nodeCount
    search.collect()
    #expect(machine.diagrams.nodeCount < before)
    #expect(machine.count(machine.diagrams.and(search.reached, hungry)) == count)
    #expect(
      search.deadEnds == machine.restingSet(of: search.path(to: search.deadEnds)!.states.last!))
    #expect(search.depth() != nil)
  }

  @Test("a better order is looked for on the way, and what is found is the same")
  func reordering() throws {
    let system = Philosophers(count: 8).machine()
    let found = try system.explore()
    let (machine, steps) = system.symbolic(fields: []) { $0 }
    let sizes = [1, 100, 1_000_000].map { least in
      let search = SymbolicSearch(machine, steps, reorderingFrom: least)
      search.run()
      #expect(search.stateCount == UInt128(found.stateCount))
      #expect(search.depth() == found.depth)
      let set = found.state(found.stateCount - 1)
      #expect(search.path(to: search.machine.restingSet(of: set))?.rules.count == found.depth)
      return search.machine.diagrams.size(of: search.reached)
    }
    #expect(sizes == [294, 140, 1_401])
  }

  @Test("a search that may take next to no memory says so")
  func memoryLimit() {
    let (machine, steps) = TwoPhaseCommit(managers: 6).machine().symbolic(fields: []) { $0 }
    let search = SymbolicSearch(machine, steps, maximumBytes: 1)
    search.run()
    #expect(search.completeness == .memoryLimit)
    #expect(search.depth() == nil)
  }

  @Test("whoever asks for it stops a closure and the way to a set, and both say so")
  func stopping() {
    let (machine, steps) = Philosophers(count: 5).machine().symbolic(fields: []) { $0 }
    let search = SymbolicSearch(machine, steps)
    search.run()
    let far = search.deadEnds
    #expect(search.completeness == .complete)
    search.shouldStop = { true }
    let before = search.backwardReachable(from: far)
    #expect(before != search.reached)
    #expect(search.completeness == .cancelled)
    search.shouldStop = { false }
    search.run()
    #expect(search.completeness == .complete)
    // Diagrams made before a run mean nothing after it.
    let dead = search.deadEnds
    search.shouldStop = { true }
    #expect(search.path(to: dead) == nil)
    #expect(search.completeness == .cancelled)
  }

  @Test("progress is reported once a round and can stop the search")
  func progress() {
    let (machine, steps) = Philosophers(count: 5).machine().symbolic(fields: []) { $0 }
    let search = SymbolicSearch(machine, steps)
    var rounds: [Int] = []
    search.run { state in
      rounds.append(state.round)
      return state.round < 2
    }
    #expect(rounds == [1, 2])
    #expect(search.completeness == .cancelled)
  }
}
