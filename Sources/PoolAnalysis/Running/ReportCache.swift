import Foundation
import Synchronization

/// A cache of reports between runs: in the folder of `WAYMARK_CACHE`, none where that is empty,
/// else in the user's folder of caches.
///
/// A cached report is used where the program and everything that was asked are the same.
/// A damaged cache, or one that cannot be written, has no effect.
package struct ReportCache: Sendable {
  /// After this time in seconds a report is deleted when a run writes its first one.
  private static let age: TimeInterval = 30 * 24 * 60 * 60

  /// Whether something was done already.
  private final class Flag: Sendable {
    private let value = Mutex(false)

    /// Sets the flag; returns whether it was set before.
    func set() -> Bool {
      value.withLock { value in
        defer { value = true }
        return value
      }
    }
  }

  private let folder: URL
  /// Distinguishes the program that answers from other builds, which may answer differently.
  private let mark: String
  private let isPruned = Flag()

  /// - Parameters:
  ///   - variables: the environment of the process.
  ///   - program: the program that answers.
  /// - Returns: nil where caching is switched off.
  package init?(variables: [String: String], program: URL?) {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    guard let folder = variables["WAYMARK_CACHE"] ?? caches?.appending(path: "waymark").path,
      !folder.isEmpty
    else { return nil }
    self.folder = URL(filePath: folder)
    mark = Self.mark(of: program)
  }

  /// The path, size and modification time of a program.
  private static func mark(of program: URL?) -> String {
    guard let program else { return "" }
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: program.resolvingSymlinksInPath().path)
    let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(program.path) \(attributes?[.size] ?? 0) \(time)"
  }

  /// The cached value for a subject, or a new one, which is cached.
  ///
  /// - Parameters:
  ///   - subject: everything on which the value depends, apart from the program; of the table its
  ///     digest.
  ///   - isWhole: whether a new value may be cached; one that a limit cut short may not.
  ///   - compute: computes the value.
  func value<Value: Codable>(
    of subject: [Any], isWhole: (Value) -> Bool = { _ in true },
    compute: () throws(CommandFailure) -> Value
  ) throws(CommandFailure) -> Value {
    let texts = [mark, "\(Value.self)"] + subject.map { CanonicalText(of: $0).text }
    let digest = try ContentDigest.text(of: texts.map { Array($0.utf8) })
    let file = folder.appending(path: "\(digest).json")
    if let data = try? Data(contentsOf: file),
      let known = try? JSONDecoder().decode(Value.self, from: data)
    {
      return known
    }
    let value = try compute()
    if isWhole(value), let data = try? JSONEncoder().encode(value) { write(data, to: file) }
    return value
  }

  private func write(_ data: Data, to file: URL) {
    let files = FileManager.default
    try? files.createDirectory(at: folder, withIntermediateDirectories: true)
    try? data.write(to: file, options: .atomic)
    guard !isPruned.set() else { return }
    let key = URLResourceKey.contentModificationDateKey
    let all = try? files.contentsOfDirectory(at: folder, includingPropertiesForKeys: [key])
    for old in all ?? [] where old.lastPathComponent.wholeMatch(of: /[0-9a-f]{64}\.json/) != nil {
      let date = try? old.resourceValues(forKeys: [key]).contentModificationDate
      if let date, -date.timeIntervalSinceNow > Self.age { try? files.removeItem(at: old) }
    }
  }
}
