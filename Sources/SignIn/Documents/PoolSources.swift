import TransitionTables

/// Recognises the documents of one pool and reads them, each by itself, or together where they only
/// make sense together: the files of a Terraform configuration, and the Serverless Framework's own
/// file with those that hold its resources.
struct PoolSources {
  /// The recognised kind of a document, with its content.
  enum Recognised {
    case program(ProgramKind, ProgramText)
    case data(DocumentKind, LocatedDocument, MergeKeys)

    /// The format of the recognised document.
    var format: PoolDocument.Format {
      switch self {
      case .data(let kind, let document, _): kind.format(of: document)
      case .program(.terraform, _): .terraformConfiguration
      case .program(.amplifyDefinition, _): .amplifyDefinition
      case .program(.amplifyOverrides, _): .amplifyOverrides
      case .program(.amplifyInputOverrides, _): .amplifyInputOverrides
      case .program(.clientConfiguration, _): .amplifyConfiguration
      case .program(.pulumi, _): .pulumi
      case .program(.sst, _): .sst
      case .program(.kubernetes, _): .kubernetes
      case .program(.shell, _): .shell
      case .program(.template, _): .cloudFormation
      }
    }
  }

  let reader: PoolReader
  private var parameters: [ParameterDeclaration] { reader.parameters }
  /// The errors for documents that cannot be read.
  private(set) var faults: [Diagnostic] = []
  private var terraform: [ProgramText] = []
  /// The states and plans of Terraform.
  private var states: [(kind: DocumentKind, document: LocatedDocument)] = []
  private var serverless: [LocatedDocument] = []
  private var templates: [(document: LocatedDocument, merge: MergeKeys)] = []
  /// The programs that write CloudFormation resources.
  private var programs: [ProgramText] = []
  private var fragments: [LocatedDocument] = []
  private var single: [ImportedPool] = []

  init(reader: PoolReader) { self.reader = reader }

  /// Recognises the kind of a document.
  /// - Throws: a `DiagnosticList` with the errors for a document that cannot be read.
  static func recognise(
    _ bytes: [UInt8], file: String
  ) throws(DiagnosticList) -> Recognised {
    // Bytes that are not text are reported by the data reader.
    let isShort = bytes.count <= LocatedDocument.largestSize && !bytes.contains(0)
    let text = isShort ? String(validating: bytes, as: UTF8.self) : nil
    if let text {
      do throws(Diagnostic) {
        if let kind = try ProgramKind.recognise(text, file: file) {
          return .program(kind, ProgramText(text, file: file))
        }
      } catch {
        throw DiagnosticList([error])
      }
    }
    let read: LocatedDocument
    do throws(DiagnosticList) {
      read = try LocatedDocument(bytes: bytes, file: file, takesLast: true)
    } catch {
      let isNoData = error.diagnostics.contains {
        ["document.not-yaml", "document.not-json"].contains($0.code)
      }
      let lines = isNoData ? LocatedDocument.lines(of: bytes) : []
      guard let unfilled = UnsupportedFormat.unfilled(lines, file: file) else { throw error }
      throw DiagnosticList([unfilled])
    }
    var merge = MergeKeys(document: read)
    let document = try merge.expanded()
    do throws(Diagnostic) {
      let kind = try DocumentKind.recognise(document)
      // Of a repeated key the last one counts, but that is known only for the tools that read
      // templates.
      if kind != .template, let fault = document.repeated.first { throw fault }
      return .data(kind, document, merge)
    } catch {
      throw DiagnosticList([document.repeated.first ?? error])
    }
  }

  /// Adds another document.
  mutating func take(_ bytes: [UInt8], file: String) {
    do throws(DiagnosticList) {
      switch try Self.recognise(bytes, file: file) {
      case .program(.terraform, let program): terraform.append(program)
      case .program(.template, let program): programs.append(program)
      case .program(let kind, let program): add(try read(program, kind), file: file)
      case .data(.serverless, let document, _): serverless.append(document)
      case .data(.template, let document, let merge): templates.append((document, merge))
      case .data(.fragment, let document, _): fragments.append(document)
      case .data(.terraformShown, let document, _): states.append((.terraformShown, document))
      case .data(.terraformStored, let document, _): states.append((.terraformStored, document))
      case .data(let kind, let document, _): add(read(document, kind), file: file)
      }
    } catch {
      faults += error.diagnostics
    }
  }

