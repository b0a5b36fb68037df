import TransitionTables

/// The resources of a Terraform configuration and of the modules that it calls in other folders.
///
/// The variables of a called module have the values of the call, else their defaults; nothing else
/// can set them. A folder that nothing calls is a configuration of its own, whose variables only a
/// deployment knows; several such folders are read together, if the user names them. A resource or
/// a call with a literal `for_each` exists once for each key.
/// Source: the Terraform language, modules and meta-arguments.
struct TerraformTree {
  private let folders: [String: [HCLReader.Block]]
  /// The folder of the configuration that nothing calls, where there is exactly one.
  private let root: String?
  /// Whether variables of that configuration have only a default, which the user did not ask to
  /// use.
  let leavesDefaults: Bool
  private let files: [[Fact.Entry]]
  private let reader: PoolReader
  private(set) var resources: [TerraformResource] = []
  /// The pools that do not exist, because their `count` is known to be 0, by their names.
  private(set) var poolsLeftOut: [String: PoolLeftOut] = [:]
  /// The module calls whose number of instances is not known.
  private(set) var multiplied: [(call: String, argument: Fact.Entry)] = []
  /// The module calls that leave out variables without a default, each once.
  private(set) var incomplete: [(call: String, place: SourceLocation, missing: [String])] = []
  /// The places of the calls that were examined for missing variables.
  private var calls: Set<SourceLocation> = []

  /// The reason why not everything was expanded: too many calls of modules, or too many values.
  private(set) var refusal: Diagnostic?
  /// The number of blocks in called modules that were visited.
  private var spent = 0
  /// The number of facts of all modules together that may still be expanded.
  private var budget = Self.mostFacts

  private static let deepest = 8
  private static let mostBlocks = LocatedDocument.mostValues / 10
  private static let mostFacts = 10 * LocatedDocument.mostValues
  private static let remedy =
    "give the folder of one module, or what `terraform show -json` prints of its plan or state"
  /// The arguments of a call that are no variables of the module.
  private static let metaArguments: Set<String> = [
    "source", "version", "providers", "count", "for_each", "depends_on",
  ]

  /// - Parameters:
  ///   - blocks: the blocks of all files.
  ///   - loaded: the files of values that Terraform loads by itself, which apply only to the
  ///     configuration in their folder.
  ///   - files: the contents of the given files of values, in their order.
  ///   - reader: provides the values given by name, and whether defaults count.
  init(
    blocks: [HCLReader.Block], loaded: [PoolReader.VariableFile], files: [PoolReader.VariableFile],
    reader: PoolReader
  ) {
    let folders = Dictionary(grouping: blocks) { Self.folder(of: $0.location.file) }
    let called = Set(blocks.compactMap { Self.target(of: $0, in: folders) })
    let uncalled = folders.filter { !called.contains($0.key) }
    let roots = uncalled.isEmpty ? folders : uncalled
    let root = roots.count == 1 ? roots.first?.key : nil
    let own = loaded.filter { Self.folder(of: $0.document.file) == root }
    let all = (own + files).map(\.values)
    (self.folders, self.root, self.files, self.reader) = (folders, root, all, reader)
    let first = blocks.filter { roots[Self.folder(of: $0.location.file)] != nil }
    let given = Set(all.joined().map(\.key)).union(reader.templateParameters.keys)
    leavesDefaults =
      !reader.takesVariableDefaults
      && first.contains { block in
        block.type == "variable" && block.body["default"].isCertain
          && block.labels.first.map { !given.contains($0) } ?? false
      }
    collect(first, inputs: nil, module: "", calls: "", depth: 0)
  }

  /// Whether a file stands in the folder of the only configuration that nothing calls.
  func isRoot(fileNextTo file: String) -> Bool { Self.folder(of: file) == root }

