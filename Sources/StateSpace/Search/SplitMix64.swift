/// Pseudorandom numbers that are the same on every platform for the same seed.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts the sequence of a seed.
  public init(seed: UInt64) { state = seed }

  /// The next number; all of its bits are equally random.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below a bound, which must be positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// A random element, or nil if the array is empty.
  public mutating func pick<Element>(_ all: [Element]) -> Element? {
    all.isEmpty ? nil : all[below(all.count)]
  }
}
