import Findings
import Foundation

/// Reports that are kept between runs: in the folder of `WAYMARK_CACHE`, nowhere where that is
/// empty, else in the user's folder of caches.
package struct AnswerCache: Sendable {
  private let folder: String
  /// What an answer depends on next to the pool: the table and the program.
  private let basis: [String]

  /// - Parameters:
  ///   - variables: the environment of the process.
  ///   - program: what answers; another build of it has other answers.
  /// - Returns: nil where nothing is kept.
  package init?(variables: [String: String], program: URL?) throws(CommandFailure) {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    guard let folder = variables["WAYMARK_CACHE"] ?? caches?.appending(path: "waymark").path,
      !folder.isEmpty
    else { return nil }
    self.folder = folder
    basis = [try ContentDigest.table(), Self.mark(of: program)]
  }

  /// The path, size and time of a program.
  private static func mark(of program: URL?) -> String {
    guard let program else { return "" }
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: program.resolvingSymlinksInPath().path)
    let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(program.path) \(attributes?[.size] ?? 0) \(time)"
  }

  /// The digest of a pool as it was read, whatever files it was read from, and of what else its
  /// report depends on.
  func digest(of pool: LoadedPool) throws(CommandFailure) -> String {
    var parts = basis + [pool.name, pool.documentation, pool.origin, "\(pool.open)"] + pool.files
    parts += pool.closed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    parts += pool.origins.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    parts += pool.lines.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value }
    parts += pool.notes.map(\.rendered)
    return try ContentDigest.text(of: parts.map { Array($0.utf8) })
  }

  /// What is kept under a digest.
  func answer(for digest: String) -> PoolAnswer? {
    FileManager.default.contents(atPath: path(of: digest))
      .flatMap { try? JSONDecoder().decode(PoolAnswer.self, from: $0) }
  }

  /// Writes an answer; where that is not possible the next run explores again.
  func keep(_ answer: PoolAnswer, for digest: String) {
    guard let data = try? JSONEncoder().encode(answer) else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? data.write(to: URL(filePath: path(of: digest)), options: .atomic)
  }

  private func path(of digest: String) -> String { "\(folder)/\(digest).json" }
}
