import SafeText

/// Writes a ``SequenceDiagram`` as a numbered list, in the manner of Amazon's own guide: the acts
/// of each side, in order, with API names in code font.
public struct NumberedProse: Sendable, Hashable {
  public init() {}

  /// The list as Markdown, with a line feed at its end.
  public func emit(_ diagram: SequenceDiagram) -> String {
    var out = "## \(MarkdownText.escaped(diagram.title))\n"
    if !diagram.description.isEmpty {
      out += "\n\(MarkdownText.escaped(diagram.description))\n"
    }
    out += "\n"
    var number = 0
    for step in diagram.steps {
      if step.messages.isEmpty {
        number += 1
        out += "\(number). \(remark(step.title)).\n"
      }
      for message in step.messages {
        number += 1
        out += "\(number). \(sentence(message))\n"
      }
      // Indented as deep as the text of the number above; otherwise Markdown would end the list.
      let indent = String(repeating: " ", count: "\(number). ".count)
      for change in step.changes { out += "\(indent)- \(code(change))\n" }
    }
    return out
  }

  /// The sentence for a step without messages, such as `clock: expireSession()`.
  private func remark(_ title: String) -> String {
    guard title.hasPrefix("clock: ") else { return MarkdownText.escaped(title) }
    return "Time passes: " + code(String(title.dropFirst(7)))
  }

  private func sentence(_ message: SequenceDiagram.Message) -> String {
    let (from, to) = (subject(message.from), object(message.to))
    let words = message.kind == .delivery ? message.text : code(message.text)
    let detail =
      message.detail.isEmpty
      ? "" : message.kind == .delivery ? " (\(message.detail))" : " with " + list(message.detail)
    switch message.kind {
    case .call where message.from == .app || message.from == .administrator:
      return "\(from) calls \(words)."
    case .call: return "\(from) sends \(words) to \(to)\(detail)."
    case .answer:
      return
        "\(from) answers \(to) with \(words)\(detail.isEmpty ? "" : ", " + code(message.detail))."
    case .failure:
      return
        "\(from) refuses with \(words)\(detail.isEmpty ? "" : ", " + code(message.detail))."
    case .delivery: return "\(from) gives \(to): \(MarkdownText.escaped(words + detail))."
    }
  }

  /// The names of a detail such as `USERNAME, PASSWORD ‹redacted›` in code font; a detail with
  /// braces is one piece of code.
  private func list(_ detail: String) -> String {
    guard !detail.contains("{") else { return code(detail) }
    var names = detail.split(separator: ", ").map { code(String($0)) }
    guard names.count > 1, let last = names.popLast() else { return code(detail) }
    return names.joined(separator: ", ") + " and " + last
  }

  private func code(_ text: String) -> String { MarkdownText.code(text) }

  private func subject(_ lane: SequenceDiagram.Lane) -> String {
    switch lane {
    case .authenticator, .user, .app, .administrator: "The \(lane.rawValue)"
    case .lambda: "The Lambda function"
    case .amplify, .cognito: lane.name
    }
  }

  private func object(_ lane: SequenceDiagram.Lane) -> String {
    let name = subject(lane)
    return name.hasPrefix("The ") ? "the " + name.dropFirst(4) : name
  }
}
