/// The characters of a text by number, from 0, with the line and column that an editor shows for
/// each.
///
/// libyaml also ends lines at U+0085, U+2028 and U+2029, where editors do not. So only the
/// character number of its marks is used, and line and column are computed from it.
struct NumberedText {
  let scalars: [Unicode.Scalar]
  private let file: String
  /// The number of the first character of each line, as in ``LocatedDocument/lines``.
  private let starts: [Int]

  init(_ text: String, file: String) {
    let scalars = Array(text.unicodeScalars)
    let ends = scalars.indices.filter { index in
      let isPair = index + 1 < scalars.count && scalars[index + 1] == "\n"
      return scalars[index] == "\n" || scalars[index] == "\r" && !isPair
    }
    (self.scalars, self.file, starts) = (scalars, file, [0] + ends.map { $0 + 1 })
  }

  /// Returns the place of a character, or of the end of the text.
  func place(of number: Int) -> SourceLocation {
    let line = starts.count(upTo: { $0 <= number })
    return SourceLocation(file: file, line: line, column: number - starts[line - 1] + 1)
  }
}

extension Array {
  /// Counts the leading elements that fulfil a condition, by binary search; no element after the
  /// first that fails it may fulfil it.
  func count(upTo holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Unicode.Scalar {
  /// Whether the character ends a line in YAML 1.1.
  var isLineEnd: Bool {
    switch self {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Whether the character is white space; ASCII, the common case, needs no table.
  var isBlank: Bool {
    isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
  }
}
