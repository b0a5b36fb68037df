import PoolAnalysis
import SignIn
import TransitionTables

extension PoolReader {
  /// The bytes of a file that a command names.
  ///
  /// - Throws: what is wrong with the file, with status 150.
  static func bytes(named path: String) throws(CommandFailure) -> [UInt8] {
    do throws(Diagnostic) { return try bytes(of: path) } catch {
      throw CommandFailure([error], status: .unreadable)
    }
  }
}
