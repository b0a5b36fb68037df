import ArgumentParser
import PoolAnalysis
import TransitionTables

/// An error of the argument parser, in the form of all other complaints of this program.
struct ArgumentComplaint {
  /// The parser's sentence and, for a wrong value, the allowed values, one on each line.
  let message: String
  /// The parser's whole text, which ends with a reference to the help.
  let fullMessage: String
  /// The arguments of the command line.
  let arguments: [String]

  init(_ error: any Error, arguments: [String] = []) {
    message = WaymarkCommand.message(for: error)
    fullMessage = WaymarkCommand.fullMessage(for: error)
    self.arguments = arguments
  }

  /// Joins a negative number to the option before it. No option begins with a digit, so that a
  /// complaint about the line is about the number.
  static func joiningNumbers(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    for argument in arguments {
      if argument.wholeMatch(of: /-\d.*/) != nil, let option = joined.last,
        option.wholeMatch(of: /--[a-z][a-z-]*/) != nil
      {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined
  }

  /// The complaint, with the option's allowed values as the remedy.
  var failure: CommandFailure {
    let verb = fullMessage.firstMatch(of: /See '(waymark[^']*)'/).map { String($0.1) }
    let help = "`\(verb ?? "waymark --help")` lists what it takes"
    let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
    var head = lines.prefix { !$0.hasPrefix("- ") }.joined(separator: " ")
    var values = lines.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    if let offer = head.firstRange(of: /\.? ?Please provide one of (the following:)?/) {
      let named = head[offer.upperBound...].matches(of: /'([^']*)'/).map { String($0.1) }
      if values.isEmpty { values = named }
      head = String(head[..<offer.lowerBound])
    }
    if !values.isEmpty {
      return .usage("usage.arguments", sentence(head), remedy: "write \(values.list)")
    }
    if let guess = head.firstMatch(of: /\. Did you mean '([^']*)'\?/) {
      return .usage(
        "usage.arguments", sentence(String(head[..<guess.range.lowerBound])),
        remedy: "did you mean `\(guess.1)`? \(help)")
    }
    let sentence = sentence(head)
    if let option = sentence.firstMatch(of: /missing value for `(-[^ `]*)/)?.1,
      let place = arguments.firstIndex(of: String(option)), place + 1 < arguments.count
    {
      return .usage(
        "usage.arguments", sentence,
        remedy: "a value that begins with `-` is joined to it: `\(option)=\(arguments[place + 1])`")
    }
    if let option = sentence.firstMatch(of: /`(--[a-z-]+)/)?.1, let takes = takes(String(option)) {
      return .usage("usage.arguments", sentence, remedy: "`\(option)`: \(takes) \(help)")
    }
    return .usage("usage.arguments", sentence, remedy: help)
  }

  /// The description of an option in the verb's help; nil where the help does not list it.
  private func takes(_ option: String) -> String? {
    guard let verb = arguments.first,
      let command = WaymarkCommand.configuration.subcommands.first(where: {
        $0.configuration.commandName == verb
      })
    else { return nil }
    let help = WaymarkCommand.helpMessage(for: command, columns: 10_000)
    let line = help.split(separator: "\n").first { line in
      line.drop { $0 == " " }.split(separator: " ").first.map(String.init) == option
    }
    guard let line, let gap = line.firstMatch(of: /\S ( +)(\S.*)/) else { return nil }
    let words = String(gap.2)
    return words.firstRange(of: ". ").map { String(words[...$0.lowerBound]) } ?? words
  }

  /// The sentence with backquotes in place of the parser's quotes.
  private func sentence(_ head: String) -> String {
    let text = head.replacing(/'([^']*)'/) { "`\($0.1)`" }
    let trimmed = text.hasSuffix(".") ? String(text.dropLast()) : text
    return trimmed.prefix(1).lowercased() + trimmed.dropFirst()
  }
}
