/// The hash function for the states of one machine.
struct StateHash: Sendable {
  /// The width of a hash, in bits.
  let bits: UInt64
  /// Whether different states have different hashes.
  let isBijective: Bool
  private let mask: UInt64

  /// A hash for states of `words` words, where only the bits of `used` can be nonzero.
  init(words: Int, used: [UInt64]) {
    isBijective = words == 1
    bits = words == 1 ? max(64 - UInt64(used[0].leadingZeroBitCount), 1) : 64
    mask = bits == 64 ? .max : (1 << bits) - 1
  }

  /// Whether a word uses only bits that the hash covers; otherwise it is not a state.
  func covers(_ word: UInt64) -> Bool { !isBijective || word & ~mask == 0 }

  /// The hash of the first `count` words. Multiplication by an odd number and an exclusive or of
  /// the high bits into the low ones are both invertible, so for a single word the hash is a
  /// bijection.
  @inline(__always)
  func callAsFunction<State: PackedState>(_ state: State, count: Int) -> UInt64 {
    var h = state[word: 0]
    for word in 1..<max(count, 1) {
      h = h &* 0x9E37_79B9_7F4A_7C15
      h = (h ^ h &>> 32) ^ state[word: word]
    }
    h = (h &* 0x9E37_79B9_7F4A_7C15) & mask
    // Shifts by at least one, since a hash of a single bit would cancel itself otherwise.
    h ^= h &>> ((bits &+ 1) &>> 1)
    return (h &* 0xD6E8_FEB8_6659_FD93) & mask
  }
}
