import SignIn
import TransitionTables

/// The Terraform files of one folder, with the facts that the search for pools needs.
struct TerraformFolder {
  private(set) var paths: [String] = []
  private(set) var hasPool = false
  /// Whether the files declare a pool or something that belongs to one, such as an app client.
  private(set) var hasParts = false
  /// Whether the files configure providers or the state, which a module leaves to its callers.
  private(set) var isConfigured = false
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
    if let backend = Self.backend(in: text) { state = backend }
    let outline = PoolReader.terraformOutline(of: text, file: path)
    hasPool = hasPool || outline.hasPool
    hasParts = hasParts || outline.hasParts
    clients += outline.clients
    calls += outline.calls
    poolsElsewhere += outline.poolsElsewhere.prefix(1).map { module in
      Diagnostic(
        "document.unsupported-format", at: SourceLocation(file: path),
        "the pool is made by the module `\(module.prefix(60))`, which stands elsewhere and is not"
          + " read",
        remedy: "give what is planned: `terraform plan -out=plan && terraform show -json plan`, or"
          + " what is deployed: `terraform show -json`")
    }
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

  /// The modules of a project that have a pool and are called by none of its configurations, where
  /// one of these creates a pool: they are not used yet, or no longer.
  /// - Parameters:
  ///   - folders: the known folders, by their paths.
  ///   - project: the folder of the project.
  static func uncalled(in folders: [String: TerraformFolder], of project: String) -> [String] {
    let callers = Self.callers(in: folders)
    let called = Self.called(by: callers)
    let modules = folders.keys.filter { isBelow(["module"], $0, of: project) }
    let roots = Set(folders.keys.filter { callers[$0] == nil }).subtracting(modules)
    let deployed = roots.filter {
      folders[$0]?.isConfigured == true && !isBelow(["example", "test"], $0, of: project)
    }
    guard reached(from: deployed, by: called).contains(where: { folders[$0]?.hasPool == true })
    else { return [] }
    return Set(modules).subtracting(reached(from: roots, by: called))
      .filter { folders[$0]?.hasPool == true && !isNamed($0, in: project) }.sorted()
  }

  /// The examples with a pool in a project that deploys a pool itself, possibly the one they call.
  /// - Parameters:
  ///   - folders: the known folders, by their paths.
  ///   - project: the folder of the project.
  static func examples(in folders: [String: TerraformFolder], of project: String) -> [String] {
    let own = folders.filter { !isBelow(["example"], $0.key, of: project) }
    let callers = Self.callers(in: own)
    let deployed = own.filter { callers[$0.key] == nil && $0.value.isConfigured }.map(\.key)
    let all = reached(from: deployed, by: called(by: callers))
    guard all.contains(where: { own[$0]?.hasPool == true }) else { return [] }
    return withCallers(folders).filter { own[$0] == nil }.sorted()
  }

  /// Whether the name of a folder or of one that contains it has one of some words.
  private static func isBelow(_ names: [String], _ folder: String, of project: String) -> Bool {
    let own = folder.hasPrefix(project) ? folder.dropFirst(project.count) : folder[...]
    return own.split(separator: "/").contains { part in names.contains(where: part.contains) }
  }

  /// Whether a Terraform or Terragrunt file refers to a module by a source with the same end as its
  /// path.
  private static func isNamed(_ module: String, in project: String) -> Bool {
    let end = module.split(separator: "/").suffix(2).joined(separator: "/")
    return FolderSearch(in: project, suffixes: ["tf", "hcl"]).paths.contains { path in
      let lines = (try? PoolReader.bytes(of: path)).map { FolderSearch.lines(with: [end], in: $0) }
      return lines?.contains { $0.hasPrefix("source") } ?? false
    }
  }

  private static func called(by callers: [String: [String]]) -> [String: [String]] {
    callers.reduce(into: [:]) { called, entry in
      for caller in entry.value { called[caller, default: []].append(entry.key) }
    }
  }

  /// The folders that are reachable from some folders along calls, in either direction.
  private static func reached(
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
