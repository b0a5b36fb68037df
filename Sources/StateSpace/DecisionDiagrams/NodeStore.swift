/// The nodes of decision diagrams, each distinct one once, and what was computed about them.
///
/// Everything lies in flat rows: the nodes, a table of open addressing that finds a node by what it
/// asks and where it goes, and a cache of results. The recursive operations are methods of this
/// value and not of ``DecisionDiagrams``, because a class would check each access of its properties
/// while it runs.
///
/// A node is named by its index; 0 and 1 are the constants. Nodes that nothing needs any more are
/// freed by ``collect(keeping:)`` alone, and the names of the others stay.
struct NodeStore: ~Copyable {
  struct Node: BitwiseCopyable {
    var variable: UInt32
    var low: UInt32
    var high: UInt32
  }

  typealias Sides = (low: UInt32, high: UInt32)

  /// Names share a word with an operation in the cache.
  static let mostNodes = 1 << 27
  /// The part of an entry that is a node's name.
  private static let nameBits: UInt64 = 1 << 27 - 1
  /// What a freed node asks for; its `low` names the next freed one.
  private static let freed = UInt32.max

  let variableCount: Int
  /// The most nodes that there may be.
  private let room: Int
  private(set) var nodes: PlainBuffer<Node>
  var cache = OperationCache()
  /// 0 marks a free slot, because constants are never looked up. A name lies in the low bits, and
  /// the high bits of the node's hash above it, so that other nodes are passed over unseen. Entries
  /// stand in the order of their hashes, so that a larger table is filled from front to back.
  private var table: PlainBuffer<UInt64>
  /// How far a hash is shifted for its slot: the table has 2 to the power of 64 less this.
  private var shift: UInt64
  /// What may end the work, and whether it did: see ``WorkLimit``.
  var limit: WorkLimit? { didSet { isStopped = limit?.stop != nil } }
  private(set) var isStopped = false
  private var lookUpsUntilAsked = Self.lookUpsBetween
  /// How many nodes are asked for, some milliseconds' work, before the limit is asked.
  private static let lookUpsBetween = 1 << 16
  private var firstFreed: UInt32 = 0
  private var freedCount = 0

  /// Starts with the two constants.
  ///
  /// - Parameter room: the most nodes that there may be, far fewer in tests.
  init(variableCount: Int, room: Int = Self.mostNodes) {
    precondition(variableCount >= 0 && variableCount < Int(UInt32.max - 1), "a count of variables")
    (self.variableCount, self.room) = (variableCount, room)
    // The constants ask for a variable beyond the last, so that they sort below every node.
    let end = UInt32(variableCount)
    nodes = PlainBuffer(capacity: 512)
    nodes.append(Node(variable: end, low: 0, high: 0))
    nodes.append(Node(variable: end, low: 1, high: 1))
    table = PlainBuffer(repeating: 0, count: 1024)
    shift = 64 - 10
  }

  /// The nodes in use, the two constants among them.
  var liveCount: Int { nodes.count - freedCount }

  /// The memory in use, in bytes.
  var bytes: Int {
    nodes.capacity * MemoryLayout<Node>.stride + table.bytes
      + cache.bytes
  }

  /// The node of a name.
  @inline(__always)
  subscript(_ index: UInt32) -> Node { nodes.base[Int(index)] }

  /// The only node that asks for `variable` and goes on to `low` or `high`; both ask for later
  /// variables.
  @inline(__always)
  mutating func node(_ variable: UInt32, low: UInt32, high: UInt32) -> UInt32 {
    low == high ? low : lookUp(variable, low, high)
  }

  /// ``node(_:low:high:)`` without a look-up where the sides are those of an operand `a`: then it
  /// is `a`.
  @inline(__always)
  mutating func node(
    _ variable: UInt32, low: UInt32, high: UInt32, knowing a: UInt32, _ x: Sides
  ) -> UInt32 {
    low == x.low && high == x.high ? a : node(variable, low: low, high: high)
  }

  /// The same where it may be either of two operands.
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
    // As many may follow until the next question, and some while the operations come to their end.
    if nodes.count + 2 * Self.lookUpsBetween > room { limit.noteFull() }
    if limit.endsWork(taking: bytes) { isStopped = true }
  }

  /// Whether the table may be twice as large, with the nodes that it then has room for and a cache
  /// to match. Where that would pass the limit, the work ends; what comes yet has room until the
  /// table is nearly full.
  private mutating func mayGrowTable() -> Bool {
    let nodeBytes = nodes.capacity * MemoryLayout<Node>.stride
    // Old and new are in memory at a time: first two tables, then two caches.
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

  /// Puts an entry into the first free slot from its own on.
  @inline(__always)
  private func enter(_ entry: UInt64) {
    let mask = table.count - 1
    var slot = Int(entry >> shift)
    while table.base[slot] != 0 { slot = (slot + 1) & mask }
    table.base[slot] = entry
  }

  /// Three numbers as one whose high bits depend on all of theirs.
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

  /// Frees every node that none of the roots needs and forgets the results that name one. Linear in
  /// the number of nodes and of results.
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
    // Backwards, so that low names are given out first.
    for index in (2..<nodes.count).reversed() where !isNeeded[index] {
      nodes.base[index] = Node(variable: Self.freed, low: firstFreed, high: 0)
      firstFreed = UInt32(index)
      freedCount += 1
    }
    forgetEntries(but: isNeeded)
    cache.forget(but: isNeeded)
  }

  /// Takes the entries of all other nodes out of the table, in one pass over its slots: each entry
  /// is taken out and, where it stays, put back, which is never behind where it was. The pass
  /// begins behind a free slot, so that nothing is put back before where the pass began.
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
