import PoolAnalysis
import SignIn
import SignInCryptography
import TransitionTables

/// Reads a JSON file that a program has recorded: a log, a coverage file, an answer.
enum RecordedJSON {
  /// The expected kind of a file, with the diagnostic where it is another.
  struct Kind {
    var code: String
    /// The message, such as `this is no file of coverage`.
    var message: String
    var remedy: String
  }

  /// The largest number of bytes that are read: a browser's recording contains images too.
  static let largestSize = 64 << 20
  /// The deepest nesting that is read. Chrome nests each script within the script that started it.
  static let deepest = 512
  /// The byte order mark that programs of Windows write before a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The bytes that a gzip file begins with (RFC 1952).
  static let gzip: [UInt8] = [0x1F, 0x8B]

  /// Reads a file of at most ``largestSize``.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - kind: the expected kind.
  ///   - read: converts the JSON; nil where it is not of that kind.
  /// - Throws: the reason why the file cannot be read or is not JSON, or the diagnostic of the
  ///   kind.
  static func value<Value>(
    at path: String, _ kind: Kind, _ read: (JSON) -> Value?
  ) throws(CommandFailure) -> Value {
    try value(
      of: try PoolReader.bytes(named: path, atMost: largestSize), file: path, kind, read)
  }

  /// Converts the bytes of a file, with the same checks.
  static func value<Value>(
    of bytes: [UInt8], file: String, _ kind: Kind, _ read: (JSON) -> Value?
  ) throws(CommandFailure) -> Value {
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    if let json = try? JSON(parsing: text, atMost: largestSize, deepest: deepest),
      let value = read(json)
    {
      return value
    }
    if bytes.starts(with: gzip) {
      throw refusal(
        file, kind, "the file is compressed with gzip", remedy: "decompress it first: `gunzip`")
    }
    guard bytes.count <= LocatedDocument.largestSize else {
      throw refusal(file, kind, kind.message, remedy: kind.remedy)
    }
    do throws(DiagnosticList) {
      // Parse it again to find the place of the error.
      let document = try LocatedDocument(bytes: bytes, file: file)
      throw DiagnosticList([
        document.diagnostic(
          kind.code, at: document.root.location, kind.message, remedy: kind.remedy)
      ])
    } catch {
      throw CommandFailure(error.diagnostics, status: .unreadable)
    }
  }

  /// A complaint about a file as a whole.
  private static func refusal(
    _ file: String, _ kind: Kind, _ message: String, remedy: String
  ) -> CommandFailure {
    CommandFailure(
      [Diagnostic(kind.code, at: SourceLocation(file: file), message, remedy: remedy)],
      status: .unreadable)
  }
}
