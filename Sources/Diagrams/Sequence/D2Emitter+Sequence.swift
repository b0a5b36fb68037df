extension D2Emitter {
  /// The sequence as D2 text, with a line feed at its end.
  public func emit(_ diagram: SequenceDiagram) -> String {
    var lines = title(diagram.title) + ["run: \"\" {", "  shape: sequence_diagram"]
    lines += diagram.lanes.map { "  \($0.rawValue): \(Self.quoted([$0.name]))" }
    for (index, step) in diagram.steps.enumerated() {
      lines.append("  step\(index + 1): \(Self.quoted(["\(index + 1). \(step.title)"])) {")
      lines += step.messages.map { message in
        let words = [message.text, message.detail].filter { !$0.isEmpty }
        return "    \(message.from.rawValue) -> \(message.to.rawValue): "
          + Self.quoted(words) + message.kind.d2
      }
      lines.append("  }")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }
}

extension SequenceDiagram.Message.Kind {
  /// The style of the line: dashed for an answer, dashed and red for an error, dotted for a
  /// delivery.
  fileprivate var d2: String {
    switch self {
    case .call: ""
    case .answer: " { style.stroke-dash: 5 }"
    case .failure: " { style.stroke-dash: 5; style.stroke: \"#D55E00\" }"
    case .delivery: " { style.stroke-dash: 2 }"
    }
  }
}