  private mutating func add(_ parts: [ImportedPool], file: String) {
    single += parts.map { part in
      var part = part
      part.file = file
      return part
    }
  }

  /// Reads the programs. The only one with a pool is read together with those that declare app
  /// clients of a pool elsewhere, as `serverless.ts` combines them; every other program is read by
  /// itself.
  private mutating func readPrograms() {
    var pools: [ProgramText] = []
    var clients: [ProgramText] = []
    var documents: [String: LocatedDocument] = [:]
    for program in programs {
      do throws(Diagnostic) {
        let document = try TemplateProgram.document(program)
        documents[document.file] = document
        let template = Template(document)
        if !template.pools.isEmpty {
          pools.append(program)
        } else if template.resources.contains(where: { $0.type == TemplateImporter.clientType }) {
          clients.append(program)
        }
      } catch {
        faults.append(error)
      }
    }
    if pools.count == 1, !clients.isEmpty,
      let joined = try? TemplateProgram.document(pools[0], with: clients)
    {
      for client in clients { documents[client.document.file] = nil }
      documents[joined.file] = joined
    }
    templates += documents.sorted { $0.key < $1.key }.map { file, document in
      (document, MergeKeys(document: document))
    }
  }

  /// Reads states and plans of Terraform, with the app client of the configuration next to them.
  private mutating func readStates() {
    var reader = reader
    reader.clientNames = single.lazy.map(\.clientNames).first { !$0.isEmpty } ?? []
    for (kind, document) in states {
      let part =
        kind == .terraformShown
        ? TerraformDocuments.readShown(document, reader: reader)
        : TerraformDocuments.readStored(document, reader: reader)
      add([part], file: document.file)
    }
  }

  /// The contribution of each document.
  mutating func parts() -> [ImportedPool] {
    readPrograms()
    if !terraform.isEmpty {
      do throws(DiagnosticList) {
        let module = TerraformModule(programs: terraform, reader: reader)
        single.append(try module.read())
      } catch {
        faults += error.diagnostics
      }
    }
    readStates()
    if serverless.isEmpty {
      faults += fragments.map(UnsupportedFormat.withoutTemplate)
      let events = templates.map { ServerlessProject.events(in: $0.document.root["functions"]) }
      var owners: [TemplateImporter] = []
      // Templates with a pool are read first, because others may have resources of these pools.
      // Templates that only deploy nested ones are not read: `passed` has the values that they
      // give.
      let stacks = NestedStacks(
        of: templates.map(\.document), deploying: templates.map(\.document.file))
      let all = zip(templates, events).filter { stacks.above[$0.0.document.file] == nil }
      let hasPool = all.map { !Template($0.0.document).pools.isEmpty }
      let read =
        zip(all, hasPool).filter(\.1).map(\.0) + zip(all, hasPool).filter { !$0.1 }.map(\.0)
      for (template, own) in read
      where own.isEmpty || templates.count == 1
        || !(template.document.root["Resources"]?.entries ?? []).isEmpty
      {
        var importer = TemplateImporter(
          document: template.document, reader: reader,
          passed: stacks.passed[template.document.file])
        importer.functionEvents = events.flatMap(\.self)
        if !owners.contains(where: { importer.readBelongings(of: $0) }) {
          importer.read()
          owners.append(importer)
        }
        var part = importer.pool
        if let note = template.merge.noteForTemplates { part.diagnostics.append(note) }
        part.diagnostics += template.document.repeated.map {
          Self.lastCounts($0, in: template.document)
        }
        add([part], file: template.document.file)
      }
      // A file with only functions attaches triggers to a pool that is declared elsewhere.
      if owners.isEmpty, single.isEmpty, faults.isEmpty {
        faults += templates.map { UnsupportedFormat.withoutTemplate($0.document) }
      }
    } else {
      // The framework's own parser rejects repeated keys.
      faults += templates.flatMap(\.document.repeated)
      let project = ServerlessProject(
        files: serverless, resources: templates.map(\.document) + fragments, reader: reader)
      add([project.read()], file: serverless[0].file)
    }
    return single
  }

