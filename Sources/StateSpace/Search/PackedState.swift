/// A packed state of fixed width, so that the compiler specializes the search's loop for each
/// width.
protocol PackedState: BitwiseCopyable, Sendable, Hashable {
  static var wordCount: Int { get }
  static var zero: Self { get }
  /// Word 0, which holds the selector bits.
  var first: UInt64 { get }
  subscript(word word: Int) -> UInt64 { get set }
  var isZero: Bool { get }
  static func & (a: Self, b: Self) -> Self
  static func | (a: Self, b: Self) -> Self
  static func ^ (a: Self, b: Self) -> Self
}

extension PackedState {
  /// A state of the given words; the words after them are zero.
  init(_ words: [UInt64]) {
    self = .zero
    for (word, value) in words.enumerated() { self[word: word] = value }
  }

  /// A state of `count` words read from memory; the words after them are zero.
  @inline(__always)
  init(_ words: UnsafePointer<UInt64>, count: Int) {
    self = .zero
    for word in 0..<count { self[word: word] = words[word] }
  }

  @inline(__always)
  func matches(_ mask: Self, _ value: Self) -> Bool { ((self & mask) ^ value).isZero }

  @inline(__always)
  func equals(_ words: UnsafePointer<UInt64>, count: Int) -> Bool {
    var difference = self[word: 0] ^ words[0]
    for word in 1..<max(count, 1) { difference |= self[word: word] ^ words[word] }
    return difference == 0
  }

  /// A hash of the first `count` words whose high bits are suitable for addressing a table.
  @inline(__always)
  func hash(count: Int) -> UInt64 {
    var h = self[word: 0] &* 0x9E37_79B9_7F4A_7C15
    for word in 1..<max(count, 1) {
      h = ((h ^ h >> 32) ^ self[word: word]) &* 0x9E37_79B9_7F4A_7C15
    }
    return (h ^ h >> 32) &* 0xD6E8_FEB8_6659_FD93
  }

  /// The first `count` words.
  func words(_ count: Int) -> [UInt64] { (0..<count).map { self[word: $0] } }
}

extension UInt64: PackedState {
  static var wordCount: Int { 1 }
  @inline(__always) var first: UInt64 { self }
  @inline(__always) var isZero: Bool { self == 0 }
  @inline(__always) subscript(word word: Int) -> UInt64 {
    get { self }
    set { self = newValue }
  }
}

extension SIMD2<UInt64>: PackedState {
  static var wordCount: Int { 2 }
  @inline(__always) var first: UInt64 { self[0] }
  @inline(__always) var isZero: Bool { self[0] | self[1] == 0 }
  @inline(__always) subscript(word word: Int) -> UInt64 {
    get { self[word] }
    set { self[word] = newValue }
  }
}

extension SIMD4<UInt64>: PackedState {
  static var wordCount: Int { 4 }
  @inline(__always) var first: UInt64 { self[0] }
  @inline(__always) var isZero: Bool { (lowHalf | highHalf).isZero }
  @inline(__always) subscript(word word: Int) -> UInt64 {
    get { self[word] }
    set { self[word] = newValue }
  }
}

extension SIMD8<UInt64>: PackedState {
  static var wordCount: Int { 8 }
  @inline(__always) var first: UInt64 { self[0] }
  @inline(__always) var isZero: Bool { (lowHalf | highHalf).isZero }
  @inline(__always) subscript(word word: Int) -> UInt64 {
    get { self[word] }
    set { self[word] = newValue }
  }
}
