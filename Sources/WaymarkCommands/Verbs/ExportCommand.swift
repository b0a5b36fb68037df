import ArgumentParser
import Foundation
import PoolAnalysis
import TransitionTables

/// `waymark export`: writes a compiled model for other checkers.
struct ExportCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a compiled model for SPIN, TLC, NuSMV, LTSmin, CADP, Graphviz or programs.",
    discussion: """
      POOL is any document of a pool, with its configuration fixed, or the name of a bundled \
      classic: dining-philosophers, peterson, two-phase-commit, and two-phase-commit-9 for nine \
      managers.

      Promela, TLA+, SMV and ETF have one atomic step for each row with its inputs: urgent states \
      are states there. ETF lists the steps of an exploration. The graphs of `aut` \
      and `dot` have the resting states alone; `--rows` shows the others.

      Example: waymark export peterson --as promela
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions

  @Option(name: .customLong("as"), help: "\(ExportFormat.list).")
  var format: ExportFormat

  @Option(help: ArgumentHelp("The folder for files; - is stdout.", valueName: "DIR"))
  var output = "-"

  @Option(
    name: .customLong("property"),
    help: ArgumentHelp(
      "Composes in the observers that this property reads; may be repeated.", valueName: "ID"))
  var properties: [String] = []

  @Flag(help: "aut and dot: every row is a step of its own, urgent states are states.")
  var rows = false

  @Option(
    name: .customLong("max-states"),
    help: ArgumentHelp(
      "aut, dot and etf: stops with status 152 at so many states.", valueName: "N"))
  var maximumStates: Int?

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    guard (1...4_294_967_294).contains(maximumStates ?? 1) else {
      throw ValidationError("--max-states takes 1 to 4294967294")
    }
    guard format.isGraph || maximumStates == nil else {
      throw ValidationError("--max-states needs --as aut, dot or etf")
    }
    guard format == .aut || format == .dot || !rows else {
      throw ValidationError("--rows needs --as aut or --as dot")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    limits.begin(in: environment)
    let exports = try self.exports(in: environment)
    let graph = ModelExport.GraphRequest(
      maximumStates: maximumStates ?? 1 << 31, showsRows: rows)
    var result = CommandOutput()
    guard output == "-" else {
      for export in exports {
        result.files += try export.files(as: format, graph, in: environment).map { file in
          CommandOutput.File(file.path, in: output, file.bytes)
        }
      }
      result.stdout = Array(result.files.map { $0.path + "\n" }.joined().utf8)
      return result
    }
    guard let only = exports.first, exports.count == 1 else {
      throw CommandFailure.usage(
        "export.several", "\(exports.count) pools cannot share one text",
        remedy: "write them to files: `--output DIR`")
    }
    result.beginsLinesWithColons = true
    result.stdout = Array(try only.text(as: format, graph, in: environment).utf8)
    return result
  }

  /// A classic, where the only argument names one and is no file; otherwise the pools.
  private func exports(in environment: ToolEnvironment) throws(CommandFailure) -> [ModelExport] {
    if let name = pools.pools.first, pools.pools.count == 1,
      !isFile(name), let classic = BundledClassic(name)
    {
      let model = try classic.model()
      return [ModelExport(name: name, model: model, observers: try observers(of: model))]
    }
    guard !pools.pools.isEmpty else {
      throw CommandFailure.usage(
        "usage.no-pool", "no pool is given",
        remedy: "name a pool file or a classic, \(BundledClassic.tables.list): "
          + "`waymark export POOL --as \(format.rawValue)`")
    }
    let model = try environment.model()
    let observers = try observers(of: model)
    var exports: [ModelExport] = []
    var request = try pools.request()
    if output != "-" { (request.writesFolders, request.outputFolder) = (true, output) }
    for pool in try PoolLoader(model: model, request: request).load() {
      let parameters = try ClosedConfiguration(model: model, pool: pool).parameters()
      exports.append(
        ModelExport(name: pool.name, model: model, parameters: parameters, observers: observers))
    }
    return exports
  }

  /// Whether a file of this name exists; a folder is no pool and hides no classic.
  private func isFile(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  private func observers(of model: Model) throws(CommandFailure) -> Set<Int> {
    guard !properties.isEmpty else { return [] }
    var request = ExplorationRequest()
    request.properties = properties
    return model.observers(readBy: try request.properties(of: model).flatMap(\.expressions))
  }
}
