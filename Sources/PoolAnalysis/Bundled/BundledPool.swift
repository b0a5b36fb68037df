import Foundation
import SignIn
import TransitionTables

/// A bundled example pool, with the verdict that its folder expects.
package struct BundledPool: Sendable {
  /// The expected verdict.
  package enum Expectation: Sendable, Hashable {
    case sound
    /// The property with this id fails.
    case flawed(String)
    /// This rule of legality, or this diagnostic code, rejects the document or warns of it.
    case malformed(String)
  }

  /// The name in reports: `Models/pools/sound/retail.yaml`.
  package var name: String
  package var bytes: [UInt8]
  package var expectation: Expectation
  /// For a malformed pool, its legal neighbour: the same pool with one change.
  package var neighbour: PoolLoader.Document?

  /// The expectation for a path below `pools`; nil where the file is no pool.
  package static func expectation(ofPath path: String) -> Expectation? {
    let parts = path.split(separator: "/").map(String.init)
    guard let file = parts.last, isPoolFile(file), !isNeighbour(file) else { return nil }
    switch (parts.first, parts.count) {
    case ("sound", 2...): return .sound
    case ("flawed", 3...): return .flawed(parts[1])
    case ("malformed", 3...): return .malformed(parts[1])
    default: return nil
    }
  }

  private static func isNeighbour(_ file: String) -> Bool { file.hasPrefix("neighbour.") }

  private static func isPoolFile(_ name: String) -> Bool {
    [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) }
  }
}

extension BundledPool {
  /// A sort key: sound pools first, then flawed ones, then malformed ones.
  private static func rank(_ path: String) -> (Int, String) {
    let folder = String(path.prefix { $0 != "/" })
    return (["sound", "flawed"].firstIndex(of: folder) ?? 2, path)
  }

  /// All bundled pools, in the order of their expected verdicts.
  package static func all() throws(CommandFailure) -> [BundledPool] {
    let folder = BundledTable.directory.appending(path: "pools")
    do {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      return try paths.sorted { rank($0) < rank($1) }.compactMap { path in
        guard let expectation = BundledPool.expectation(ofPath: path) else { return nil }
        let data = try Data(contentsOf: folder.appending(path: path))
        var pool = BundledPool(
          name: "Models/pools/\(path)", bytes: Array(data), expectation: expectation)
        let neighbour = (path as NSString).deletingLastPathComponent + "/neighbour.yaml"
        if let data = try? Data(contentsOf: folder.appending(path: neighbour)) {
          pool.neighbour = .init(name: "Models/pools/\(neighbour)", bytes: Array(data))
        }
        return pool
      }
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.no-table", at: SourceLocation(file: "Models/pools"),
            "the bundled pools cannot be read: \(SystemFault.words(error))",
            remedy: "install waymark again")
        ], status: .systemFailure)
    }
  }
}
