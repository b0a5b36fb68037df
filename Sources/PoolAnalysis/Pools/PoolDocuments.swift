import Foundation
import SignIn
import TransitionTables

/// The documents that the command line names, or that stand in the folders that it names, each read
/// once, and which of them describe one pool together.
///
/// A Waymark pool file is a pool of its own, and so is each of several sources of one kind, such as
/// two templates or two folders of Terraform's files; whatever else is named belongs to one pool:
/// its template, what the service and Terraform say of it, the app's outputs. In a folder documents
/// that state different pools are separated, see ``PoolSeparation``. Nothing hangs on the order in
/// which the documents of a pool are named.
struct PoolDocuments {
  /// A path with what its content is; nil where it cannot be read alone.
  typealias Recognised = (path: String, format: PoolDocument.Format?)

  /// The bytes of the documents; a pipe gives them a single time.
  private(set) var contents: [String: [UInt8]] = [:]
  /// Folders without a document.
  private(set) var problems: [Diagnostic] = []
  /// Which documents of the folders were taken, and which were left.
  private(set) var notes: [Diagnostic] = []
  /// The files that projects of the Serverless Framework name and that have nothing of Cognito's.
  private(set) var passedOver: Set<String> = []
  /// Where a program in the folders confirms sign-ups by AdminConfirmSignUp.
  private(set) var confirmation: SourceLocation?
  private var documents: [Recognised] = []
  /// Whether the sources were found rather than named for one pool: sources of different kinds are
  /// then different pools.
  private(set) var areFound = false

  /// - Parameters:
  ///   - paths: files and folders.
  ///   - areFound: whether the files may be those of several pools, as in a folder.
  init(named paths: [String], areFound: Bool = false) {
    self.areFound = areFound
    for path in paths {
      var isFolder: ObjCBool = false
      if path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        isFolder.boolValue
      {
        take(folder: path)
      } else {
        take(path)
      }
    }
    for document in documents where document.format == .serverless { takeResources(of: document) }
  }

  /// What functions of the Serverless Framework in the folders are triggers of.
  var attached: [AttachedTrigger] {
    guard areFound else { return [] }
    return documents.filter { [.serverless, .cloudFormation].contains($0.format) }.flatMap { file in
      let bytes = contents[file.path] ?? []
      let names = FolderSearch.has(["cognitoUserPool"], in: bytes)
      return names ? PoolReader.attachedTriggers(of: bytes, file: file.path) : []
    }
  }

  private mutating func take(_ path: String) {
    guard contents[path] == nil else { return documents.append((path, nil)) }
    contents[path] = try? PoolReader.bytes(of: path)
    documents.append((path, contents[path].flatMap { PoolReader.format(of: $0, file: path) }))
  }

  private mutating func take(folder: String) {
    let files = ProjectFiles(in: folder)
    guard !files.taken.isEmpty else {
      problems += [files.refusal(of: folder), files.cut(in: folder)].compactMap(\.self)
      return
    }
    areFound = true
    confirmation = confirmation ?? files.confirmation
    for path in files.taken where contents[path] == nil { take(path) }
    let formats = Dictionary(
      documents.compactMap { document in document.format.map { (document.path, $0) } },
      uniquingKeysWith: { first, _ in first })
    notes += [files.cut(in: folder), files.note(in: folder, formats: formats)].compactMap(\.self)
  }

