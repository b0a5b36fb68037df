public import TransitionTables

/// Reads the documents of one user pool into a valuation of the model's parameters.
///
/// A document is recognised by its content, never by its name. Several documents of one pool are
/// read together, in any order: each settles what it states, what all leave out stays open, and
/// where two disagree a warning `document.drift` names both places. All errors of all documents are
/// reported at once. What the service would reject is no reading error: such diagnostics have a
/// code that begins with `legality.` and are among the ``PoolDocument/notes``. The result depends
/// only on the bytes.
///
/// A document may have at most `LocatedDocument.largestSize` bytes.
public struct PoolReader: Sendable {
  /// The model's parameters; documents are read for the values of these.
  public var parameters: [ParameterDeclaration]
  /// The pool to choose where a template has several: its logical name or its `UserPoolName`.
  public var poolName: String?
  /// The app client to choose where the pool has several: its logical name or its `ClientName`.
  public var clientName: String?
  /// Values for the parameters of a template, or the variables of Terraform, by name; they take
  /// precedence over defaults. The elements of a list are separated by commas.
  public var templateParameters: [String: String]
  /// The names of the judged app client in a Terraform configuration: from a state or a plan next
  /// to it the same client is taken, or none.
  var clientNames: [String] = []
  /// Files of values for Terraform's variables; later files take precedence.
  public var variableFiles: [(file: String, bytes: [UInt8])] = []
  /// The files of values that Terraform loads by itself from the configuration's folder, in its
  /// order; files that the user gives take precedence.
  package var loadedVariableFiles: [(file: String, bytes: [UInt8])] = []
  /// Files of values next to the documents that are not read; an error may propose one.
  package var otherVariableFiles: [(file: String, bytes: [UInt8])] = []
  /// Whether a variable of Terraform without a value takes its default.
  public var takesVariableDefaults = false
  /// Files that a Serverless Framework project references and that exist without anything about
  /// Cognito, by their paths from the current folder; the user is not asked for them.
  package var passedOver: Set<String> = []
  /// The effects of the programs next to the documents on the pool's users.
  package var programs = ProjectPrograms()
  /// The triggers that functions of the Serverless Framework next to the documents attach.
  package var attached: [AttachedTrigger] = []
  /// The service's treatment of fields that an update call leaves out: the table's `updates:`.
  package var updates: [SettingCall] = []
  /// Whether the service would reject a pool with these settings. Where documents contradict each
  /// other and together give such a pool, the deployed one is judged.
  package var isRefused: @Sendable ([(parameter: String, setting: Setting)]) -> Bool = { _ in
    false
  }
  /// Whether the documents contain the only pool of those that were found with them.
  package var hasOnlyPool = false

  public init(
    parameters: [ParameterDeclaration], poolName: String? = nil, clientName: String? = nil,
    templateParameters: [String: String] = [:]
  ) {
    self.parameters = parameters
    self.poolName = poolName
    self.clientName = clientName
    self.templateParameters = templateParameters
  }

  /// Reads documents that are already in memory.
  /// - Parameter texts: the documents of one pool, with the names that diagnostics show.
  /// - Throws: a `DiagnosticList` with all errors and the accompanying warnings.
  public func read(
    _ texts: [(file: String, bytes: [UInt8])]
  ) throws(DiagnosticList) -> PoolDocument {
    var sources = PoolSources(reader: self)
    // Terraform modules keep empty files for what they do not need.
    let filled = texts.filter { $0.file.hasSuffix(".tf") && !Self.isBlank($0.bytes) }
    let isEmpty = { (text: (file: String, bytes: [UInt8])) in
      text.file.hasSuffix(".tf") && !filled.isEmpty && Self.isBlank(text.bytes)
    }
    for text in texts.sorted(by: { $0.file < $1.file }) where !isEmpty(text) {
      sources.take(LocatedDocument.utf8(text.bytes), file: text.file)
    }
    let parts = PoolAssembly.changingClient(Self.withoutUnread(sources.parts()))
    let name = parts.compactMap(\.poolName?.text).first
    var programs = programs.adding(texts)
    // Only where there is no other pool or client is it known by which one a program signs in.
    if !hasOnlyPool || clientName != nil { (programs.flows, programs.amplify) = ([:], nil) }
    let assembly = PoolAssembly(
      parts: parts, parameters: parameters, programs: programs,
      attached: attached.filter { $0.isOf(name, isOnly: hasOnlyPool) }
    ).judgedAsDeployed(where: isRefused)
    var faults = sources.faults + assembly.complaints
    if !faults.contains(where: \.stopsReading) {
      faults += assembly.conflicts(files: texts.map(\.file)) + idleParameters(parts)
    }
    let list = DiagnosticList(faults + idleOptions(parts))
    guard !list.diagnostics.contains(where: \.stopsReading) else { throw list }
    return assembly.document(
      fallbackName: texts.map(\.file).filter { $0 != assembly.synthesised?.file }.min()
        .map(Self.stem) ?? "", notes: list.diagnostics)
  }

