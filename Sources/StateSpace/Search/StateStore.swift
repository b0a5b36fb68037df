/// The states found so far, each once and exactly, with the step that found it.
///
/// States lie one after another in the order of discovery. An open-addressing table of their
/// indices finds them again: linear probing, at most half full, no removal, and the whole state is
/// compared, so two states are never taken for one.
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
  private static let free: UInt32 = 0

  let words: Int
  private(set) var count = 0
  private var states = PlainBuffer<UInt64>(capacity: 1024)
  private var parents = PlainBuffer<Parent>(capacity: 1024)
  /// Index plus one, or `free`.
  private var table = PlainBuffer<UInt32>(repeating: free, count: 1024)
  private var shift: UInt64 = 54

  init(words: Int) { self.words = words }

  var bytes: Int { states.bytes + parents.bytes + table.bytes }

  @inline(__always)
  func load<State: PackedState>(_ index: Int, as type: State.Type) -> State {
    State(states.base + index * words, count: words)
  }

  func parent(_ index: Int) -> Parent { parents[index] }

  func state(_ index: Int) -> [UInt64] { (0..<words).map { word(index, $0) } }

  func word(_ index: Int, _ word: Int) -> UInt64 { states[index * words + word] }

  /// Makes room for so many more states; slots change, so it may not come between ``slot(of:)``
  /// and ``insert(_:at:from:)``.
  mutating func reserve(_ additional: Int) {
    states.reserve(additional * words)
    parents.reserve(additional)
    guard (count + additional) * 2 > table.count else { return }
    var size = table.count
    while (count + additional) * 2 > size {
      size *= 2
      shift -= 1
    }
    table = PlainBuffer(repeating: Self.free, count: size)
    for index in 0..<count { place(index) }
  }

  private mutating func place(_ index: Int) {
    let h = Self.hash(states.base + index * words, words)
    var slot = Int(truncatingIfNeeded: h >> shift)
    while table.base[slot] != Self.free { slot = (slot + 1) & (table.count - 1) }
    table.base[slot] = UInt32(index + 1)
  }

  /// The same mixture as `PackedState.hash`, for words in memory.
  private static func hash(_ state: UnsafePointer<UInt64>, _ words: Int) -> UInt64 {
    if words == 1 { return state[0].hash(count: 1) }
    return SIMD8<UInt64>(state, count: words).hash(count: words)
  }

  @inline(__always)
  func slot<State: PackedState>(of state: State) -> Int {
    Int(truncatingIfNeeded: state.hash(count: words) >> shift)
  }

  /// What the table holds at `slot`: an index plus one, or zero. Reading it early lets the
  /// processor fetch many slots at a time.
  @inline(__always)
  func entry(at slot: Int) -> UInt32 { table.base[slot] }

  @inline(__always)
  func holds<State: PackedState>(_ state: State, entry: UInt32) -> Bool {
    entry != Self.free && state.equals(states.base + (Int(entry) - 1) * words, count: words)
  }

  /// The index of `state`, searched from its slot on; `nil` with the free slot where it would go.
  @inline(__always)
  func find<State: PackedState>(_ state: State, from slot: Int) -> (index: Int?, slot: Int) {
    var slot = slot
    let mask = table.count - 1
    while true {
      let entry = table.base[slot]
      if entry == Self.free { return (nil, slot) }
      if state.equals(states.base + (Int(entry) - 1) * words, count: words) {
        return (Int(entry) - 1, slot)
      }
      slot = (slot + 1) & mask
    }
  }

  /// Stores a state that ``find(_:from:)`` did not find, in the free slot that it named. There must
  /// be room.
  @inline(__always)
  mutating func insert<State: PackedState>(_ state: State, at slot: Int, from parent: Parent) -> Int
  {
    for word in 0..<words { states.append(state[word: word]) }
    parents.append(parent)
    let index = count
    count += 1
    table.base[slot] = UInt32(index + 1)
    return index
  }
}
