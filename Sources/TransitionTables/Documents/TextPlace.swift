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
    guard let piece = pieces.last(where: { $0.offset <= offset }) else {
      return start.advanced(by: offset)
    }
    return piece.location.advanced(by: offset - piece.offset)
  }

  /// Finds the lines over which a folded, literal or broken scalar runs, by following its visible
  /// characters through the file. Gives nothing where they differ, as they do behind an escape.
  ///
  /// - Parameters:
  ///   - text: the scalar as YAML reads it.
  ///   - mark: where the scalar begins; for a block scalar its indicator.
  ///   - isBlock: whether the text begins in the line after the mark.
  static func pieces(
    of text: String, at mark: SourceLocation, isBlock: Bool, lines: [String]
  ) -> [Piece] {
    var cursor = Cursor(lines: lines, line: mark.line - (isBlock ? 0 : 1))
    if !isBlock { cursor.column = mark.column - 1 }
    var pieces: [Piece] = []
    var lastLine: Int?
    for (offset, scalar) in text.unicodeScalars.enumerated()
    where !scalar.isBlank {
      guard cursor.next() == scalar else { return [] }
      if cursor.line != lastLine {
        lastLine = cursor.line
        let place = SourceLocation(
          file: mark.file, line: cursor.line + 1, column: cursor.column)
        pieces.append(Piece(offset: offset, location: place))
      }
    }
    return pieces.count > 1 || isBlock ? pieces : []
  }

  /// Walks over the visible characters of a file.
  private struct Cursor {
    let lines: [String]
    var line: Int
    /// One behind the character that was read last, from 0.
    var column = 0
    private var scalars: [Unicode.Scalar] = []
    private var loaded: Int?

    init(lines: [String], line: Int) {
      self.lines = lines
      self.line = line
    }

    mutating func next() -> Unicode.Scalar? {
      while lines.indices.contains(line) {
        if loaded != line { (scalars, loaded) = (Array(lines[line].unicodeScalars), line) }
        while column < scalars.count {
          column += 1
          if !scalars[column - 1].isBlank { return scalars[column - 1] }
        }
        (line, column) = (line + 1, 0)
      }
      return nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is white space; of ASCII, which most text is, this is known without a table.
  var isBlank: Bool {
    isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
  }
}
