import TransitionTables

/// Scans the text of a program, of which only literals are read.
///
/// Recognises blanks, comments, strings and brackets of the language, so that an expression which
/// is not evaluated can be skipped as a whole. Linear in the text. The caller marks where values
/// begin; their number and depth are bounded.
struct SourceScanner: Sendable {
  enum Language: Sendable { case typeScript, terraform, shell }

  let file: String
  let language: Language
  private let scalars: [Unicode.Scalar]
  private(set) var index = 0
  private var line = 1
  private var column = 1
  private var values = 0
  /// The reason why the rest is not read: too deep nesting, too many values, or a repeated key.
  private(set) var refusal: Diagnostic?

  init(_ text: String, file: String, language: Language) {
    self.file = file
    self.language = language
    scalars = Array(text.unicodeScalars)
  }

  var place: SourceLocation { SourceLocation(file: file, line: line, column: column) }
  var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Counts a value that begins here against the limits of all documents. Past a limit the scanner
  /// moves to the end of the text, so that every reader stops.
  mutating func begin(depth: Int) {
    values += 1
    if depth > LocatedDocument.deepestNesting {
      refusal = refusal ?? .tooDeep(at: place)
    } else if values > LocatedDocument.mostValues {
      refusal = refusal ?? .tooManyValues(at: place)
    }
    if refusal != nil { index = scalars.count }
  }

  /// Stops the reading at a repeated key.
  mutating func refuse(_ key: String, at second: SourceLocation, first: SourceLocation) {
    refusal = refusal ?? .duplicateKey(key, at: second, first: first)
    index = scalars.count
  }

  /// The text from an index up to here, on one line and limited to 40 scalars.
  func excerpt(from start: Int) -> String {
    let part = scalars[start..<index].prefix(40).map { $0 == "\n" || $0 == "\r" ? " " : $0 }
    let text = String(String.UnicodeScalarView(part))
    return text.trimmingBlanks + (index - start > 40 ? "…" : "")
  }

