extension LocatedDocument {
  /// Returns the bytes in UTF-8 without a byte order mark. UTF-16 with a byte order mark, as
  /// PowerShell's `>` writes it, is converted; other bytes, malformed UTF-16 included, are
  /// unchanged.
  public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]), bytes.count.isMultiple(of: 2) else {
      return bytes
    }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) } ?? bytes
  }

  /// Parses a document from a file's bytes: UTF-8, with or without a byte order mark, or UTF-16
  /// with one.
  /// - Parameters:
  ///   - bytes: the bytes of the whole document.
  ///   - file: the name of the file.
  ///   - takesLast: whether a key may occur twice in a mapping, so that the last value is kept.
  /// - Throws: a ``DiagnosticList`` with code `document.not-text`, or one of the codes of
  ///   ``init(parsing:file:takesLast:)``.
  public init(
    bytes: [UInt8], file: String, takesLast: Bool = false
  ) throws(DiagnosticList) {
    let text = try Self.text(of: bytes, file: file)
    guard text.utf8.contains(where: { $0 > 0x20 }) else {
      throw DiagnosticList([.empty(file: file)])
    }
    try self.init(parsing: text, file: file, takesLast: takesLast)
  }

  /// Returns the lines of a file's bytes, split as in a parsed document.
  package static func lines(of bytes: [UInt8]) -> [String] {
    split(String(decoding: utf8(bytes), as: UTF8.self))
  }

  /// Returns the text of a file's bytes: UTF-8, with or without a byte order mark, or UTF-16 with
  /// one.
  /// - Throws: a ``DiagnosticList`` with code `document.too-large` or `document.not-text`.
  public static func text(of bytes: [UInt8], file: String) throws(DiagnosticList) -> String {
    guard bytes.count <= Self.largestSize else {
      throw DiagnosticList([.tooLarge(bytes.count, file: file)])
    }
    let bytes = Self.utf8(bytes)
    if let fault = Self.binary(bytes, file: file) { throw DiagnosticList([fault]) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DiagnosticList([
        Diagnostic(
          "document.not-text", at: Self.firstFault(in: bytes, file: file),
          "the file is not UTF-8 text", remedy: "save it as UTF-8")
      ])
    }
    return text
  }

  /// Returns the diagnostic of bytes that are not text at all, or nil.
  private static func binary(_ bytes: [UInt8], file: String) -> Diagnostic? {
    let whole = SourceLocation(file: file)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return Diagnostic(
        "document.not-text", at: whole, "the file begins as UTF-16 and is none",
        remedy: "save it as UTF-8; PowerShell's `Out-File -Encoding utf8` writes it")
    }
    guard bytes.contains(0) else { return nil }
    return Diagnostic(
      "document.not-text", at: whole, "the file is binary: it holds a zero byte",
      remedy: "give a document in YAML or JSON")
  }

  /// The place of the first byte that is not valid UTF-8.
  private static func firstFault(in bytes: [UInt8], file: String) -> SourceLocation {
    var place = SourceLocation(file: file, line: 1, column: 1)
    var rest = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var last: UInt8?
    while case .valid(let encoded) = parser.parseScalar(from: &rest) {
      switch encoded.first {
      case UInt8(ascii: "\n") where last == UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (place.line, place.column) = (place.line + 1, 1)
      default: place.column += 1
      }
      last = encoded.first
    }
    return place
  }
}
