/// A parsed file together with its text, so that a diagnostic can show the offending line.
///
/// Reads YAML 1.1, and JSON by RFC 8259. A YAML parser accepts most JSON, but neither tabs nor
/// `\/`, and the AWS command line prints both. All later code works on located nodes and does not
/// depend on the format.
public struct LocatedDocument: Sendable {
  /// The file's name as the user gave it.
  public var file: String
  /// The lines of the text, without their ends.
  public var lines: [String]
  /// The root value of the document.
  public var root: LocatedNode
  /// The lines of other files whose values were merged into this document, by file.
  public var joined: [String: [String]] = [:]
  /// The diagnostics of repeated keys, where the last value is kept.
  public private(set) var repeated: [Diagnostic] = []

  /// A document from parsed parts.
  public init(file: String, lines: [String], root: LocatedNode) {
    self.file = file
    self.lines = lines
    self.root = root
  }

  /// The deepest nesting that is accepted; deeper documents are refused before they exhaust the
  /// stack.
  public static let deepestNesting = 64
  /// The largest accepted document, in bytes of UTF-8. CloudFormation's own limit is 1 MB.
  public static let largestSize = 2 << 20
  /// The most scalars, sequences and mappings in a document, with aliases expanded.
  public static let mostValues = 200_000

  /// Parses a document: JSON where the text begins as only JSON does, else YAML.
  ///
  /// Linear in the text; aliases cost as much as their expansion, up to ``mostValues``.
  /// - Parameters:
  ///   - text: the text of the whole document.
  ///   - file: the name of the file.
  ///   - takesLast: whether a key may occur twice in a mapping, so that the last value is kept.
  /// - Throws: a ``DiagnosticList`` with code `document.empty`, `document.too-large`,
  ///   `document.too-deep`, `document.too-many-values`, `document.several`, `document.not-yaml`,
  ///   `document.not-json` or `document.duplicate-key`.
  public init(
    parsing text: String, file: String, takesLast: Bool = false
  ) throws(DiagnosticList) {
    guard text.utf8.count <= Self.largestSize else {
      throw DiagnosticList([.tooLarge(text.utf8.count, file: file)])
    }
    let lines = Self.split(text)
    var repeated: [Diagnostic] = []
    let root =
      JSONReader.isJSON(text)
      ? try JSONReader.read(text, file: file, lines: lines, repeated: &repeated)
      : try YAMLReader.read(text, file: file, lines: lines, repeated: &repeated)
    if !takesLast, let fault = repeated.first { throw DiagnosticList([fault]) }
    self.init(file: file, lines: lines, root: root)
    self.repeated = repeated
  }

  /// Returns the roots of the documents in a YAML stream, which together have at most
  /// ``mostValues``.
  /// - Parameters:
  ///   - lines: the lines of the stream.
  ///   - file: the name of the file.
  /// - Throws: a ``DiagnosticList`` as ``init(parsing:file:takesLast:)`` does.
  public static func roots(
    ofStream lines: [String], file: String
  ) throws(DiagnosticList) -> [LocatedNode] {
    try YAMLReader.readStream(lines, file: file)
  }

  /// Returns a diagnostic at a place of this document, with the source line.
  public func diagnostic(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String = ""
  ) -> Diagnostic {
    let lines = joined[location.file] ?? lines
    return Diagnostic(code, severity, at: location, message, remedy: remedy).pointing(into: lines)
  }

  /// Splits a text into lines without their ends, which may be `\n`, `\r\n` or `\r`. (Swift's own
  /// splitting treats `\r\n` as one character and finds no line end in it.)
  static func split(_ text: String) -> [String] {
    var lines: [String] = []
    let bytes = Array(text.utf8)
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        lines.append(String(decoding: bytes[start..<index], as: UTF8.self))
        let pair =
          byte == UInt8(ascii: "\r") && index + 1 < bytes.count
          && bytes[index + 1] == UInt8(ascii: "\n")
        index += pair ? 1 : 0
        start = index + 1
      }
      index += 1
    }
    lines.append(String(decoding: bytes[start...], as: UTF8.self))
    return lines
  }
}
