import Findings

/// An answer as text and as JSON.
package struct TableAnswerText {
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
    if let count = answer.count {
      let all = TextLayout.grouped(count.allStates)
      out += TextLayout.labelled(
        "  ",
        "It holds in \(Self.grouped(count.states)) of \(all) states, with "
          + "\(Self.grouped(count.records)) different records of users\(extent(count)).",
        width: sink.width)
    }
    guard !answer.trace.isEmpty else { return out }
    let steps = TextLayout.counted(answer.trace.count, "step")
    return out + "  The shortest way there, \(steps):\n" + sink.steps(answer.trace)
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
