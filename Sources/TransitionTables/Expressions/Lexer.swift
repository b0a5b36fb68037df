/// Splits the text of an expression into tokens that know their columns.
struct Lexer {
  /// A token: a word (with dots), a number or a symbol.
  struct Token: Equatable {
    enum Kind: Equatable { case word, number, symbol, end }
    var kind: Kind
    var text: String
    /// Unicode scalars from the start of the expression, as columns of a file count.
    var offset: Int
  }

  /// A character that belongs to no token.
  struct StrayCharacter: Error {
    var character: Character
    var offset: Int
  }

  private static let symbols: [(text: String, characters: [Character])] = [
    "==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", "{", "}", ",", "+", "-", ":",
  ].map { ($0, Array($0)) }

  /// The tokens of a text, with an end token last.
  static func tokens(of text: String) throws(StrayCharacter) -> [Token] {
    let characters = Array(text)
    var offsets = [0]
    for character in characters {
      offsets.append((offsets.last ?? 0) + character.unicodeScalars.count)
    }
    var tokens: [Token] = []
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character.isWhitespace {
        index += 1
      } else if isWordStart(character) || character.isNumber {
        let start = index
        let kind: Token.Kind = character.isNumber ? .number : .word
        while index < characters.count, isWordPart(characters[index]) { index += 1 }
        tokens.append(
          Token(kind: kind, text: String(characters[start..<index]), offset: offsets[start]))
      } else if let symbol = symbol(in: characters, at: index) {
        tokens.append(Token(kind: .symbol, text: symbol, offset: offsets[index]))
        index += symbol.count
      } else {
        throw StrayCharacter(character: character, offset: offsets[index])
      }
    }
    tokens.append(Token(kind: .end, text: "", offset: offsets[characters.count]))
    return tokens
  }

  private static func symbol(in characters: [Character], at index: Int) -> String? {
    symbols.first { characters[index...].starts(with: $0.characters) }?.text
  }

  private static func isWordStart(_ character: Character) -> Bool {
    isSmallLetter(character) || character.isLetter || character == "_"
  }

  private static func isWordPart(_ character: Character) -> Bool {
    isSmallLetter(character) || character.isLetter || character.isNumber || character == "_"
      || character == "."
  }

  /// Most characters are, and this is known without Unicode's tables.
  private static func isSmallLetter(_ character: Character) -> Bool {
    character >= "a" && character <= "z" && character.isASCII
  }
}
