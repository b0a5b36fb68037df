/// Finds the end of the value after a key, in a line of YAML, JSON, XML, HCL, TypeScript or shell.
///
/// A value may be an expression: a call, a conditional, a concatenation of texts. A text or a
/// bracket ends where it closes, unless the expression continues; every other value ends at a comma
/// or at an unmatched closing bracket. In unclear cases the extent is too long rather than too
/// short. The algorithm walks over the line once, with a stack of the closing signs.
struct ValueExtent {
  private static let openers: [Unicode.Scalar: Unicode.Scalar] = ["[": "]", "{": "}", "(": ")"]
  private static let closers: Set<Unicode.Scalar> = ["]", "}", ")"]

  private let text: [Unicode.Scalar]
  private let start: Int
  private var index: Int
  /// The closing signs of the open texts and brackets.
  private var open: [Unicode.Scalar] = []
  /// Whether the value ends where its first text or bracket closes.
  private var isWhole = false

  /// Returns the end of the value that begins at an index.
  static func end(in text: [Unicode.Scalar], from start: Int) -> Int {
    var extent = ValueExtent(text: text, start: start)
    return extent.walk()
  }

  /// Returns the index after the closing quote, which has at most as many backslashes before it as
  /// the opening one.
  static func end(
    in text: [Unicode.Scalar], ofQuotedFrom start: Int, escapes: Int
  ) -> Int {
    var backslashes = 0
    for next in (start + 1)..<max(start + 1, text.count) {
      if text[next] == text[start], backslashes <= escapes { return next + 1 }
      backslashes = text[next] == "\\" ? backslashes + 1 : 0
      if escapes == 0, backslashes == 2 { backslashes = 0 }
    }
    return text.count
  }

  static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "'" || scalar == "`"
  }

  private init(text: [Unicode.Scalar], start: Int) {
    (self.text, self.start, index) = (text, start, start)
  }

  // MARK: Walking

  private mutating func walk() -> Int {
    if isInElement { return skip(from: index) { $0 != "<" } }
    passTags()
    let quote = skip(from: index) { $0 == "\\" }
    guard quote < text.count else { return text.count }
    if Self.isQuote(text[quote]), quote > index {
      return Self.end(in: text, ofQuotedFrom: quote, escapes: quote - index)
    }
    isWhole = Self.isQuote(text[index]) || Self.openers[text[index]] != nil
    let first = index
    while index < text.count {
      if let closing = open.last, Self.isQuote(closing) {
        takeInText(closing)
      } else if endsHere(first) {
        return index
      } else {
        takeInExpression(first)
      }
      guard isWhole, open.isEmpty else { continue }
      if !goesOn { return min(index, text.count) }
      isWhole = false
    }
    return text.count
  }

  /// Whether the value is the content of an XML element; an arrow ends in the same sign.
  private var isInElement: Bool {
    guard start > 1, text[start - 1] == ">" else { return false }
    return !":=> \t".unicodeScalars.contains(text[start - 2])
  }

  /// Skips a function such as `!Sub`, or an anchor such as `&a`, before its argument.
  private mutating func passTags() {
    while index < text.count, text[index] == "!" || text[index] == "&" {
      let end = skip(from: index) { $0 != " " }
      let isAnchor = text[(index + 1)..<end].allSatisfy(SecretMask.isWordPart)
      guard text[index] == "!" || end > index + 1 && isAnchor else { return }
      index = skip(from: end) { $0 == " " }
    }
  }

  private mutating func takeInText(_ closing: Unicode.Scalar) {
    let next = index + 1 < text.count ? text[index + 1] : " "
    switch text[index] {
    case "\\": index += 2
    case "$" where next == "{" && closing != "'":
      open.append("}")
      index += 2
    // A doubled quote, or three quotes that begin or end a text.
    case closing where next == closing && closing != "`": index += 2
    case closing:
      open.removeLast()
      index += 1
    default: index += 1
    }
  }

  private mutating func takeInExpression(_ first: Int) {
    let scalar = text[index]
    if Self.isQuote(scalar) {
      if index == first || !SecretMask.isWordPart(text[index - 1]) { open.append(scalar) }
    } else if let closing = Self.openers[scalar] {
      open.append(closing)
    } else if scalar == open.last {
      open.removeLast()
    }
    index += 1
  }

  // MARK: Ends

  /// Whether the value ends at the current character.
  private func endsHere(_ first: Int) -> Bool {
    guard open.isEmpty else { return false }
    let scalar = text[index]
    let next = index + 1 < text.count ? text[index + 1] : " "
    switch scalar {
    case ",": return true
    // A semicolon of a shell; a text may contain one.
    case ";": return next == " "
    case "&": return next != "&" && (index == first || text[index - 1] != "&")
    case _ where Self.isQuote(scalar) && index > first: return closesAround(index)
    default: return Self.closers.contains(scalar)
    }
  }

  /// Whether the expression continues after the text or bracket that has just ended.
  private var goesOn: Bool {
    guard index < text.count else { return false }
    let isNear = SecretMask.isWordPart(text[index])
    let next = skip(from: index) { $0 == " " || $0 == "\t" }
    guard next < text.count, !isNear else { return isNear }
    let scalar = text[next]
    let behind = next + 1 < text.count ? text[next + 1] : " "
    if Self.isQuote(scalar) { return !closesAround(next) && !isKey(next) }
    switch scalar {
    case "+", "?", ".", "%", "|": return true
    case "=": return behind == "="
    case "!": return behind == "="
    case "&": return behind == "&"
    default: return false
    }
  }

  /// Whether a quote ends a text that contains the key too, that is, one opened before the value.
  private func closesAround(_ quote: Int) -> Bool {
    let before = text[quote - 1]
    let opens = before == " " || before == "\t" || before == "," || Self.openers[before] != nil
    return !opens && text[..<start].count { $0 == text[quote] } % 2 == 1
  }

  /// Whether the text that begins here is the next key.
  private func isKey(_ quote: Int) -> Bool {
    let end = Self.end(in: text, ofQuotedFrom: quote, escapes: 0)
    let sign = skip(from: end) { $0 == " " || $0 == "\t" }
    return sign < text.count && (text[sign] == ":" || text[sign] == "=")
  }

  private func skip(from start: Int, while isSkipped: (Unicode.Scalar) -> Bool) -> Int {
    var next = start
    while next < text.count, isSkipped(text[next]) { next += 1 }
    return next
  }
}
