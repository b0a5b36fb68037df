/// One bit of a packed state.
public struct StateBit: Hashable, Sendable, Comparable {
  /// The index of the word that holds the bit, from 0.
  public let word: Int
  /// The position in the word, 0 to 63.
  public let place: Int

  /// The bit at `place` of word `word`.
  public init(word: Int, place: Int) {
    self.word = word
    self.place = place
  }

  /// The word in which only this bit is set.
  public var mask: UInt64 { 1 << UInt64(place) }

  /// Orders by word, then by place.
  public static func < (a: StateBit, b: StateBit) -> Bool {
    (a.word, a.place) < (b.word, b.place)
  }

  /// The bits that are set in an array of words, in ascending order.
  public static func bits(of row: [UInt64]) -> [StateBit] {
    row.indices.flatMap { word in
      (0..<64).filter { row[word] >> UInt64($0) & 1 == 1 }.map { StateBit(word: word, place: $0) }
    }
  }
}
