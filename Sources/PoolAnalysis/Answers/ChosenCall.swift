/// A call as the user writes it: `signIn(flow: userSRP)`, `signIn password=current flow=userSRP`,
/// or its name alone.
struct ChosenCall {
  /// An input: `name: value`, `name=value`, or a single word, which is a value or a switch that is
  /// on.
  struct Input {
    var name: String
    var value: String?
  }

  var name: String
  var inputs: [Input] = []
  /// Whether the inputs stand in parentheses, which means that the list is complete.
  var isClosed = false

  /// - Returns: nil where the text is not a call.
  init?(_ text: String) {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !name.isEmpty else { return nil }
    self.name = String(name)
    var rest = text.dropFirst(name.count).drop { $0 == " " }
    if rest.first == "(" {
      guard rest.last == ")" else { return nil }
      isClosed = true
      rest = rest.dropFirst().dropLast()
    }
    var words = Self.words(of: rest)[...]
    while let word = words.popFirst() {
      guard !Self.isSign(word) else { return nil }
      guard let sign = words.first, Self.isSign(sign) else {
        inputs.append(Input(name: word))
        continue
      }
      guard let value = words.dropFirst().first, !Self.isSign(value) else { return nil }
      words = words.dropFirst(2)
      inputs.append(Input(name: word, value: value))
    }
  }

  private static func isSign(_ word: String) -> Bool { word == ":" || word == "=" }

  /// Splits a text into words, signs and sets in braces, separated by blanks and commas.
  private static func words(of text: Substring) -> [String] {
    var (words, word, isSet) = ([String](), "", false)
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in text {
      switch character {
      case "{": (isSet, word) = (true, word + "{")
      case "}":
        (isSet, word) = (false, word + "}")
        end()
      case " ", ",": if isSet { word.append(character) } else { end() }
      case ":", "=":
        end()
        words.append(String(character))
      default: word.append(character)
      }
    }
    end()
    return words
  }
}
