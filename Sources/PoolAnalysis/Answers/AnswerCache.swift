import Findings
import Foundation

/// A cache of reports between runs: in the folder of `WAYMARK_CACHE`, none where that is empty,
/// else in the user's folder of caches.
package struct AnswerCache: Sendable {
  private let folder: String
  /// The table's digest and the program's mark, on which every answer depends.
  private let basis: [String]

  /// - Parameters:
  ///   - variables: the environment of the process.
  ///   - program: the program that answers; another build may answer differently.
  /// - Returns: nil where caching is switched off.
  package init?(variables: [String: String], program: URL?) throws(CommandFailure) {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    guard let folder = variables["WAYMARK_CACHE"] ?? caches?.appending(path: "waymark").path,
      !folder.isEmpty
    else { return nil }
    self.folder = folder
    basis = [try ContentDigest.table(), Self.mark(of: program)]
  }

  /// The path, size and modification time of a program.
  private static func mark(of program: URL?) -> String {
    guard let program else { return "" }
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: program.resolvingSymlinksInPath().path)
    let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(program.path) \(attributes?[.size] ?? 0) \(time)"
  }

  /// The digest of a pool as read from its files, and of everything else that its report depends
  /// on.
  func digest(of pool: LoadedPool) throws(CommandFailure) -> String {
    var parts = basis + [pool.name, pool.documentation, pool.origin, "\(pool.open)"] + pool.files
    parts += pool.closed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    parts += pool.origins.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    parts += pool.lines.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value }
    parts += pool.notes.map(\.rendered)
    return try ContentDigest.text(of: parts.map { Array($0.utf8) })
  }

  /// The cached answer for a digest.
  func answer(for digest: String) -> PoolAnswer? {
    FileManager.default.contents(atPath: path(of: digest))
      .flatMap { try? JSONDecoder().decode(PoolAnswer.self, from: $0) }
  }

  /// Writes an answer to the cache; if that fails, the next run explores again.
  func keep(_ answer: PoolAnswer, for digest: String) {
    guard let data = try? JSONEncoder().encode(answer) else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? data.write(to: URL(filePath: path(of: digest)), options: .atomic)
  }

  private func path(of digest: String) -> String { "\(folder)/\(digest).json" }
}
