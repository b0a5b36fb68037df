import SignIn
import TransitionTables

/// The folders of Terraform's files that make no pool which anybody deploys.
extension TerraformFolder {
  /// Leaves what is superseded, an example or not called, and says so.
  /// - Parameters:
  ///   - folders: those that are known, by their paths.
  ///   - project: the folder of the project.
  static func leave(
    from folders: inout [String: TerraformFolder], of project: String
  ) -> [Diagnostic] {
    let (examples, uncalled) = (
      examples(in: folders, of: project), uncalled(in: folders, of: project)
    )
    let library = library(in: folders, of: project)
    var reasons = superseded(in: folders, of: project).mapValues { deployed in
      "an older copy of \(deployed)/, by its state"
    }
    for module in uncalled { reasons[module] = "a Terraform module that nothing here calls" }
    for example in examples { reasons[example] = "an example next to what the project deploys" }
    for example in library.examples {
      reasons[example] = "an example of a library of Terraform modules, which deploys no pool"
    }
    for module in library.modules { folders[module] = nil }
    return reasons.sorted { $0.key < $1.key }.compactMap { folder, what in
      guard let path = folders.removeValue(forKey: folder)?.paths.first else { return nil }
      var note = PoolReader.setAside(path, as: what)
      if library.examples.contains(folder) {
        note.remedy = "give the folder of the example by itself: `waymark check \(folder)`"
      }
      return note
    }
  }

  /// The examples and tests of a library of modules, and its modules: a project that makes a pool
  /// by these examples alone, none of which keeps a state anywhere.
  private static func library(
    in folders: [String: TerraformFolder], of project: String
  ) -> (examples: Set<String>, modules: Set<String>) {
    let isExample = { (folder: String) in
      let own = folder.hasPrefix(project) ? folder.dropFirst(project.count) : folder[...]
      return own.split(separator: "/").contains {
        ["example", "examples", "test", "tests"].contains($0)
      }
    }
    let all = withCallers(folders)
    let callers = callers(in: folders)
    let examples = all.filter(isExample)
    let modules = all.subtracting(examples)
    let isCalled = { (folder: String) in isExample(folder) || callers[folder] != nil }
    let isLibrary =
      modules.contains { folders[$0]?.hasPool == true } && all.allSatisfy(isCalled)
      && all.allSatisfy { folders[$0]?.keepsState == false }
      && modules.allSatisfy { folders[$0]?.isConfigured == false }
    return isLibrary ? (examples, modules) : ([], [])
  }

  /// The modules of a project with a pool that none of its configurations calls, where one of these
  /// makes a pool: they wait for a use, or are used no more.
  /// - Parameters:
  ///   - folders: those that are known, by their paths.
  ///   - project: the folder of the project.
  private static func uncalled(
    in folders: [String: TerraformFolder], of project: String
  ) -> [String] {
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

  /// The examples with a pool in a project that deploys one itself, perhaps the one that they call.
  /// - Parameters:
  ///   - folders: those that are known, by their paths.
  ///   - project: the folder of the project.
  private static func examples(
    in folders: [String: TerraformFolder], of project: String
  ) -> [String] {
    let own = folders.filter { !isBelow(["example"], $0.key, of: project) }
    let callers = Self.callers(in: own)
    let deployed = own.filter { callers[$0.key] == nil && $0.value.isConfigured }.map(\.key)
    let all = reached(from: deployed, by: called(by: callers))
    guard all.contains(where: { own[$0]?.hasPool == true }) else { return [] }
    return withCallers(folders).filter { own[$0] == nil }.sorted()
  }

  /// Whether a folder, or one that it is in, has one of some words in its name.
  private static func isBelow(_ names: [String], _ folder: String, of project: String) -> Bool {
    let own = folder.hasPrefix(project) ? folder.dropFirst(project.count) : folder[...]
    return own.split(separator: "/").contains { part in names.contains(where: part.contains) }
  }

  /// Whether a file of Terraform or Terragrunt takes a module from elsewhere, by a source that ends
  /// like its path.
  private static func isNamed(_ module: String, in project: String) -> Bool {
    let end = module.split(separator: "/").suffix(2).joined(separator: "/")
    return FolderSearch(in: project, suffixes: ["tf", "hcl"]).paths.contains { path in
      let lines = (try? PoolReader.bytes(of: path)).map { FolderSearch.lines(with: [end], in: $0) }
      return lines?.contains { $0.hasPrefix("source") } ?? false
    }
  }
}
