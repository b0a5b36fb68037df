import CMemory

/// The states found so far, each stored once, with the step that found it.
///
/// States are stored one after another in the order of discovery; a ``LineTable`` finds a state
/// among them. A state costs its words, 6 bytes for its parent (8 for a machine of 65,535 rules or
/// more), and its slot in a table that is 3/8 to 3/4 full: 4 bytes, or 8 if the table keeps
/// indices. It keeps them while states are wide or few, or if states must be found by index.
///
/// Only the search that owns the store changes it; afterwards any thread may read it. Therefore it
/// is `Sendable` although its buffers are plain memory.
struct StateStore: ~Copyable, @unchecked Sendable {
  /// The step that found a state: its source and its first rule.
  struct Parent: BitwiseCopyable {
    var source: UInt32
    var rule: Int32
  }

  static let noSource = UInt32.max
  static let mostStates = Int(UInt32.max) - 1
  /// The result of ``find(_:hash:)`` where the table must grow before the state can be stored.
  static let nowhere = Int.min
  private static let prefetchDistance = 16
  private static let fewestLines = 128

  let words: Int
  private(set) var count = 0
  /// The most memory that the store took at any moment, in bytes.
  private(set) var peakBytes = 0
  private let hashing: StateHash
  private var states = PlainBuffer<UInt64>(capacity: 1024)
  private var sources = PlainBuffer<UInt32>(capacity: 1024)
  /// The rule of each state's parent plus one, or zero for none, in 16 bits; `wideRules` holds them
  /// instead if there are too many rules for 16 bits.
  private var rules = PlainBuffer<UInt16>()
  private var wideRules = PlainBuffer<UInt32>()
  private let isWide: Bool
  private var table: LineTable
  /// Whether the table must keep indices even where tags alone distinguish all states.
  private var needsIndices: Bool

  /// Makes an empty store for the states of a machine; `findsIndices` says whether
  /// ``find(_:hash:)`` must return indices.
  init(_ system: TransitionSystem, findsIndices: Bool) {
    self.init(
      bits: system.restingBits, isWide: system.rules.count >= Int(UInt16.max),
      findsIndices: findsIndices)
  }

  /// Makes an empty store for states that use no other bits than `bits`, which has one word for
  /// each word of a state.
  init(bits: [UInt64], isWide: Bool, findsIndices: Bool) {
    words = bits.count
    self.isWide = isWide
    hashing = StateHash(words: words, used: bits)
    needsIndices = findsIndices
    table = LineTable(lines: Self.fewestLines, hasIndices: true, hash: hashing)
  }

  /// The memory for a state and its parent, in bytes.
  private var bytesEach: Int { words * 8 + 4 + (isWide ? 4 : 2) }

  var bytes: Int { count * bytesEach + table.bytes }

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

  /// The most memory, in bytes, that ``reserve(_:)`` takes at any moment.
  func peak(reserving additional: Int) -> Int {
    let count = count + additional
    let plan = plan(for: count)
    let atEnd = count * bytesEach + LineTable.bytes(lines: plan.lines, hasIndices: plan.indices)
    return plan.copies ? atEnd + table.bytes + plan.lines : max(atEnd, bytes)
  }

  /// The table required for so many states. `copies` says whether it is made from the present
  /// table, so that both are in memory at a time; otherwise it is made from the states.
  private func plan(for count: Int) -> (lines: Int, indices: Bool, copies: Bool) {
    var (lines, indices) = (table.lines, table.hasIndices)
    while !LineTable.isRoomy(lines: lines, hasIndices: indices, states: count) {
      lines += lines / 2
      indices = indices && !canDoWithoutIndices(lines)
    }
    return (lines, indices, lines != table.lines && !table.hasIndices)
  }

  private func canDoWithoutIndices(_ lines: Int) -> Bool {
    !needsIndices && LineTable.canDoWithoutIndices(lines: lines, hash: hashing)
  }

  /// Makes room for so many more states. Places in the table change, so do not call it between
  /// ``find(_:hash:)`` and ``insert(_:hash:at:from:)``.
  mutating func reserve(_ additional: Int) {
    states.reserve(additional * words)
    sources.reserve(additional)
    if isWide { wideRules.reserve(additional) } else { rules.reserve(additional) }
    if LineTable.isRoomy(
      lines: table.lines, hasIndices: table.hasIndices, states: count + additional)
    {
      return
    }
    peakBytes = max(peakBytes, peak(reserving: additional))
    let plan = plan(for: count + additional)
    if plan.copies, let larger = table.enlarged(to: plan.lines) {
      table = larger
    } else {
      rebuild(lines: plan.lines, hasIndices: plan.indices)
    }
  }

