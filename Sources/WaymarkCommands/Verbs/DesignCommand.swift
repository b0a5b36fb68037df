import ArgumentParser
import Findings
import PoolAnalysis
import TransitionTables

/// `waymark design`: finds pools that fulfil wishes.
struct DesignCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "design",
    abstract: "Finds the cheapest pools that fulfil wishes, or says which exclude each other.",
    discussion: """
      Wishes are words of the table, which `waymark design` alone lists. All legal pools are \
      explored at once; of those in which every property holds and every wish is fulfilled the \
      cheapest are proposed, each explored by itself. `--as` writes one of them as a pool file, a \
      CloudFormation template, Terraform or Amplify's defineAuth. Where nothing fulfils all \
      wishes, a smallest subset that nothing fulfils is shown, with the settings of the base that \
      are part of it and the rules and properties that exclude it.

      Exit status: 0 a pool was found, 12 the wishes exclude each other or the base, or every pool \
      was tried and rejected, 64 a wish is unknown, 151 the base is illegal, 152 a limit came first.

      Example: waymark design sign-in-by-email second-factor no-sms-cost --as cloudformation
      """)

  @Argument(help: ArgumentHelp("Wishes, by their ids.", valueName: "WISH"))
  var wishes: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file of wishes: a list `want:` of ids, and of mappings that declare wishes of your own.",
      valueName: "FILE"))
  var want: String?

  @Option(
    help: ArgumentHelp(
      "A pool file with what is decided already; its `open:` is chosen.", valueName: "POOL"))
  var base: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Decides a setting.", valueName: "parameter=value"))
  var settings: [String] = []

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Writes a design in a format: waymark, cloudformation, terraform or amplify.",
      valueName: "FORMAT"))
  var writtenFormat: String?

  @Option(help: ArgumentHelp("Which of the designs is written.", valueName: "N"))
  var choice = 1

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("Writes the files of --as into a folder.", valueName: "DIR"))
  var folder: String?

  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var output: PageOutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    guard choice > 0, writtenFormat != nil || (folder == nil && choice == 1) else {
      throw .usage(
        "usage.value", "--choice counts from 1, and is for --as, as --output is",
        remedy: "such as `--as terraform --choice 2 --output .`")
    }
    let list = try WishList(wishes, file: want)
    let model = try environment.model(asking: list.own)
    let formats = WrittenPool.formats(of: model)
    if let writtenFormat, !formats.contains(writtenFormat) {
      throw .usage(
        "usage.format", "`--as \(writtenFormat)` is no format of a pool",
        remedy: "use one of \(formats.joined(separator: ", "))")
    }
    guard !list.ids.isEmpty else {
      guard let want else { return catalogue(of: model, environment) }
      throw .usage(
        "design.wishes", "\(want) names no wish", remedy: "`waymark design` lists them")
    }
    let asked = try list.wishes(of: model)
    let request = PoolRequest(
      paths: [base ?? PoolDesigner.bundledPath], settings: try assignments())
    let loaded = try PoolLoader(model: model, request: request).load()
    guard let pool = loaded.first, loaded.count == 1 else {
      throw .usage(
        "usage.one-pool", "--base names \(loaded.count) pools", remedy: "name one pool file")
    }
    let design = try PoolDesigner(
      model: model, request: search.request(in: environment), environment: environment
    ).design(asked, from: pool)
    var result: CommandOutput
    if let writtenFormat, !design.choices.isEmpty {
      result = try written(design, as: writtenFormat)
    } else {
      let sink = TextSink(style: environment.style, width: environment.width)
      result = CommandOutput(
        text: DesignText(design: design, sink: sink).written(as: output.format),
        status: design.status)
    }
    let again = list.repeated.map {
      "waymark: `\($0)` is wished for more than once, and counts once\n"
    }
    result.stderr = again.joined() + result.stderr
    return result
  }

  private func assignments() throws(CommandFailure) -> [Assignment] {
    var found: [Assignment] = []
    for setting in settings { found.append(try Assignment(parsing: setting)) }
    return found
  }

  private func written(
    _ design: PoolDesign, as format: String
  ) throws(CommandFailure) -> CommandOutput {
    guard design.choices.indices.contains(choice - 1) else {
      throw .usage(
        "usage.value", "there is no design \(choice)",
        remedy: "there are \(design.choices.count); leave out --choice for the first")
    }
    let written = WrittenPool(
      design.choices[choice - 1].parameters, as: format, design.model)
    var result = CommandOutput(text: "", status: design.status)
    if let folder {
      result.files = written.files.map { CommandOutput.File($0.path, in: folder, text: $0.text) }
      result.stderr = "written: \(result.files.map(\.path).joined(separator: ", "))\n"
    } else {
      let texts = written.files.map { file in
        written.files.count == 1 ? file.text : "// \(file.path)\n\(file.text)"
      }
      result.stdout = Array(texts.joined(separator: "\n").utf8)
    }
    for stepwise in written.stepwise {
      result.stderr += "waymark: \(stepwise)\n"
    }
    for difference in written.differences ?? ["it cannot be read again"] {
      result.stderr += "waymark: the format does not have all of the design: \(difference)\n"
    }
    return result
  }

  /// The list of wishes.
  private func catalogue(of model: Model, _ environment: ToolEnvironment) -> CommandOutput {
    switch output.format {
    case .json:
      let values = model.wishes.filter { !$0.isAlways }.map { wish in
        JSONValue.object(["id": .string(wish.id), "says": .string(wish.title)])
      }
      return CommandOutput(text: JSONValue.array(values).text)
    case .markdown:
      let rows = model.wishes.filter { !$0.isAlways }.map { "| `\($0.id)` | \($0.title) |\n" }
      return CommandOutput(text: "| wish | says |\n|--|--|\n" + rows.joined())
    case .text, .sarif, .junit, .github:
      let width = model.wishes.map(\.id.count).max() ?? 0
      let lines = model.wishes.filter { !$0.isAlways }.map { wish in
        TextLayout.labelled(
          "  " + wish.id.padding(toLength: width, withPad: " ", startingAt: 0) + "  ", wish.title,
          width: environment.width)
      }
      return CommandOutput(
        text: "Wishes, for `waymark design WISH …`:\n" + lines.joined())
    }
  }
}
