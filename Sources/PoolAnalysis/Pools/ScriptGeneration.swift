import SignIn

/// The generation of a script by its name: `setup.sh`, `setup-fixed.sh`, `setup-v2.sh` and
/// `setup-final.sh` create the same pool, and people keep all of them.
struct ScriptGeneration {
  private let path: String
  /// The words of the file's name without those that denote a generation.
  private let words: [String]
  /// The rank of the generation, higher for later ones, see ``ranks``.
  private let rank: Int
  /// The number in `v2` and the like.
  private let version: Int?

  private static let ranks = [
    "old": -1, "orig": -1, "original": -1, "backup": -1, "bak": -1, "fix": 1, "fixed": 1,
    "final": 2,
  ]

  /// - Parameters:
  ///   - path: the path of a file.
  ///   - isTemplate: whether the file is a template, whose name may have words between points.
  init(_ path: String, isTemplate: Bool = false) {
    self.path = path
    let file = path.split(separator: "/").last ?? ""
    let parts = file.split(separator: ".")
    let name = parts.prefix(isTemplate ? max(1, parts.count - 1) : 1).joined(separator: "-")
    var words = name.lowercased().split { "-_".contains($0) }.map(String.init)
    var (ranks, version) = ([Int](), Int?.none)
    while words.count > 1, let last = words.last {
      if let rank = Self.ranks[last] {
        ranks.append(rank)
      } else if last.hasPrefix("v"), let number = Int(last.dropFirst()) {
        // A first version may be earlier or later than a script without a number.
        if number > 1 { (version, ranks) = (number, ranks + [1]) }
      } else {
        break
      }
      words.removeLast()
    }
    self.words = words
    self.version = version
    rank = ranks.contains(-1) ? -1 : ranks.max() ?? 0
  }

  /// Whether this is certainly a later generation of the same script.
  private func isLater(than other: ScriptGeneration) -> Bool {
    guard words.starts(with: other.words) || other.words.starts(with: words) else { return false }
    guard rank == other.rank else { return rank > other.rank }
    return rank > 0 && version ?? 0 > other.version ?? .max
  }

  /// Whether the name says that this is kept as an earlier state of another file.
  var isKept: Bool { rank < 0 }

  /// Whether the name says that this is kept as an earlier state of the other file.
  func isKept(of other: ScriptGeneration) -> Bool {
    isKept && !other.isKept && words == other.words
  }

  /// The scripts for which a later one in the same folder creates a pool of the same name, each
  /// with a phrase that names the later script and the pool.
  /// - Parameter scripts: the scripts that create pools.
  static func earlier(among scripts: [String]) -> [String: String] {
    var found: [String: String] = [:]
    for own in Dictionary(grouping: scripts, by: ProjectFiles.folder).values where own.count > 1 {
      let named = own.sorted().compactMap { path in
        poolName(of: path).map { (script: ScriptGeneration(path), pool: $0) }
      }
      for one in named {
        let later = named.filter { $0.pool == one.pool && $0.script.isLater(than: one.script) }
        guard
          let last = later.first(where: { last in
            !later.contains { $0.script.isLater(than: last.script) }
          })
        else { continue }
        found[one.script.path] =
          "an earlier state of \(last.script.path), as their names say and as both make the pool"
          + " `\(one.pool.prefix(60))`"
      }
    }
    return found
  }

  /// The copies among scripts, and among templates in the folder of an archive, each with a phrase
  /// that names the original. A copy equals its original byte for byte; the original is the file
  /// outside of archives with the least deep path. A template elsewhere is no copy: it may be
  /// deployed twice.
  /// - Parameters:
  ///   - scripts: the scripts that make pools.
  ///   - templates: the templates to examine.
  static func copies(among scripts: [String], _ templates: [String]) -> [String: String] {
    let contents = (scripts + templates).compactMap { path in
      (try? PoolReader.bytes(of: path)).map { (path: path, bytes: $0) }
    }
    return Dictionary(grouping: contents, by: \.bytes).values.reduce(into: [:]) { copies, same in
      let paths = same.map { ($0.path.count { $0 == "/" }, $0.path) }.sorted { $0 < $1 }.map(\.1)
      let original = paths.first { !isArchived($0) } ?? paths[0]
      for copy in paths where copy != original {
        guard scripts.contains(copy) || isArchived(copy) && !isArchived(original) else { continue }
        copies[copy] = "a copy of \(original)"
      }
    }
  }

  /// Whether a file is in a folder for what is no longer used, such as `archive` or `old`.
  private static func isArchived(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { folder in
      let words = folder.lowercased().split { !$0.isLetter }
      return words.contains { archives.contains(String($0)) }
    }
  }

  private static let archives: Set<String> = [
    "archive", "archives", "archived", "backup", "backups", "bak", "deprecated", "old",
  ]

  /// The name of the pool that a script creates, if it is only one.
  private static func poolName(of path: String) -> String? {
    guard let bytes = try? PoolReader.bytes(of: path) else { return nil }
    let names = PoolReader(parameters: []).identity(of: [(file: path, bytes: bytes)]).names
    return names.count == 1 ? names.first : nil
  }
}
