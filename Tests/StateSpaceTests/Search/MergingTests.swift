import StateSpace
import Testing

@Suite("Rules taken together do what they did apart")
struct MergingTests {
  private let taken = Field(offset: 0, width: 4)
  private let turn = Field(offset: 4, width: 2)

  /// Adds member `turn` to the set `taken`, one rule for each set, as a compiler splits a union.
  private func machine(label: (UInt64) -> Int32) -> TransitionSystem {
    var system = TransitionSystem(wordCount: 1)
    system.initialStates = [[0]]
    for member in 0..<4 as Range<UInt64> {
      for before in 0..<16 as Range<UInt64> {
        var add = rule(
          when: [(taken, before), (turn, member)], set: [(taken, before | 1 << member)])
        add.label = label(member)
        system.rules.append(add)
      }
      var pass = rule(when: [(turn, member)], set: [(turn, (member + 1) % 4)])
      pass.label = 100
      system.rules.append(pass)
    }
    return system
  }

  @Test("a union split into 16 rules for each member becomes one rule for each")
  func union() throws {
    let apart = machine { Int32($0) }
    let together = apart.mergingRules()
    #expect(apart.rules.count == 68)
    #expect(together.rules.count == 8)
    #expect(together.rules[0].cubes == [cube([(turn, 0)])])
    #expect(together.rules[0].set == [1])
    let (one, two) = (try apart.explore(), try together.explore())
    #expect(one.stateCount == 64)
    #expect((0..<64).map(one.state) == (0..<64).map(two.state))
    #expect((0..<64).map(one.predecessor) == (0..<64).map(two.predecessor))
    #expect(one.transitionCount == two.transitionCount)
  }

  @Test("rules that may fire together, or have different labels, stay apart")
  func apart() {
    var system = TransitionSystem(wordCount: 1)
    system.rules = [
      rule(when: [], set: [(taken, 1)]), rule(when: [], set: [(taken, 1)]),
    ]
    #expect(system.mergingRules().rules.count == 2)
    var labelled = machine { Int32($0) }
    for index in labelled.rules.indices { labelled.rules[index].label = Int32(index) }
    #expect(labelled.mergingRules().rules.count == labelled.rules.count)
  }

  @Test(
    "random machines keep their states, order, steps and labels", arguments: 0..<40 as Range<UInt64>
  )
  func randomMachines(seed: UInt64) throws {
    var source = RandomMachine(seed: seed, words: 1 + Int(seed % 3))
    var system = source.machine()
    if system.initialStates.isEmpty { return }
    for index in system.rules.indices { system.rules[index].label = Int32(index / 3) }
    let merged = system.mergingRules()
    let options = ExplorationOptions(keepEdges: true)
    let (one, two) = (try system.explore(options), try merged.explore(options))
    let indices = 0..<one.stateCount
    #expect(indices.map(one.state) == (0..<two.stateCount).map(two.state))
    let (first, second) = (try #require(one.graph), try #require(two.graph))
    for state in indices {
      #expect(first.edges(from: state).map(\.target) == second.edges(from: state).map(\.target))
      #expect(
        first.edges(from: state).map { system.rules[$0.label.firstRule].label }
          == second.edges(from: state).map { merged.rules[$0.label.firstRule].label })
    }
  }
}
