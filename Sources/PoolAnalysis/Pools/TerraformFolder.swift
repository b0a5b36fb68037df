import Foundation
import SignIn
import TransitionTables

/// The Terraform files of one folder, with the facts that the search for pools needs.
struct TerraformFolder {
  init() {}

  private(set) var paths: [String] = []
  private(set) var hasPool = false
  /// Whether the files declare a pool or something that belongs to one, such as an app client.
  private(set) var hasParts = false
  /// Whether the files configure providers or the state, which a module leaves to its callers.
  private(set) var isConfigured = false
  /// Whether the files say where the state is kept, as those of deployed configurations do.
  private(set) var keepsState = false
  /// The place of the state, as the lines of a block `backend` give it; empty where the files do
  /// not state the key.
  private(set) var state: Set<String> = []
  /// The places of app clients.
  private(set) var clients: [SourceLocation] = []
  /// The folders of the called modules, as written.
  private(set) var calls: [String] = []
  /// Diagnostics for files that create a pool by a module outside of the project, with the remedy.
  private(set) var poolsElsewhere: [Diagnostic] = []

  /// Adds a file of the folder.
  mutating func add(_ path: String, _ text: String) {
    paths.append(path)
    let settings = FolderSearch.lines(with: ["provider \"", "backend \""], in: Array(text.utf8))
    isConfigured =
      isConfigured || settings.contains { $0.hasPrefix("provider") || $0.hasPrefix("backend") }
    keepsState = keepsState || settings.contains { $0.hasPrefix("backend") }
    if let backend = Self.backend(in: text) { state = backend }
    let outline = PoolReader.terraformOutline(of: text, file: path)
    hasPool = hasPool || outline.hasPool
    hasParts = hasParts || outline.hasParts
    clients += outline.clients
    calls += outline.calls
    poolsElsewhere += outline.poolsElsewhere.prefix(1).map { module in
      Self.elsewhere(module, "which stands elsewhere and is not read", at: path)
    }
  }

  /// The error for a file that makes a pool by a module that is not read with all its values.
  /// - Parameters:
  ///   - module: the source of the module, as the file writes it.
  ///   - what: a phrase for what keeps the module from being read.
  ///   - path: the path of the file.
  ///   - program: the tool that plans the configuration, `terraform` or `terragrunt`.
  private static func elsewhere(
    _ module: String, _ what: String, at path: String, of program: String = "terraform"
  ) -> Diagnostic {
    Diagnostic(
      "document.unsupported-format", at: SourceLocation(file: path),
      "the pool is made by the module `\(module.prefix(60))`, \(what)",
      remedy: "give what is planned: `\(program) plan -out=plan && \(program) show -json plan`, or"
        + " what is deployed: `\(program) show -json`")
  }

  /// The greatest number of called folders that are read outside of the searched folder.
  private static let mostOutside = 200

  /// Adds the called modules that stand outside of the searched folder, or behind a link. If a
  /// module has no files and its source suggests that it makes a pool, its caller gets a
  /// diagnostic.
  /// - Parameter folders: the known folders, by their paths.
  static func addCalled(to folders: inout [String: TerraformFolder]) {
    var known = Set(folders.keys.map { PoolReader.path(".", from: $0) })
    var (waiting, found) = (folders.keys.sorted(), 0)
    while let folder = waiting.popLast() {
      for call in folders[folder]?.calls ?? [] {
        let path = PoolReader.path(call, from: folder)
        guard found < mostOutside, known.insert(path).inserted else { continue }
        let module = TerraformFolder(at: path)
        if !module.paths.isEmpty {
          (folders[path], found) = (module, found + 1)
          waiting.append(path)
        } else if PoolReader.namesPool(module: call), let caller = folders[folder]?.paths.first {
          folders[folder]?.poolsElsewhere.append(
            elsewhere(call, "of which no file is there", at: caller))
        }
      }
    }
  }