  /// The diagnostic for a repeated key in a template; a note where both are resources of other
  /// services than Cognito, or stand within such a resource.
  /// Source: go-to-k/cdk-real-drift #1074, tried with `validate-template`; cfn-lint #35.
  private static func lastCounts(
    _ fault: Diagnostic, in document: LocatedDocument
  ) -> Diagnostic {
    let type = document.root["Resources"]?.entries?.first { $0.keyLocation == fault.location }?
      .value["Type"]?.text
    let isForeign = type.map { !$0.hasPrefix("AWS::Cognito::") } ?? false
    // The first resource, which is dropped, must not be Cognito's either.
    let losesOne =
      fault.related.map { first in
        let below = document.lines.dropFirst(first.line).prefix { line in
          line.allSatisfy(\.isWhitespace) || line.prefix { $0 == " " }.count >= first.column
        }
        return ([document.lines[first.line - 1]] + below).contains { $0.contains("AWS::Cognito::") }
      } ?? true
    var warning = Diagnostic(
      "template.duplicate-key",
      isForeign && !losesOne || isWithinForeign(fault, in: document) ? .note : .warning,
      at: fault.location, fault.message + "; CloudFormation takes the last", remedy: fault.remedy)
    warning.sourceLine = fault.sourceLine
    return warning
  }

  /// Whether two equal keys stand in one resource that does not mention Cognito up to the second
  /// key: each is indented further than the resource's name.
  private static func isWithinForeign(
    _ fault: Diagnostic, in document: LocatedDocument
  ) -> Bool {
    let names = (document.root["Resources"]?.entries ?? []).map(\.keyLocation)
    guard let first = fault.related,
      let owner = names.filter({ $0.line < first.line }).max(by: { $0.line < $1.line })
    else { return false }
    return document.lines[owner.line..<fault.location.line].allSatisfy { line in
      line.allSatisfy(\.isWhitespace)
        || line.prefix { $0 == " " }.count >= owner.column && !line.contains("Cognito")
    }
  }

  private func read(
    _ program: ProgramText, _ kind: ProgramKind
  ) throws(DiagnosticList) -> [ImportedPool] {
    do throws(Diagnostic) {
      switch kind {
      case .terraform, .template: return []
      case .amplifyDefinition: return [try DefineAuthImporter.read(program, parameters: parameters)]
      case .amplifyOverrides:
        return [try AmplifyOverridesImporter.read(program, .second, parameters)]
      case .amplifyInputOverrides:
        return [try AmplifyOverridesImporter.read(program, .first, parameters)]
      case .clientConfiguration: return try ClientLiteral.read(program, parameters: parameters)
      case .pulumi, .sst: return [try PulumiResources.read(program, reader: reader)]
      case .kubernetes: break
      case .shell: return try ShellScript.read(program, reader: reader)
      }
    } catch {
      throw DiagnosticList([error])
    }
    return [try KubernetesResources.read(program, reader: reader)]
  }

  private func read(_ document: LocatedDocument, _ kind: DocumentKind) -> [ImportedPool] {
    switch kind {
    case .waymark:
      var importer = WaymarkPoolImporter(document: document, parameters: parameters)
      importer.read()
      return [importer.pool]
    case .template, .fragment, .serverless, .terraformShown, .terraformStored: return []
    case .wrappedAnswers, .describedPool, .describedClient, .mfaConfiguration, .logDelivery:
      return ServiceOutputImporter(document: document, parameters: parameters).read(kind)
    case .poolRequest, .clientRequest:
      let input = Fact(literally: document.root)
      let request = ServiceRequest(input, document: document, parameters: parameters)
      return [request.read(isClient: kind == .clientRequest)]
    case .amplifyOutputs:
      let root = Fact(literally: document.root)
      return [AmplifyOutputsImporter.read(root, in: document, parameters: parameters)]
    case .amplifyConfiguration:
      let root = Fact(literally: document.root)
      return [AmplifyConfigurationImporter.read(root, in: document, parameters: parameters)]
    case .amplifyInputs:
      var importer = AmplifyInputsImporter(document: document, parameters: parameters)
      importer.read()
      return [importer.pool]
    case .terraformJSON: return [TerraformDocuments.readJSON(document, reader: reader)]
    case .pulumi: return [PulumiResources.read(document, reader: reader)]
    }
  }
}

