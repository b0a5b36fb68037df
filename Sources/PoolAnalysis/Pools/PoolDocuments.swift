import Foundation
import SignIn
import TransitionTables

/// Reads the documents that the command line names, or that stand in the folders it names, each
/// once, and finds which of them describe one pool together.
///
/// A Waymark pool file is a pool of its own, and so is each of several sources of one kind, such as
/// two templates or two folders of Terraform's files. All other named documents belong to one pool:
/// its template, the answers of the service and the state of Terraform, the app's outputs. In a
/// folder, documents that state different pools are separated, see ``PoolSeparation``. The order in
/// which the documents of a pool are named does not matter.
struct PoolDocuments {
  /// A path with the format of its content; nil where the document cannot be read alone.
  typealias Recognised = (path: String, format: PoolDocument.Format?)

  /// The bytes of the documents; a pipe can be read only once.
  private(set) var contents: [String: [UInt8]] = [:]
  /// The errors for folders without a document.
  private(set) var problems: [Diagnostic] = []
  /// The errors for folders with an unsupported program that creates a pool, used where no document
  /// has a pool.
  private(set) var refusals: [Diagnostic] = []
  /// Notes on which documents of the folders were read, and which were not.
  private(set) var notes: [Diagnostic] = []
  /// The files that Serverless Framework projects reference and that contain nothing about Cognito.
  private(set) var passedOver: Set<String> = []
  /// The files of values that Terraform loads by itself, from the folders of its files.
  private(set) var variableFiles: [(file: String, bytes: [UInt8])] = []
  /// The file of values that the scripts in the folders pass to Terraform, where it is always the
  /// same, from each folder of its files.
  private(set) var passedVariableFiles: [(file: String, bytes: [UInt8])] = []
  /// The other files of values in the folders, those that a script passes first.
  private(set) var otherVariableFiles: [(file: String, bytes: [UInt8])] = []
  /// The folders that were named.
  private var searched: [String] = []
  /// The effects of the programs in the folders on the pools' users.
  private(set) var programs = ProjectPrograms()
  private var programsOf: [AmplifyBackend.Generation: ProjectPrograms] = [:]
  private var documents: [Recognised] = []
  private var units = DocumentUnits(of: [], [:], areFound: false)
  /// Whether the sources were found rather than named for one pool; sources of different kinds are
  /// then different pools.
  private(set) var areFound = false

  /// - Parameters:
  ///   - paths: files and folders.
  ///   - areFound: whether the files may belong to several pools, as in a folder.
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
    takeVariableFiles()
    units = DocumentUnits(of: documents, contents, areFound: self.areFound)
  }

  /// Reads the files of values that Terraform loads by itself, from the folders of its files. A
  /// file that cannot be read becomes a note.
  private mutating func takeVariableFiles() {
    let folders = Set(
      documents.filter { $0.format == .terraformConfiguration && $0.path != "-" }
        .map { ProjectFiles.folder(of: $0.path) })
    for path in folders.sorted().flatMap(TerraformFolder.variableFiles) {
      do throws(Diagnostic) {
        variableFiles.append((path, try PoolReader.bytes(of: path)))
      } catch {
        notes.append(PoolReader.unreadValues(error))
      }
    }
    for files in folders.isEmpty ? [] : searched.map({ PassedVariableFiles(in: $0) }) {
      for path in files.paths {
        guard let bytes = try? PoolReader.bytes(of: path) else { continue }
        if files.isOnly(path), folders.contains(ProjectFiles.folder(of: path)) {
          passedVariableFiles.append((path, bytes))
        } else {
          otherVariableFiles.append((path, bytes))
        }
      }
    }
  }

  /// The triggers that functions of the Serverless Framework in the folders attach.
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
    searched.append(folder)
    let files = ProjectFiles(in: folder)
    guard !files.taken.isEmpty else {
      problems += [files.refusal(of: folder), files.cut(in: folder)].compactMap(\.self)
      return
    }
    areFound = true
    if files.hasProgram { refusals.append(files.refusal(of: folder)) }
    programs.add(files.programs)
    for (generation, own) in files.programsOf {
      programsOf[generation, default: ProjectPrograms()].add(own)
    }
    for path in files.taken where contents[path] == nil { take(path) }
    let formats = Dictionary(
      documents.compactMap { document in document.format.map { (document.path, $0) } },
      uniquingKeysWith: { first, _ in first })
    notes += [files.cut(in: folder), files.note(in: folder, formats: formats)].compactMap(\.self)
    notes += files.reasons + AmplifyCategory.brokenLists(of: files.taken)
  }

  /// Adds the files from which the Serverless Framework's own file includes resources and
  /// functions, as far as they concern Cognito.
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

  /// The effects of the programs in the folders on a pool's users. For a pool of Amplify, the
  /// programs of its other generation are ignored.
  func programs(of group: [Recognised]) -> ProjectPrograms {
    group.lazy.compactMap { AmplifyBackend.Generation($0.format) }.first.flatMap { programsOf[$0] }
      ?? programs
  }

  // MARK: Groups

  /// The documents of each pool, in the order of what counts first.
  var groups: [[Recognised]] {
    let units = documents.map(self.units.units)
    let kinds = documents.map(kind)
    // Sources that were found count across all kinds, others within each kind.
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

  /// The groups of documents where these were found rather than named, separated and joined by the
  /// ids and names of the pools, and notes on documents that belong to different pools without
  /// saying so.
  func pools(with reader: PoolReader) -> (groups: [[Recognised]], notes: [Diagnostic]) {
    let groups = self.groups
    let isMixed = documents.contains { kind($0) == nil && $0.format != .waymark }
    let isInLanguages = groups.count > 1 && Set(documents.compactMap(kind)).count > 1
    guard areFound, isMixed || isInLanguages else { return (groups, []) }
    let positions = Dictionary(
      documents.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    let (pools, notes) = separation(with: reader).pools(of: groups)
    let ordered = pools.map { pool in (pool, pool.compactMap { positions[$0.path] }.min() ?? 0) }
      .sorted { $0.1 < $1.1 }.map { Self.ordered($0.0) }
    return (ordered, notes)
  }

  /// The documents of each pool of a group that has several, by the names of the pools.
  func shares(
    of group: [Recognised], pools names: [String], with reader: PoolReader
  ) -> [[Recognised]] {
    separation(with: reader).documents(of: group, pools: names)
  }

  private func separation(with reader: PoolReader) -> PoolSeparation {
    PoolSeparation(reader: reader, contents: contents) { kind($0) != nil }
  }

  /// Documents in the order of precedence.
  private static func ordered(_ documents: [Recognised]) -> [Recognised] {
    documents.sorted { ($0.format ?? .waymark, $0.path) < ($1.format ?? .waymark, $1.path) }
  }

  /// The kind of source in which people write a whole pool, with one kind per language; nil for
  /// documents that tools write, and for those that only change another document.
  private func kind(_ document: Recognised) -> PoolDocument.Format? {
    guard let format = document.format else { return nil }
    switch format {
    case .shell:
      let text = String(decoding: contents[document.path] ?? [], as: UTF8.self)
      return areFound && PoolReader.makesPool(script: text) ? format : nil
    case .cloudFormation where units.definition(of: document) != nil: return .amplifyDefinition
    case .cloudFormation, .sam, .serverless: return .cloudFormation
    case .amplifyOverrides, .amplifyInputOverrides: return format.overridden
    case .terraformConfiguration, .amplifyDefinition, .amplifyInputs, .pulumi, .sst, .kubernetes:
      return format
    default: return nil
    }
  }
}