  /// - Parameter calls: the calls of the module without the keys of their `for_each`, so that a
  ///   diagnostic about a block appears once for all its instances.
  /// - Returns: the names of the pools that were found not to exist.
  @discardableResult private mutating func collect(
    _ blocks: [HCLReader.Block], inputs: [String: Fact]?, module: String, calls: String, depth: Int
  ) -> [String] {
    guard depth <= Self.deepest else { return [] }
    let isInRoot = inputs == nil
    var namesLeftOut: [String] = []
    var values = TerraformValues(
      blocks: blocks, files: inputs == nil ? files : [], reader: reader, budget: budget,
      inputs: inputs)
    defer {
      budget = values.budget
      if let place = values.end {
        refusal =
          refusal
          ?? .tooManyValues(
            at: place,
            "with what its local values repeat the configuration has more than "
              + "\(Self.mostFacts) values",
            remedy: "repeat less of it, or \(Self.remedy)")
      }
    }
    for block in blocks {
      if block.type == "resource", block.labels.count == 2,
        TerraformDocuments.isOurs(block.labels[0])
      {
        let isPool = block.labels[0] == TerraformNames.pool
        let instances = values.instances(of: block.body, ofPools: isPool)
        if instances.isEmpty, isPool {
          let address = calls + block.labels.joined(separator: ".")
          let pool = PoolLeftOut(
            address, block, pool: block.body.location, isInRoot: isInRoot, by: &values)
          if leaveOut(block.labels[1], pool) { namesLeftOut.append(block.labels[1]) }
        }
        resources += instances.map { key, body in
          TerraformResource(
            type: block.labels[0], name: block.labels[1],
            address: module + block.labels.joined(separator: ".") + key, arguments: body,
            declaration: calls + block.labels.joined(separator: "."), module: module, key: key)
        }
      } else if let target = Self.target(of: block, in: folders), let called = folders[target],
        refusal == nil
      {
        let name = "module.\(block.labels[0])"
        let instances = values.instances(of: block.body)
        if instances.isEmpty {
          for pool in called where pool.labels.first == TerraformNames.pool {
            let own = pool.labels[pool.labels.count - 1]
            let left = PoolLeftOut(
              "\(calls)\(name).\(pool.labels.joined(separator: "."))", call: calls + name, block,
              pool: pool.body.location, isInRoot: isInRoot, by: &values)
            if leaveOut(own, left) { namesLeftOut.append(own) }
          }
        }
        for (key, body) in instances {
          spent += called.count
          guard spent <= Self.mostBlocks else {
            refusal =
              refusal
              ?? .tooManyValues(
                at: block.location,
                "modules that call each other come to more than \(Self.mostBlocks) blocks",
                remedy: Self.remedy)
            return namesLeftOut
          }
          let entries = body.entries ?? []
          multiplied += entries.filter { ["count", "for_each"].contains($0.key) }
            .map { (calls + name, $0) }
          let inputs = entries.filter { !Self.metaArguments.contains($0.key) }
            .map { ($0.key, $0.value.withoutVariables) }
          noteMissing(in: called, by: block, named: calls + name)
          budget = values.budget
          let below = collect(
            called, inputs: Dictionary(inputs) { first, _ in first },
            module: "\(module)\(name)\(key).", calls: "\(calls)\(name).", depth: depth + 1)
          values.budget = budget
          for own in below {
            poolsLeftOut[own]?.follow(block, named: calls + name, isInRoot: isInRoot, by: &values)
          }
          namesLeftOut += below
        }
      }
    }
    return namesLeftOut
  }

  /// Keeps a pool without instances, unless one of its name is kept already.
  /// - Returns: whether it was kept.
  private mutating func leaveOut(_ name: String, _ pool: PoolLeftOut) -> Bool {
    guard poolsLeftOut[name] == nil else { return false }
    poolsLeftOut[name] = pool
    return true
  }

