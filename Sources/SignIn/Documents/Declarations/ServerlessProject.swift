import TransitionTables

/// Reads the Serverless Framework's own file together with those that hold its resources: their
/// `Resources` are one template. Variables such as `${self:…}` stay open.
struct ServerlessProject {
  let files: [LocatedDocument]
  /// The files that hold resources.
  let resources: [LocatedDocument]
  let reader: PoolReader

  /// The pool of the project.
  func read() -> ImportedPool {
    let all = files + resources
    var document = files[0]
    for file in all { document.joined[file.file] = file.lines }
    let own = files.flatMap { sections(of: $0.root["resources"]) }
    let entries = (own + resources.map(\.root)).flatMap { $0["Resources"]?.entries ?? [] }
    document.root = LocatedNode(
      .mapping([
        LocatedNode.Entry(
          key: "Resources", keyLocation: files[0].root.location,
          value: LocatedNode(.mapping(entries), at: files[0].root.location))
      ]), at: files[0].root.location)
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
      importer.read()
      pool = importer.pool
    }
    pool.format = .serverless
    return pool
  }

  /// `resources` is one section, or a list of such.
  private func sections(of node: LocatedNode?) -> [LocatedNode] {
    guard let node else { return [] }
    return node.elements ?? [node]
  }

  /// The files that are named as resources.
  private var missing: [(path: String, place: SourceLocation)] {
    files.flatMap { Self.references(in: $0) }
  }

  /// The paths behind `${file(…)}` in the resources of a project's file.
  static func references(in document: LocatedDocument) -> [(path: String, place: SourceLocation)] {
    let node = document.root["resources"]
    let sections = node?.elements ?? [node].compactMap { $0 }
    let values =
      sections + sections.compactMap { $0["Resources"] }
      + sections.flatMap { $0["Resources"]?.entries ?? [] }.map(\.value)
    return values.compactMap { value in
      guard let text = value.text, let start = text.firstRange(of: "${file("),
        let end = text[start.upperBound...].firstIndex(of: ")")
      else { return nil }
      return (String(text[start.upperBound..<end]), value.location)
    }
  }
}
