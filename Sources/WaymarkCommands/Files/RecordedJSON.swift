import PoolAnalysis
import SignIn
import SignInCryptography
import TransitionTables

/// A file that a program has recorded as JSON: a log, a file of coverage, an answer.
enum RecordedJSON {
  /// What a file should be, and what is said where it is not.
  struct Kind {
    var code: String
    /// `this is no file of coverage`.
    var message: String
    var remedy: String
  }

  /// The most bytes that are read: a browser keeps the pictures of its pages too.
  static let largestSize = 64 << 20
  /// The deepest nesting that is read. Chrome keeps which script was begun by which other, each
  /// within the one before.
  static let deepest = 512
  /// What programs of Windows write before a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// What a file that is compressed with gzip begins with (RFC 1952).
  static let gzip: [UInt8] = [0x1F, 0x8B]

  /// Reads a file of at most ``largestSize``.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - kind: what it should be.
  ///   - read: takes the JSON; nil where it is none of that kind.
  /// - Throws: why the file cannot be read, where it is no JSON, or the code of the kind.
  static func value<Value>(
    at path: String, _ kind: Kind, _ read: (JSON) -> Value?
  ) throws(CommandFailure) -> Value {
    try value(
      of: try PoolReader.bytes(named: path, atMost: largestSize), file: path, kind, read)
  }

  /// The same of the bytes of a file.
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
      // What is no JSON has a place there.
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
