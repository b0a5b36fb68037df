import StateSpace
import Testing

@Suite("An analysis of values leaves out only what never happens")
struct ValueAnalysisTests {
  /// Parts of four bits each, over all words.
  private func nibbles(_ words: Int) -> [ValueAnalysis.Part] {
    (0..<words).flatMap { word in
      stride(from: 0, to: 64, by: 4).map { ValueAnalysis.Part(word: word, shift: $0, width: 4) }
    }
  }

  @Test("random machines do the same without it", arguments: [0, 3, 5])
  func randomMachines(controlBits: Int) throws {
    var idle = 0
    for seed in 0..<120 as Range<UInt64> {
      let words = 1 + Int(seed % 3)
      var source = RandomMachine(seed: seed * 17 + 3, words: words)
      let system = source.machine()
      if system.initialStates.isEmpty { continue }
      let analysis = ValueAnalysis(system, parts: nibbles(words), controlBits: controlBits)
      let less = system.simplified(by: analysis)
      idle += system.rules.count - less.rules.count
      let (all, found) = (try system.explore(), try less.explore())
      let states = (0..<all.stateCount).map(all.state)
      #expect(states == (0..<found.stateCount).map(found.state), "seed \(seed)")
      #expect(all.transitionCount == found.transitionCount, "seed \(seed)")
      #expect(all.deadEnds == found.deadEnds, "seed \(seed)")
      #expect(all.faultCount == found.faultCount, "seed \(seed)")
      #expect(
        all.violations.map { $0?.index } == found.violations.map { $0?.index }, "seed \(seed)")
    }
    // The test is worth something only where there is something to leave out.
    #expect(idle > 50)
  }

  /// Place in bits 0 and 1, a counter of three values in bits 2 and 3, a switch in bit 4 that
  /// nothing turns on.
  private func turnstile() -> TransitionSystem {
    func cube(_ place: UInt64, _ counter: UInt64) -> PackedCube {
      PackedCube(mask: [0b1111], value: [counter << 2 | place])
    }
    func rule(_ cube: PackedCube, to place: UInt64, _ counter: UInt64) -> TransitionRule {
      TransitionRule(cubes: [cube], clear: [0b1111], set: [counter << 2 | place], label: 0)
    }
    var system = TransitionSystem(wordCount: 1)
    system.initialStates = [[0]]
    let switched = PackedCube(mask: [0b10000], value: [0b10000])
    system.rules = [
      rule(cube(0, 0), to: 1, 1), rule(cube(1, 1), to: 0, 2), rule(cube(0, 1), to: 2, 0),
      rule(switched, to: 3, 0),
    ]
    return system
  }

  @Test("what a place reports is used, and what never changes is known")
  func places() {
    let parts = [ValueAnalysis.Part(word: 0, shift: 2, width: 2)]
    let analysis = ValueAnalysis(turnstile(), parts: parts, controlBits: 2)
    // The counter is 1 in place 1 only.
    #expect(analysis.canFire == [true, true, false, false])
    #expect(analysis.fixed[0] & 0b11111 == 0b10010)
    #expect(analysis.fixedValue == [0])
    let less = turnstile().simplified(by: analysis)
    #expect(less.rules.count == 2)
    // The second bit of the place is always off, so nobody has to look.
    #expect(less.rules.allSatisfy { $0.cubes[0].mask == [0b1101] })
  }

  @Test("without places, more seems possible than is")
  func withoutPlaces() {
    let analysis = ValueAnalysis(turnstile(), parts: [], controlBits: 0)
    #expect(analysis.canFire == [true, true, true, false])
  }
}
