/// A JSON value with its position in the text. Numbers and words keep their text as written.
package struct JSONTree: Sendable {
  /// A position in the text; lines and columns begin at 1, columns count Unicode scalars.
  package struct Place: Sendable {
    package var line: Int
    package var column: Int
  }

  /// A member of an object.
  package struct Member: Sendable {
    package var name: String
    package var place: Place
    package var value: JSONTree
  }

  package indirect enum Content: Sendable {
    case string(String)
    /// A number, `true`, `false` or `null`.
    case word(String)
    case array([JSONTree])
    /// The members, in the order of the text; names may be repeated.
    case object([Member])
  }

  package var content: Content
  package var place: Place
}

/// The reason why a text cannot be read as JSON.
package struct JSONFault: Error {
  package enum Kind: Sendable { case notJSON, tooDeep, tooManyValues }

  package var kind: Kind
  package var place: JSONTree.Place
  /// The problem; the text may be quoted.
  package var problem: String
  /// The remedy, which quotes nothing of the text.
  package var remedy: String
}

/// Reads JSON as RFC 8259 defines it.
///
/// Strict: no byte order mark, comments, trailing commas or single quotes, no numbers with leading
/// zeros, no raw control characters in strings, no unpaired surrogates, nothing after the value.
/// Parsing stops at the first fault, since nothing after it can be trusted. Linear in the length of
/// the text.
package struct JSONParser {
  let bytes: [UInt8]
  let deepest: Int
  let mostValues: Int
  var index = 0
  var line = 1
  var column = 1
  private var values = 0

  /// The value of a whole text.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - deepest: the maximum nesting of brackets, which bounds the parser's recursion.
  ///   - mostValues: the maximum number of values in the text.
  package static func parse(
    _ bytes: [UInt8], deepest: Int, mostValues: Int = .max
  ) throws(JSONFault) -> JSONTree {
    var parser = JSONParser(bytes: bytes, deepest: deepest, mostValues: mostValues)
    let root = try parser.value(depth: 0)
    parser.skipBlanks()
    guard parser.index == bytes.count else {
      throw parser.fault("something follows the end of the document", "remove it")
    }
    return root
  }

  private init(bytes: [UInt8], deepest: Int, mostValues: Int) {
    (self.bytes, self.deepest, self.mostValues) = (bytes, deepest, mostValues)
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(JSONFault) -> JSONTree {
    skipBlanks()
    let start = place
    values += 1
    let isBracket = peek == UInt8(ascii: "{") || peek == UInt8(ascii: "[")
    guard depth < deepest || !isBracket else {
      throw JSONFault(
        kind: .tooDeep, place: start, problem: "brackets are nested too deep",
        remedy: "nest at most \(deepest) brackets")
    }
    guard values <= mostValues else {
      throw JSONFault(
        kind: .tooManyValues, place: start, problem: "there are too many values",
        remedy: "write at most \(mostValues) values")
    }
    switch peek {
    case UInt8(ascii: "{"): return JSONTree(content: .object(try object(depth)), place: start)
    case UInt8(ascii: "["): return JSONTree(content: .array(try array(depth)), place: start)
    case UInt8(ascii: "\""): return JSONTree(content: .string(try string()), place: start)
    case nil: throw fault("the document ends in the middle", "complete it; it may be cut off")
    default: return JSONTree(content: .word(try bareWord()), place: start)
    }
  }

  private mutating func array(_ depth: Int) throws(JSONFault) -> [JSONTree] {
    advance()
    var elements: [JSONTree] = []
    skipBlanks()
    if take("]") { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return elements }
      try expect(",", "between the elements of a list, or `]` after the last")
      skipBlanks()
      if peek == UInt8(ascii: "]") { throw fault("a comma stands before `]`", "remove the comma") }
    }
  }

  private mutating func object(_ depth: Int) throws(JSONFault) -> [JSONTree.Member] {
    advance()
    var members: [JSONTree.Member] = []
    skipBlanks()
    if take("}") { return members }
    while true {
      skipBlanks()
      let start = place
      if peek == UInt8(ascii: "}") { throw fault("a comma stands before `}`", "remove the comma") }
      guard peek == UInt8(ascii: "\"") else {
        throw peek == nil
          ? fault("the document ends in the middle", "complete it; it may be cut off")
          : fault("a key in double quotes is expected here", "write \"key\": value")
      }
      let name = try string()
      skipBlanks()
      try expect(":", "between a key and its value")
      members.append(
        JSONTree.Member(name: name, place: start, value: try value(depth: depth + 1)))
      skipBlanks()
      if take("}") { return members }
      try expect(",", "between the entries of an object, or `}` after the last")
    }
  }

  /// A number, `true`, `false` or `null`.
  private mutating func bareWord() throws(JSONFault) -> String {
    let start = place
    let first = index
    while let byte = peek, !" \t\r\n,:]}[{\"".utf8.contains(byte) { advance() }
    let word = String(decoding: bytes[first..<index], as: UTF8.self)
    guard ["true", "false", "null"].contains(word) || Self.isNumber(bytes[first..<index]) else {
      let shown = word.isEmpty ? peek.map { String(UnicodeScalar($0)) } ?? "" : word
      throw fault(
        "`\(shown.prefix(40))` is no value of JSON",
        "write text in double quotes, or true, false, null",
        at: start)
    }
    return word
  }

  /// Whether a word has the form `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func takeDigits() -> Int {
      let digits = rest.prefix(while: isDigit).count
      rest = rest.dropFirst(digits)
      return digits
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = takeDigits()
    guard whole > 0, !startsWithZero || whole == 1 else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits() > 0 else { return false }
    }
    if let e = rest.first, e | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}
