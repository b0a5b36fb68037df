/// The characters of a text by their numbers, from 0, and where an editor shows each.
///
/// libyaml ends a line at U+0085, U+2028 and U+2029 too, where no editor does. So of its marks the
/// number of the character alone is taken, and the place is found from that.
struct NumberedText {
  let scalars: [Unicode.Scalar]
  private let file: String
  /// The first character of each line of ``LocatedDocument/lines``.
  private let starts: [Int]

  init(_ text: String, file: String) {
    let scalars = Array(text.unicodeScalars)
    let ends = scalars.indices.filter { index in
      let isPair = index + 1 < scalars.count && scalars[index + 1] == "\n"
      return scalars[index] == "\n" || scalars[index] == "\r" && !isPair
    }
    (self.scalars, self.file, starts) = (scalars, file, [0] + ends.map { $0 + 1 })
  }

  /// Where a character stands, or the end of the text.
  func place(of number: Int) -> SourceLocation {
    let line = starts.count(upTo: { $0 <= number })
    return SourceLocation(file: file, line: line, column: number - starts[line - 1] + 1)
  }
}

extension Array {
  /// How many elements something holds for that holds for none behind the first it does not.
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
  /// Whether YAML 1.1 ends a line here.
  var isLineEnd: Bool {
    switch self {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Whether it is white space; of ASCII, which most text is, this is known without a table.
  var isBlank: Bool {
    isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
  }
}
