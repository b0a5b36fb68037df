import Findings
import SafeText

/// Renders an answer as text, Markdown or JSON.
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
    let words = AnswerWords(answer: answer)
    out += words.counts.map { TextLayout.labelled("  ", $0, width: sink.width) }.joined()
    for paragraph in words.reasons {
      out += TextLayout.labelled("  ", paragraph.head, width: sink.width)
      for (name, text) in paragraph.items {
        out += TextLayout.labelled("    ", name + text, width: sink.width)
      }
    }
    for way in words.ways {
      out +=
        way.steps.isEmpty
        ? TextLayout.labelled("  ", "\(way.head).", width: sink.width)
        : "  \(way.head):\n" + sink.steps(way.steps, from: way.first)
    }
    return out
  }

  /// A section of a page: the question, the answer, and the trace as a list.
  package var markdown: String {
    var out = "## \(MarkdownText.escaped(pool)): \(answer.verdict.rawValue)\n\n"
    out += question.lines.map { "* \(MarkdownText.code($0))\n" }.joined()
    if !answer.condition.isEmpty {
      out += "\nSo with: \(MarkdownText.code(answer.condition))\n"
    }
    let words = AnswerWords(answer: answer)
    out += words.counts.map { "\n\($0)\n" }.joined()
    for paragraph in words.reasons {
      out += "\n\(paragraph.head)\n\n"
      out += paragraph.items.map {
        "* \(MarkdownText.code($0.name))\(MarkdownText.prose($0.text))\n"
      }.joined()
    }
    for way in words.ways {
      out +=
        way.steps.isEmpty
        ? "\n\(way.head).\n" : "\n\(way.head):\n\n" + way.steps.map(Self.item).joined()
    }
    return out
  }

  /// A step as an item of a list in Markdown.
  static func item(_ step: TraceStepReport) -> String {
    let outcome = step.outcome.map { " → \(MarkdownText.code($0))" } ?? ""
    let actor = step.actor.isEmpty ? "" : "\(MarkdownText.prose(step.actor)): "
    return "1. \(actor)\(MarkdownText.code(step.shortCall))\(outcome)\n"
  }

  // MARK: JSON

  package var value: JSONValue {
    .object([
      "pool": .string(pool), "question": .strings(question.lines),
      "answer": .string(answer.verdict.rawValue), "condition": .string(answer.condition),
      "states": number(answer.holds?.states), "allStates": number(answer.all?.states),
      "records": number(answer.holds?.records), "allRecords": number(answer.all?.records),
      "configurations": number(answer.holds?.configurations),
      "allConfigurations": number(answer.configurations),
      "failing": answer.fails.map(value) ?? .null,
      "neverTogether": .array(answer.unmet.never.map { .array($0.map(value)) }),
      "without": .array(answer.unmet.without.map(value)),
      "statesBeforeLimit": answer.seenBeforeLimit.map { .number($0) } ?? .null,
      "trace": JSONSink().value(of: answer.trace),
      "stepsToStart": answer.firstSteps.map { .number($0) } ?? .null,
    ])
  }

  private func value(of extent: Extent) -> JSONValue {
    .object([
      "states": number(extent.states), "records": number(extent.records),
      "configurations": number(extent.configurations),
    ])
  }

  private func value(of part: UnmetParts.Part) -> JSONValue {
    .object([
      "expression": .string(part.text), "instead": .strings(part.instead),
      "states": number(part.extent?.states), "records": number(part.extent?.records),
    ])
  }

  /// A count as a number; null beyond 2^53, where counts of sets are not exact.
  private func number(_ count: Double?) -> JSONValue {
    count.flatMap { Int(exactly: $0) }.map { .number($0) } ?? .null
  }
}
