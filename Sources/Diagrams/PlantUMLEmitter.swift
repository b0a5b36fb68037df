/// Writes a ``Diagram`` as PlantUML's shapes and arrows.
///
/// PlantUML has no parallelogram and no double border: a selection is a frame, a redirect a file, a
/// done state a storage, an error a card. A legend names the shapes in use. Texts are taken
/// literally.
public struct PlantUMLEmitter: Sendable, Hashable {
  /// The edges and nodes to replace by text.
  public var folding = Diagram.Folding.standard
  /// The wrapping of labels.
  public var wrapping = LabelWrapping()

  public init() {}

  /// The diagram as PlantUML text, with a line feed at its end.
  public func emit(_ diagram: Diagram) -> String {
    let drawn = diagram.folded(folding).merged()
    let upright = drawn.direction == .topToBottom
    var lines = ["@startuml", upright ? "top to bottom direction" : "left to right direction"]
    if !drawn.title.isEmpty { lines.append("title \(Self.literal(drawn.title))") }
    let clusters = Set(drawn.clusters.map(\.id))
    let place = { (node: Diagram.Node) in
      node.cluster.flatMap { clusters.contains($0) ? $0 : nil }
    }
    lines += drawn.nodes.filter { place($0) == nil }.map(statement)
    for cluster in drawn.clusters {
      lines.append("rectangle \"\(Self.literal(cluster.label))\" {")
      lines += drawn.nodes.filter { place($0) == cluster.id }.map { "  " + statement(for: $0) }
      lines.append("}")
    }
    let known = Set(drawn.nodes.map(\.id))
    lines += drawn.edges.filter { known.contains($0.from) && known.contains($0.to) }
      .map(statement)
    return (lines + legend(of: drawn) + ["@enduml"]).joined(separator: "\n") + "\n"
  }

  private func name(_ id: String) -> String { "n_" + StableIdentifier.mermaid(id) }

  private func statement(for node: Diagram.Node) -> String {
    let longer = LabelWrapping(width: wrapping.width + 8, maximumLines: 24)
    var lines = wrapping.wrap(node.lines).map(Self.literal)
    if let first = lines.first { lines[0] = node.emphasis.sign + first }
    lines = lines.map { "<b>\($0)</b>" } + longer.wrap(node.details).map(Self.literal)
    let words = lines.isEmpty ? " " : lines.joined(separator: "\\n")
    let stroke = Diagram.Emphasis.stroke(node.emphasis) ?? node.kind.stroke
    let width = [.path, .finding].contains(node.emphasis) ? ";line.bold" : ""
    return "\(node.kind.plantUML) \"\(words)\" as \(name(node.id)) "
      + "#white;line:\(stroke.rawValue.dropFirst())\(width)"
  }

  private func statement(for edge: Diagram.Edge) -> String {
    let stroke = Diagram.Emphasis.stroke(edge.emphasis) ?? edge.kind.stroke
    let style = edge.emphasis == .path ? "bold" : edge.emphasis.line ?? edge.kind.line
    var words = wrapping.wrap(edge.lines).map(Self.literal)
    if !edge.emphasis.sign.isEmpty {
      words = [edge.emphasis.sign + (words.first ?? "")] + words.dropFirst()
    }
    let label = words.isEmpty ? "" : " : " + words.joined(separator: "\\n")
    let line = style == "solid" ? "" : ",\(style)"
    return "\(name(edge.from)) -[\(stroke.rawValue)\(line)]-> \(name(edge.to))\(label)"
  }

  /// The legend: the meaning of shapes and signs, then remarks and the text of boxes apart from
  /// their names.
  private func legend(of diagram: Diagram) -> [String] {
    let legend = Legend(of: diagram)
    var lines = legend.nodes.map {
      "| <b>\($0.plantUML)</b> | \(Self.literal(legend.name(of: $0))) |"
    }
    lines += legend.signs.map { "| <b>\($0.sign)</b> | \(Self.literal(legend.name(of: $0))) |" }
    for note in diagram.notes {
      let words = note.lines.map(Self.literal)
      lines.append("| <b>\(Self.literal(note.heading))</b> | \(words.joined(separator: "\\n")) |")
    }
    return lines.isEmpty ? [] : ["legend left"] + lines + ["end legend"]
  }

  /// A text in which PlantUML finds no markup: characters that could be markup become character
  /// codes.
  static func literal(_ text: String) -> String {
    let codes = Dictionary(
      uniqueKeysWithValues: "\"<>\\~*_/|#".unicodeScalars.map { scalar in
        let code = String(scalar.value + 0x10000, radix: 16, uppercase: true).dropFirst()
        return (scalar, "<U+\(code)>")
      })
    return text.escaped(codes).replacing("--", with: "-<U+002D>")
  }
}

extension Diagram.Node.Kind {
  /// PlantUML's keyword for the shape.
  fileprivate var plantUML: String {
    switch self {
    case .initial: "circle"
    case .start: "usecase"
    case .step: "rectangle"
    case .selection: "frame"
    case .redirect: "file"
    case .done: "storage"
    case .failure: "card"
    case .unanswered: "cloud"
    }
  }
}
