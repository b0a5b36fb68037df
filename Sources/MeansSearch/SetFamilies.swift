/// Families of sets of means, each stored once under a number, with cached operations.
///
/// A set of means is a number, so a family of sets is an array of bits, one for each number.
/// Hundreds of thousands of states share some hundreds of families; unions and the effects of steps
/// on families are computed once and looked up afterwards.
struct SetFamilies {
  /// The number of the empty family.
  static let none: UInt32 = 0
  /// For each b < 6, the bits of a word whose position has bit `b` set.
  private static let patterns: [UInt64] = [
    0xAAAA_AAAA_AAAA_AAAA, 0xCCCC_CCCC_CCCC_CCCC, 0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000,
  ]

  /// The number of words in a family.
  private let width: Int
  /// The family of all sets.
  private let all: [UInt64]
  private var words: [UInt64] = []
  private var numbers: [[UInt64]: UInt32] = [:]
  /// A cache of unions, each at the place that its key determines.
  private var unions = [(key: UInt64, number: UInt32)](repeating: (0, 0), count: 1 << 16)
  private var having: [UInt32: UInt32] = [:]
  private let uses: [MeansArrivals.Use]
  /// The results of ``before(_:reaching:)`` for each use, by the family's number; `nil` where
  /// unknown.
  private var before: [[UInt32?]]

  /// - Parameters:
  ///   - bits: the number of members that a set can have.
  ///   - uses: the means that steps need, and those that they add to a set.
  init(bits: Int, uses: [MeansArrivals.Use]) {
    self.uses = uses
    before = [[UInt32?]](repeating: [], count: uses.count)
    width = max(1, (1 << bits) / 64)
    let full: UInt64 = bits >= 6 ? .max : UInt64(1) << UInt64(1 << bits) - 1
    all = [UInt64](repeating: full, count: width)
    _ = number { _ in }
  }

  /// Returns the number of the family whose bits a closure sets.
  mutating func number(filling fill: (inout [UInt64]) -> Void) -> UInt32 {
    var family = [UInt64](repeating: 0, count: width)
    fill(&family)
    return number(of: family)
  }

  private mutating func number(of family: [UInt64]) -> UInt32 {
    if let number = numbers[family] { return number }
    let number = UInt32(numbers.count)
    numbers[family] = number
    words += family
    return number
  }

  private func family(_ number: UInt32) -> ArraySlice<UInt64> {
    words[Int(number) * width..<(Int(number) + 1) * width]
  }

  /// Whether a family contains a set.
  func contains(_ set: UInt32, in number: UInt32) -> Bool {
    words[Int(number) * width + Int(set >> 6)] >> UInt64(set & 63) & 1 == 1
  }

  /// Returns the union of two families.
  mutating func union(_ one: UInt32, _ other: UInt32) -> UInt32 {
    guard one != other, other != Self.none else { return one }
    guard one != Self.none else { return other }
    let key = UInt64(min(one, other)) << 32 | UInt64(max(one, other))
    let place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 48)
    if unions[place].key == key { return unions[place].number }
    let made = number(of: zip(family(one), family(other)).map { $0 | $1 })
    unions[place] = (key, made)
    return made
  }

  /// Returns the family of the sets that contain all required means.
  mutating func having(_ means: UInt32) -> UInt32 {
    if let known = having[means] { return known }
    var family = all
    require(means, &family)
    let made = number(of: family)
    having[means] = made
    return made
  }

  /// Returns the family of the sets with which a step of some use leads to a set in a family.
  mutating func before(_ use: Int, reaching number: UInt32) -> UInt32 {
    if Int(number) < before[use].count, let known = before[use][Int(number)] { return known }
    var family = Array(self.family(number))
    give(uses[use].gives, &family)
    require(uses[use].needs, &family)
    let made = self.number(of: family)
    before[use] += [UInt32?](repeating: nil, count: max(0, Int(number) + 1 - before[use].count))
    before[use][Int(number)] = made
    return made
  }

  /// Keeps the sets that contain all of `means`.
  private func require(_ means: UInt32, _ family: inout [UInt64]) {
    var rest = means
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      if bit < 6 {
        for word in family.indices { family[word] &= Self.patterns[bit] }
      } else {
        for word in family.indices where word >> (bit - 6) & 1 == 0 { family[word] = 0 }
      }
    }
  }

  /// Replaces a family by the sets that are in it once `means` are added to them.
  private func give(_ means: UInt32, _ family: inout [UInt64]) {
    var rest = means
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      if bit < 6 {
        for word in family.indices {
          let having = family[word] & Self.patterns[bit]
          family[word] = having | having >> UInt64(1 << bit)
        }
      } else {
        let distance = 1 << (bit - 6)
        for word in family.indices where word >> (bit - 6) & 1 == 0 {
          family[word] = family[word + distance]
        }
      }
    }
  }
}
