/// The nodes of decision diagrams, each distinct one once, and the cached results of operations on
/// them.
///
/// All data lies in flat buffers: the nodes, a hash table with open addressing that finds a node by
/// its variable and its two sides, and a cache of results. The recursive operations are methods of
/// this value and not of ``DecisionDiagrams``, because Swift would check each access to the
/// properties of a class for exclusivity at run time.
///
/// A node is named by its index; 0 and 1 are the constants. Only ``collect(keeping:)`` frees nodes;
/// the indices of the others do not change.
struct NodeStore: ~Copyable {
  struct Node: BitwiseCopyable {
    var variable: UInt32
    var low: UInt32
    var high: UInt32
  }

  typealias Sides = (low: UInt32, high: UInt32)

  /// The maximum number of nodes: in a cache key, an index shares a 32-bit word with the operation.
  static let mostNodes = 1 << 27
  /// The bits of a table entry that hold the node's index.
  private static let nameBits: UInt64 = 1 << 27 - 1
  /// The variable of a freed node; its `low` is the index of the next freed one.
  private static let freed = UInt32.max

  let variableCount: Int
  /// The maximum number of nodes.
  private let room: Int
  private(set) var nodes: PlainBuffer<Node>
  var cache = OperationCache()
  /// The hash table. 0 marks a free slot, because constants are never looked up. An entry holds the
  /// node's index in its low bits and the high bits of the node's hash above them, so that most
  /// other nodes are skipped without reading them. Entries are sorted by hash, so that a larger
  /// table is filled from front to back.
  private var table: PlainBuffer<UInt64>
  /// The right shift that turns a hash into a slot: the table has 2 to the power of (64 - shift)
  /// slots.
  private var shift: UInt64
  /// The limit that may end the work; `isStopped` says whether it has.
  var limit: WorkLimit? { didSet { isStopped = limit?.stop != nil } }
  private(set) var isStopped = false
  private var lookUpsUntilAsked = Self.lookUpsBetween
  /// The number of node look-ups, some milliseconds' work, between two checks of the limit.
  private static let lookUpsBetween = 1 << 16
  private var firstFreed: UInt32 = 0
  private var freedCount = 0

  /// Makes a store with the two constants.
  ///
  /// - Parameter room: the maximum number of nodes, far fewer in tests.
  init(variableCount: Int, room: Int = Self.mostNodes) {
    precondition(variableCount >= 0 && variableCount < Int(UInt32.max - 1), "a count of variables")
    (self.variableCount, self.room) = (variableCount, room)
    // The constants get a variable beyond the last, so that they sort below every node.
    let end = UInt32(variableCount)
    nodes = PlainBuffer(capacity: 512)
    nodes.append(Node(variable: end, low: 0, high: 0))
    nodes.append(Node(variable: end, low: 1, high: 1))
    table = PlainBuffer(repeating: 0, count: 1024)
    shift = 64 - 10
  }

  /// The number of nodes in use, including the two constants.
  var liveCount: Int { nodes.count - freedCount }

  /// The memory in use, in bytes.
  var bytes: Int {
    nodes.capacity * MemoryLayout<Node>.stride + table.bytes
      + cache.bytes
  }

  /// The node at an index.
  @inline(__always)
  subscript(_ index: UInt32) -> Node { nodes.base[Int(index)] }

  /// The index of the unique node that tests `variable` and has the sides `low` and `high`, which
  /// both test later variables.
  @inline(__always)
  mutating func node(_ variable: UInt32, low: UInt32, high: UInt32) -> UInt32 {
    low == high ? low : lookUp(variable, low, high)
  }

  /// ``node(_:low:high:)`` without a look-up where the sides equal those of an operand `a`: then
  /// the node is `a`.
  @inline(__always)
  mutating func node(
    _ variable: UInt32, low: UInt32, high: UInt32, knowing a: UInt32, _ x: Sides
  ) -> UInt32 {
    low == x.low && high == x.high ? a : node(variable, low: low, high: high)
  }

  /// The same with two operands, `a` and `b`, that may be the node.
  @inline(__always)
  mutating func node(
    _ variable: UInt32, low: UInt32, high: UInt32, knowing a: UInt32, _ x: Sides, _ b: UInt32,
    _ y: Sides
  ) -> UInt32 {
    low == y.low && high == y.high ? b : node(variable, low: low, high: high, knowing: a, x)
  }

  private mutating func lookUp(_ variable: UInt32, _ low: UInt32, _ high: UInt32) -> UInt32 {
    lookUpsUntilAsked -= 1
    if lookUpsUntilAsked == 0 { askLimit() }
    let mask = table.count - 1
    let hash = Self.hash(variable, low, high)
    let tag = hash & ~Self.nameBits
    var slot = Int(hash >> shift)
    while table.base[slot] != 0 {
      let entry = table.base[slot]
      if entry & ~Self.nameBits == tag {
        let known = UInt32(truncatingIfNeeded: entry & Self.nameBits)
        let candidate = nodes.base[Int(known)]
        if candidate.low == low && candidate.high == high && candidate.variable == variable {
          return known
        }
      }
      slot = (slot + 1) & mask
    }
    let index = add(Node(variable: variable, low: low, high: high))
    table.base[slot] = tag | UInt64(index)
    if liveCount * 2 > table.count, mayGrowTable() { growTable() }
    return index
  }

