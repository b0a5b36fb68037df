/// How the states of one machine are hashed.
struct StateHash: Sendable {
  /// The bits of a hash.
  let bits: UInt64
  /// Whether different states have different hashes.
  let isBijective: Bool
  private let mask: UInt64

  /// A hash for states of `words` words whose bits beyond `used` never change.
  init(words: Int, used: [UInt64]) {
    isBijective = words == 1
    bits = words == 1 ? max(64 - UInt64(used[0].leadingZeroBitCount), 1) : 64
    mask = bits == 64 ? .max : (1 << bits) - 1
  }

  /// Whether a word lies within the bits that the hash sees; another one is no state.
  func covers(_ word: UInt64) -> Bool { !isBijective || word & ~mask == 0 }

  /// A mixture of the first `count` words. Multiplying by an odd number and adding a number's high
  /// bits to its low ones can both be undone, so that for a single word nothing is lost.
  @inline(__always)
  func callAsFunction<State: PackedState>(_ state: State, count: Int) -> UInt64 {
    var h = state[word: 0]
    for word in 1..<max(count, 1) {
      h = h &* 0x9E37_79B9_7F4A_7C15
      h = (h ^ h &>> 32) ^ state[word: word]
    }
    h = (h &* 0x9E37_79B9_7F4A_7C15) & mask
    // At least one place, or a hash of a single bit would cancel itself.
    h ^= h &>> ((bits &+ 1) &>> 1)
    return (h &* 0xD6E8_FEB8_6659_FD93) & mask
  }
}
