/// Results of operations on diagrams, so that a shared part of a graph is worked on once.
///
/// The cache is direct-mapped: a new result overwrites an old one in the same slot. Losing a result
/// costs time and never changes an answer.
struct OperationCache {
  enum Operation: UInt32 {
    case not = 1
    case and, or, xor, ifThenElse, restrict, exists
  }

  private struct Entry {
    var operation: UInt32
    var a: UInt32
    var b: UInt32
    var c: UInt32
    var result: UInt32
  }

  private static let largestCount = 1 << 22
  private var entries: [Entry]

  init() {
    entries = Self.empty(count: 1 << 12)
  }

  private static func empty(count: Int) -> [Entry] {
    [Entry](repeating: Entry(operation: 0, a: 0, b: 0, c: 0, result: 0), count: count)
  }

  private func slot(_ operation: Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> Int {
    DecisionDiagrams.hash(a, b, c &* 8 &+ operation.rawValue) & (entries.count - 1)
  }

  func result(_ operation: Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32 = 0) -> UInt32? {
    let entry = entries[slot(operation, a, b, c)]
    guard entry.operation == operation.rawValue, entry.a == a, entry.b == b, entry.c == c else {
      return nil
    }
    return entry.result
  }

  mutating func store(
    _ operation: Operation, _ operands: (a: UInt32, b: UInt32, c: UInt32), _ result: UInt32
  ) {
    entries[slot(operation, operands.a, operands.b, operands.c)] = Entry(
      operation: operation.rawValue, a: operands.a, b: operands.b, c: operands.c, result: result)
  }

  /// Widens the cache with the number of nodes; what it held is forgotten.
  mutating func grow(toHold nodeCount: Int) {
    guard entries.count < nodeCount * 2, entries.count < Self.largestCount else { return }
    entries = Self.empty(count: min(entries.count * 4, Self.largestCount))
  }
}
