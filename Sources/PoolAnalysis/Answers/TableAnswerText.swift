import Findings
import SafeText

/// An answer as text, as Markdown and as JSON.
package struct TableAnswerText: PlainReport {
  package let answer: TableAnswer
  package let question: TableQuestion
  package let pool: String
  package let sink: TextSink

  package init(answer: TableAnswer, question: TableQuestion, pool: String, sink: TextSink) {
    (self.answer, self.question, self.pool, self.sink) = (answer, question, pool, sink)
  }

  package var text: String {
    let role: TerminalStyle.Role =
      switch answer.verdict {
      case .yes: .good
      case .no: .bad
      case .undetermined: .doubtful
      }
    var out = sink.style.dress(answer.verdict.rawValue, as: role) + "  \(pool)\n"
    out += question.lines.map { TextLayout.labelled("  ", $0, width: sink.width) }.joined()
    if !answer.condition.isEmpty {
      out += TextLayout.labelled("  so with: ", answer.condition, width: sink.width)
    }
    if let counted { out += TextLayout.labelled("  ", counted, width: sink.width) }
    guard !answer.trace.isEmpty else { return out }
    let steps = TextLayout.counted(answer.trace.count, "step")
    return out + "  \(way), \(steps):\n" + sink.steps(answer.trace)
  }

  /// A section of a page: the question, the answer, and the way as a list.
  package var markdown: String {
    var out = "## \(MarkdownText.escaped(pool)): \(answer.verdict.rawValue)\n\n"
    out += question.lines.map { "* \(MarkdownText.code($0))\n" }.joined()
    if !answer.condition.isEmpty {
      out += "\nSo with: \(MarkdownText.code(answer.condition))\n"
    }
    if let counted { out += "\n\(counted)\n" }
    guard !answer.trace.isEmpty else { return out }
    return out + "\n\(way):\n\n" + answer.trace.map(Self.item).joined()
  }

  /// Where the answer is no, the steps lead to what speaks against it.
  private var way: String {
    answer.verdict == .no ? "The shortest way to where it does not hold" : "The shortest way there"
  }

  /// A step as an item of a list in Markdown.
  static func item(_ step: TraceStepReport) -> String {
    let outcome = step.outcome.map { " → \(MarkdownText.code($0))" } ?? ""
    let actor = step.actor.isEmpty ? "" : "\(MarkdownText.prose(step.actor)): "
    return "1. \(actor)\(MarkdownText.code(step.shortCall))\(outcome)\n"
  }

  /// How many states and records there are in which it holds; nil where nothing was counted.
  private var counted: String? {
    answer.count.map { count in
      "It holds in \(Self.grouped(count.states)) of \(TextLayout.grouped(count.allStates)) states,"
        + " with \(Self.grouped(count.records)) different records of users\(extent(count))."
    }
  }

  /// In how many configurations it ever holds.
  private func extent(_ count: TableAnswer.Count) -> String {
    guard let configurations = count.configurations else { return "" }
    return ", in \(Self.grouped(configurations.holding)) of "
      + "\(Self.grouped(configurations.all)) legal configurations"
  }

  /// Counts of sets are exact up to 2^53.
  private static func grouped(_ number: Double) -> String {
    Int(exactly: number).map(TextLayout.grouped) ?? "\(number)"
  }

  package var value: JSONValue {
    .object([
      "pool": .string(pool), "question": .strings(question.lines),
      "answer": .string(answer.verdict.rawValue), "condition": .string(answer.condition),
      "states": number(answer.count?.states),
      "allStates": answer.count.map { .number($0.allStates) } ?? .null,
      "records": number(answer.count?.records),
      "configurations": number(answer.count?.configurations?.holding),
      "allConfigurations": number(answer.count?.configurations?.all),
      "trace": JSONSink().value(of: answer.trace),
    ])
  }

  private func number(_ count: Double?) -> JSONValue {
    count.flatMap { Int(exactly: $0) }.map { .number($0) } ?? .null
  }
}
