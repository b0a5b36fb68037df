/// Numbers that are the same everywhere for the same seed.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator at the beginning of a seed's numbers.
  public init(seed: UInt64) { state = seed }

  /// The next number, all of whose bits are as good as any.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below a bound, which must be positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of some, or nil of none.
  public mutating func pick<Element>(_ all: [Element]) -> Element? {
    all.isEmpty ? nil : all[below(all.count)]
  }
}
