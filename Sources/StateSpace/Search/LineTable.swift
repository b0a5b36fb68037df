import CMemory

/// The hash table of the known states of a store: open addressing whose unit is a cache line.
///
/// A line is 16 numbers of 32 bits and is compared with a number as a whole, without a branch. The
/// entry of a state is its *tag*: 31 bits of its hash above a one bit, so that zero means free. The
/// line where the search for an entry starts, its *home*, grows with the hash and so carries the
/// hash's high bits. Where the hash is a bijection of the state (``StateHash/isBijective``), two
/// nearby entries with the same tag have the same hash and are the same state: ``reach`` says how
/// near.
///
/// There are two kinds of tables. With indices, a line has 8 tags and then the indices of their
/// states, by which a caller finds the states and, beyond the reach, compares them; entries may lie
/// at any distance from home, also wrapped around the table's end. Without indices, a line has 16
/// tags, and they alone decide: an entry lies less than ``farthest`` lines from home, if necessary
/// in extra lines after the last.
///
/// Linear probing by lines, no removal, at most three quarters full.
struct LineTable: ~Copyable {
  /// The number of 32-bit numbers in a line.
  static let width = 16
  /// The distance from home, in lines, that an entry without an index must stay below.
  static let farthest = 16
  /// The result of ``place(of:)`` if there is no place.
  static let nowhere = -1

  let base: UnsafeMutablePointer<UInt32>
  /// The number of lines, without the extra lines at the end.
  let lines: Int
  let hasIndices: Bool
  let hash: StateHash
  /// The distance from home, in lines, below which a tag determines its state; 0 if tags never do.
  private(set) var reach: Int

  /// Makes a table of free lines.
  init(lines: Int, hasIndices: Bool, hash: StateHash) {
    let size = Self.bytes(lines: lines, hasIndices: hasIndices)
    guard let memory = waymark_map(size) else { Exhaustion.end("no more memory can be had") }
    base = memory.bindMemory(to: UInt32.self, capacity: size / 4)
    self.lines = lines
    self.hasIndices = hasIndices
    self.hash = hash
    reach = Self.reach(lines: lines, hash: hash)
  }

  deinit { waymark_unmap(base, bytes) }

  // MARK: Size

  var bytes: Int { Self.bytes(lines: lines, hasIndices: hasIndices) }

  /// The memory that a table takes, in bytes.
  static func bytes(lines: Int, hasIndices: Bool) -> Int {
    (lines + (hasIndices ? 0 : farthest)) * width * 4
  }

  /// Whether a table with so many states is at least a quarter free.
  static func isRoomy(lines: Int, hasIndices: Bool, states: Int) -> Bool {
    states * 4 <= lines * (hasIndices ? width / 2 : width) * 3
  }

  /// Whether tags alone distinguish all states in a table of so many lines.
  static func canDoWithoutIndices(lines: Int, hash: StateHash) -> Bool {
    reach(lines: lines, hash: hash) >= farthest
  }

  /// Two hashes with the same tag differ by a multiple of 2^31, and a line covers 2^bits / lines
  /// hashes, so hashes whose homes are less than `reach` apart differ by less.
  private static func reach(lines: Int, hash: StateHash) -> Int {
    guard hash.isBijective else { return 0 }
    if hash.bits <= 31 { return lines }
    let product = UInt64(lines).multipliedFullWidth(by: 1 << 31)
    // lines * 2^31 / 2^bits, where bits is 32...64.
    let whole =
      hash.bits == 64
      ? product.high : product.high << (64 - hash.bits) | product.low >> hash.bits
    return max(min(Int(clamping: whole), lines) - 2, 0)
  }

  // MARK: Entries

