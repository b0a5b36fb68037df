import Foundation
import SignIn
import TransitionTables

/// Finds the unit of each document: a folder of Terraform's files, a project, or the document
/// itself.
///
/// Everything that documents are looked up by, such as the folder of a project, is computed once
/// for all, so that the cost is linear in the number of documents.
struct DocumentUnits {
  typealias Recognised = PoolDocuments.Recognised

  /// A project of the Serverless Framework.
  private struct Project {
    var position: Int
    /// The files that the framework's own file references.
    var files: Set<String>
    /// Whether a reference depends on values that only a deployment knows.
    var mayNameAny: Bool
  }

  private let contents: [String: [UInt8]]
  /// Whether the documents were found rather than named.
  private let areFound: Bool
  private let documents: [Recognised]
  /// For each project folder, the first Amplify program.
  private var definitions: [String: Recognised] = [:]
  /// For each folder, the first inputs of Amplify's CLI.
  private var inputs: [String: Recognised] = [:]
  /// The folders in which such inputs are overridden.
  private var overridden: Set<String> = []
  /// The projects of each folder, whose path ends in a slash.
  private var projects: [String: [Project]] = [:]
  /// For each template that has only resources of another template's pool, such as its app client,
  /// that other template, by the path of the first.
  private var owners: [String: Recognised] = [:]
  /// For each template that deploys nested stacks, by its path, the deployed templates.
  private var nested: [String: [Recognised]] = [:]
  /// For each folder of Terraform's files, the folders that call it.
  private var callers: [String: [String]] = [:]

  /// - Parameters:
  ///   - documents: all documents.
  ///   - contents: the bytes of the documents.
  ///   - areFound: whether the documents were found rather than named.
  init(of documents: [Recognised], _ contents: [String: [UInt8]], areFound: Bool) {
    (self.documents, self.contents, self.areFound) = (documents, contents, areFound)
    let hasTemplates = documents.contains { Self.isTemplate($0) }
    var terraform: [String: TerraformFolder] = [:]
    for (position, document) in documents.enumerated() {
      let folder = ProjectFiles.folder(of: document.path)
      switch document.format {
      case .amplifyDefinition:
        guard let root = SynthesisedTemplate.root(ofProgram: document.path) else { break }
        definitions[root] = definitions[root] ?? document
      case .amplifyInputs: inputs[folder] = inputs[folder] ?? document
      case .amplifyInputOverrides: overridden.insert(folder)
      case .serverless where hasTemplates:
        projects["\(folder)/", default: []].append(project(document, position, in: folder))
      case .terraformConfiguration:
        terraform[folder, default: TerraformFolder()].add(document.path, text(of: document))
      default: break
      }
    }
    callers = TerraformFolder.callers(in: terraform)
    owners = templateOwners()
    nested = nestedTemplates()
  }

  private static func isTemplate(_ document: Recognised) -> Bool {
    document.format == .cloudFormation || document.format == .sam
  }

  private func text(of document: Recognised) -> String {
    String(decoding: contents[document.path] ?? [], as: UTF8.self)
  }

  private func project(
    _ document: Recognised, _ position: Int, in folder: String
  ) -> Project {
    guard let bytes = contents[document.path] else {
      return Project(position: position, files: [], mayNameAny: true)
    }
    let named = PoolReader.serverlessResources(of: bytes, file: document.path)
    return Project(
      position: position, files: Set(named.map { PoolReader.path($0, from: folder) }),
      mayNameAny: !areFound || named.contains { $0.contains("${") })
  }

  private func templateOwners() -> [String: Recognised] {
    let templates = documents.filter(Self.isTemplate)
    guard templates.contains(where: { text(of: $0).contains("ImportValue") }) else { return [:] }
    let links = templates.map { TemplateLinks(of: contents[$0.path] ?? [], file: $0.path) }
    var exports = TemplateExports(of: links)
    return zip(templates, links).reduce(into: [:]) { owners, client in
      owners[client.0.path] = exports.owner(of: client.1).map { templates[$0] }
    }
  }

