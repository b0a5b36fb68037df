import PoolAnalysis
import SignIn
import TransitionTables

extension PoolReader {
  /// The bytes of a file that a command names.
  ///
  /// - Parameters:
  ///   - path: where the file is.
  ///   - limit: the most bytes.
  /// - Throws: what is wrong with the file, with status 150.
  static func bytes(
    named path: String, atMost limit: Int = LocatedDocument.largestSize
  ) throws(CommandFailure) -> [UInt8] {
    do throws(Diagnostic) { return try DocumentFile.bytes(of: path, atMost: limit) } catch {
      throw CommandFailure([error], status: .unreadable)
    }
  }
}
