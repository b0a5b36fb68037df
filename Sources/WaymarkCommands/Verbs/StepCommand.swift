import ArgumentParser
import Findings
import PoolAnalysis
import TransitionTables

/// `waymark step`: walks through a pool, one chosen action after the other.
struct StepCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "step",
    abstract: "Walks through a pool: you choose who does what, and see what changes and why.",
    discussion: """
      Shows what can be done, reads a choice from stdin, and shows what comes back, what is \
      different and which rows of the table decided so. It begins where nobody has an account; \
      what the documents leave open has its default.

      A choice is a number of the list, or a call: its name, with as many inputs as \
      distinguish it from others. `list` shows again what can be done, `back` takes a step back, \
      `show` shows what is different from the beginning, `steps` the walk so far, `rows` the rows \
      of the last step, `save FILE` writes the walk as a scenario for `waymark run`, or as a page \
      where FILE ends in .md, `help` explains all that with an example, `quit` ends.

      With --format json each answer is one line, and a number counts its `choices` from 1. With \
      --format markdown the walk is printed as that page when it ends: of a script nothing else \
      is, and what is said to somebody at a terminal goes to stderr.

      Where stdin is no terminal it is a script: a line that cannot be done is complained of with \
      its number, and the others are done all the same.

      Exit status: 0, or 64 where a line of a script could not be done.

      Example: waymark step Models/pools/sound/retail.yaml
      """)

  @OptionGroup var pools: PoolOptions
  @OptionGroup var layers: LayerOptions
  @OptionGroup var output: PageOutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let model = try environment.model()
    let loaded = try PoolLoader(model: model, request: try pools.request()).load()
    guard let pool = loaded.first, loaded.count == 1 else {
      throw .usage(
        "usage.no-pool", "a walk is through one pool, and \(loaded.count) are given",
        remedy: "name the documents of one pool, or choose one with `--pool`")
    }
    var dialogue = WalkDialogue(
      walk: try PoolWalk(pool, model: model, layers: layers.names), pool: pool.name,
      isJSON: output.page == .json, isScript: !environment.inputIsTerminal,
      sink: TextSink(style: environment.style, width: environment.width, level: .findings))
    let isPage = output.page == .markdown
    let say =
      !isPage
      ? environment.writeLine : dialogue.isScript ? { _ in true } : environment.writeAside
    guard say(dialogue.greeting) else { return CommandOutput() }
    while let line = environment.readLine() {
      let answer = dialogue.answer(String(decoding: line, as: UTF8.self))
      guard let answer, answer.isEmpty || say(answer) else { break }
    }
    let isWrong = dialogue.isScript && !dialogue.isJSON && !dialogue.complaints.isEmpty
    var result = CommandOutput(
      text: isPage ? dialogue.walk.page(named: pool.name) : "",
      status: isWrong ? .usage : .allHold)
    if isPage, dialogue.isScript { result.stderr = dialogue.complaints }
    return result
  }
}