  /// The files in which the Serverless Framework's own file has its resources and functions, as far
  /// as they have to do with Cognito.
  private mutating func takeResources(of document: Recognised) {
    guard let bytes = contents[document.path] else { return }
    let folder = ProjectFiles.folder(of: document.path)
    var known = Set(contents.keys.map { PoolReader.path($0, from: ".") })
    for reference in PoolReader.serverlessResources(of: bytes, file: document.path) {
      let path = PoolReader.path(reference, from: folder)
      guard known.insert(path).inserted, let bytes = try? PoolReader.bytes(of: path) else {
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if ["AWS::Cognito", "cognitoUserPool"].contains(where: text.contains) {
        take(path)
      } else {
        passedOver.insert(path)
      }
    }
  }

  // MARK: Groups

  /// The documents of each pool, in the order of what counts first.
  var groups: [[Recognised]] {
    let (callers, owners) = (TerraformFolder.callers(in: terraformFolders), self.owners)
    let units = documents.map { self.units(of: owners[$0.path] ?? $0, callers) }
    let kinds = documents.map(kind)
    // Of sources that were found, those of all kinds; else of each kind.
    var sources: [PoolDocument.Format?: Set<String>] = [:]
    for (kind, units) in zip(kinds, units) where kind != nil {
      sources[areFound ? nil : kind, default: []].formUnion(units)
    }
    var together: [Recognised] = []
    var groups: [(unit: String, documents: [Recognised])] = []
    var places: [String: Int] = [:]
    for (position, document) in documents.enumerated() {
      let kind = kinds[position]
      let isOneOfSeveral = kind != nil && sources[areFound ? nil : kind]?.count ?? 0 > 1
      if document.format == .waymark || isOneOfSeveral {
        for unit in units[position] {
          if document.format != .waymark, let index = places[unit] {
            groups[index].documents.append(document)
          } else {
            if places[unit] == nil { places[unit] = groups.count }
            groups.append((unit, [document]))
          }
        }
      } else {
        if together.isEmpty { groups.append(("", [])) }
        together.append(document)
      }
    }
    return groups.map { group in
      Self.ordered(group.unit.isEmpty && group.documents.isEmpty ? together : group.documents)
    }
  }

  /// The same, separated and joined by the ids and the names of the pools where the documents were
  /// found rather than named.
  func pools(with reader: PoolReader) -> [[Recognised]] {
    let groups = self.groups
    let isMixed = documents.contains { kind($0) == nil && $0.format != .waymark }
    let isInLanguages = groups.count > 1 && Set(documents.compactMap(kind)).count > 1
    guard areFound, isMixed || isInLanguages else { return groups }
    let positions = Dictionary(
      documents.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    return separation(with: reader).pools(of: groups)
      .map { pool in (pool, pool.compactMap { positions[$0.path] }.min() ?? 0) }
      .sorted { $0.1 < $1.1 }.map { Self.ordered($0.0) }
  }

  /// The documents of one of the several pools that a group has.
  func share(
    of group: [Recognised], pool name: String, among names: [String], with reader: PoolReader
  ) -> [Recognised] {
    separation(with: reader).documents(of: group, pool: name, among: names)
  }

  private func separation(with reader: PoolReader) -> PoolSeparation {
    PoolSeparation(reader: reader, contents: contents) { kind($0) != nil }
  }

  /// In the order of what counts first.
  private static func ordered(_ documents: [Recognised]) -> [Recognised] {
    documents.sorted { ($0.format ?? .waymark, $0.path) < ($1.format ?? .waymark, $1.path) }
  }

  /// What people write a whole pool in, by one name for each language; nil for what tools write,
  /// and for what only changes another document.
  private func kind(_ document: Recognised) -> PoolDocument.Format? {
    guard let format = document.format else { return nil }
    switch format {
    case .shell:
      let text = String(decoding: contents[document.path] ?? [], as: UTF8.self)
      return areFound && PoolReader.makesPool(script: text) ? format : nil
    case .cloudFormation where definition(of: document) != nil: return .amplifyDefinition
    case .cloudFormation, .sam, .serverless: return .cloudFormation
    case .amplifyOverrides, .amplifyInputOverrides: return format.overridden
    case .terraformConfiguration, .amplifyDefinition, .amplifyInputs, .pulumi, .sst, .kubernetes:
      return format
    default: return nil
    }
  }

  /// The program that Amplify made a template of, if it is one of the documents.
  private func definition(of template: Recognised) -> Recognised? {
    guard let root = SynthesisedTemplate.root(ofTemplate: template.path) else { return nil }
    return documents.first { other in
      other.format == .amplifyDefinition
        && SynthesisedTemplate.root(ofProgram: other.path) == root
    }
  }

  /// The folders of Terraform's files, by their paths.
  private var terraformFolders: [String: TerraformFolder] {
    documents.filter { $0.format == .terraformConfiguration }.reduce(into: [:]) { folders, file in
      folders[ProjectFiles.folder(of: file.path), default: TerraformFolder()].add(
        file.path, String(decoding: contents[file.path] ?? [], as: UTF8.self))
    }
  }

  /// What a document is a part of: a module of Terraform, of every configuration that calls it.
  private func units(of document: Recognised, _ callers: [String: [String]]) -> [String] {
    guard document.format == .terraformConfiguration, areFound else { return [unit(document)] }
    return TerraformFolder.roots(of: ProjectFiles.folder(of: document.path), by: callers)
      .map { "\($0)/" }
  }

  /// The folder with the Serverless Framework's own file as a program, `serverless.ts`, in which or
  /// above which a folder is.
  private func serverlessProgram(above folder: String) -> String? {
    let isThere = { (path: String) in FileManager.default.fileExists(atPath: path) }
    var above = folder
    while !above.isEmpty {
      if isThere("\(above)/serverless.ts") { return "\(above)/" }
      above = ProjectFiles.folder(of: above)
    }
    return !folder.hasPrefix("/") && isThere("serverless.ts") ? "/" : nil
  }

  /// Whether a template may be a part of a project of the Serverless Framework: a whole template
  /// that its file does not name is a pool of its own.
  private func mayHold(_ template: Recognised, project: Recognised) -> Bool {
    let text = String(decoding: contents[template.path] ?? [], as: UTF8.self)
    guard areFound, text.contains("AWSTemplateFormatVersion"),
      let bytes = contents[project.path]
    else { return true }
    let named = PoolReader.serverlessResources(of: bytes, file: project.path)
    let folder = ProjectFiles.folder(of: project.path)
    let path = PoolReader.path(template.path, from: ".")
    return named.contains { $0.contains("${") || PoolReader.path($0, from: folder) == path }
  }

  /// For each template with nothing but app clients of another one's pool, by its path, that other
  /// one. Each template is read once.
  private var owners: [String: Recognised] {
    let templates = documents.filter { [.cloudFormation, .sam].contains($0.format) }
    let imports = templates.contains { template in
      String(decoding: contents[template.path] ?? [], as: UTF8.self).contains("ImportValue")
    }
    guard imports else { return [:] }
    let links = templates.map { TemplateLinks(of: contents[$0.path] ?? [], file: $0.path) }
    return zip(templates, links).reduce(into: [:]) { owners, client in
      owners[client.0.path] = zip(templates, links).first { client.1.belongs(to: $0.1) }?.0
    }
  }

  /// What a document is a part of: Terraform's folder, the folder of a Serverless or Amplify
  /// project, else itself.
  private func unit(_ document: Recognised) -> String {
    let folder = ProjectFiles.folder(of: document.path)
    switch document.format {
    case .terraformConfiguration, .kubernetes: return "\(folder)/"
    case .serverless: return "\(folder)/"
    case .cloudFormation, .sam:
      if let definition = definition(of: document) { return unit(definition) }
      // Amplify's CLI keeps the template's values next to it, in parameters.json.
      let values = documents.first { other in
        other.format == .amplifyInputs && ProjectFiles.folder(of: other.path) == folder
      }
      if let values, areFound { return unit(values) }
      let projects = documents.filter {
        $0.format == .serverless && mayHold(document, project: $0)
      }.map { ProjectFiles.folder(of: $0.path) + "/" }
      return projects.first { $0 == "/" || document.path.hasPrefix($0) }
        ?? (document.path.hasSuffix(".ts") ? serverlessProgram(above: folder) : nil)
        ?? document.path
    case .amplifyInputs, .amplifyInputOverrides:
      let isOverridden = documents.contains { other in
        other.format == .amplifyInputOverrides && ProjectFiles.folder(of: other.path) == folder
      }
      return isOverridden ? "\(folder)/" : document.path
    case .amplifyDefinition, .amplifyOverrides:
      // amplify/backend.ts and amplify/auth/resource.ts; two definitions elsewhere are two pools.
      let parent = ProjectFiles.folder(of: folder)
      let isNested =
        document.format == .amplifyDefinition
        && (folder.hasSuffix("/auth") || folder == "auth" || parent.hasSuffix("amplify"))
      return (isNested ? parent : folder) + "/"
    default: return document.path
    }
  }
}
