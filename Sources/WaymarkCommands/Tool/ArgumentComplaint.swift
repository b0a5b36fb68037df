import ArgumentParser
import PoolAnalysis

/// What the argument parser complains of, in the form of all other complaints of this program.
struct ArgumentComplaint {
  /// The parser's sentence and, for a wrong value, the values that it takes, a line each.
  let message: String
  /// The parser's whole text, which ends with the help to look at.
  let fullMessage: String

  init(_ error: any Error) {
    message = WaymarkCommand.message(for: error)
    fullMessage = WaymarkCommand.fullMessage(for: error)
  }

  /// The complaint, with the list of options as the remedy.
  var failure: CommandFailure {
    let help = fullMessage.firstMatch(of: /See '(waymark[^']*)'/).map { String($0.1) }
    return .usage(
      "usage.arguments", sentence, remedy: "`\(help ?? "waymark --help")` lists what it takes")
  }

  /// One line, the parser's quotes as ours.
  private var sentence: String {
    let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
    let head = lines.prefix { !$0.hasPrefix("- ") }.joined(separator: " ")
    let values = lines.filter { $0.hasPrefix("- ") }.map { "`\($0.dropFirst(2))`" }
    let text = (head + (values.isEmpty ? "" : " " + values.joined(separator: ", ")))
      .replacing(/'([^']*)'/) { "`\($0.1)`" }
    let trimmed = text.hasSuffix(".") ? String(text.dropLast()) : text
    return trimmed.prefix(1).lowercased() + trimmed.dropFirst()
  }
}
