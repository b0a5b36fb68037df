/// Writes a ``SequenceDiagram`` as a Mermaid sequence diagram, for README files and issues.
///
/// A call is a solid arrow, an answer a dashed one, an error a dashed one with a cross, and a
/// delivery, which is not on the wire, a dotted line with an open head. Notes over all lanes
/// separate the steps.
public struct MermaidSequenceEmitter: Sendable, Hashable {
  public init() {}

  /// The diagram as text without a fence, with a line feed at its end.
  ///
  /// - Throws: ``Mermaid/Refusal`` if the drawing exceeds Mermaid's limits, so that hosts would
  ///   show an error.
  public func emit(_ diagram: SequenceDiagram) throws(Mermaid.Refusal) -> String {
    let count = diagram.steps.reduce(0) { $0 + $1.messages.count }
    guard count <= Mermaid.maximumEdges else { throw .edges(count) }
    var lines = ["sequenceDiagram"]
    if !diagram.title.isEmpty { lines.append("  accTitle: \(Mermaid.line(diagram.title))") }
    if !diagram.description.isEmpty {
      lines.append("  accDescr: \(Mermaid.line(diagram.description))")
    }
    lines += diagram.lanes.map { lane in
      "  \(lane == .user || lane == .administrator ? "actor" : "participant") "
        + "\(lane.rawValue) as \(lane.name)"
    }
    let ends = [diagram.lanes.first, diagram.lanes.last].compactMap { $0?.rawValue }
    let all = ends.first == ends.last ? ends.first ?? "" : ends.joined(separator: ",")
    for (index, step) in diagram.steps.enumerated() {
      lines.append("  Note over \(all): \(index + 1). \(Mermaid.message(step.title))")
      lines += step.messages.map(line)
    }
    let text = lines.joined(separator: "\n") + "\n"
    let size = text.utf16.count
    guard size <= Mermaid.maximumCharacters else { throw .characters(size) }
    return text
  }

  private func line(_ message: SequenceDiagram.Message) -> String {
    let detail = message.detail.isEmpty ? "" : "<br/>" + Mermaid.message(message.detail)
    return "  \(message.from.rawValue)\(message.kind.mermaid)\(message.to.rawValue): "
      + Mermaid.message(message.text) + detail
  }
}

extension SequenceDiagram.Message.Kind {
  /// Mermaid's arrow.
  var mermaid: String {
    switch self {
    case .call: "->>"
    case .answer: "-->>"
    case .failure: "--x"
    case .delivery: "--)"
    }
  }
}

extension Mermaid {
  /// A text of a message or a note, in which a semicolon would end the line and a hash start a
  /// code.
  static func message(_ text: String) -> String {
    text.escaped(["#": "#35;", ";": "#59;", "<": "#60;", ">": "#62;", "%": "#37;"])
  }
}
