import TransitionTables

/// Reads the Serverless Framework's own file together with the files that hold its resources: all
/// their `Resources` form one template. Variables such as `${self:…}` are replaced where the files
/// decide them, see ``FrameworkVariables``; others stay open.
struct ServerlessProject {
  let files: [LocatedDocument]
  /// The files that hold resources.
  let resources: [LocatedDocument]
  let reader: PoolReader

  /// Reads the pool of the project. Where the values without options leave the pool out, it belongs
  /// to a stage that an option selects, and is read without them.
  func read() -> ImportedPool {
    let pool = read(withVariables: true)
    let isLeftOut = pool.diagnostics.contains { $0.code == "template.pool-switched-off" }
    return isLeftOut ? read(withVariables: false) : pool
  }

  private func read(withVariables isResolved: Bool) -> ImportedPool {
    let all = files + resources
    var document = files[0]
    for file in all { document.joined[file.file] = file.lines }
    let own = files.flatMap { file in
      (sections(of: file.root["resources"], in: file) + Self.additional(in: file))
        .map { (section: $0, file: file) }
    }
    let named = Set(
      files.flatMap { file in
        (Self.references(in: file) + Self.functionFiles(of: file)).map { path($0.path, file) }
      })
    let others = resources.filter { !named.contains(PoolReader.path($0.file, from: ".")) }
    let entries =
      own.flatMap { section, file in
        self.entries(of: section["Resources"], in: file).map { Self.filled($0, by: file) }
      }
      + others.flatMap { ($0.root["Resources"] ?? $0.root).entries ?? [] }
      .map { Self.filled($0, by: files[0]) }
    let place = files[0].root.location
    // The framework also puts these sections of every file into the one template.
    let declarations = ["Parameters", "Conditions", "Mappings"].map { key in
      let all = own.flatMap { section, file in
        let variables = isResolved ? FrameworkVariables(root: file.root) : nil
        return self.entries(of: section[key], in: file).map { Self.decided($0, by: variables) }
      }
      return (key, all)
    }
    document.root = LocatedNode(
      .mapping(
        (declarations + [("Resources", entries)]).map { key, entries in
          LocatedNode.Entry(
            key: key, keyLocation: place, value: LocatedNode(.mapping(entries), at: place))
        }), at: place)
    var pool: ImportedPool
    if !entries.contains(where: { $0.value["Type"]?.text == TemplateImporter.poolType }),
      let missing = missing.first
    {
      pool = ImportedPool(format: .serverless)
      pool.diagnostics = [
        document.diagnostic(
          "serverless.other-file", at: missing.place,
          "the resources stand in another file, `\(missing.path.prefix(60))`",
          remedy: "give that file too, or the folder of the project, or the template that"
            + " `serverless package` writes below .serverless/")
      ]
    } else {
      var plain = reader
      plain.templateParameters = [:]
      var importer = TemplateImporter(document: document, reader: plain)
      importer.functionEvents = files.flatMap { file in
        events(of: file).map(Self.variables(of: file).resolved)
      }
      importer.isWhole = missing.isEmpty
      importer.read()
      pool = importer.pool
    }
    pool.format = .serverless
    return pool
  }

  /// Resolves a parameter whose default is a variable of the framework; the default is removed
  /// where its value is not known here.
  private static func decided(
    _ entry: LocatedNode.Entry, by variables: FrameworkVariables?
  ) -> LocatedNode.Entry {
    guard let text = entry.value["Default"]?.text, text.contains("${"),
      var own = entry.value.entries
    else { return entry }
    let value = variables?.value(of: text)
    if value == nil { own.removeAll { $0.key == "Default" } }
    for place in own.indices where own[place].key == "Default" {
      own[place].value.content = .scalar(value ?? "", quoted: true)
    }
    var entry = entry
    entry.value = LocatedNode(.mapping(own), at: entry.value.location)
    return entry
  }

  /// The variables of a file whose values depend on no option.
  private static func variables(of file: LocatedDocument) -> FrameworkVariables {
    FrameworkVariables(root: file.root, takesOptions: false)
  }

  /// Fills in the variables of a resource as far as the file itself decides them.
  private static func filled(
    _ entry: LocatedNode.Entry, by file: LocatedDocument
  ) -> LocatedNode.Entry {
    var entry = entry
    entry.value = variables(of: file).resolved(entry.value)
    return entry
  }

  // MARK: Functions

  /// The key of an event that makes a function a trigger of a pool.
  static let event = "cognitoUserPool"