  private func nestedTemplates() -> [String: [Recognised]] {
    let templates = documents.filter(Self.isTemplate)
    let texts = templates.compactMap { template in
      contents[template.path].map { (file: template.path, bytes: $0) }
    }.filter { FolderSearch.has(PoolReader.typesOfNestedStacks, in: $0.bytes) }
    guard !texts.isEmpty, templates.count > 1 else { return [:] }
    let known = Dictionary(
      templates.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let above = PoolReader.templatesAbove(templates.map(\.path), among: texts)
    return above.mapValues { $0.filter { above[$0] == nil }.compactMap { known[$0] } }
      .filter { !$0.value.isEmpty }
  }

  // MARK: Answers

  /// The program that Amplify made a template of, if it is one of the documents.
  func definition(of template: Recognised) -> Recognised? {
    SynthesisedTemplate.root(ofTemplate: template.path).flatMap { definitions[$0] }
  }

  /// The units of a document. A Terraform module belongs to every configuration that calls it; a
  /// template to every project elsewhere that references it; a template with only resources of
  /// another one's pool, such as app clients, to that template; one that deploys others to the
  /// units of these.
  func units(of document: Recognised) -> [String] {
    if let nested = nested[document.path] { return Set(nested.flatMap(units)).sorted() }
    let document = owners[document.path] ?? document
    if Self.isTemplate(document) {
      let elsewhere = projectsElsewhere(naming: document)
      return elsewhere.isEmpty ? [unit(document)] : elsewhere
    }
    guard document.format == .terraformConfiguration else { return [unit(document)] }
    return TerraformFolder.roots(of: ProjectFiles.folder(of: document.path), by: callers)
      .map { "terraform \($0)/" }
  }

  private func unit(_ document: Recognised) -> String {
    let folder = ProjectFiles.folder(of: document.path)
    switch document.format {
    case .serverless: return "\(folder)/"
    // Two languages in one folder are two pools.
    case .kubernetes: return "kubernetes \(folder)/"
    case .cloudFormation, .sam:
      if let definition = definition(of: document) { return unit(definition) }
      // Amplify's CLI keeps the values of its template in parameters.json next to it.
      if areFound, let values = inputs[folder] { return unit(values) }
      return project(of: document)
        ?? (document.path.hasSuffix(".ts") ? serverlessProgram(above: folder) : nil)
        ?? document.path
    case .amplifyInputs, .amplifyInputOverrides:
      return overridden.contains(folder) ? "\(folder)/" : document.path
    case .amplifyDefinition, .amplifyOverrides:
      // amplify/backend.ts and amplify/auth/resource.ts belong together; two definitions elsewhere
      // are two pools.
      let parent = ProjectFiles.folder(of: folder)
      let isNested =
        document.format == .amplifyDefinition
        && (folder.hasSuffix("/auth") || folder == "auth" || parent.hasSuffix("amplify"))
      return (isNested ? parent : folder) + "/"
    default: return document.path
    }
  }

  /// The folder of the first Serverless Framework project that contains a template and may include
  /// it: a whole template that its file does not reference is a pool of its own.
  private func project(of template: Recognised) -> String? {
    guard !projects.isEmpty else { return nil }
    let path = template.path
    let above = Set(path.indices.filter { path[$0] == "/" }.map { String(path[...$0]) })
    let isWhole = areFound && text(of: template).contains("AWSTemplateFormatVersion")
    let own = PoolReader.path(path, from: ".")
    let found = above.union(["/"]).compactMap { folder in
      projects[folder]?.first { !isWhole || $0.mayNameAny || $0.files.contains(own) }
        .map { (folder, $0.position) }
    }
    return found.min { $0.1 < $1.1 }?.0
  }

  /// The folders of the Serverless Framework projects that reference a template outside of them:
  /// neighbouring services may share a folder of resources.
  private func projectsElsewhere(naming template: Recognised) -> [String] {
    guard !projects.isEmpty, project(of: template) == nil else { return [] }
    let own = PoolReader.path(template.path, from: ".")
    return projects.filter { $0.value.contains { $0.files.contains(own) } }.keys.sorted()
  }

  /// The nearest enclosing folder with the Serverless Framework's own file as a program,
  /// `serverless.ts`.
  private func serverlessProgram(above folder: String) -> String? {
    let isThere = { (path: String) in FileManager.default.fileExists(atPath: path) }
    var above = folder
    while !above.isEmpty {
      if isThere("\(above)/serverless.ts") { return "\(above)/" }
      above = ProjectFiles.folder(of: above)
    }
    return !folder.hasPrefix("/") && isThere("serverless.ts") ? "/" : nil
  }
}
