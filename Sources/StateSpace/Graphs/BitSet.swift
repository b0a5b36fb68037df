/// A set of small whole numbers, one bit for each number that could be a member.
public struct BitSet: Hashable, Sendable {
  /// The numbers `0..<capacity` can be members.
  public let capacity: Int
  private var words: [UInt64]

  /// The empty set over `0..<capacity`.
  public init(capacity: Int) {
    precondition(capacity >= 0, "a capacity")
    self.capacity = capacity
    words = [UInt64](repeating: 0, count: (capacity + 63) / 64)
  }

  /// The set of the given numbers over `0..<capacity`.
  public init(capacity: Int, _ members: some Sequence<Int>) {
    self.init(capacity: capacity)
    for member in members { insert(member) }
  }

  /// The set of all numbers in `0..<capacity` that satisfy a predicate.
  public init(capacity: Int, where isMember: (Int) -> Bool) {
    self.init(capacity: capacity, (0..<capacity).lazy.filter(isMember))
  }

  /// The set of all numbers in `0..<capacity`.
  public static func all(capacity: Int) -> BitSet {
    BitSet(capacity: capacity).complement
  }

  /// Whether `number` is a member; a number out of range is not.
  public func contains(_ number: Int) -> Bool {
    number >= 0 && number < capacity && words[number >> 6] >> UInt64(number & 63) & 1 == 1
  }

  /// Makes `number`, which must be in range, a member.
  ///
  /// - Returns: whether it was not a member before.
  @discardableResult
  public mutating func insert(_ number: Int) -> Bool {
    precondition(number >= 0 && number < capacity, "a number in range")
    let bit: UInt64 = 1 << UInt64(number & 63)
    let isNew = words[number >> 6] & bit == 0
    words[number >> 6] |= bit
    return isNew
  }

  /// Removes `number` from the members, if it is one.
  public mutating func remove(_ number: Int) {
    guard contains(number) else { return }
    words[number >> 6] &= ~(1 << UInt64(number & 63))
  }

  /// The number of members. Costs one pass over the words.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether there is no member.
  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The smallest member.
  public var first: Int? {
    guard let word = words.firstIndex(where: { $0 != 0 }) else { return nil }
    return word << 6 + words[word].trailingZeroBitCount
  }

  /// The members in ascending order.
  public var members: [Int] {
    var found: [Int] = []
    for (position, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        found.append(position << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return found
  }

  /// The numbers in range that are not members.
  public var complement: BitSet {
    var result = self
    for position in words.indices { result.words[position] = ~words[position] }
    // Bits beyond the capacity stay zero, so that equal sets have equal words.
    if capacity & 63 != 0 { result.words[words.count - 1] &= 1 << UInt64(capacity & 63) - 1 }
    return result
  }

  /// The numbers that are members of both sets; the capacities must agree.
  public func intersection(_ other: BitSet) -> BitSet { combined(other, &) }

  /// The numbers that are members of either set; the capacities must agree.
  public func union(_ other: BitSet) -> BitSet { combined(other, |) }

  /// The members that are not in `other`; the capacities must agree.
  public func subtracting(_ other: BitSet) -> BitSet { combined(other) { $0 & ~$1 } }

  /// Whether every member is in `other`; the capacities must agree.
  public func isSubset(of other: BitSet) -> Bool { subtracting(other).isEmpty }

  private func combined(_ other: BitSet, _ operation: (UInt64, UInt64) -> UInt64) -> BitSet {
    precondition(capacity == other.capacity, "sets of one capacity")
    var result = self
    for position in words.indices {
      result.words[position] = operation(words[position], other.words[position])
    }
    return result
  }
}
