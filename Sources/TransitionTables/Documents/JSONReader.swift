/// Reads JSON by RFC 8259 into located nodes.
///
/// Strict: no comments, no trailing commas, no single quotes, no repeated keys, and no unpaired
/// surrogates, for none of these survives the tools that JSON comes from. Strings become quoted
/// scalars; numbers, `true`, `false` and `null` plain ones with the text as written. The first
/// fault ends the reading, as nothing behind it can be trusted. Linear in the text, at most
/// ``LocatedDocument/deepestNesting`` levels of recursion.
struct JSONReader {
  let file: String
  let lines: [String]
  var bytes: [UInt8]
  var index = 0
  var line = 1
  var column = 1
  private var values = 0

  /// Whether the text begins as JSON does: a bracket, and behind it what YAML would hardly have.
  ///
  /// A key of JSON is quoted, so `{ pool: retail }` can only be YAML's flow style.
  static func isJSON(_ text: String) -> Bool {
    var previous: UInt8?
    for byte in text.utf8 where !" \t\r\n".utf8.contains(byte) {
      switch (previous, byte) {
      case (nil, UInt8(ascii: "{")), (nil, UInt8(ascii: "[")): previous = byte
      case (nil, _): return false
      case (UInt8(ascii: "{"), UInt8(ascii: "\"")), (UInt8(ascii: "{"), UInt8(ascii: "}")):
        return true
      case (UInt8(ascii: "["), _): return "[{\"]-0123456789".utf8.contains(byte)
      default: return false
      }
    }
    return previous != nil
  }

  /// The root of a text.
  /// - Throws: a ``DiagnosticList`` with one diagnostic.
  static func read(
    _ text: String, file: String, lines: [String]
  ) throws(DiagnosticList) -> LocatedNode {
    var reader = JSONReader(file: file, lines: lines, bytes: Array(text.utf8))
    do throws(Diagnostic) {
      let root = try reader.value(depth: 0)
      reader.skipBlanks()
      guard reader.index == reader.bytes.count else {
        throw reader.fault("something follows the end of the document", "remove it")
      }
      return root
    } catch {
      throw DiagnosticList([error])
    }
  }

  private init(file: String, lines: [String], bytes: [UInt8]) {
    self.file = file
    self.lines = lines
    self.bytes = bytes
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(Diagnostic) -> LocatedNode {
    skipBlanks()
    let start = place
    values += 1
    guard depth <= LocatedDocument.deepestNesting else { throw .tooDeep(at: start) }
    guard values <= LocatedDocument.mostValues else { throw .tooManyValues(at: start) }
    switch peek {
    case UInt8(ascii: "{"): return LocatedNode(.mapping(try object(depth: depth)), at: start)
    case UInt8(ascii: "["): return LocatedNode(.sequence(try array(depth: depth)), at: start)
    case UInt8(ascii: "\""): return LocatedNode(.scalar(try string(), quoted: true), at: start)
    case nil: throw fault("the document ends in the middle", "complete it; it may be cut off")
    default: return LocatedNode(.scalar(try bareWord(), quoted: false), at: start)
    }
  }

  private mutating func array(depth: Int) throws(Diagnostic) -> [LocatedNode] {
    advance()
    var elements: [LocatedNode] = []
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

  private mutating func object(depth: Int) throws(Diagnostic) -> [LocatedNode.Entry] {
    advance()
    var entries: [LocatedNode.Entry] = []
    var known: [String: SourceLocation] = [:]
    skipBlanks()
    if take("}") { return entries }
    while true {
      skipBlanks()
      let start = place
      if peek == UInt8(ascii: "}") { throw fault("a comma stands before `}`", "remove the comma") }
      guard peek == UInt8(ascii: "\"") else {
        throw peek == nil
          ? fault("the document ends in the middle", "complete it; it may be cut off")
          : fault("a key in double quotes is expected here", "write \"key\": value")
      }
      let key = try string()
      if let first = known.updateValue(start, forKey: key) {
        throw fault(
          "the key `\(key.prefix(40))` stands twice; it stands first in line \(first.line)",
          "keep one of them", at: start, code: "document.duplicate-key")
      }
      skipBlanks()
      try expect(":", "between a key and its value")
      entries.append(
        LocatedNode.Entry(key: key, keyLocation: start, value: try value(depth: depth + 1)))
      skipBlanks()
      if take("}") { return entries }
      try expect(",", "between the entries of an object, or `}` after the last")
    }
  }

  /// A number, `true`, `false` or `null`.
  private mutating func bareWord() throws(Diagnostic) -> String {
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

  /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
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
