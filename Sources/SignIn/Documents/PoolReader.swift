public import TransitionTables

/// Reads the documents of one user pool into a valuation of the model's parameters.
///
/// A document is recognised by its content, never by its name. Several documents of one pool are
/// read together: each settles what it knows, what all leave out stays open, and where two disagree
/// a warning `document.drift` names both places. Every fault of every document is reported at once.
/// What the service would refuse is no fault of the reading: such complaints have a code that
/// begins with `legality.` and stand among the ``PoolDocument/notes``. The result depends on the
/// bytes alone.
///
/// Accepted are at most `LocatedDocument.largestSize` bytes a document.
public struct PoolReader: Sendable {
  /// The model's parameters; documents are read for these alone.
  public var parameters: [ParameterDeclaration]
  /// The pool to take where a template has several: its logical name or its `UserPoolName`.
  public var poolName: String?
  /// The app client to take where the pool has several: its logical name or its `ClientName`.
  public var clientName: String?
  /// Values for the parameters of a template, or the variables of Terraform, by name; they go
  /// before the defaults. Lists are written with commas.
  public var templateParameters: [String: String]

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
  /// - Throws: a `DiagnosticList` with every error, and the warnings beside them.
  public func read(
    _ texts: [(file: String, bytes: [UInt8])]
  ) throws(DiagnosticList) -> PoolDocument {
    var faults: [Diagnostic] = []
    var parts: [ImportedPool] = []
    for text in texts {
      do throws(DiagnosticList) {
        parts += try parse(text.bytes, file: text.file)
      } catch {
        faults += error.diagnostics
      }
    }
    faults += parts.flatMap(\.diagnostics)
    let assembly = PoolAssembly(parts: parts, parameters: parameters)
    if !faults.contains(where: \.stopsReading) {
      faults += assembly.conflicts(files: texts.map(\.file)) + idleParameters(parts)
    }
    let list = DiagnosticList(faults)
    guard !list.diagnostics.contains(where: \.stopsReading) else { throw list }
    return assembly.document(
      fallbackName: texts.first.map { Self.stem(of: $0.file) } ?? "", notes: list.diagnostics)
  }

  /// Values for template parameters where no document takes any.
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

  private func parse(
    _ bytes: [UInt8], file: String
  ) throws(DiagnosticList) -> [ImportedPool] {
    if var part = try program(bytes, file: file) {
      part.file = file
      return [part]
    }
    var merge = MergeKeys(document: try LocatedDocument(bytes: bytes, file: file))
    let document = try merge.expanded()
    let kind: DocumentKind
    do throws(Diagnostic) {
      kind = try DocumentKind.recognise(document)
    } catch {
      throw DiagnosticList([error])
    }
    var parts = read(document, kind: kind)
    for index in parts.indices { parts[index].file = file }
    if kind == .template, let note = merge.noteForTemplates { parts[0].diagnostics.append(note) }
    return parts
  }

  /// A document that is a program; nil where it is data.
  private func program(
    _ bytes: [UInt8], file: String
  ) throws(DiagnosticList) -> ImportedPool? {
    // What is no text is refused where data is read.
    guard bytes.count <= LocatedDocument.largestSize, !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let program = ProgramText(text, file: file)
    do throws(Diagnostic) {
      switch try UnsupportedFormat.program(ofText: program.text, file: file) {
      case nil: return nil
      case .terraform: return TerraformDocuments.readText(program, reader: self)
      case .amplify: return try DefineAuthImporter.read(program)
      }
    } catch {
      throw DiagnosticList([error])
    }
  }

  private func read(_ document: LocatedDocument, kind: DocumentKind) -> [ImportedPool] {
    switch kind {
    case .waymark:
      var importer = WaymarkPoolImporter(document: document, parameters: parameters)
      importer.read()
      return [importer.pool]
    case .template:
      var importer = TemplateImporter(document: document, reader: self)
      importer.read()
      return [importer.pool]
    case .wrappedAnswers, .describedPool, .describedClient, .mfaConfiguration, .logDelivery:
      return ServiceOutputImporter.read(document, kind: kind)
    case .amplifyOutputs:
      var importer = AmplifyOutputsImporter(document: document)
      importer.read()
      return [importer.pool]
    case .amplifyConfiguration:
      var importer = AmplifyConfigurationImporter(document: document)
      importer.read()
      return [importer.pool]
    case .amplifyInputs:
      var importer = AmplifyInputsImporter(document: document)
      importer.read()
      return [importer.pool]
    case .terraformShown: return [TerraformDocuments.readShown(document, reader: self)]
    case .terraformJSON: return [TerraformDocuments.readJSON(document, reader: self)]
    }
  }

  /// The file's name without folders and suffix.
  static func stem(of file: String) -> String {
    if file == "-" { return "pool" }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}

extension Diagnostic {
  /// Whether the document cannot be read for it; what the service would refuse can be read.
  var stopsReading: Bool { severity == .error && !code.hasPrefix("legality.") }
}
