import StateSpace
import Testing

@Suite("States are identified exactly at any width")
struct IdentityTests {
  /// Visits every value of `bits` bits from zero by setting and clearing single bits.
  private func hypercube(bits: Int, spread: Int, words: Int = 1) -> TransitionSystem {
    var system = TransitionSystem(wordCount: words)
    system.initialStates = [[UInt64](repeating: 0, count: words)]
    for bit in 0..<bits {
      let field = Field(offset: bit * spread % (64 * words), width: 1)
      for value in [1, 0] as [UInt64] {
        system.rules.append(rule(when: [(field, 1 - value)], set: [(field, value)], words: words))
      }
    }
    return system
  }

  /// From narrow states, whose tags decide alone, to wide ones, which are compared.
  @Test(
    "every corner of a hypercube of 16 bits is found once",
    arguments: [(1, 1), (2, 1), (3, 1), (4, 1), (7, 1), (7, 2), (5, 3)])
  func hypercubes(spread: Int, words: Int) throws {
    let found = try hypercube(bits: 16, spread: spread, words: words).explore()
    #expect(found.stateCount == 65_536)
    #expect(found.transitionCount == 65_536 * 16)
    #expect(found.depth == 16)
    #expect(Set((0..<found.stateCount).map(found.state)).count == 65_536)
    #expect((0..<found.stateCount).allSatisfy { found.index(of: found.state($0)) == $0 })
    #expect(found.bytesPerState <= Double(8 * words + 6 + 16) + 0.1)
  }

  @Test("a word that no state can have is not found")
  func strangers() throws {
    let found = try hypercube(bits: 3, spread: 1).explore()
    #expect((0..<8 as Range<UInt64>).allSatisfy { found.index(of: [$0]) != nil })
    #expect(found.index(of: [8]) == nil)
    #expect(found.index(of: [1 << 63]) == nil)
    #expect(found.index(of: [0, 0]) == nil)
  }

  @Test("more rules than 16 bits can count still give the rule that found a state")
  func manyRules() throws {
    var system = TransitionSystem(wordCount: 1)
    let place = Field(offset: 0, width: 20)
    system.selectorBits = 12
    system.initialStates = [[0]]
    let idle = rule(when: [(place, 1 << 19)], set: [(place, 0)])
    system.rules = [TransitionRule](repeating: idle, count: 70_000)
    system.rules.append(rule(when: [(place, 0)], set: [(place, 7)]))
    let found = try system.explore()
    #expect(found.stateCount == 2)
    #expect(found.firstRule(1) == 70_000)
    #expect(found.firstRule(0) == nil)
  }
}
