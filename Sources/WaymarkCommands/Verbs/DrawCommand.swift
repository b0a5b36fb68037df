import ArgumentParser
import Atlas
import Diagrams
import Findings
import PoolAnalysis
import TransitionTables

/// `waymark draw`: draws a view of a pool as a picture or as text.
struct DrawCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Draws a view of a pool.",
    discussion: """
      next-steps: what the app must handle; --as markdown for people, --as swift as a switch. \
      account: the life of an account. factor: the paths that ask for --factor. trace: one \
      --path, or the counterexample of a --property, as a sequence. diff: this pool and what is \
      different in --against. coverage: the rows that scenarios, or a pool's paths, fire. table: \
      the whole table, which needs no POOL.

      --check writes nothing and fails with status 12 where a file written before is out of date. \
      --into puts text between `<!-- waymark:begin POOL/VIEW -->` and `<!-- waymark:end -->` of a \
      Markdown file.

      Example: waymark draw pool.yaml --view next-steps --as mermaid
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions

  @Option(help: "next-steps, account, factor, trace, diff, coverage or table.")
  var view = DrawingView.nextSteps

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "svg, png, pdf, dot, mermaid, mermaid-state, plantuml, d2, markdown, prose or swift.",
      discussion: """
        png and pdf use fonts that come with the program; their bytes depend on the versions of \
        Pango and Cairo, those of svg on that of Graphviz.
        """, valueName: "format"))
  var drawing = DrawingFormat.svg

  @Option(help: "The ground: light or dark; a dark file is called <view>~dark.")
  var theme = DrawingTheme.light

  @Option(
    help: "The factor of the view factor, such as password, sms, totp, email, passkey or device.")
  var factor: String?

  @Option(
    help: ArgumentHelp(
      "The path of the view trace: its number, its id, or a part that only it has.",
      discussion: "all draws every path, each in a file of its own; it needs --output."))
  var path: String?

  @Option(help: "The property whose counterexample the view trace shows.")
  var property: String?

  @Option(help: ArgumentHelp("The pool that the view diff compares with.", valueName: "POOL"))
  var against: String?

  @Option(help: ArgumentHelp("Writes DIR/<pool>/<view>.* instead of stdout.", valueName: "DIR"))
  var output: String?

  @Option(
    help: ArgumentHelp("Puts it between the markers of a Markdown file.", valueName: "FILE"))
  var into: String?

  @Option(
    help: ArgumentHelp(
      "Links what is drawn to its rows: an address in which {row} is the row's heading.",
      valueName: "ADDRESS"))
  var links: String?

  @Option(
    help: ArgumentHelp(
      "overview, full or pages: how much of the views next-steps, coverage and table is drawn.",
      discussion: """
        next-steps is drawn in full, the others as an overview, unless this is given. pages draws \
        next-steps in full in a file for each flow or first factor; it needs --output.
        """))
  var level: DrawingLevel?

  @Option(
    help: ArgumentHelp(
      "landscape or portrait: from left to right, or from top to bottom as a document needs it.",
      discussion: """
        account and an overview of next-steps are drawn in portrait, the others in landscape, \
        unless this is given.
        """))
  var layout: DrawingLayout?

  @Option(
    help: ArgumentHelp(
      "api or plain: Amplify's names, or what a person is asked for and does.",
      discussion: "plain is for the views next-steps and factor; tooltips have the names."))
  var labels = DrawingLabels.api

  @Flag(help: "Writes nothing; fails where what was written before is out of date.")
  var check = false

  func validate() throws {
    guard factor == nil || view == .factor else {
      throw ValidationError("--factor needs --view factor")
    }
    guard path == nil && property == nil || view == .trace else {
      throw ValidationError("--path and --property need --view trace")
    }
    guard path == nil || property == nil else {
      throw ValidationError("--path and --property exclude each other")
    }
    guard against == nil || view == .diff else {
      throw ValidationError("--against needs --view diff")
    }
    guard level == nil || [.nextSteps, .coverage, .table].contains(view) else {
      throw ValidationError("--level needs --view next-steps, coverage or table")
    }
    guard level != .pages || view == .nextSteps else {
      throw ValidationError("--level pages needs --view next-steps")
    }
    guard output != nil || (level != .pages && path != PictureDrawer.everyPath) else {
      throw ValidationError("several pictures need a folder: --output DIR")
    }
    guard labels == .api || [.nextSteps, .factor].contains(view) else {
      throw ValidationError("--labels needs --view next-steps or factor")
    }
    let isText = [.markdown, .prose, .swift].contains(drawing)
    guard layout == nil || (view != .trace && !isText) else {
      throw ValidationError("--layout is for graphs; a trace and a table are read downwards")
    }
    guard level == nil || !isText else {
      throw ValidationError("--level is for pictures; --as \(drawing.rawValue) has all words")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    try refuseContradictions(environment)
    var poolRequest = try pools.request()
    poolRequest.writesFolders = output != nil || into != nil
    poolRequest.outputFolder = into == nil ? output : nil
    let drawer = PictureDrawer(
      poolRequest: poolRequest, request: search.request(in: environment),
      environment: environment, model: try environment.model())
    let pictures = try drawer.pictures(of: view, choice: choice)
    var result = CommandOutput()
    for var picture in pictures {
      if labels == .plain { picture.speakPlainly(by: drawer.model) }
      if let layout { picture.turn(layout) }
      if let links { picture.link(by: RowLinks(address: links)) }
      let bytes = try picture.bytes(as: drawing, theme: theme.theme)
      try add(bytes, of: picture, to: &result)
      // A drawing is no verdict: only incompleteness affects the status.
      if !picture.isComplete { result.status = .limitReached }
    }
    return result
  }

  private var choice: PictureDrawer.Choice {
    .init(
      factor: factor, path: path, property: property, against: against, format: drawing,
      level: level)
  }

  private func add(
    _ bytes: [UInt8], of picture: PictureDrawer.Drawn, to result: inout CommandOutput
  ) throws(CommandFailure) {
    guard into != nil || output != nil else {
      result.stdout += bytes
      return
    }
    let file = try self.file(bytes, of: picture)
    guard check else {
      result.files.append(file)
      return
    }
    if let complaint = PublishedFile.complaint(about: file.path, wanted: file.bytes) {
      result.stdout += Array("\(file.path) \(complaint)\n".utf8)
      result.stderr = "renew it with the same command without `--check`\n"
      result.status = ExitStatus.combined([result.status, .safetyViolated])
    }
  }

  private func file(
    _ bytes: [UInt8], of picture: PictureDrawer.Drawn
  ) throws(CommandFailure) -> CommandOutput.File {
    if let into {
      let text = drawing.embedded(String(decoding: bytes, as: UTF8.self)) ?? ""
      let name = "\(CommandOutput.folderName(picture.pool))/\(picture.name)"
      return CommandOutput.File(
        into, text: try PublishedFile.injecting(text, named: name, into: into))
    }
    let dark = theme == .dark && drawing.hasTheme ? "~dark" : ""
    let place = CommandOutput.folderName(picture.pool)
    return CommandOutput.File(
      "\(place)/\(picture.name)\(dark).\(drawing.suffix)", in: output ?? ".", bytes)
  }

  private func refuseContradictions(_ environment: ToolEnvironment) throws(CommandFailure) {
    if drawing.isBinary, output == nil, environment.outputIsTerminal {
      throw .usage(
        "usage.binary-output", "\(drawing.rawValue) cannot be shown on a terminal",
        remedy: "write it to a file: `--output DIR`, or `> picture.\(drawing.suffix)`")
    }
    let named = DrawingFormat.allCases.first { output?.hasSuffix(".\($0.suffix)") == true }
    if let output, let named {
      let form = named.suffix == drawing.suffix ? "" : "--as \(named.rawValue) "
      throw .usage(
        "usage.no-such-picture", "`--output` names a folder, and `\(output)` reads like a file",
        remedy: "`\(form)> \(output)` writes that file; `--output DIR` names the file by its pool")
    }
    if into != nil, drawing.embedded("") == nil {
      throw .usage(
        "usage.no-such-picture", "\(drawing.rawValue) cannot stand inside a Markdown file",
        remedy: "use `--as mermaid`, `markdown` or `prose`, or link to a file made by `--output`")
    }
    // Refuse a file that is unreadable or not text before the work.
    if let into { try PublishedFile.requireReadable(into) }
    if check, drawing.isBinary || (output == nil && into == nil) {
      throw .usage(
        "usage.no-such-picture", "there is nothing to compare with",
        remedy: "say where it was written, `--output DIR` or `--into FILE`; png and pdf cannot be "
          + "compared, their bytes depend on the versions of Pango and Cairo")
    }
  }
}
