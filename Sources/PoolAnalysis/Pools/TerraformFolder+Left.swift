import SignIn
import TransitionTables

/// Skips the Terraform folders whose pool nobody deploys.
extension TerraformFolder {
  /// Removes the folders that are superseded, an example, or a module that nothing calls. Returns a
  /// diagnostic for each; the modules of a library are removed without one.
  /// - Parameters:
  ///   - folders: the known folders, by their paths.
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

  /// The examples and tests of a library of modules, and its modules; none where the project is no
  /// such library. In a library, examples or tests call every module, directly or indirectly, no
  /// folder says where its state is kept, and no module configures a provider.
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
    let examples = all.filter(isExample)
    let modules = all.subtracting(examples)
    let called = reached(
      from: folders.keys.filter(isExample), by: called(by: callers(in: folders)))
    let isLibrary =
      modules.contains { folders[$0]?.hasPool == true } && modules.isSubset(of: called)
      && all.allSatisfy { folders[$0]?.keepsState == false }
      && modules.allSatisfy { folders[$0]?.isConfigured == false }
    return isLibrary ? (examples, modules) : ([], [])
  }

  /// The modules with a pool that no configuration of the project calls, where a deployed
  /// configuration makes a pool: they are not used yet, or no longer.
  /// - Parameters:
  ///   - folders: the known folders, by their paths.
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

  /// The examples with a pool, where the project deploys a pool outside of them, perhaps from a
  /// module that the examples call too.
  /// - Parameters:
  ///   - folders: the known folders, by their paths.
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

  /// Whether the name of a folder, or of one that contains it in the project, has one of some
  /// words.
  private static func isBelow(_ names: [String], _ folder: String, of project: String) -> Bool {
    let own = folder.hasPrefix(project) ? folder.dropFirst(project.count) : folder[...]
    return own.split(separator: "/").contains { part in names.contains(where: part.contains) }
  }

  /// Whether a Terraform or Terragrunt file calls a module by a source that contains the last two
  /// components of its path, such as the address of a repository.
  private static func isNamed(_ module: String, in project: String) -> Bool {
    let end = module.split(separator: "/").suffix(2).joined(separator: "/")
    return FolderSearch(in: project, suffixes: ["tf", "hcl"]).paths.contains { path in
      let lines = (try? PoolReader.bytes(of: path)).map { FolderSearch.lines(with: [end], in: $0) }
      return lines?.contains { $0.hasPrefix("source") } ?? false
    }
  }
}
