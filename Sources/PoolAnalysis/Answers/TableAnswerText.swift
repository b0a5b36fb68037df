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
      out += TextLayout.labelled(
        "  ",
        "It holds in \(Self.grouped(count.states)) of \(Self.grouped(count.allStates)) states, "
          + "with \(Self.grouped(count.records)) different records of users.", width: sink.width)
    }
    guard !answer.trace.isEmpty else { return out }
    let steps = TextLayout.counted(answer.trace.count, "step")
    return out + "  The shortest way there, \(steps):\n" + sink.told(answer.trace)
  }

  private static func grouped(_ number: UInt128) -> String {
    Int(exactly: number).map(TextLayout.grouped) ?? "\(number)"
  }

  package var value: JSONValue {
    .object([
      "pool": .string(pool), "question": .strings(question.lines),
      "answer": .string(answer.verdict.rawValue), "condition": .string(answer.condition),
      "states": answer.count.map { .string("\($0.states)") } ?? .null,
      "allStates": answer.count.map { .string("\($0.allStates)") } ?? .null,
      "records": answer.count.map { .string("\($0.records)") } ?? .null,
      "trace": JSONSink().value(of: answer.trace),
    ])
  }
}
