import Foundation
import TransitionTables

/// Writes files so that a reader never sees half of one: all are written beside their place first,
/// and only when every one is complete do they take it.
struct FileWriter {
  /// Writes the files, or none.
  static func write(_ files: [CommandOutput.File]) throws(CommandFailure) {
    var staged: [(temporary: String, final: String)] = []
    var current = "output"
    do {
      for file in files {
        current = file.path
        let folder = (file.path as NSString).deletingLastPathComponent
        if !folder.isEmpty {
          try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        }
        let temporary = file.path + ".\(ProcessInfo.processInfo.processIdentifier).part"
        staged.append((temporary, file.path))
        try Data(file.bytes).write(to: URL(filePath: temporary))
      }
      for (temporary, final) in staged {
        current = final
        try replace(final, with: temporary)
      }
    } catch {
      for (temporary, _) in staged { try? FileManager.default.removeItem(atPath: temporary) }
      throw CommandFailure(
        [
          Diagnostic(
            "system.not-written", at: SourceLocation(file: current),
            "the file cannot be written: \((error as NSError).localizedDescription)",
            remedy: "choose another folder with `--output DIR`, or make room and check permissions")
        ], status: .systemFailure)
    }
  }

  /// `rename(2)`, which swaps the file in one step.
  private static func replace(_ final: String, with temporary: String) throws {
    guard rename(temporary, final) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: final])
    }
  }
}
