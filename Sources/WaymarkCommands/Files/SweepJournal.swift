import Foundation
import PoolAnalysis
import SignIn
import TransitionTables

/// The results of a shard that is not complete, one a line, next to where the shard's file goes.
///
/// A run that is killed loses the pool that it was at and nothing else: each line is written at
/// once, and half a line is passed over when the shard is run again. The file is named as the
/// partial results of other verbs are, so that it is removed as soon as the complete file is there.
struct SweepJournal {
  let path: String

  /// - Parameter file: where the complete shard goes.
  init(for file: String) { path = FileWriter.partial(file) }

  /// The results of earlier runs, by digest: those of the complete file, then those of the journal.
  /// What stopped at a limit is tried again.
  ///
  /// - Parameter file: where the complete shard goes.
  func known(in file: String) -> [String: [SweepEntry]] {
    let lines = [file, path].flatMap { path in
      let bytes = (try? DocumentFile.bytes(of: path, atMost: SweepFile.largestSize)) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
    let entries = Set(lines.compactMap { SweepEntry(line: $0) })
      .filter { $0.status != .limitReached }
    return Dictionary(grouping: entries, by: \.digest)
      .mapValues { $0.sorted { ($0.name, $0.pool) < ($1.name, $1.pool) } }
  }

  /// Writes the results of a pool.
  /// - Throws: `system.not-written`.
  func keep(_ entries: [SweepEntry]) throws(CommandFailure) {
    // A line that a killed run left without its end stays a line of its own.
    let text = "\n" + entries.map(\.value.line).joined(separator: "\n") + "\n"
    let folder = FileWriter.folder(of: path)
    if !folder.isEmpty {
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o666)
    var reason = descriptor < 0 ? SystemFault.words(errno) : ""
    if descriptor >= 0 {
      do throws(StandardStream.Failure) {
        try StandardStream.write(Array(text.utf8), to: descriptor)
      } catch {
        reason = if case .broken(let words) = error { words } else { "nobody reads it" }
      }
      close(descriptor)
    }
    guard reason.isEmpty else {
      throw CommandFailure(
        [
          Diagnostic(
            "system.not-written", at: SourceLocation(file: path),
            "the file cannot be written: \(reason)",
            remedy: "choose another file with `--output FILE`, or make room")
        ], status: .systemFailure)
    }
  }
}
