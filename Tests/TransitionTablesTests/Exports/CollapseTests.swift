import StateSpace
import Testing

@testable import TransitionTables

/// The collapse of urgent states saves states and steps, and changes no verdict.
@Suite struct CollapseTests {
  @Test(arguments: 1...40)
  func `random tables have the same resting states and verdicts without the collapse`(
    seed: UInt64
  ) throws {
    var random = RandomTable(seed: seed)
    let model = try TransitionTablesTests.model(random.next() + Self.claims)
    let compiled = model.compiled(
      parameters: try model.configuration("q: [a, c]\no: true"), invariants: model.stateClaims())
    try compare(compiled)
  }

  @Test(arguments: 1...60)
  func `small random tables do as well`(seed: UInt64) throws {
    var random = RandomModel(seed: seed)
    let model = try TransitionTablesTests.model(random.text())
    try compare(model.compiled(invariants: model.stateClaims()))
  }

  @Test(arguments: ["peterson", "peterson-broken", "dining-philosophers", "two-phase-commit"])
  func `the classics do as well`(name: String) throws {
    let model = try ClassicsTests.classic(name)
    try compare(model.compiled(invariants: model.stateClaims()))
  }

  private static let claims = """

    properties:
      - { id: calm, always: "x != b or k" }
      - { id: full, always: "n < 3 or x in s" }
      - { id: two, alwaysWithin: "pool.at != two or n != 3" }
      - { id: received, alwaysWithin: "a in done.z implies not k" }
      - { id: heard, alwaysWithin: "Reply.h < 2" }
      - { id: sure, alwaysWithin: "n <= 3" }
    """

  /// With the collapse and without it: the same resting states, and the same claims broken. The
  /// plain search of ``UncollapsedSearch`` says what there is without it.
  private func compare(_ compiled: CompiledModel) throws {
    let collapsed = try compiled.system.explore()
    let all = try compiled.system.uncollapsed().explore()
    let plain = UncollapsedSearch(compiled.system)
    #expect(all.stateCount == plain.states.count)
    #expect(all.transitionCount == plain.transitions)
    let words = compiled.system.restingWordCount
    let resting = (0..<all.stateCount).map(all.state).filter { !compiled.system.isUrgent($0) }
    #expect(
      Set(resting.map { Array($0.prefix(words)) })
        == Set((0..<collapsed.stateCount).map(collapsed.state)))
    guard collapsed.faultCount == 0 else { return }
    #expect(all.violations.map { $0 == nil } == collapsed.violations.map { $0 == nil })
  }
}

/// The reachable states with the collapse of urgent states off, found by the plainest search.
struct UncollapsedSearch {
  private(set) var states: [[UInt64]] = []
  private(set) var transitions = 0

  init(_ system: TransitionSystem) {
    var known: Set<[UInt64]> = []
    for state in system.initialStates where known.insert(state).inserted { states.append(state) }
    var next = 0
    while next < states.count {
      let state = states[next]
      for rule in system.rules where rule.cubes.contains(where: { $0.matches(state) }) {
        var target = state.indices.map { state[$0] & ~rule.clear[$0] | rule.set[$0] }
        if !system.isUrgent(target) {
          target = target.indices.map { target[$0] & ~system.transient[$0] }
        }
        transitions += 1
        if known.insert(target).inserted { states.append(target) }
      }
      next += 1
    }
  }
}