  /// Reads the files of a folder, which Terraform takes as one configuration.
  private init(at folder: String) {
    for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    where name.hasSuffix(".tf") {
      guard let bytes = try? PoolReader.bytes(of: "\(folder)/\(name)"), !PoolReader.isBlank(bytes)
      else { continue }
      add("\(folder)/\(name)", String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The error for a Terragrunt file whose module makes a pool, because its values are not read;
  /// nil where the module makes none.
  /// - Parameters:
  ///   - text: the contents of the file.
  ///   - path: the path of the file.
  ///   - folders: the known folders, by their paths.
  static func terragrunt(
    _ text: String, of path: String, among folders: [String: TerraformFolder]
  ) -> Diagnostic? {
    let lines = FolderSearch.lines(with: ["source"], in: Array(text.utf8))
    guard let line = lines.first(where: { $0.hasPrefix("source") }),
      let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end
    else { return nil }
    let source = String(line[line.index(after: start)..<end])
    let words = source.replacing(/\$\{[^}]*\}/, with: "").split { "/?".contains($0) }
      .filter { !$0.allSatisfy { $0 == "." } && !$0.hasPrefix("ref=") }
    let isOurs = withCallers(folders).contains { folder in
      !words.isEmpty && folder.split(separator: "/").suffix(words.count).elementsEqual(words)
    }
    guard isOurs || PoolReader.namesPool(module: source) else { return nil }
    return elsewhere(
      source, "with values of Terragrunt, which are not read", at: path, of: "terragrunt")
  }

  /// The note that app clients are skipped because their pool is not here; nil where there are
  /// none.
  /// - Parameter folders: the folders without a pool.
  static func poolIsElsewhere(_ folders: some Sequence<TerraformFolder>) -> Diagnostic? {
    let clients = folders.flatMap(\.clients).sorted()
    guard let first = clients.first else { return nil }
    let others = clients.dropFirst().map(\.description)
    return Diagnostic(
      "template.no-pool", at: first,
      others.isEmpty
        ? "is an app client, but not its pool"
        : "is an app client, as at \(others.enumerated), but no pool of theirs",
      remedy: "add the files that make the pool, or what is deployed of both:"
        + " `terraform show -json`, else describe-user-pool and describe-user-pool-client")
  }

  /// The folders that have a pool, those that call one of them directly or indirectly, and the
  /// modules that these call for things that belong to a pool.
  /// - Parameter folders: the known folders, by their paths.
  static func withCallers(_ folders: [String: TerraformFolder]) -> Set<String> {
    let callers = Self.callers(in: folders)
    let called = Self.called(by: callers)
    let pools = folders.filter(\.value.hasPool).map(\.key)
    let parts = folders.filter(\.value.hasParts).map(\.key)
    let wanted = reached(from: pools, by: callers)
    return wanted.union(
      reached(from: wanted, by: called).intersection(reached(from: parts, by: callers)))
  }

  static func called(by callers: [String: [String]]) -> [String: [String]] {
    callers.reduce(into: [:]) { called, entry in
      for caller in entry.value { called[caller, default: []].append(entry.key) }
    }
  }

  /// The folders that are reachable from some folders along calls, in either direction.
  static func reached(
    from folders: some Collection<String>, by steps: [String: [String]]
  ) -> Set<String> {
    var (all, waiting) = (Set(folders), Array(folders))
    while let folder = waiting.popLast() {
      waiting += (steps[folder] ?? []).filter { all.insert($0).inserted }
    }
    return all
  }

  /// The configurations that nothing calls and from which a folder can be reached; the folder
  /// itself where there are none.
  /// - Parameters:
  ///   - folder: the folder of a module, or of a configuration.
  ///   - callers: for each folder the folders that call it, see ``callers(in:)``.
  static func roots(of folder: String, by callers: [String: [String]]) -> [String] {
    var (seen, waiting, roots): (Set<String>, [String], [String]) = ([folder], [folder], [])
    while let next = waiting.popLast() {
      guard let above = callers[next] else {
        roots.append(next)
        continue
      }
      waiting += above.filter { seen.insert($0).inserted }
    }
    return roots.isEmpty ? [folder] : roots.sorted()
  }

  /// For each folder, the folders that call it.
  static func callers(in folders: [String: TerraformFolder]) -> [String: [String]] {
    let names = Dictionary(
      folders.keys.map { (PoolReader.path(".", from: $0), $0) }, uniquingKeysWith: { $1 })
    var callers: [String: [String]] = [:]
    for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
      for target in Set(files.calls.compactMap { names[PoolReader.path($0, from: folder)] }) {
        callers[target, default: []].append(folder)
      }
    }
    return callers
  }
}
