import CMemory

/// A cache of the results of operations on diagrams, so that a shared part of a graph is processed
/// once.
///
/// The cache is direct-mapped: a new result overwrites an old one in the same slot. Losing a result
/// costs time and never changes an answer.
struct OperationCache: ~Copyable {
  enum Operation: UInt32 {
    case not = 1
    case and, or, xor, minus, ifThenElse, restrict, exists, image, preimage
  }

  /// An operation with its operands; the operation shares a word with the third operand.
  struct Key: BitwiseCopyable {
    let a: UInt32
    let b: UInt32
    let c: UInt32

    @inline(__always)
    init(_ operation: Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32 = 0) {
      self.a = a
      self.b = b
      self.c = c << 4 | operation.rawValue
    }
  }

  /// A cached result with its key. Not private: the compiler's debug builds need it where a
  /// ``DecisionDiagrams`` is freed.
  struct Entry: BitwiseCopyable {
    var a: UInt32 = 0
    var b: UInt32 = 0
    var c: UInt32 = 0
    var result: UInt32 = 0
  }

  private static let largestCount = 1 << 22
  /// The entries, sorted by the hashes of their keys, so that a wider cache is filled from front to
  /// back.
  private(set) var entries: PlainBuffer<Entry>
  /// The right shift that turns a hash into a slot.
  private var shift: UInt64 = 64 - 12

  init() { entries = PlainBuffer(repeating: Entry(), count: 1 << 12) }

  var bytes: Int { entries.bytes }

  @inline(__always)
  private func slot(_ key: Key) -> UnsafeMutablePointer<Entry> {
    entries.base + Int(NodeStore.hash(key.a, key.b, key.c) >> shift)
  }

  @inline(__always)
  func result(_ key: Key) -> UInt32? {
    let entry = slot(key).pointee
    return entry.a == key.a && entry.b == key.b && entry.c == key.c ? entry.result : nil
  }

  /// Has the processor load the slot of a result that will be looked up soon.
  @inline(__always)
  func prefetch(_ key: Key) { waymark_prefetch(slot(key)) }

  @inline(__always)
  func store(_ key: Key, _ result: UInt32) {
    slot(key).pointee = Entry(a: key.a, b: key.b, c: key.c, result: result)
  }

  /// The number of entries of a cache for so many nodes: between half and twice as many as nodes.
  /// Four times as many would hardly raise the hit rate, and cost more time for fresh memory pages
  /// than they save.
  private func width(toHold nodeCount: Int) -> Int {
    entries.count * 2 < nodeCount ? min(entries.count * 4, Self.largestCount) : entries.count
  }

  /// The memory that ``grow(toHold:)`` allocates, in bytes, before it frees the narrower cache.
  func growth(toHold nodeCount: Int) -> Int {
    let width = width(toHold: nodeCount)
    return width > entries.count ? width * MemoryLayout<Entry>.stride : 0
  }

  /// Widens the cache to match the number of nodes.
  mutating func grow(toHold nodeCount: Int) {
    let width = width(toHold: nodeCount)
    guard width > entries.count else { return }
    var narrow = PlainBuffer<Entry>(spreadZeros: width)
    swap(&entries, &narrow)
    shift = UInt64(64 - width.trailingZeroBitCount)
    for index in 0..<narrow.count where narrow.base[index].c != 0 {
      let entry = narrow.base[index]
      entries.base[Int(NodeStore.hash(entry.a, entry.b, entry.c) >> shift)] = entry
    }
  }

  /// Forgets the results that refer to a node that is not needed, as an operand or as the result.
  mutating func forget(but isNeeded: borrowing PlainBuffer<Bool>) {
    let (needed, count) = (isNeeded.base, isNeeded.count)
    // The variable of a restriction is not a node, and may be beyond the last node.
    func isGone(_ name: UInt32) -> Bool { Int(name) < count && !needed[Int(name)] }
    for index in 0..<entries.count where entries[index].c != 0 {
      let entry = entries[index]
      if isGone(entry.a) || isGone(entry.b) || isGone(entry.result) || isGone(entry.c >> 4) {
        entries[index] = Entry()
      }
    }
  }
}
