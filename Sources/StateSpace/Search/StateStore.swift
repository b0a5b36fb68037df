import CMemory

/// The states found so far, each once and exactly, with the step that found it.
///
/// States lie one after another in the order of discovery; a ``HashTable`` finds them again. A
/// state costs its words, 6 bytes for its parent (8 for a machine of more than 65,535 rules), and
/// 8 bytes for each of 4/3 to 2 slots of the table.
///
/// Only the search that owns it changes it; afterwards it is read from any thread, which is why it
/// may call itself `Sendable` although its buffers are plain memory.
struct StateStore: ~Copyable, @unchecked Sendable {
  /// Where a state came from.
  struct Parent: BitwiseCopyable {
    var source: UInt32
    var rule: Int32
  }

  static let noSource = UInt32.max
  static let mostStates = Int(UInt32.max) - 1
  private static let prefetchDistance = 16

  let words: Int
  private(set) var count = 0
  private let hashing: StateHash
  private var states = PlainBuffer<UInt64>(capacity: 1024)
  private var sources = PlainBuffer<UInt32>(capacity: 1024)
  /// One more than the rule, or zero, in 16 bits; in 32 where there are too many rules for that.
  private var rules = PlainBuffer<UInt16>()
  private var wideRules = PlainBuffer<UInt32>()
  private let isWide: Bool
  private var table: HashTable

  /// An empty store for the states of a machine.
  init(_ system: TransitionSystem) {
    words = system.restingWordCount
    isWide = system.rules.count >= Int(UInt16.max)
    hashing = StateHash(words: words, used: system.restingBits)
    table = HashTable(size: 1024, hash: hashing)
  }

  var bytes: Int {
    states.bytes + sources.bytes + rules.bytes + wideRules.bytes + table.bytes
  }

  @inline(__always)
  func load<State: PackedState>(_ index: Int, as type: State.Type) -> State {
    State(states.base + index * words, count: words)
  }

  func parent(_ index: Int) -> Parent {
    let rule = isWide ? Int32(wideRules[index]) : Int32(rules[index])
    return Parent(source: sources[index], rule: rule - 1)
  }

  func state(_ index: Int) -> [UInt64] { (0..<words).map { word(index, $0) } }

  func word(_ index: Int, _ word: Int) -> UInt64 { states[index * words + word] }

  // MARK: Room

  private static func isRoomy(_ size: Int, _ count: Int) -> Bool { count * 4 <= size * 3 }

  /// The most memory in bytes that ``reserve(_:)`` will have taken at any moment.
  func peak(reserving additional: Int) -> Int {
    let each = words * 8 + 4 + (isWide ? 4 : 2)
    let larger = Self.isRoomy(table.size, count + additional) ? 0 : table.size / 2 * 3 * 8
    return (count + additional) * each + table.bytes + larger
  }

  /// Makes room for so many more states; slots change, so it may not come between ``hash(_:)`` and
  /// ``settle(_:hash:from:)`` where a slot was remembered.
  mutating func reserve(_ additional: Int) {
    states.reserve(additional * words)
    sources.reserve(additional)
    if isWide { wideRules.reserve(additional) } else { rules.reserve(additional) }
    guard !Self.isRoomy(table.size, count + additional) else { return }
    var size = table.size
    while !Self.isRoomy(size, count + additional) { size = size / 2 * 3 }
    rebuild(size: size)
  }

  private mutating func rebuild(size: Int) {
    var larger = HashTable(size: size, hash: hashing)
    for index in 0..<count {
      let ahead = index + Self.prefetchDistance
      if ahead < count { larger.prefetch(larger.slot(of: hash(at: ahead))) }
      let hash = hash(at: index)
      let home = larger.slot(of: hash)
      var slot = home
      while larger.base[slot] != 0 { slot = larger.next(slot) }
      larger.fill(slot, home: home, index: index, hash: hash)
    }
    table = larger
  }

  @inline(__always)
  private func hash(at index: Int) -> UInt64 {
    if words == 1 { return hashing(states.base[index], count: 1) }
    return hashing(SIMD8<UInt64>(states.base + index * words, count: words), count: words)
  }

  // MARK: Finding

  @inline(__always)
  func hash<State: PackedState>(_ state: State) -> UInt64 { hashing(state, count: words) }

  @inline(__always)
  func prefetch(_ hash: UInt64) { table.prefetch(table.slot(of: hash)) }

  /// Asks for the state that is probably the one of this hash, where it will have to be compared.
  @inline(__always)
  func prefetchState(_ hash: UInt64) {
    if table.reach > 0 { return }
    let entry = table.base[table.slot(of: hash)]
    if entry != 0 && (entry ^ hash) & 0xFFFF_FFFF == 0 {
      waymark_prefetch(states.base + (Int(entry &>> 32) - 1) * words)
    }
  }

  /// The table as it is now, for loops that should keep it in registers.
  @inline(__always)
  var probe: Probe {
    Probe(
      base: table.base, size: UInt64(table.size), shift: 64 &- hashing.bits,
      tagsDecide: table.reach > 1, words: words, hashing: hashing)
  }

  /// The index of `state` or, where it is not stored, minus one minus the free slot for it.
  @inline(__always)
  func find<State: PackedState>(_ state: State, hash: UInt64) -> Int {
    let home = table.slot(of: hash)
    var slot = home
    while true {
      let entry = table.base[slot]
      if entry == 0 { return -1 - slot }
      if (entry ^ hash) & 0xFFFF_FFFF == 0 {
        let index = Int(entry &>> 32) - 1
        if table.tagDecides(at: slot, home: home)
          || state.equals(states.base + index * words, count: words)
        {
          return index
        }
      }
      slot = table.next(slot)
    }
  }

  /// The index of `state`, or `nil` where it is not stored.
  func index<State: PackedState>(of state: State) -> Int? {
    guard hashing.covers(state[word: 0]) else { return nil }
    let found = find(state, hash: hash(state))
    return found < 0 ? nil : found
  }

  /// Stores a state that ``find(_:hash:)`` did not find, in the slot that it named. There must be
  /// room.
  @inline(__always)
  mutating func insert<State: PackedState>(
    _ state: State, hash: UInt64, at slot: Int, from parent: Parent
  ) -> Int {
    for word in 0..<words { states.append(state[word: word]) }
    sources.append(parent.source)
    let rule = parent.rule &+ 1
    if isWide {
      wideRules.append(UInt32(truncatingIfNeeded: rule))
    } else {
      rules.append(UInt16(truncatingIfNeeded: rule))
    }
    let index = count
    count += 1
    table.fill(slot, home: table.slot(of: hash), index: index, hash: hash)
    return index
  }
}

extension TransitionSystem {
  /// The bits that any state at rest can have, one word for each word at rest.
  fileprivate var restingBits: [UInt64] {
    (0..<restingWordCount).map { word in
      let written = rules.reduce(0) { $0 | $1.set[word] }
      return initialStates.reduce(written) { $0 | $1[word] }
    }
  }
}