  private mutating func noteMissing(
    in module: [HCLReader.Block], by call: HCLReader.Block, named name: String
  ) {
    guard self.calls.insert(call.location).inserted else { return }
    let names = Set((call.body.entries ?? []).map(\.key))
    let missing = module.filter { block in
      block.type == "variable" && block.labels.count == 1 && !names.contains(block.labels[0])
        && block.body.entries?.contains { $0.key == "default" } == false
    }.map { $0.labels[0] }
    if !missing.isEmpty { incomplete.append((name, call.location, missing)) }
  }

  /// The folder of the module that a block calls, if it is among the folders that are read.
  private static func target(
    of block: HCLReader.Block, in folders: [String: [HCLReader.Block]]
  ) -> String? {
    guard block.type == "module", block.labels.count == 1,
      let source = block.body["source"].text, source.hasPrefix(".")
    else { return nil }
    let path = PoolReader.path(source, from: folder(of: block.location.file))
    return folders[path] == nil ? nil : path
  }

  /// The folder of a file, `.` for a file without one.
  static func folder(of file: String) -> String {
    PoolReader.path(".", from: file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ".")
  }
}

extension Fact {
  /// The fact for use outside its configuration, whose variables have no meaning there.
  var withoutVariables: Fact {
    var fact = self
    (fact.variable, fact.deferred, fact.isNeverEmpty) = (nil, nil, isSomething)
    switch content {
    case .list(let elements): fact.content = .list(elements.map(\.withoutVariables))
    case .record(let entries):
      fact.content = .record(
        entries.map {
          Entry(key: $0.key, keyLocation: $0.keyLocation, value: $0.value.withoutVariables)
        })
    case .absent, .text, .opaque, .uncertain: break
    }
    return fact
  }
}

extension PoolReader {
  /// A normalised path relative to a folder: `envs/../modules` becomes `modules`.
  /// - Parameters:
  ///   - path: the path as a document writes it.
  ///   - folder: the folder of that document; `.` or empty where it has none.
  public static func path(_ path: String, from folder: String) -> String {
    let folder = path.hasPrefix("/") ? "/" : folder
    var parts: [Substring] = []
    for part in folder.split(separator: "/") + path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let root = folder.hasPrefix("/") ? "/" : ""
    return parts.isEmpty && root.isEmpty ? "." : root + parts.joined(separator: "/")
  }

  /// Outlines a text in Terraform's language for the search for pools: whether it declares a pool,
  /// or resources of a pool; the places of its app clients; the folders of the modules that it
  /// calls, as written; and the modules of a registry or another repository whose names suggest
  /// that they create a pool.
  /// - Parameters:
  ///   - text: the whole file.
  ///   - file: the name of the file.
  public static func terraformOutline(
    of text: String, file: String
  ) -> (
    hasPool: Bool, hasParts: Bool, clients: [SourceLocation], calls: [String],
    poolsElsewhere: [String]
  ) {
    guard text.contains("aws_cognito_") || text.contains("module") else {
      return (false, false, [], [], [])
    }
    var hcl = HCLReader(scanner: ProgramText(text, file: file).scanner(.terraform))
    let blocks = hcl.blocks()
    let sources = blocks.filter { $0.type == "module" }.compactMap { $0.body["source"].text }
    let resources = blocks.filter { $0.type == "resource" }
    let types = resources.compactMap(\.labels.first)
    return (
      types.contains(TerraformNames.pool), types.contains(where: TerraformDocuments.isOurs),
      resources.filter { $0.labels.first == TerraformNames.client }.map(\.location),
      sources.filter { $0.hasPrefix(".") },
      sources.filter { !$0.hasPrefix(".") && namesPool(module: $0) }
    )
  }

  /// Whether the words in a module's source suggest that the module makes a pool.
  /// - Parameter source: the source, as a file of Terraform or Terragrunt writes it.
  package static func namesPool(module source: String) -> Bool {
    let name = source.lowercased().replacing("_", with: "-")
    return (name.contains("cognito") || name.contains("user-pool"))
      && !name.contains("identity-pool")
  }
}
