import TransitionTables

/// Reads the files of one configuration in Terraform's own language together, as Terraform does.
struct TerraformModule {
  let programs: [ProgramText]
  let reader: PoolReader

  /// Reads the pool of the configuration.
  /// - Throws: a `DiagnosticList` with `document.unsupported-format` where no file declares a pool,
  ///   and with the errors in files of values.
  func read() throws(DiagnosticList) -> ImportedPool {
    let files = try reader.variableFiles.map(PoolReader.values)
    var loaded: [PoolReader.VariableFile] = []
    var unread: [Diagnostic] = []
    let folders = Set(programs.map { TerraformTree.folder(of: $0.document.file) })
    for file in reader.loadedVariableFiles
    where folders.contains(TerraformTree.folder(of: file.file)) {
      do throws(DiagnosticList) {
        loaded.append(try PoolReader.values(of: file))
      } catch {
        unread += error.diagnostics
      }
    }
    var blocks: [HCLReader.Block] = []
    for program in programs {
      do throws(Diagnostic) {
        blocks += try Self.blocks(of: program)
      } catch {
        throw DiagnosticList([error])
      }
    }
    guard let main = Self.main(of: programs, blocks) else {
      throw DiagnosticList(
        programs.prefix(1).map { UnsupportedFormat.withoutPool($0) })
    }
    var document = main.document
    for program in programs {
      document.joined[program.document.file] = program.document.lines
    }
    for file in loaded + files { document.joined[file.document.file] = file.document.lines }
    let tree = TerraformTree(blocks: blocks, loaded: loaded, files: files, reader: reader)
    if let refusal = tree.refusal {
      let lines = document.joined[refusal.location.file] ?? document.lines
      throw DiagnosticList([refusal.pointing(into: lines)])
    }
    var importer = TerraformImporter(
      document: document, format: .terraformConfiguration, resources: tree.resources,
      reader: reader, leavingOut: tree.poolsLeftOut)
    checkVariables(blocks, &importer)
    for (call, argument) in tree.multiplied {
      importer.complain(
        "terraform.conditional-resource", .note, at: argument.keyLocation,
        "\(call) is called as often as `\(argument.key)` says; it is read once",
        remedy: TerraformImporter.remedy)
    }
    for (call, place, missing) in tree.incomplete {
      let isOne = missing.count == 1
      importer.complain(
        "terraform.missing-argument", .warning, at: place,
        "\(call) leaves out \(missing.map { String($0.prefix(40)) }.listOfAll), for which the"
          + " module has no default: Terraform makes no plan of it",
        remedy: "give \(isOne ? "it" : "them") in the call, or the variable"
          + "\(isOne ? "" : "s") of the module a default")
    }
    importer.read()
    var pool = importer.pool
    pool.diagnostics += unread.filter { tree.isRoot(fileNextTo: $0.location.file) }
      .map(PoolReader.unreadValues)
    pool.leavesDefaults = tree.leavesDefaults
    let pools = tree.resources.filter { $0.type == TerraformNames.pool }
    let calls = TerraformCalls(in: blocks, of: programs)
    pool.diagnostics += calls.take(into: &pool, of: pools, document, reader)
    pool.file = main.document.file
    return pool
  }

  /// The file with the first pool, or else with the first app client.
  private static func main(
    of programs: [ProgramText], _ blocks: [HCLReader.Block]
  ) -> ProgramText? {
    [TerraformNames.pool, TerraformNames.client].lazy.compactMap { type in
      blocks.first { $0.type == "resource" && $0.labels.first == type }
    }.first.flatMap { block in programs.first { $0.document.file == block.location.file } }
  }

  private static func blocks(of program: ProgramText) throws(Diagnostic) -> [HCLReader.Block] {
    var hcl = HCLReader(scanner: program.scanner(.terraform))
    let blocks = hcl.blocks()
    if let refusal = hcl.scanner.refusal { throw refusal.pointing(into: program.document.lines) }
    if let fault = hcl.faults.first {
      throw program.document.diagnostic(
        "terraform.not-hcl", at: fault.location, fault.message,
        remedy: "correct the syntax; `terraform validate` names it too")
    }
    return blocks
  }

  private func checkVariables(_ blocks: [HCLReader.Block], _ importer: inout TerraformImporter) {
    let names = blocks.filter { $0.type == "variable" }.compactMap(\.labels.first)
    guard !names.isEmpty else { return }
    for name in reader.templateParameters.keys.sorted() where !names.contains(name) {
      importer.complain(
        "template.unknown-parameter", at: importer.document.root.location,
        "the configuration has no variable `\(name.prefix(40))`, for which a value is given",
        remedy: names.nearest(to: name).map { "did you mean `\($0)`?" } ?? "it has \(names.list)")
    }
  }
}

extension PoolReader {
  /// A file of values for variables, with its contents.
  typealias VariableFile = (document: LocatedDocument, values: [Fact.Entry])

  /// The note that a file of values which Terraform loads by itself cannot be read. Terraform
  /// refuses the file too, but it is no error here, because the user did not name it.
  /// - Parameter fault: the error that says why the file cannot be read.
  package static func unreadValues(_ fault: Diagnostic) -> Diagnostic {
    var note = fault
    (note.code, note.severity) = ("terraform.unread-values", .note)
    note.message =
      "Terraform takes the values of variables from this file, none of which is read: "
      + fault.message
    return note
  }

  /// Reads a file of values for variables.
  /// - Throws: a `DiagnosticList` with `terraform.not-hcl`, or with the reason why a file is not
  ///   text.
  static func values(
    of file: (file: String, bytes: [UInt8])
  ) throws(DiagnosticList) -> VariableFile {
    let text = try LocatedDocument.text(of: file.bytes, file: file.file)
    guard text.utf8.first != UInt8(ascii: "{") else {
      let document = try LocatedDocument(parsing: text, file: file.file)
      return (document, Fact(literally: document.root).entries ?? [])
    }
    let program = ProgramText(text, file: file.file)
    var hcl = HCLReader(scanner: program.scanner(.terraform))
    let values = hcl.attributes()
    if let refusal = hcl.scanner.refusal {
      throw DiagnosticList([refusal.pointing(into: program.document.lines)])
    }
    if let fault = hcl.faults.first {
      throw DiagnosticList([
        program.document.diagnostic(
          "terraform.not-hcl", at: fault.location, fault.message,
          remedy: "write one `name = value` a line")
      ])
    }
    return (program.document, values)
  }
}
