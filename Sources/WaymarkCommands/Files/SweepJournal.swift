import Foundation
import PoolAnalysis
import SignIn
import TransitionTables

/// The results of an incomplete shard, one on each line, in a file next to the shard's own.
///
/// A killed run loses only the pool that it was working on: each line is written at once, and an
/// incomplete line is skipped when the shard is run again. The file is named like other verbs'
/// partial results, so that it is removed as soon as the complete file exists.
struct SweepJournal {
  let path: String

  /// - Parameter file: the path of the complete shard.
  init(for file: String) { path = FileWriter.partial(file) }

  /// The results of earlier runs by digest, from the complete file and from the journal. Results
  /// that stopped at a limit are left out, so that they are tried again.
  ///
  /// - Parameter file: the path of the complete shard.
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

  /// Appends the results of a pool.
  /// - Throws: `system.not-written`.
  func keep(_ entries: [SweepEntry]) throws(CommandFailure) {
    // The line break before it keeps it separate from a line that a killed run left incomplete.
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
