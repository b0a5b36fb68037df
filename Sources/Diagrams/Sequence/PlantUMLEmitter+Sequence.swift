extension PlantUMLEmitter {
  /// The sequence as PlantUML text, with a line feed at its end.
  public func emit(_ diagram: SequenceDiagram) -> String {
    var lines = ["@startuml"]
    if !diagram.title.isEmpty { lines.append("title \(Self.literal(diagram.title))") }
    lines += diagram.lanes.map { lane in
      let word = lane == .user || lane == .administrator ? "actor" : "participant"
      return "\(word) \"\(lane.name)\" as \(lane.rawValue)"
    }
    for (index, step) in diagram.steps.enumerated() {
      lines.append("== \(index + 1). \(Self.literal(step.title)) ==")
      lines += step.messages.map { message in
        let words = [message.text, message.detail].filter { !$0.isEmpty }.map(Self.literal)
        return "\(message.from.rawValue) \(message.kind.plantUML) \(message.to.rawValue) : "
          + words.joined(separator: "\\n")
      }
    }
    return (lines + ["@enduml"]).joined(separator: "\n") + "\n"
  }
}

extension SequenceDiagram.Message.Kind {
  /// PlantUML's arrow.
  fileprivate var plantUML: String {
    switch self {
    case .call: "->"
    case .answer: "-->"
    case .failure: "-->x"
    case .delivery: "-->>"
    }
  }
}
