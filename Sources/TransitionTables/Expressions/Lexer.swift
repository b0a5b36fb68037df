/// Splits the text of an expression into tokens with their columns.
struct Lexer {
  /// A token: a word (with dots), a number or a symbol.
  struct Token: Equatable {
    enum Kind: Equatable { case word, number, symbol, end }
    var kind: Kind
    var text: String
    /// The offset in Unicode scalars from the start of the expression, in which file columns count
    /// too.
    var offset: Int
  }

  /// A character that belongs to no token.
  struct StrayCharacter: Error {
    var character: Character
    var offset: Int
  }

  private static let symbols = [
    "==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", "{", "}", ",", "+", "-", ":",
  ]

  /// The tokens of a text, with an end token last.
  static func tokens(of text: String) throws(StrayCharacter) -> [Token] {
    var rest = text.unicodeScalars[...]
    var tokens: [Token] = []
    var offset = 0
    while let scalar = rest.first {
      var length = 1
      if isWordStart(scalar) || isDigit(scalar) {
        let word = rest.prefix(while: isWordPart)
        length = word.count
        let kind: Token.Kind = isDigit(scalar) ? .number : .word
        tokens.append(Token(kind: kind, text: String(word), offset: offset))
      } else if !scalar.isBlank {
        guard let symbol = symbols.first(where: { rest.starts(with: $0.unicodeScalars) }) else {
          throw StrayCharacter(character: Character(scalar), offset: offset)
        }
        length = symbol.unicodeScalars.count
        tokens.append(Token(kind: .symbol, text: symbol, offset: offset))
      }
      rest = rest.dropFirst(length)
      offset += length
    }
    tokens.append(Token(kind: .end, text: "", offset: offset))
    return tokens
  }

  private static func isWordStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_": true
    default: !scalar.isASCII && scalar.properties.isAlphabetic
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("0"..."9").contains(scalar) : scalar.properties.numericType != nil
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    isWordStart(scalar) || isDigit(scalar) || scalar == "."
      || !scalar.isASCII && scalar.properties.isGraphemeExtend
  }
}
