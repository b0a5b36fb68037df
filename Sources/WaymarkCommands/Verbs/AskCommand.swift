import ArgumentParser
import Findings
import Foundation
import PoolAnalysis
import TransitionTables

/// `waymark ask`: answers a question about a pool, written in the table's expressions.
struct AskCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Answers a question about a pool: is it ever so, always so, still reachable?",
    discussion: """
      QUESTION is written in the words of the table, which `waymark explain` lists: \
      `exists: E` asks for a state in which E holds, `always: E` whether it holds in all of them, \
      `from: E` followed by `reachable: F` whether F can be reached from each state with E \
      (with `within: [ACTION, …]` by these actions alone). The answer says in how many of the \
      states and users' records it is so, and the shortest way to one; where none is, which parts \
      of the question are never true, or never together; where the documents leave settings open, \
      with which settings it is so.

      Exit status: 0 yes, 12 no, 64 the question cannot be read, 75 undetermined.

      Example: waymark ask pool.yaml 'exists: client.at == signedIn and totp == none'
      """)

  @Argument(
    help: ArgumentHelp(
      "The documents of a pool, and a question; one key an argument.",
      valueName: "POOL|QUESTION"))
  var arguments: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Overrides a parameter of the documents.", valueName: "parameter=value"))
  var settings: [String] = []

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var output: PageOutputOptions

  @Flag(help: "Shows every step of the way, and the variables that only properties read.")
  var verbose = false

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    // A single word, such as `enabled`, is a question if a pool comes before it.
    let isQuestion = { (argument: String) in
      !FileManager.default.fileExists(atPath: argument)
        && (argument.contains { $0 == " " || $0 == ":" }
          || argument != arguments.first && argument.allSatisfy { $0.isLetter })
    }
    let question = TableQuestion(arguments.filter(isQuestion))
    let document: LocatedDocument
    do throws(DiagnosticList) { document = try question.document() } catch {
      throw CommandFailure(error.diagnostics, status: .usage)
    }
    let model: Model
    do throws(CommandFailure) { model = try environment.model(asking: document) } catch {
      var failure = error
      failure.diagnostics = failure.diagnostics.map(question.placed)
      throw failure
    }
    let paths = arguments.filter { !isQuestion($0) }
    let request = try reading.request(paths, settings: settings)
    let pools = try PoolLoader(model: model, request: request).load()
    let sink = TextSink(
      style: environment.style, width: environment.width,
      level: verbose ? .everything : .findings)
    var (texts, values, status) = ([String](), [JSONValue](), ExitStatus.allHold)
    for pool in pools {
      let answer = try TableAnswer(
        model, on: pool, request: search.request(in: environment), environment: environment)
      let written = TableAnswerText(
        answer: answer, question: question, pool: pool.name, sink: sink)
      texts.append(output.format == .markdown ? written.markdown : written.text)
      values.append(written.value)
      switch answer.verdict {
      case .yes: break
      case .no: status = .combined([status, .safetyViolated])
      case .undetermined: status = .combined([status, .cannotEvaluate])
      }
    }
    let all = values.count == 1 ? values[0] : JSONValue.array(values)
    let text = output.format == .json ? all.text : texts.joined(separator: "\n")
    return CommandOutput(text: text, status: status)
  }
}