  @inline(__always)
  static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash) &<< 1 | 1 }

  /// A mask with one bit for each slot of a line.
  @inline(__always)
  var slots: UInt32 { hasIndices ? 0xFF : 0xFFFF }

  /// The line where the search for a hash starts, in proportion to the hash.
  @inline(__always)
  func home(of hash: UInt64) -> Int {
    let scaled = hash &<< (64 &- self.hash.bits)
    return Int(truncatingIfNeeded: scaled.multipliedFullWidth(by: UInt64(lines)).high)
  }

  /// The next line of a search, or ``nowhere`` where an entry may not lie further from home.
  @inline(__always)
  func next(_ line: Int, home: Int) -> Int {
    if !hasIndices { return line &+ 1 &- home < Self.farthest ? line &+ 1 : Self.nowhere }
    return line &+ 1 == lines ? 0 : line &+ 1
  }

  /// The mask of the slots of a line that hold a number: a tag, or zero for free slots.
  @inline(__always)
  func slots(of line: Int, with number: UInt32) -> UInt32 {
    waymark_line_matches(base + line &* Self.width, number) & slots
  }

  /// The index of the state whose tag is in a slot.
  @inline(__always)
  func index(_ line: Int, _ slot: Int) -> Int {
    Int(base[line &* Self.width &+ slot &+ Self.width / 2])
  }

  @inline(__always)
  func prefetch(_ line: Int) { waymark_prefetch(base + line &* Self.width) }

  /// Whether a matching tag in a line proves that the state with this home is stored there. A
  /// search that wraps around the table's end has a negative distance, which proves nothing.
  @inline(__always)
  func tagDecides(in line: Int, home: Int) -> Bool {
    UInt(bitPattern: line &- home) < UInt(bitPattern: reach)
  }

  /// The place of the first free slot for a hash, or ``nowhere`` if there is none.
  @inline(__always)
  func place(of hash: UInt64) -> Int {
    let home = home(of: hash)
    var line = home
    while line != Self.nowhere {
      let free = slots(of: line, with: 0)
      if free != 0 { return line &* Self.width &+ free.trailingZeroBitCount }
      line = next(line, home: home)
    }
    return Self.nowhere
  }

  /// Puts a state into a free slot.
  @inline(__always)
  mutating func fill(_ place: Int, index: Int, hash: UInt64) {
    base[place] = Self.tag(hash)
    guard hasIndices else { return }
    base[place &+ Self.width / 2] = UInt32(truncatingIfNeeded: index)
    // This state lies too far from its home for its tag to prove it: from now on states are
    // compared.
    if !tagDecides(in: place / Self.width, home: home(of: hash)) { reach = 0 }
  }

  /// A view of the table, valid until it grows, for loops that should keep it in registers.
  @inline(__always)
  var probe: Probe {
    Probe(
      base: base, lines: UInt64(lines), shift: 64 &- hash.bits, slots: slots,
      hasIndices: hasIndices, tagsDecide: reach > 0)
  }
}

/// A view of a table that does not move meanwhile.
struct Probe {
  let base: UnsafeMutablePointer<UInt32>
  let lines: UInt64
  let shift: UInt64
  let slots: UInt32
  let hasIndices: Bool
  /// Whether a matching tag in the home of a hash proves that the state is stored.
  var tagsDecide: Bool

  @inline(__always)
  private func home(_ hash: UInt64) -> UnsafeMutablePointer<UInt32> {
    let line = (hash &<< shift).multipliedFullWidth(by: lines).high
    return base + Int(truncatingIfNeeded: line) &* LineTable.width
  }

  /// Prefetches the line where a search for this hash will start.
  @inline(__always)
  func prefetch(_ hash: UInt64) { waymark_prefetch(home(hash)) }

  /// Whether the home of a hash holds its tag, which proves that the state is known if
  /// ``tagsDecide``. `false` proves nothing.
  @inline(__always)
  func hasTagAtHome(_ hash: UInt64) -> Bool {
    waymark_line_matches(home(hash), LineTable.tag(hash)) & slots != 0
  }

  /// The index of the first state in the home of a hash with the same tag; for tables with indices.
  @inline(__always)
  func indexAtHome(_ hash: UInt64) -> Int? {
    let line = home(hash)
    let same = waymark_line_matches(line, LineTable.tag(hash)) & slots
    return same == 0 ? nil : Int(line[same.trailingZeroBitCount &+ LineTable.width / 2])
  }
}
