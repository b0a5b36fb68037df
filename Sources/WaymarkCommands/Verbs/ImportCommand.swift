import ArgumentParser
import Findings
import PoolAnalysis
import TransitionTables

/// `waymark import`: writes any document of a pool as a Waymark pool file.
struct ImportCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Writes any POOL as a Waymark pool file; each line says where its value is from.",
    discussion: """
      Documents of one pool are settled together. What no document decides is left open and named \
      with its values. Notes, and what the service would refuse, go to stderr; a pool that is \
      refused is written all the same, with status 151.

      Example: waymark import template.yaml --output pool.yaml
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions

  @Option(help: "How the result is written: text (a pool file) or json.")
  var format = ReportFormat.text

  @Option(
    help: ArgumentHelp(
      "Writes FILE, or DIR/<pool>.yaml, instead of stdout.", valueName: "FILE|DIR"))
  var output: String?

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let model = try environment.model()
    var request = try pools.request()
    request.writesFolders = output != nil
    request.outputFolder = output
    let imports = try PoolLoader(model: model, request: request).load()
      .map { PoolImport(model: model, pool: $0) }
    var result = CommandOutput()
    let texts = imports.map { format == .json ? $0.json.text : $0.text }
    if let output {
      result.files = zip(imports, texts).map { file($0, text: $1, at: output, of: imports.count) }
    } else if format == .json, imports.count > 1 {
      result.stdout = Array(JSONValue.array(imports.map(\.json)).text.utf8)
    } else {
      result.stdout = Array(texts.joined(separator: "---\n").utf8)
    }
    // A module that is used several times gives the same complaints each time.
    var said: Set<String> = []
    result.stderr = imports.flatMap(\.complaints).map(\.rendered)
      .filter { said.insert($0).inserted }.joined()
    if !result.files.isEmpty {
      result.stderr += "written: \(result.files.map(\.path).joined(separator: ", "))\n"
    }
    result.status = ExitStatus.combined(imports.map(\.status))
    return result
  }

  /// The output file of one of several pools: the named file, or one in the named folder.
  private func file(
    _ pool: PoolImport, text: String, at path: String, of count: Int
  ) -> CommandOutput.File {
    let suffixes = format == .json ? [".json"] : [".yaml", ".yml"]
    if count == 1, suffixes.contains(where: { path.hasSuffix($0) }) {
      return CommandOutput.File(path, text: text)
    }
    let name = CommandOutput.folderName(pool.pool.name)
    return CommandOutput.File("\(name)\(suffixes[0])", in: path, text: text)
  }
}
