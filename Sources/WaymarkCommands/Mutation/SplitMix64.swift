/// Numbers by Steele, Lea and Flood's SplitMix64: the same seed gives the same numbers everywhere.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number below a bound, which must be positive.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of some, or nil of none.
  mutating func pick<Element>(_ all: [Element]) -> Element? {
    all.isEmpty ? nil : all[below(all.count)]
  }
}
