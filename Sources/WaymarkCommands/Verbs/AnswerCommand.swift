import ArgumentParser
import Findings
import Foundation
import PoolAnalysis
import TransitionTables

/// `waymark answer`: answers questions of `WaymarkTesting`; not listed in the help.
struct AnswerCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "answer",
    abstract: "Answers a question of the library WaymarkTesting, on stdin and stdout.",
    discussion: """
      The question is one line of JSON. Its form is private to one version of Waymark; other \
      programs use `waymark check --format json`.

      Example: waymark answer < question.json
      """,
    shouldDisplay: false)

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    guard let line = environment.readLine(),
      let question = try? JSONDecoder().decode(PoolQuestion.self, from: Data(line))
    else {
      throw CommandFailure.usage(
        "usage.question", "this is no question of the library WaymarkTesting",
        remedy: "use `waymark check POOL --format json`", at: "stdin")
    }
    let answer = PoolAnswering(model: try environment.model(), cache: environment.cache)
      .answer(to: question)
    var output = CommandOutput()
    output.stdout = Array((try? JSONEncoder().encode(answer)) ?? Data())
    return output
  }
}
