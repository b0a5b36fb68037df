extension LocatedDocument {
  /// Parses a document from a file's bytes, which must be UTF-8, with or without a byte order mark.
  /// - Throws: a ``DiagnosticList`` with code `document.not-text`, or one of the codes of
  ///   ``init(parsing:file:)``.
  public init(bytes: [UInt8], file: String) throws(DiagnosticList) {
    guard bytes.count <= Self.largestSize else {
      throw DiagnosticList([.tooLarge(bytes.count, file: file)])
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let fault = Self.notText(bytes, file: file) { throw DiagnosticList([fault]) }
    let text = String(decoding: bytes[start...], as: UTF8.self)
    guard text.utf8.contains(where: { $0 > 0x20 }) else {
      throw DiagnosticList([.empty(file: file)])
    }
    try self.init(parsing: text, file: file)
  }

  /// Why the bytes are no UTF-8 text, or nil.
  private static func notText(_ bytes: [UInt8], file: String) -> Diagnostic? {
    func refuse(_ message: String, at place: SourceLocation, _ remedy: String) -> Diagnostic {
      Diagnostic("document.not-text", at: place, message, remedy: remedy)
    }
    let whole = SourceLocation(file: file)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return refuse(
        "the file is UTF-16, not UTF-8", at: whole,
        "save it as UTF-8; PowerShell's `>` writes UTF-16, `| Out-File -Encoding utf8` does not")
    }
    if bytes.contains(0) {
      return refuse(
        "the file is binary: it holds a zero byte", at: whole,
        "give a pool document in YAML or JSON")
    }
    var line = 1
    var column = 1
    var rest = bytes[...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let isNewline = encoded.first == 0x0A
        line += isNewline ? 1 : 0
        column = isNewline ? 1 : column + 1
      case .error:
        return refuse(
          "the file is not UTF-8 text",
          at: SourceLocation(file: file, line: line, column: column), "save it as UTF-8")
      case .emptyInput:
        return nil
      }
    }
  }
}
