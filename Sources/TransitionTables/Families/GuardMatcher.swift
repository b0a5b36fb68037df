import StateSpace

/// Finds all guards that a state matches at once.
///
/// For each four bits of the state that some guard tests there is a table of sixteen sets: the
/// guards that a value of these bits does not rule out. The matching guards are the intersection of
/// one set from each table, as words of bits, so a thousand guards cost some hundred operations.
///
/// Source: the bit-parallel packet classification of Lakshman and Stiliadis, 1998.
struct GuardMatcher {
  /// Four bits of the state.
  private struct Nibble {
    var word: Int
    var shift: UInt64
  }

  let entries: [FamilyMachine.Entry]
  private let nibbles: [Nibble]
  private let width: Int
  /// The sets of guards, by nibble, value and word of the set.
  private let tables: [UInt64]
  private let all: [UInt64]

  /// The largest memory in bytes of a matcher for so many guards: a state has 128 nibbles, each
  /// with sixteen sets.
  static func bytes(for count: Int) -> Int {
    count * MemoryLayout<FamilyMachine.Entry>.stride + 128 * 16 * (count + 63) / 64 * 8
  }

  init(_ entries: [FamilyMachine.Entry]) {
    self.entries = entries
    width = (entries.count + 63) / 64
    var nibbles: [Nibble] = []
    for word in 0..<8 {
      let looked = entries.reduce(UInt64(0)) { $0 | $1.when.mask[word] }
      for shift in stride(from: UInt64(0), to: 64, by: 4) where looked >> shift & 15 != 0 {
        nibbles.append(Nibble(word: word, shift: shift))
      }
    }
    self.nibbles = nibbles
    var tables = [UInt64](repeating: 0, count: nibbles.count * 16 * width)
    for (place, nibble) in nibbles.enumerated() {
      for (number, entry) in entries.enumerated() {
        let mask = entry.when.mask[nibble.word] >> nibble.shift & 15
        let value = entry.when.value[nibble.word] >> nibble.shift & 15
        for bits in UInt64(0)..<16 where bits & mask == value {
          tables[(place * 16 + Int(bits)) * width + number >> 6] |= 1 << UInt64(number & 63)
        }
      }
    }
    self.tables = tables
    all = (0..<width).map { word in
      let rest = entries.count - word * 64
      return rest >= 64 ? .max : (1 << UInt64(rest)) - 1
    }
  }

  /// Calls a closure for each entry that the state matches, in order.
  func forEachMatch(of state: FamilyMachine.State, _ body: (FamilyMachine.Entry) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: max(width, 1)) { set in
      for word in 0..<width { set[word] = all[word] }
      tables.withUnsafeBufferPointer { tables in
        for (place, nibble) in nibbles.enumerated() {
          let bits = Int(state[nibble.word] >> nibble.shift & 15)
          let start = (place * 16 + bits) * width
          for word in 0..<width { set[word] &= tables[start + word] }
        }
      }
      for word in 0..<width {
        var rest = set[word]
        while rest != 0 {
          body(entries[word * 64 + rest.trailingZeroBitCount])
          rest &= rest - 1
        }
      }
    }
  }
}

/// The number of each packed state: a hash table with open addressing over the states themselves.
struct StateNumbers {
  private var slots = [Int32](repeating: -1, count: 1 << 12)
  private(set) var states: [FamilyMachine.State] = []

  /// Returns the number of a state, or nil.
  func number(of state: FamilyMachine.State) -> Int32? {
    let found = slots[place(of: state)]
    return found < 0 ? nil : found
  }

  /// Adds a state that is not in the table and returns its number.
  mutating func add(_ state: FamilyMachine.State) -> Int32 {
    if states.count * 2 >= slots.count { grow() }
    let number = Int32(states.count)
    slots[place(of: state)] = number
    states.append(state)
    return number
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (number, state) in states.enumerated() { slots[place(of: state)] = Int32(number) }
  }

  /// The slot of a state, or the free slot where it belongs.
  private func place(of state: FamilyMachine.State) -> Int {
    var mixed: UInt64 = 0
    for word in 0..<8 {
      mixed = (mixed ^ state[word]) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
    }
    var place = Int(mixed >> 8) & (slots.count - 1)
    while slots[place] >= 0, states[Int(slots[place])] != state {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }
}