  /// Grows the table where it has no place for a hash: entries without an index would lie too far
  /// from home. If that happens to a table that is not even full, entries have indices from now on.
  @inline(never)
  mutating func relieve() {
    let isFull = !LineTable.isRoomy(lines: table.lines, hasIndices: false, states: count * 2)
    if !isFull { needsIndices = true }
    rebuild(lines: isFull ? table.lines / 2 * 3 : table.lines * 2, hasIndices: needsIndices)
    peakBytes = max(peakBytes, bytes)
  }

  /// Rebuilds the table from the states, without having two tables in memory.
  private mutating func rebuild(lines: Int, hasIndices: Bool) {
    table = LineTable(lines: 1, hasIndices: true, hash: hashing)
    table = LineTable(lines: lines, hasIndices: hasIndices, hash: hashing)
    for index in 0..<count {
      let ahead = index + Self.prefetchDistance
      if ahead < count { table.prefetch(table.home(of: hash(at: ahead))) }
      let hash = hash(at: index)
      let place = table.place(of: hash)
      if place == LineTable.nowhere {
        needsIndices = true
        return rebuild(lines: lines * 2, hasIndices: true)
      }
      table.fill(place, index: index, hash: hash)
    }
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
  func prefetch(_ hash: UInt64) { table.prefetch(table.home(of: hash)) }

  /// A view of the store for looking up states, valid until the store grows.
  @inline(__always)
  var view: StoreView {
    StoreView(
      states: states.base, words: words, count: count, hashing: hashing, probe: table.probe)
  }

  /// The index of `state` if it is stored (0 if the table has no indices). Otherwise -1 minus the
  /// place for it, or ``nowhere``.
  @inline(__always)
  func find<State: PackedState>(_ state: State, hash: UInt64) -> Int {
    find(state, hash: hash, in: table)
  }

  @inline(__always)
  private func find<State: PackedState>(
    _ state: State, hash: UInt64, in table: borrowing LineTable
  ) -> Int {
    let tag = LineTable.tag(hash)
    let home = table.home(of: hash)
    var line = home
    while line != LineTable.nowhere {
      var same = table.slots(of: line, with: tag)
      if same != 0 && !table.hasIndices { return 0 }
      while same != 0 {
        let index = table.index(line, same.trailingZeroBitCount)
        if table.tagDecides(in: line, home: home)
          || state.equals(states.base + index * words, count: words)
        {
          return index
        }
        same &= same &- 1
      }
      let free = table.slots(of: line, with: 0)
      if free != 0 { return -1 - (line &* LineTable.width &+ free.trailingZeroBitCount) }
      line = table.next(line, home: home)
    }
    return Self.nowhere
  }

  /// The index of `state`, or `nil` if it is not stored.
  ///
  /// - Parameter indices: returns the result of ``makeIndices()``; called if the store has no
  ///   indices of its own.
  func index<State: PackedState>(of state: State, _ indices: () -> Indices) -> Int? {
    guard hashing.covers(state[word: 0]) else { return nil }
    let hash = hash(state)
    let found =
      table.hasIndices
      ? find(state, hash: hash) : find(state, hash: hash, in: indices().table)
    return found < 0 ? nil : found
  }

  /// A table of the indices of a store's states.
  final class Indices {
    fileprivate let table: LineTable

    fileprivate init(_ table: consuming LineTable) { self.table = table }
  }

  /// Makes a table of indices for a store that has none. Costs time for each state, and 11 to 22
  /// bytes.
  func makeIndices() -> Indices {
    var lines = Self.fewestLines
    while !LineTable.isRoomy(lines: lines, hasIndices: true, states: count) { lines *= 2 }
    var table = LineTable(lines: lines, hasIndices: true, hash: hashing)
    for index in 0..<count {
      let hash = hash(at: index)
      table.fill(table.place(of: hash), index: index, hash: hash)
    }
    return Indices(table)
  }

  /// Stores a state that ``find(_:hash:)`` did not find, in the place that it returned, and returns
  /// the state's index. There must be room.
  @inline(__always)
  mutating func insert<State: PackedState>(
    _ state: State, hash: UInt64, at place: Int, from parent: Parent
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
    table.fill(place, index: index, hash: hash)
    return index
  }
}

extension TransitionSystem {
  /// The bits that can be set in any state at rest, one word for each resting word.
  fileprivate var restingBits: [UInt64] {
    (0..<restingWordCount).map { word in
      let written = rules.reduce(0) { $0 | $1.set[word] }
      return initialStates.reduce(written) { $0 | $1[word] }
    }
  }
}