extension PoolReader {
  /// The paths of the files that hold resources or functions of the Serverless Framework's own
  /// file.
  /// - Parameters:
  ///   - bytes: the framework's own file.
  ///   - file: the name of the file.
  public static func serverlessResources(of bytes: [UInt8], file: String) -> [String] {
    guard
      case .data(.serverless, let document, _)? = try? PoolSources.recognise(
        LocatedDocument.utf8(bytes), file: file)
    else { return [] }
    let files = ServerlessProject.references(in: document)
    return (files + ServerlessProject.functionFiles(of: document)).map(\.path)
  }

  /// The error for a template with placeholders for another tool, as its name shows.
  /// - Parameter file: the name of the template.
  public static func unfilledTemplate(_ file: String) -> Diagnostic {
    UnsupportedFormat.unfilled(at: SourceLocation(file: file))
  }

  /// The diagnostic of a document that is skipped because the project has others: its pool is not
  /// deployed.
  /// - Parameters:
  ///   - file: the name of the document.
  ///   - what: a phrase for the document, such as an example.
  package static func setAside(_ file: String, as what: String) -> Diagnostic {
    UnsupportedFormat.refuse(
      what, at: SourceLocation(file: file), "give the file by itself to have it read")
  }

  /// The error for a program that refers to a pool made elsewhere, as by `referenceAuth`.
  /// - Parameters:
  ///   - file: the name of the program.
  ///   - id: the pool's id, if the program contains it.
  package static func reference(_ file: String, id: String? = nil) -> Diagnostic {
    UnsupportedFormat.reference(at: SourceLocation(file: file), id: id)
  }

  /// The error for a program of the Serverless Framework. If the program names no resources, the
  /// remedy asks for the deployed pool, because the template that is made of it hardly has a pool.
  /// - Parameters:
  ///   - refusal: the error for such programs.
  ///   - text: the contents of the program.
  package static func ofServerless(_ refusal: Diagnostic, _ text: String) -> Diagnostic {
    guard text.contains("@serverless/typescript"), !text.contains("resources") else {
      return refusal
    }
    var other = refusal
    other.remedy =
      UnsupportedFormat.describe + "; the program has no resources, and the template that"
      + " `serverless package` writes has a pool only where its functions are triggers of one"
    return other
  }

  /// Whether a program of SST up to version 2 creates a pool, by the construct `Cognito`, or `Auth`
  /// in version 1.
  /// - Parameter text: the whole program.
  package static func makesPoolOfOldSST(_ text: String) -> Bool {
    guard ProgramKind.isOfOldSST(text) else { return false }
    return text.contains("new Cognito(")
      || text.contains("@serverless-stack/resources") && text.contains("Auth(")
  }

  /// The format of a document, or nil where it does not describe a pool.
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - file: its name.
  public static func format(of bytes: [UInt8], file: String) -> PoolDocument.Format? {
    try? PoolSources.recognise(LocatedDocument.utf8(bytes), file: file).format
  }

  /// The format of a document.
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - file: its name.
  /// - Throws: a `DiagnosticList` with the reason why the document does not describe a pool.
  public static func formatOrRefusal(
    of bytes: [UInt8], file: String
  ) throws(DiagnosticList) -> PoolDocument.Format {
    let recognised = try PoolSources.recognise(LocatedDocument.utf8(bytes), file: file)
    switch recognised {
    case .data(.fragment, let document, _):
      throw DiagnosticList([UnsupportedFormat.withoutTemplate(document)])
    case .program(.clientConfiguration, let program):
      // Many programs of an app use the keys of a configuration without containing one.
      do throws(Diagnostic) {
        _ = try ClientLiteral.read(program, parameters: [])
      } catch {
        throw DiagnosticList([error])
      }
    default: break
    }
    return recognised.format
  }
}
