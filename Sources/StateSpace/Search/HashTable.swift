import CMemory

/// Where the states of a store lie: an open-addressing table of their indices, in large pages.
///
/// An entry is a state's index and 32 bits of its hash, the *tag*. Slots follow the order of
/// hashes, so the slot already tells the high bits. Where the hash is a bijection of the state
/// (``StateHash/isBijective``), two entries near one another with the same tag have the same hash
/// and are the same state, which need not be read to be sure: ``reach`` says how near. Elsewhere
/// the caller compares states.
///
/// Linear probing, no removal, at most three quarters full.
struct HashTable: ~Copyable {
  /// An index plus one in the high half, the tag in the low half; zero where free.
  typealias Entry = UInt64

  /// Slots behind the last that stay free, so that several can be looked at in one go.
  private static let spare = 1

  let base: UnsafeMutablePointer<Entry>
  let size: Int
  private let hashBits: UInt64
  /// A tag tells states apart while both lie less than so many slots behind the slots of their
  /// hashes; 0 where it never does.
  private(set) var reach: Int

  /// A table of free slots for hashes of `hashBits` bits.
  init(size: Int, hash: StateHash) {
    guard let memory = waymark_map((size + Self.spare) * MemoryLayout<Entry>.stride) else {
      fatalError("out of memory")
    }
    base = memory.bindMemory(to: Entry.self, capacity: size)
    self.size = size
    hashBits = hash.bits
    reach = hash.isBijective ? Self.reach(size: size, hashBits: hash.bits) : 0
  }

  deinit { waymark_unmap(base, (size + Self.spare) * MemoryLayout<Entry>.stride) }

  var bytes: Int { size * MemoryLayout<Entry>.stride }

  /// Two hashes with one tag differ by a multiple of 2^32, and a slot stands for 2^bits / size of
  /// them, so hashes of slots less than `reach` apart differ by less.
  private static func reach(size: Int, hashBits: UInt64) -> Int {
    if hashBits <= 32 { return size }
    let slots = UInt64(size).multipliedFullWidth(by: 1 << 32)
    // slots / 2^hashBits, where hashBits is 33...64.
    let whole = hashBits == 64 ? slots.high : slots.high << (64 - hashBits) | slots.low >> hashBits
    return max(min(Int(clamping: whole), size) - 2, 0)
  }

  /// The slot where the search for a hash starts: its share of the table's length.
  @inline(__always)
  func slot(of hash: UInt64) -> Int {
    let scaled = hash &<< (64 &- hashBits)
    return Int(truncatingIfNeeded: scaled.multipliedFullWidth(by: UInt64(size)).high)
  }

  @inline(__always)
  func next(_ slot: Int) -> Int { slot &+ 1 == size ? 0 : slot &+ 1 }

  @inline(__always)
  func prefetch(_ slot: Int) { waymark_prefetch(base + slot) }

  /// Whether the tag at `slot` alone proves that a state with this home slot is the one there. A
  /// run that wraps around the table's end has a negative distance and proves nothing.
  @inline(__always)
  func tagDecides(at slot: Int, home: Int) -> Bool {
    UInt(bitPattern: slot &- home) < UInt(bitPattern: reach)
  }

  /// Puts an index into a free slot.
  @inline(__always)
  mutating func fill(_ slot: Int, home: Int, index: Int, hash: UInt64) {
    base[slot] = UInt64(truncatingIfNeeded: index &+ 1) &<< 32 | (hash & 0xFFFF_FFFF)
    if !tagDecides(at: slot, home: home) { noteDistance(slot, home) }
  }

  /// A state further from its home than tags reach: from now on states are compared.
  @inline(never)
  private mutating func noteDistance(_ slot: Int, _ home: Int) {
    let distance = slot >= home ? slot - home : slot + size - home
    if distance >= reach { reach = 0 }
  }
}

/// A look at a table that stays as it is meanwhile.
struct Probe {
  let base: UnsafeMutablePointer<HashTable.Entry>
  let size: UInt64
  let shift: UInt64
  /// Whether a tag in one of the first two slots of a hash proves that its state is there.
  let tagsDecide: Bool
  let words: Int
  let hashing: StateHash

  @inline(__always)
  func hash<State: PackedState>(_ state: State) -> UInt64 { hashing(state, count: words) }

  @inline(__always)
  private func place(_ hash: UInt64) -> UnsafeMutablePointer<HashTable.Entry> {
    base + Int(truncatingIfNeeded: (hash &<< shift).multipliedFullWidth(by: size).high)
  }

  /// Asks for the memory that a search for this hash will start in.
  @inline(__always)
  func prefetch(_ hash: UInt64) { waymark_prefetch(place(hash)) }

  /// Whether one of the first two slots of a hash holds a tag that proves its state known. A
  /// `false` proves nothing. Most states that were found before are told here, without a branch
  /// between the two that the processor could not foresee.
  @inline(__always)
  func isSurelyKnown(_ hash: UInt64) -> Bool {
    let tag = UInt32(truncatingIfNeeded: hash)
    let place = place(hash)
    let first = UInt32(truncatingIfNeeded: place[0]) == tag ? 1 : 0
    let second = UInt32(truncatingIfNeeded: place[1]) == tag ? 1 : 0
    return (first | second) & (tag != 0 ? 1 : 0) & (tagsDecide ? 1 : 0) != 0
  }
}

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
