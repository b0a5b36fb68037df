/// A parsed file together with its text, so that a diagnostic can show the offending line.
///
/// Reads YAML 1.1, and JSON by RFC 8259: YAML's parser accepts most JSON, but neither tabs nor
/// `\/`, and both stand in what the AWS command line prints. All that follows works on located
/// nodes and does not know which of the two it was.
public struct LocatedDocument: Sendable {
  /// The file's name as the user gave it.
  public var file: String
  /// The lines of the text, without their ends.
  public var lines: [String]
  /// What the file holds.
  public var root: LocatedNode
  /// The lines of other files whose values are read together with this one's, by file.
  public var joined: [String: [String]] = [:]
  /// The keys that stand twice, where the last one counts.
  public private(set) var repeated: [Diagnostic] = []

  /// A document that was parsed elsewhere.
  public init(file: String, lines: [String], root: LocatedNode) {
    self.file = file
    self.lines = lines
    self.root = root
  }

  /// The deepest nesting that is read; deeper documents are refused before they exhaust the stack.
  public static let deepestNesting = 64
  /// The largest document that is read, in bytes of UTF-8. CloudFormation's own limit is 1 MB.
  public static let largestSize = 2 << 20
  /// The most scalars, sequences and mappings that a document may hold, aliases written out.
  public static let mostValues = 200_000

  /// Parses a document: JSON where the text begins as only JSON does, else YAML.
  ///
  /// Linear in the text; aliases cost what they stand for, up to ``mostValues``.
  /// - Parameters:
  ///   - text: the whole document.
  ///   - file: its name.
  ///   - takesLast: whether a key may stand twice in a mapping, of which the last one then counts.
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

  /// The roots of the documents of a YAML stream. All together hold at most ``mostValues``.
  /// - Parameters:
  ///   - lines: the stream.
  ///   - file: its name.
  /// - Throws: a ``DiagnosticList`` as ``init(parsing:file:takesLast:)`` does.
  public static func roots(
    ofStream lines: [String], file: String
  ) throws(DiagnosticList) -> [LocatedNode] {
    try YAMLReader.readStream(lines, file: file)
  }

  /// A diagnostic at a place of this document, with the offending line.
  public func diagnostic(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String = ""
  ) -> Diagnostic {
    let lines = joined[location.file] ?? lines
    return Diagnostic(code, severity, at: location, message, remedy: remedy).pointing(into: lines)
  }

  /// The lines without their ends, which may be `\n`, `\r\n` or `\r`. (Swift's own splitting
  /// takes `\r\n` for one character and finds no end in it.)
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