  /// The parts, without Amplify's program where it cannot be read but its synthesised template is
  /// given.
  private static func withoutUnread(_ parts: [ImportedPool]) -> [ImportedPool] {
    let program: [PoolDocument.Format] = [.amplifyDefinition, .amplifyOverrides]
    let isUnread = parts.contains { part in
      program.contains(part.format) && part.diagnostics.contains(where: \.stopsReading)
    }
    guard isUnread, parts.contains(where: { $0.format == .cloudFormation }) else { return parts }
    return parts.filter { !program.contains($0.format) }
  }

  /// Whether a Terraform file has only blank lines and one-line comments.
  public static func isBlank(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 }
      return text.isEmpty || text.first == UInt8(ascii: "#") || text.starts(with: "//".utf8)
    }
  }

  /// The names of the pools to choose from where the documents have several; empty where they have
  /// one.
  public func severalPools(in texts: [(file: String, bytes: [UInt8])]) -> [String] {
    parts(of: texts).flatMap(\.alternatives)
  }

  /// The contribution of each document; documents that cannot be read are skipped.
  func parts(of texts: [(file: String, bytes: [UInt8])]) -> [ImportedPool] {
    var sources = PoolSources(reader: self)
    for text in texts.sorted(by: { $0.file < $1.file }) {
      sources.take(LocatedDocument.utf8(text.bytes), file: text.file)
    }
    return sources.parts()
  }

  /// Errors for template parameter values where no document has parameters.
  private func idleParameters(_ parts: [ImportedPool]) -> [Diagnostic] {
    guard let name = templateParameters.keys.min(), let part = parts.first,
      !parts.contains(where: \.format.takesParameters)
    else { return [] }
    return [
      Diagnostic(
        "template.unknown-parameter", at: SourceLocation(file: part.file),
        "a value is given for `\(name.prefix(40))`, but a \(part.format.rawValue) takes none",
        remedy: "give values for parameters only with a template or with Terraform's own files")
    ]
  }

  /// Warnings about options that select something which these documents cannot contain.
  private func idleOptions(_ parts: [ImportedPool]) -> [Diagnostic] {
    guard let part = parts.first else { return [] }
    var idle: [(option: String, reason: String)] = []
    if !parts.contains(where: \.format.mayHoldSeveral) {
      if let poolName, !parts.contains(where: { $0.name == poolName }) {
        idle.append(("--pool \(poolName.prefix(40))", "describes one pool"))
      }
      if let clientName {
        idle.append(("--client \(clientName.prefix(40))", "describes one app client"))
      }
    }
    if !parts.contains(where: { $0.format == .terraformConfiguration }) {
      if takesVariableDefaults {
        idle.append(("--variable-defaults", "has no variables of Terraform"))
      }
      if let file = variableFiles.first?.file {
        idle.append(("--variable-file \(file)", "has no variables of Terraform"))
      }
    }
    return idle.map { option, reason in
      Diagnostic(
        "document.idle-option", .warning, at: SourceLocation(file: part.file),
        "`\(option)` changes nothing: this is a \(part.format.rawValue), which \(reason)",
        remedy: "leave the option out")
    }
  }

  /// The file's name without folders and suffix; where it is not distinctive, as in Amplify's
  /// `shop/amplify/auth/resource.ts`, the name of the project's folder.
  static func stem(of file: String) -> String {
    if file == "-" { return "pool" }
    let folders = file.split(separator: "/").dropLast()
    if file.hasSuffix(".ts"), let amplify = folders.lastIndex(of: "amplify"),
      amplify > folders.startIndex, folders[amplify - 1] != "."
    {
      return String(folders[amplify - 1])
    }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}

extension Diagnostic {
  /// Whether the error prevents reading the document; errors of legality do not.
  var stopsReading: Bool { severity == .error && !isOfLegality }

  /// Whether this is what the service would reject, and not about the reading of a document.
  package var isOfLegality: Bool { code.hasPrefix("legality.") }
}
