import Testing

@testable import StateSpace

@Suite struct OneBitTests {
  @Test func `a machine of one bit has two states`() throws {
    var system = TransitionSystem(wordCount: 1)
    system.initialStates = [[0]]
    system.rules = [
      TransitionRule(
        cubes: [PackedCube(mask: [1], value: [0])], clear: [1], set: [1], label: 0)
    ]
    #expect(try system.explore().stateCount == 2)
  }

  @Test(arguments: 1...16)
  func `a hash of few bits loses nothing`(bits: Int) {
    let hash = StateHash(words: 1, used: [(1 << UInt64(bits)) - 1])
    let images = Set((0..<UInt64(1 << bits)).map { hash($0, count: 1) })
    #expect(images.count == 1 << bits)
  }
}
