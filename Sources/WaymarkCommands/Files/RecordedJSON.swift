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

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - kind: what it should be.
  ///   - read: takes the JSON; nil where it is none of that kind.
  /// - Throws: why the file cannot be read, where it is no JSON, or the code of the kind.
  static func value<Value>(
    at path: String, _ kind: Kind, _ read: (JSON) -> Value?
  ) throws(CommandFailure) -> Value {
    try value(of: try PoolReader.bytes(named: path), file: path, kind, read)
  }

  /// The same of the bytes of a file.
  static func value<Value>(
    of bytes: [UInt8], file: String, _ kind: Kind, _ read: (JSON) -> Value?
  ) throws(CommandFailure) -> Value {
    if let json = try? JSON(parsing: bytes), let value = read(json) { return value }
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
}