  private mutating func askLimit() {
    lookUpsUntilAsked = Self.lookUpsBetween
    guard let limit else { return }
    // Room for the nodes until the next check, and for those made while the operations unwind.
    if nodes.count + 2 * Self.lookUpsBetween > room { limit.noteFull() }
    if limit.endsWork(taking: bytes) { isStopped = true }
  }

  /// Whether the table may double, with the nodes that it then has room for and a cache to match.
  /// If that would pass the limit, the work ends; the operations that still unwind may fill the
  /// table until it is nearly full, and only then does it grow all the same.
  private mutating func mayGrowTable() -> Bool {
    let nodeBytes = nodes.capacity * MemoryLayout<Node>.stride
    // During growth, the old and the new copy are both in memory: first of the table, then of the
    // cache.
    let more = table.bytes + max(table.bytes, nodeBytes + cache.growth(toHold: liveCount))
    if let limit, limit.endsWork(taking: bytes, adding: more) { isStopped = true }
    return !isStopped || liveCount * 8 > table.count * 7
  }

  private mutating func add(_ node: Node) -> UInt32 {
    if firstFreed != 0 {
      let index = firstFreed
      firstFreed = nodes.base[Int(index)].low
      freedCount -= 1
      nodes.base[Int(index)] = node
      return index
    }
    guard nodes.count < room else { Exhaustion.end("a condition takes more than \(room) nodes") }
    nodes.append(node)
    return UInt32(nodes.count - 1)
  }

  private mutating func growTable() {
    var old = PlainBuffer<UInt64>(spreadZeros: table.count * 2)
    swap(&table, &old)
    shift -= 1
    for slot in 0..<old.count where old.base[slot] != 0 { enter(old.base[slot]) }
    cache.grow(toHold: liveCount)
  }

  /// Puts an entry into the first free slot at or after the slot of its hash.
  @inline(__always)
  private func enter(_ entry: UInt64) {
    let mask = table.count - 1
    var slot = Int(entry >> shift)
    while table.base[slot] != 0 { slot = (slot + 1) & mask }
    table.base[slot] = entry
  }

  /// A hash of three numbers whose high bits depend on all of them.
  @inline(__always)
  static func hash(_ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt64 {
    var h = (UInt64(a) << 32 | UInt64(b)) &* 0x9E37_79B9_7F4A_7C15
    h ^= h >> 32
    return (h ^ UInt64(c)) &* 0xD6E8_FEB8_6659_FD93
  }

  /// The low and high sides of `index` at `variable`, which is at or above the node's own.
  @inline(__always)
  func sides(of index: UInt32, at variable: UInt32) -> Sides {
    let node = self[index]
    return node.variable == variable ? (node.low, node.high) : (index, index)
  }

  // MARK: Freeing

  /// Frees every node that none of the roots needs, and forgets the cached results that refer to
  /// one. Linear in the number of nodes and of results.
  mutating func collect(keeping roots: [UInt32]) {
    var isNeeded = PlainBuffer<Bool>(repeating: false, count: nodes.count)
    (isNeeded[0], isNeeded[1]) = (true, true)
    var open = roots
    while let index = open.popLast() {
      if isNeeded[Int(index)] { continue }
      isNeeded[Int(index)] = true
      open.append(self[index].low)
      open.append(self[index].high)
    }
    (firstFreed, freedCount) = (0, 0)
    // Backwards, so that low indices are used again first.
    for index in (2..<nodes.count).reversed() where !isNeeded[index] {
      nodes.base[index] = Node(variable: Self.freed, low: firstFreed, high: 0)
      firstFreed = UInt32(index)
      freedCount += 1
    }
    forgetEntries(but: isNeeded)
    cache.forget(but: isNeeded)
  }

  /// Removes the entries of all unneeded nodes from the table, in one pass over its slots: each
  /// entry is taken out and, if it stays, entered again, at its slot or nearer to the slot of its
  /// hash. The pass starts after a free slot, so that no entry moves to a place before the start of
  /// the pass.
  private mutating func forgetEntries(but isNeeded: borrowing PlainBuffer<Bool>) {
    let mask = table.count - 1
    var start = 0
    while table.base[start] != 0 { start += 1 }
    for step in 1...mask {
      let slot = (start + step) & mask
      let entry = table.base[slot]
      guard entry != 0 else { continue }
      table.base[slot] = 0
      if isNeeded[Int(entry & Self.nameBits)] { enter(entry) }
    }
  }
}