  /// The events that attach functions of a document to pools, each with the pool's name and the
  /// trigger. `functions` is one section or a list of sections.
  /// Source: the Serverless Framework's guide, AWS Lambda events, Cognito User Pool.
  static func events(
    in functions: LocatedNode?, _ included: (LocatedNode) -> LocatedNode = { $0 }
  ) -> [LocatedNode] {
    guard let functions = functions.map(included) else { return [] }
    return (functions.elements ?? [functions]).map(included).flatMap { $0.entries ?? [] }
      .flatMap { included($0.value)["events"]?.elements ?? [] }.compactMap { $0[event] }
  }

  private func events(of file: LocatedDocument) -> [LocatedNode] {
    Self.events(in: file.root["functions"]) { included($0, in: file) }
  }

  // MARK: Resources

  /// The stacks that serverless-plugin-additional-stacks deploys together with the project's own,
  /// each a section like `resources`.
  private static func additional(in document: LocatedDocument) -> [LocatedNode] {
    (document.root["custom"]?["additionalStacks"]?.entries ?? []).map(\.value)
  }

  /// The sections of `resources`: one section or a list, each possibly in another file.
  private func sections(of node: LocatedNode?, in file: LocatedDocument) -> [LocatedNode] {
    guard let node = node.map({ included($0, in: file) }) else { return [] }
    return (node.elements ?? [node]).map { included($0, in: file) }
  }

  /// The resources of a section. The section and each resource may stand in another file.
  private func entries(of node: LocatedNode?, in file: LocatedDocument) -> [LocatedNode.Entry] {
    (node.map { included($0, in: file) }?.entries ?? []).map { entry in
      var entry = entry
      entry.value = included(entry.value, in: file)
      return entry
    }
  }

  /// The value that `${file(path):key.key}` refers to; the node itself where it is no reference, or
  /// where that file is not given.
  private func included(_ node: LocatedNode, in file: LocatedDocument) -> LocatedNode {
    guard let reference = Self.reference(node, in: file) else { return node }
    let wanted = path(reference.path, file)
    let target = resources.first { PoolReader.path($0.file, from: ".") == wanted }
    guard let target else { return node }
    var found: LocatedNode? = target.root
    for key in reference.keys { found = found?[key] }
    return found ?? node
  }

  /// The path of a file relative to the current folder.
  private func path(_ path: String, _ file: LocatedDocument) -> String {
    PoolReader.path(path, from: file.file.lastIndex(of: "/").map { String(file.file[..<$0]) } ?? "")
  }

  /// The files that are referenced as resources but not given, and may contain a pool.
  private var missing: [(path: String, place: SourceLocation)] {
    let given = reader.passedOver.union(resources.map { PoolReader.path($0.file, from: ".") })
    return files.flatMap { file in
      Self.references(in: file).filter { !given.contains(path($0.path, file)) }
    }
  }

  /// The paths in `${file(…)}` among the resources of a project's file.
  static func references(in document: LocatedDocument) -> [(path: String, place: SourceLocation)] {
    let node = document.root["resources"]
    let sections = (node?.elements ?? [node].compactMap { $0 }) + additional(in: document)
    let values =
      sections + sections.compactMap { $0["Resources"] }
      + sections.flatMap { $0["Resources"]?.entries ?? [] }.map(\.value)
    return values.compactMap { value in
      reference(value, in: document).map { ($0.path, value.location) }
    }
  }

  /// The paths in `${file(…)}` among the functions of a project's file.
  static func functionFiles(
    of document: LocatedDocument
  ) -> [(path: String, place: SourceLocation)] {
    let node = document.root["functions"]
    let sections = node?.elements ?? [node].compactMap { $0 }
    return (sections + sections.flatMap { $0.entries ?? [] }.map(\.value))
      .compactMap { value in reference(value, in: document).map { ($0.path, value.location) } }
  }

  /// The file that a value refers to, and the keys in it. Variables in the file's name get the
  /// values that they have without options.
  private static func reference(
    _ node: LocatedNode, in document: LocatedDocument
  ) -> (path: String, keys: [String])? {
    guard let text = node.text, let start = text.firstRange(of: "${file("),
      let end = text[start.upperBound...].firstIndex(of: ")")
    else { return nil }
    let keys = text[text.index(after: end)...].prefix { $0 != "}" && $0 != "," }.drop { $0 == ":" }
    let path = String(text[start.upperBound..<end])
    return (
      FrameworkVariables(root: document.root).value(of: path) ?? path,
      keys.split(separator: ".").map(String.init)
    )
  }
}
