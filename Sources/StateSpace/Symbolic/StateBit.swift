/// One bit of a packed state.
public struct StateBit: Hashable, Sendable, Comparable {
  /// The word that holds it, from 0.
  public let word: Int
  /// Its place in the word, 0 to 63.
  public let place: Int

  /// The bit at `place` of word `word`.
  public init(word: Int, place: Int) {
    self.word = word
    self.place = place
  }

  /// The word with this bit alone.
  public var mask: UInt64 { 1 << UInt64(place) }

  /// Orders by word, then by place.
  public static func < (a: StateBit, b: StateBit) -> Bool {
    (a.word, a.place) < (b.word, b.place)
  }

  /// The bits that are set in a row of words, ascending.
  public static func bits(of row: [UInt64]) -> [StateBit] {
    row.indices.flatMap { word in
      (0..<64).filter { row[word] >> UInt64($0) & 1 == 1 }.map { StateBit(word: word, place: $0) }
    }
  }
}
