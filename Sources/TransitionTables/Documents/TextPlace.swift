/// The places of a scalar's characters in its file, also for scalars that span several lines;
/// diagnostics about the inside of an expression point at them.
struct TextPlace: Sendable, Hashable {
  /// A part of the text on one line of the file.
  struct Piece: Sendable, Hashable {
    /// The offset in Unicode scalars from the start of the text.
    var offset: Int
    var location: SourceLocation
  }

  /// The place where the text begins, after an opening quote.
  let start: SourceLocation
  /// The parts in the order of the text; empty where the whole text is on one line.
  let pieces: [Piece]

  init(start: SourceLocation, pieces: [Piece] = []) {
    self.start = start
    self.pieces = pieces
  }

  /// Returns the place of a character, by its offset in Unicode scalars.
  func location(at offset: Int) -> SourceLocation {
    let behind = pieces.count(upTo: { $0.offset <= offset })
    guard behind > 0 else { return start.advanced(by: offset) }
    let piece = pieces[behind - 1]
    return piece.location.advanced(by: offset - piece.offset)
  }

  /// Finds the parts of a scalar that do not directly continue the previous one: the lines of a
  /// folded, literal or broken scalar, and the text after a tag. It matches the visible characters
  /// with those of the file, up to the first escape, where both differ.
  ///
  /// - Parameters:
  ///   - text: the scalar's value as YAML parses it.
  ///   - range: the characters of the file from its tag, anchor or first sign to its end.
  ///   - isBlock: whether the text begins on the line after an indicator.
  ///   - isQuoted: whether the text begins after a quote.
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
