import StateSpace

/// A small machine made of random bits: every feature of the contract, no sense at all.
struct RandomMachine {
  static let bits = 8

  private var random: SplitMix64
  let words: Int
  /// All but the last word, which then is transient altogether.
  var restingWords: Int { max(1, words - 1) }

  init(seed: UInt64, words: Int) {
    random = SplitMix64(seed: seed)
    self.words = words
  }

  /// The bits at rest are spread over the resting words, the last three are in the last word.
  private func offset(_ bit: Int) -> Int {
    bit < 5 ? bit % restingWords * 64 + bit / restingWords : (words - 1) * 64 + 30 + bit
  }

  private func row(_ bits: UInt64) -> [UInt64] {
    joined(
      (0..<Self.bits).map { bit in
        Field(offset: offset(bit), width: 1).bits(bits >> UInt64(bit) & 1, words)
      }, words)
  }

  private mutating func cube(conditions: Int) -> PackedCube {
    var mask: UInt64 = 0
    for _ in 0..<conditions { mask |= 1 << UInt64(random.below(Self.bits)) }
    let value = random.next() & mask
    return PackedCube(mask: row(mask), value: row(value))
  }

  private mutating func sparse(_ bits: Int) -> UInt64 {
    (0..<bits).reduce(0) { row, _ in row | 1 << UInt64(random.below(Self.bits)) }
  }

  private func level(_ level: Int) -> UInt64 { UInt64(level) << 5 }

  /// A rule between levels of urgency, so that most chains end: it leads up or back to rest.
  private mutating func rule(_ number: Int) -> TransitionRule {
    let from = random.below(4)
    let up = min(from + 1 + random.below(2), 3)
    let to = random.below(3) == 0 || from == 3 && random.below(40) > 0 ? 0 : up
    let guards = (0..<(1 + random.below(2))).map { _ in
      var guarded = cube(conditions: random.below(4))
      for word in 0..<words {
        guarded.mask[word] |= row(level(3))[word]
        guarded.value[word] = guarded.value[word] & ~row(level(3))[word] | row(level(from))[word]
      }
      return guarded
    }
    let free: UInt64 = 0b1001_1111
    return TransitionRule(
      cubes: guards, clear: row(sparse(2) & free | level(3)),
      set: row(sparse(random.below(3)) & free | level(to)), label: Int32(number))
  }

  /// A rule without any order.
  private mutating func wildRule(_ number: Int) -> TransitionRule {
    TransitionRule(
      cubes: (0..<(1 + random.below(2))).map { _ in cube(conditions: random.below(5)) },
      clear: row(sparse(2)), set: row(sparse(random.below(3))), label: Int32(number))
  }

  mutating func machine() -> TransitionSystem {
    // The last three bits are transient; the first two of them are the level of urgency.
    var system = TransitionSystem(wordCount: words, restingWordCount: restingWords)
    let isWild = random.below(5) == 0
    system.selectorBits = random.below(4)
    system.transient = row(0b1110_0000)
    system.observed = row(sparse(3))
    system.initialStates =
      [row(0)] + (0..<random.below(3)).map { _ in row(random.next() & 0b1_1111) }
    system.urgent =
      isWild
      ? (0..<random.below(4)).map { _ in cube(conditions: 1 + random.below(3)) }
      : (1..<4).map { PackedCube(mask: row(level(3)), value: row(level($0))) }
    system.initialStates = system.initialStates.filter { !system.isUrgent($0) }
    system.rules = (0..<(isWild ? 2 + random.below(6) : 10 + random.below(12))).map { number in
      isWild ? wildRule(number) : rule(number)
    }
    system.invariants = (0..<4).map { number in
      StateInvariant(
        name: "claim \(number)", badCubes: [cube(conditions: 4), cube(conditions: 5)],
        within: number % 2 == 0)
    }
    return system
  }
}