  /// The text from an index up to here.
  func text(from start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<index])) }

  func looksAt(_ text: String) -> Bool {
    scalars[index...].starts(with: text.unicodeScalars)
  }

  mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < scalars.count {
      if scalars[index] == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
      index += 1
    }
  }

  mutating func take(_ text: String) -> Bool {
    guard looksAt(text) else { return false }
    advance(text.unicodeScalars.count)
    return true
  }

  /// Skips blanks and comments; with `newlines` false it stops at the end of the line.
  mutating func skipBlanks(newlines: Bool = true) {
    while let scalar = peek {
      if scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\u{FEFF}"
        || newlines && scalar == "\n"
      {
        advance()
      } else if looksAt("//") || language == .terraform && scalar == "#" {
        while let next = peek, next != "\n" { advance() }
      } else if looksAt("/*") {
        advance(2)
        while peek != nil, !looksAt("*/") { advance() }
        advance(2)
      } else {
        return
      }
    }
  }

  /// A name at this place, or an empty text.
  mutating func word() -> String {
    var word = String.UnicodeScalarView()
    while let scalar = peek, Self.isWordPart(scalar, first: word.isEmpty, language) {
      word.append(scalar)
      advance()
    }
    return String(word)
  }

  /// The digits at this place, or an empty text.
  mutating func digits() -> String {
    var digits = String.UnicodeScalarView()
    while let scalar = peek, ("0"..."9").contains(scalar) {
      digits.append(scalar)
      advance()
    }
    return String(digits)
  }

  private static func isWordPart(
    _ scalar: Unicode.Scalar, first: Bool, _ language: Language
  ) -> Bool {
    if scalar.properties.isAlphabetic || scalar == "_" || scalar == "$" { return true }
    if first { return false }
    return ("0"..."9").contains(scalar) || language == .terraform && scalar == "-"
  }

  /// Whether a name begins here.
  var isAtWord: Bool {
    peek.map { Self.isWordPart($0, first: true, language) } ?? false
  }

  /// Whether a string begins here.
  var isAtString: Bool {
    switch peek {
    case "\"": true
    case "'", "`": language == .typeScript
    default: false
    }
  }

  /// Reads a string; returns nil where it is interpolated. The scanner then stands behind it.
  mutating func string() -> String? {
    guard let quote = peek else { return nil }
    advance()
    var text = String.UnicodeScalarView()
    var isLiteral = true
    while let scalar = peek, scalar != quote {
      if scalar == "\n", quote != "`" { return nil }
      if scalar == "\\" {
        advance()
        if let escaped = peek { text.append(Self.unescape(escaped)) }
        advance()
      } else if interpolates(quote) {
        isLiteral = false
        advance(2)
        skipBracketed(until: "}")
      } else {
        text.append(scalar)
        advance()
      }
    }
    advance()
    return isLiteral ? String(text) : nil
  }

  private func interpolates(_ quote: Unicode.Scalar) -> Bool {
    switch language {
    case .typeScript: quote == "`" && looksAt("${")
    case .terraform: looksAt("${") || looksAt("%{")
    case .shell: false
    }
  }

  private static func unescape(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "n": "\n"
    case "t": "\t"
    case "r": "\r"
    default: scalar
    }
  }

  /// Skips to behind the bracket that closes one which was already taken.
  mutating func skipBracketed(until closing: Unicode.Scalar) { skip(until: closing) }

  /// Skips a string with its interpolations.
  private mutating func skipString() {
    guard let quote = peek else { return }
    advance()
    skip(until: quote)
  }

  /// Skips to behind the end of a bracket or a string that was already taken, without recursion.
  ///
  /// It stops where a reader would that handles strings, interpolations and here-documents. A
  /// caller that reads ahead and then skips therefore reads only text that is skipped, and no text
  /// repeatedly.
  private mutating func skip(until closing: Unicode.Scalar) {
    var open: [Unicode.Scalar] = [closing]
    while let scalar = peek, let wanted = open.last {
      if Self.quotes.contains(wanted) {
        if scalar == wanted {
          open.removeLast()
          advance()
        } else if scalar == "\n", wanted != "`" {
          open.removeLast()
        } else if scalar == "\\" {
          advance(2)
        } else if interpolates(wanted) {
          advance(2)
          open.append("}")
        } else {
          advance()
        }
        continue
      }
      let start = index
      if isAtString {
        open.append(scalar)
        advance()
        continue
      }
      if isAtHereDocument { _ = hereDocument() }
      skipBlanks()
      if index != start { continue }
      advance()
      if scalar == wanted { open.removeLast() }
      if let pair = Self.pairs[scalar] { open.append(pair) }
    }
  }

  private static let quotes: Set<Unicode.Scalar> = ["\"", "'", "`"]

  // MARK: Here-documents

  /// Whether a Terraform here-document begins here.
  var isAtHereDocument: Bool { language == .terraform && looksAt("<<") }

  /// Reads a here-document that begins here. The scanner then stands behind its last line, or at
  /// the end of the text.
  mutating func hereDocument() -> String {
    advance(2)
    _ = take("-")
    let end = word()
    while let scalar = peek, scalar != "\n" { advance() }
    advance()
    var text = ""
    while peek != nil {
      var line = String.UnicodeScalarView()
      while let scalar = peek, scalar != "\n" {
        line.append(scalar)
        advance()
      }
      if line.last == "\r" { line.removeLast() }
      if String(line).trimmingBlanks == end { break }
      text += String(line) + "\n"
      advance()
    }
    return text
  }

  private static let pairs: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", "[": "]", "{": "}"]

  /// Skips an expression: up to the comma, closing bracket or, in Terraform, the line that ends it.
  /// - Parameter endsWithLine: whether a line end also ends it in TypeScript, as after an
  ///   assignment.
  mutating func skipExpression(endsWithLine: Bool = false) {
    let endsWithLine = endsWithLine || language == .terraform
    while let scalar = peek {
      if scalar == "," || scalar == ")" || scalar == "]" || scalar == "}" { return }
      if scalar == "\n", endsWithLine { return }
      if scalar == ";", language == .typeScript { return }
      if isAtString {
        skipString()
      } else if isAtHereDocument {
        _ = hereDocument()
      } else if let pair = Self.pairs[scalar] {
        advance()
        skipBracketed(until: pair)
      } else {
        let start = index
        skipBlanks(newlines: !endsWithLine)
        if index == start { advance() }
      }
    }
  }
}
