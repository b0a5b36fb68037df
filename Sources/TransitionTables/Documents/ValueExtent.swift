/// Where the value behind a key ends, in a line of YAML, JSON, XML, HCL, TypeScript or shell.
///
/// A value may be an expression: a call, a choice between texts, texts put together. A text or a
/// bracket ends where it closes, unless something goes on with it; all else at a comma, or at a
/// closing bracket that is none of its own. Where that is unclear, too much is taken rather than
/// too little. One walk over the line, with a stack of what has to close.
struct ValueExtent {
  private static let openers: [Unicode.Scalar: Unicode.Scalar] = ["[": "]", "{": "}", "(": ")"]
  private static let closers: Set<Unicode.Scalar> = ["]", "}", ")"]

  private let text: [Unicode.Scalar]
  private let start: Int
  private var index: Int
  /// What closes the texts and brackets that are open.
  private var open: [Unicode.Scalar] = []
  /// Whether the value ends where what it began with closes.
  private var isWhole = false

  /// Where the value ends that begins at an index.
  static func end(in text: [Unicode.Scalar], from start: Int) -> Int {
    var extent = ValueExtent(text: text, start: start)
    return extent.walk()
  }

  /// Behind the quote that has as many backslashes before it as the opening one.
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

  /// Whether the value is what an element of XML has inside; an arrow ends in the same sign.
  private var isInElement: Bool {
    guard start > 1, text[start - 1] == ">" else { return false }
    return !":=> \t".unicodeScalars.contains(text[start - 2])
  }

  /// A function such as `!Sub`, and an anchor such as `&a`, stand before what they are given.
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
    // A quote that is written twice, or three that begin or end a text.
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

  /// Whether the value ends before what stands here.
  private func endsHere(_ first: Int) -> Bool {
    guard open.isEmpty else { return false }
    let scalar = text[index]
    let next = index + 1 < text.count ? text[index + 1] : " "
    switch scalar {
    case ",": return true
    // Of a shell; a text may have one inside.
    case ";": return next == " "
    case "&": return next != "&" && (index == first || text[index - 1] != "&")
    case _ where Self.isQuote(scalar) && index > first: return closesAround(index)
    default: return Self.closers.contains(scalar)
    }
  }

  /// Whether something goes on with the text or bracket that ends before what stands here.
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

  /// Whether a quote ends a text that the key stands in, too: one that is open before the value.
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
