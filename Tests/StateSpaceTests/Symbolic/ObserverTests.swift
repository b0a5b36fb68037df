import StateSpace
import Testing

@Suite("Ways and closures without what nothing reads")
struct ObserverTests {
  private static let (first, second) = (Field(offset: 40, width: 1), Field(offset: 41, width: 1))

  /// Philosophers with two observers: one keeps that some rules were taken, the other is written
  /// again and again.
  private static func machine() -> TransitionSystem {
    var system = Philosophers(count: 4).machine()
    for number in system.rules.indices {
      if number % 5 == 3 { system.rules[number].set[0] |= 1 << 40 }
      if number % 3 == 0 {
        system.rules[number].set[0] |= 1 << 41
      } else if number % 3 == 1 {
        system.rules[number].clear[0] |= 1 << 41
      }
    }
    return system
  }

  private let system = machine()
  private let found: Exploration
  private let search: SymbolicSearch
  private var diagrams: DecisionDiagrams { search.machine.diagrams }

  init() throws {
    found = try system.explore(ExplorationOptions(keepEdges: true))
    let (machine, steps) = system.symbolic(fields: []) { $0 }
    search = SymbolicSearch(machine, steps)
    search.run(ignoring: machine.resting.filter { machine.bits[$0].place >= 40 })
  }

  private var states: [UInt64] { (0..<found.stateCount).map { found.state($0)[0] } }

  private func variable(_ field: Field) -> Int? {
    search.machine.bits.indices.first { search.machine.bits[$0].place == field.offset }
  }

  @Test("the search counts states without observers")
  func count() {
    let states = Set(states.map { $0 & ((1 << 40) - 1) })
    #expect(search.stateCount(ignoring: search.ignored) == UInt128(states.count))
    #expect(states.count < found.stateCount)
  }

  @Test("a way that leaves the other observer out is as short as any and can be taken")
  func paths() throws {
    let ignored = [try #require(variable(Self.second))]
    var lengths: Set<Int> = []
    for value in [UInt64(0), 1] {
      let plain = Set(states.map { $0 & ((1 << 40) - 1) }).sorted()
      for state in plain {
        let mask: UInt64 = (1 << 41) - 1
        let wanted = state | value << 40
        let nearest = (0..<found.stateCount).filter { found.state($0)[0] & mask == wanted }
          .map { found.depth(of: $0) }.min()
        let set = diagrams.exists(ignored, in: search.machine.restingSet(of: [wanted]))
        let path = search.path(to: set, ignoring: ignored)
        #expect(path?.rules.count == nearest, "into \(wanted)")
        guard let path else { continue }
        lengths.insert(path.rules.count)
        for (step, rule) in path.rules.enumerated() {
          let next = system.steps(from: path.states[step], rule: rule).steps.map(\.state)
          #expect(next.contains(path.states[step + 1]))
        }
      }
    }
    #expect(lengths.count > 3)
  }

  @Test("a closure that leaves an observer out has its states with any value of it")
  func closures() throws {
    let ignored = [try #require(variable(Self.first)), try #require(variable(Self.second))]
    let graph = try #require(found.graph)
    let goal = states.indices.filter { states[$0] & 3 == 2 }
    let bits = BitSet(capacity: found.stateCount, goal)
    let even = graph.backwardReachable(from: bits) { $0.firstRule % 2 == 0 }
    let expected = diagrams.or(
      even.members.map {
        diagrams.exists(ignored, in: search.machine.restingSet(of: found.state($0)))
      })
    let set = diagrams.or(goal.map { search.machine.restingSet(of: found.state($0)) })
    for _ in 0..<2 {
      // The second answer is the one that was kept.
      #expect(
        search.backwardReachable(from: set, ignoring: ignored, along: { $0 % 2 == 0 }) == expected)
    }
    #expect(search.backwardReachable(from: set, ignoring: ignored) != expected)
  }
}
