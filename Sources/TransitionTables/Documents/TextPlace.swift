/// Where the characters of a scalar stand in its file, also where the scalar runs over several
/// lines: what a complaint about the inside of an expression points at.
struct TextPlace: Sendable, Hashable {
  /// A part of the text that stands in one line of the file.
  struct Piece: Sendable, Hashable {
    /// Unicode scalars from the start of the text.
    var offset: Int
    var location: SourceLocation
  }

  /// Where the text begins, apart from a quote.
  let start: SourceLocation
  /// In the order of the text; empty where the whole text stands in one line.
  let pieces: [Piece]

  init(start: SourceLocation, pieces: [Piece] = []) {
    self.start = start
    self.pieces = pieces
  }

  /// The place of the character that many Unicode scalars after the start.
  func location(at offset: Int) -> SourceLocation {
    let behind = pieces.count(upTo: { $0.offset <= offset })
    guard behind > 0 else { return start.advanced(by: offset) }
    let piece = pieces[behind - 1]
    return piece.location.advanced(by: offset - piece.offset)
  }

  /// Finds the parts of a scalar that are not where those before them lead one to expect: the lines
  /// of a folded, literal or broken one, and what stands behind a tag. Follows its visible
  /// characters through the file, no further than to an escape, where both differ.
  ///
  /// - Parameters:
  ///   - text: the scalar as YAML reads it.
  ///   - range: the characters of the file from its tag, anchor or first sign to its end.
  ///   - isBlock: whether the text begins in the line after an indicator.
  ///   - isQuoted: whether it begins after a quote.
  static func pieces(
    of text: String, in source: NumberedText, _ range: Range<Int>, isBlock: Bool, isQuoted: Bool
  ) -> [Piece] {
    var rest = source.scalars[range]
    while let first = rest.first, "!&#".unicodeScalars.contains(first) {
      rest = rest.drop { first == "#" ? !$0.isLineEnd : !$0.isBlank }.drop(while: \.isBlank)
    }
    if isBlock { rest = rest.drop { !$0.isLineEnd } }
    if isQuoted { rest = rest.dropFirst() }
    var distance = range.lowerBound + (isQuoted ? 1 : 0)
    var pieces: [Piece] = []
    for (offset, scalar) in text.unicodeScalars.enumerated() where !scalar.isBlank {
      let blanks = rest.prefix(while: \.isBlank)
      rest = rest[blanks.endIndex...]
      guard rest.first == scalar else { break }
      if rest.startIndex - offset != distance || blanks.contains(where: \.isLineEnd) {
        distance = rest.startIndex - offset
        pieces.append(Piece(offset: offset, location: source.place(of: rest.startIndex)))
      }
      rest = rest.dropFirst()
    }
    return pieces
  }
}
