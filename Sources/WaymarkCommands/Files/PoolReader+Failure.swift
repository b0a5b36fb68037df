import PoolAnalysis
import SignIn
import TransitionTables

extension PoolReader {
  /// Reads a file that a command names.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - limit: the largest number of bytes.
  /// - Throws: the diagnostic about the file, with status 150.
  static func bytes(
    named path: String, atMost limit: Int = LocatedDocument.largestSize
  ) throws(CommandFailure) -> [UInt8] {
    do throws(Diagnostic) { return try DocumentFile.bytes(of: path, atMost: limit) } catch {
      throw CommandFailure([error], status: .unreadable)
    }
  }
}
