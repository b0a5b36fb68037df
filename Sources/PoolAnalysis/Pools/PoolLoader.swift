import Foundation
import SafeText
import SignIn
import TransitionTables

/// Reads the documents of pools and applies the settings of the command line.
package struct PoolLoader {
  /// A document in memory, with the name that the user knows.
  package struct Document: Sendable {
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  package let model: Model
  package let request: PoolRequest

  package init(model: Model, request: PoolRequest) {
    self.model = model
    self.request = request
  }

  private var reader: PoolReader {
    var reader = PoolReader(
      parameters: model.parameterDeclarations, poolName: request.poolName,
      clientName: request.clientName,
      templateParameters: Dictionary(
        request.templateParameters.map { ($0.name, $0.value) },
        uniquingKeysWith: { _, last in last }))
    reader.takesVariableDefaults = request.takesVariableDefaults
    reader.updates = model.updates
    reader.isRefused = { [model] settings in
      var closed: [Int: Int] = [:]
      for (name, setting) in settings {
        guard let slot = model.parameter(named: name) else { continue }
        closed[slot] = setting.value.flatMap { model.number(of: $0, in: slot) }
      }
      let open = model.parameters.filter { closed[$0] == nil }
      return !ConfigurationFamily(model: model, closed: closed, open: open).brokenRules.isEmpty
    }
    return reader
  }

  /// Reads the documents of the request as the pools that they describe.
  /// - Throws: all errors in the documents and the assignments.
  package func load() throws(CommandFailure) -> [LoadedPool] {
    let found = try loadReadable()
    guard found.unread.isEmpty else { throw Self.failure(found.unread.flatMap(\.problems)) }
    return found.pools
  }

  /// Reads the documents of the request as the pools that they describe. A document in a folder
  /// that cannot be read does not affect other pools of the folder; documents without a pool are
  /// skipped.
  /// - Throws: all errors in named documents and in the assignments, and those in the documents of
  ///   a folder where none of its pools can be read.
  package func loadReadable() throws(CommandFailure) -> ReadableDocuments {
    guard !request.paths.isEmpty else {
      throw CommandFailure.usage(
        "usage.no-pool", "no pool is given",
        remedy: "name a document of a pool, or a folder that has one")
    }
    let documents = PoolDocuments(
      named: request.paths, areFound: request.separatesPools)
    if documents.areFound, let name = request.poolName,
      let found = try? pools(of: documents, headed: name), !found.pools.isEmpty
    {
      return found
    }
    return try pools(of: documents)
  }

  /// Reads the documents as the pools that they describe.
  /// - Parameter name: the heading of the pools to keep in reports, which is compared with all
  ///   pools; if it is nil, the pool that the request names is read from each document.
  /// - Throws: see ``loadReadable()``.
  private func pools(
    of documents: PoolDocuments, headed name: String? = nil
  ) throws(CommandFailure) -> ReadableDocuments {
    var reader = reader
    if name != nil { reader.poolName = nil }
    reader.passedOver = documents.passedOver
    // What the user gives stands in place of what the scripts give.
    let isGiven = !request.variableFiles.isEmpty
    reader.loadedVariableFiles =
      documents.variableFiles + (isGiven ? [] : documents.passedVariableFiles)
    reader.otherVariableFiles = documents.otherVariableFiles
    var problems = documents.problems
    for path in request.variableFiles {
      do throws(Diagnostic) {
        reader.variableFiles.append((path, try PoolReader.bytes(of: path)))
      } catch {
        problems.append(error)
      }
    }
    var found = ReadableDocuments(areFound: documents.areFound)
    let (groups, separated) = documents.pools(with: reader)
    reader.attached = documents.attached
    let functions = Set(reader.attached.map(\.place.file))
    reader.hasOnlyPool = groups.count { !$0.allSatisfy { functions.contains($0.path) } } == 1
    for group in groups {
      do throws(DiagnosticList) {
        try found.take(group) { group throws(DiagnosticList) in
          try read(group, of: documents, with: reader)
        }
      } catch {
        problems += error.diagnostics
      }
    }
    let plainNames = found.pools.map(\.name)
    if documents.areFound { Self.nameApart(&found.pools) }
    if let name { found.keep(name, plainNames) }
    problems += found.complaints(next: documents.refusals)
    if name == nil { problems += chosen(among: &found.pools) }
    if !found.pools.isEmpty { found.pools[0].notes += documents.notes + found.notes }
    for note in separated {
      let own = found.pools.indices.filter { found.pools[$0].files.contains(note.location.file) }
      // Notes about skipped documents are shown with the first pool.
      let first = note.severity == .note ? Array(found.pools.indices.prefix(1)) : []
      for index in own.isEmpty ? first : own { found.pools[index].notes.append(note) }
    }
    if request.writesFolders, problems.isEmpty { problems = Self.sameFolders(found.pools) }
    if let folder = request.outputFolder.map(OutputFolder.init), problems.isEmpty {
      problems = found.pools.flatMap { folder.faults(ofPool: $0.name) }
    }
    guard problems.isEmpty else { throw Self.failure(problems) }
    return found
  }

  /// Selects among pool files, each of which has a name and no app client, those with the requested
  /// name; returns errors for options that match none.
  private func chosen(among pools: inout [LoadedPool]) -> [Diagnostic] {
    let files = pools.filter { $0.document?.format == .waymark }
    guard let place = files.first?.files.first.map({ SourceLocation(file: $0) }) else { return [] }
    var problems: [Diagnostic] = []
    if let name = request.clientName {
      problems.append(
        Diagnostic(
          "usage.no-client", at: place,
          "`--client \(name.prefix(60))` chooses an app client, and a pool file has none",
          remedy: "leave the option out: a pool file is about one client"))
    }
    guard let name = request.poolName else { return problems }
    pools.removeAll { $0.document?.format == .waymark && $0.name != name }
    if pools.isEmpty {
      let names = files.map(\.name)
      problems.append(
        Diagnostic(
          "usage.no-pool", at: place, "no pool file has the name `\(name.prefix(60))`",
          remedy: names.nearest(to: name).map { "did you mean `\($0)`?" } ?? "name \(names.list)"))
    }
    return problems
  }

  /// Reads the pools of documents that belong together: one pool, or each of several where they
  /// stand in a folder.
  private func read(
    _ group: [PoolDocuments.Recognised], of documents: PoolDocuments, with reader: PoolReader
  ) throws(DiagnosticList) -> [LoadedPool] {
    var reader = reader
    reader.programs = documents.programs(of: group)
    let contents = documents.contents
    let texts = {
      (group: [PoolDocuments.Recognised]) -> [(file: String, bytes: [UInt8])] in
      group.compactMap { file in contents[file.path].map { (file: file.path, bytes: $0) } }
    }
    var lines = contents.mapValues { LocatedDocument.lines(of: $0) }
    for file in reader.variableFiles + reader.loadedVariableFiles {
      lines[file.file] = LocatedDocument.lines(of: file.bytes)
    }
    var names: [String?] = [nil]
    if documents.areFound, reader.poolName == nil {
      let several = reader.severalPools(in: texts(group))
      guard several.count <= Self.mostPools else { throw Self.tooMany(several, group) }
      if !several.isEmpty { names = several }
    }
    let shares =
      names == [nil]
      ? [group] : documents.shares(of: group, pools: names.compactMap(\.self), with: reader)
    var pools: [LoadedPool] = []
    for (name, own) in zip(names, shares) {
      var reader = reader
      reader.poolName = name ?? reader.poolName
      reader.hasOnlyPool = reader.hasOnlyPool && names.count == 1
      let (files, known) = (own.map(\.path), texts(own))
      let document =
        try known.count == files.count ? reader.read(known) : reader.read(paths: files)
      var pool = try lay(over: document, files: files, lines: lines)
      pool.sources = Self.sources(of: own, document)
      pool.chosenName = name
      pools.append(pool)
    }
    // Several pools may have the same name at the service.
    let counts = Dictionary(grouping: pools, by: \.name).mapValues(\.count)
    return pools.map { pool in
      guard let own = pool.chosenName, own != pool.name, counts[pool.name] ?? 0 > 1 else {
        return pool
      }
      var pool = pool
      pool.name += " (\(own.visibleLine))"
      return pool
    }
  }

  /// Makes the names of pools distinct by adding the distinguishing part of their paths:
  /// `main (prod)`.
  private static func nameApart(_ pools: inout [LoadedPool]) {
    for places in Dictionary(grouping: pools.indices, by: { pools[$0].name }).values {
      let own = places.compactMap { place -> (place: Int, path: [Substring])? in
        let others = Set(places.filter { $0 != place }.flatMap { pools[$0].files })
        return pools[place].files.first { !others.contains($0) }
          .map { (place, $0.split(separator: "/", omittingEmptySubsequences: false)) }
      }
      guard own.count > 1 else { continue }
      let shared = own[0].path.dropLast().indices.prefix { index in
        own.allSatisfy { $0.path.count > index + 1 && $0.path[index] == own[0].path[index] }
      }.count
      let paths = own.map { $0.path.dropFirst(shared) }
      let folders = paths.map { path in
        if path.count > 1 { return path.dropLast() }
        // The folder, because no single Terraform file stands for the pool.
        let isTerraform = path.first?.hasSuffix(".tf") == true
        return isTerraform ? [own[0].path.prefix(shared).last ?? "*.tf"] : path
      }
      let areApart = Set(folders).count == folders.count
      for (one, path) in zip(own, areApart ? folders : paths) {
        pools[one.place].name += " (\(path.joined(separator: "/").visibleLine))"
      }
    }
  }

  /// The greatest number of pools in a group: the documents are read again for each of them.
  private static let mostPools = 100

  private static func tooMany(
    _ names: [String], _ group: [PoolDocuments.Recognised]
  ) -> DiagnosticList {
    DiagnosticList([
      Diagnostic(
        "template.several-pools", at: SourceLocation(file: group.first?.path ?? ""),
        "the documents make \(names.count) pools; \(mostPools) are read at a time",
        remedy: "name one by `--pool NAME`")
    ])
  }

  /// Errors for pools whose results would overwrite each other, reported before the work.
  private static func sameFolders(_ pools: [LoadedPool]) -> [Diagnostic] {
    var first: [String: LoadedPool] = [:]
    return pools.compactMap { pool in
      // Some file systems do not distinguish upper and lower case.
      let folder = CommandOutput.folderName(pool.name).lowercased()
      guard let other = first[folder] else {
        first[folder] = pool
        return nil
      }
      return Diagnostic(
        "usage.same-folder", at: SourceLocation(file: pool.files.first ?? pool.name),
        "the results of `\(pool.name.prefix(60))` would go where those of "
          + "`\(other.name.prefix(60))` in \(other.files.first ?? "") go",
        remedy: "give the pools different names, or run them one by one with `--output DIR`")
    }
  }

  /// Reads one document that is already in memory.
  package func load(_ document: Document) throws(CommandFailure) -> LoadedPool {
    do throws(DiagnosticList) {
      let read = try reader.read([(file: document.name, bytes: document.bytes)])
      return try lay(
        over: read, files: [document.name],
        lines: [document.name: LocatedDocument.lines(of: document.bytes)])
    } catch {
      throw Self.failure(error.diagnostics)
    }
  }

  /// The failure for the errors: a usage failure where only assignments are wrong, else a file that
  /// cannot be read.
  private static func failure(_ problems: [Diagnostic]) -> CommandFailure {
    let errors = problems.filter { $0.severity == .error }
    let isUsage = errors.allSatisfy { $0.code.hasPrefix("usage.") }
    return CommandFailure(
      DiagnosticList(problems).diagnostics, status: isUsage ? .usage : .unreadable)
  }

  /// The documents with their formats: `template.yaml (CloudFormation template)`,
  /// `pool.json (describe-user-pool)`. The files of a Terraform folder, of which there may be many,
  /// appear as `infra/*.tf`.
  private static func sources(
    of group: [PoolDocuments.Recognised], _ document: PoolDocument
  ) -> [String] {
    func isTerraform(_ file: PoolDocuments.Recognised) -> Bool {
      (file.format ?? document.format) == .terraformConfiguration && file.path.hasSuffix(".tf")
    }
    var names: [String] = []
    for file in group {
      let folder = ProjectFiles.folder(of: file.path)
      let isOneOfMany =
        isTerraform(file)
        && group.count { isTerraform($0) && ProjectFiles.folder(of: $0.path) == folder } > 2
      let path = isOneOfMany ? (folder.isEmpty ? "" : folder + "/") + "*.tf" : file.path
      let name = "\(path) (\((file.format ?? document.format).label(of: path)))"
      if !names.contains(name) { names.append(name) }
    }
    return names.map(\.visibleLine)
  }

  // MARK: Applying the command line to the documents

  private func lay(
    over document: PoolDocument, files: [String], lines: [String: [String]]
  ) throws(DiagnosticList) -> LoadedPool {
    var pool = LoadedPool(
      name: document.name.visibleLine, documentation: document.documentation.visible, files: files,
      sources: Self.sources(of: files.map { ($0, nil) }, document), closed: [:],
      open: [], origins: [:], notes: document.notes, expectation: document.expectation,
      lines: lines)
    pool.document = document
    // Notes about several documents have no source line yet.
    pool.notes = pool.notes.map { note in
      guard note.sourceLine == nil, note.location.line > 0 else { return note }
      return pool.diagnostic(
        note.code, note.severity, at: note.location, note.message, remedy: note.remedy)
    }
    for (name, setting) in document.settings {
      guard let slot = model.parameter(named: name) else { continue }
      take(setting, for: slot, into: &pool)
    }
    var problems: [Diagnostic] = []
    for assignment in request.settings {
      problems += override(assignment, isAssumption: false, in: &pool)
    }
    for assignment in request.assumptions {
      problems += override(assignment, isAssumption: true, in: &pool)
    }
    pool.open = model.parameters.filter { pool.closed[$0] == nil }
    guard problems.isEmpty else { throw DiagnosticList(problems) }
    return pool
  }

  private func take(_ setting: Setting, for slot: Int, into pool: inout LoadedPool) {
    pool.origins[slot] = setting.origin
    if let value = setting.value, let number = model.number(of: value, in: slot) {
      pool.closed[slot] = number
    } else if model.slots[slot].kind == .assumption || setting.origin == .untold,
      !Self.isLeftOpen(setting)
    {
      // No document of the service can state the parameter, so that the table's default applies.
      pool.closed[slot] = model.slots[slot].initial
    }
  }

  /// Whether a pool file names the parameter under `open:`.
  private static func isLeftOpen(_ setting: Setting) -> Bool {
    setting.origin == .leftOpen
  }

  private func override(
    _ assignment: Assignment, isAssumption: Bool, in pool: inout LoadedPool
  ) -> [Diagnostic] {
    let option = isAssumption ? "--assume" : assignment.option
    let place = SourceLocation(file: "\(option) \(assignment.text)")
    let ofKind = model.parameters.filter {
      (model.slots[$0].kind == .assumption) == isAssumption
    }
    guard let slot = model.parameter(named: assignment.name), ofKind.contains(slot) else {
      return [unknown(assignment.name, among: ofKind, isAssumption: isAssumption, at: place)]
    }
    if assignment.value == "open" {
      pool.closed[slot] = nil
      pool.origins[slot] = LoadedPool.openByOption
      return []
    }
    guard let value = model.number(ofWord: assignment.value, in: slot) else {
      let guess = model.members(of: slot).nearest(to: assignment.value)
      return [
        Diagnostic(
          "usage.value", at: place,
          assignment.value.isEmpty
            ? "no value is given for `\(assignment.name)`"
            : "`\(assignment.name)` cannot be `\(assignment.value)`",
          remedy: (guess.map { "did you mean `\($0)`? " } ?? "")
            + "it takes \(model.choices(for: slot)); `open` tries them all")
      ]
    }
    pool.closed[slot] = value
    pool.origins[slot] = .commandLine
    pool.options[slot] = "\(option) \(assignment.shellText)"
    return []
  }

  private func unknown(
    _ name: String, among slots: [Int], isAssumption: Bool, at place: SourceLocation
  ) -> Diagnostic {
    if model.parameter(named: name) != nil {
      return Diagnostic(
        "usage.unknown-parameter", at: place,
        "`\(name)` is \(isAssumption ? "a parameter" : "an assumption")",
        remedy: "write `\(isAssumption ? "--set" : "--assume") \(name)=…`")
    }
    let names = slots.map { model.slots[$0].name }
    return Diagnostic(
      "usage.unknown-parameter", at: place,
      "the table has no \(isAssumption ? "assumption" : "parameter") `\(name)`",
      remedy: names.nearest(to: name).map { "did you mean `\($0)`?" }
        ?? "it has \(names.withoutIndices.list)")
  }
}
