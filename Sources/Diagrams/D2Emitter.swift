/// Writes a ``Diagram`` in D2's language, as shapes and connections.
///
/// Shapes and line styles show the kinds as in ``DOTEmitter``; tooltips and links are kept.
/// Remarks, and the text of boxes apart from their names, are in a text block below the drawing.
public struct D2Emitter: Sendable, Hashable {
  /// The edges and nodes to replace by text.
  public var folding = Diagram.Folding.standard
  /// The wrapping of labels.
  public var wrapping = LabelWrapping()

  public init() {}

  /// The diagram as D2 text, with a line feed at its end.
  public func emit(_ diagram: Diagram) -> String {
    let drawn = diagram.folded(folding).merged()
    var lines = ["direction: \(drawn.direction == .topToBottom ? "down" : "right")"]
    lines += title(drawn.title)
    let clusters = Set(drawn.clusters.map(\.id))
    var names: [String: String] = [:]
    for node in drawn.nodes {
      let group = node.cluster.flatMap { clusters.contains($0) ? "c_\(key($0))." : nil }
      names[node.id] = (group ?? "") + "n_" + key(node.id)
    }
    lines += drawn.clusters.map { "c_\(key($0.id)): \(Self.quoted([$0.label]))" }
    lines += drawn.nodes.map { "\(names[$0.id] ?? ""): \(statement(for: $0))" }
    for edge in drawn.edges {
      guard let from = names[edge.from], let to = names[edge.to] else { continue }
      lines.append("\(from) -> \(to): \(statement(for: edge))")
    }
    let longer = LabelWrapping(width: 90, maximumLines: 1_000)
    let remarks = drawn.notes.flatMap { note in
      [note.heading].filter { !$0.isEmpty } + longer.wrap(note.lines)
    }
    if !remarks.isEmpty {
      lines.append("remarks: \(Self.quoted(remarks)) { shape: text; near: bottom-center }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  func title(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return ["title: \(Self.quoted([text])) { shape: text; near: top-center; style.bold: true }"]
  }

  private func key(_ id: String) -> String { StableIdentifier.mermaid(id) }

  private func statement(for node: Diagram.Node) -> String {
    let longer = LabelWrapping(width: wrapping.width + 8, maximumLines: 24)
    var lines = wrapping.wrap(node.lines) + longer.wrap(node.details)
    if let first = lines.first { lines[0] = node.emphasis.sign + first }
    let stroke = Diagram.Emphasis.stroke(node.emphasis) ?? node.kind.stroke
    var parts = [node.kind.d2, "style.stroke: \(Self.quoted([stroke.rawValue]))"]
    if [.path, .finding].contains(node.emphasis) { parts.append("style.stroke-width: 4") }
    parts += rest(node.tooltip, node.link)
    return Self.quoted(lines) + " { \(parts.joined(separator: "; ")) }"
  }

  private func statement(for edge: Diagram.Edge) -> String {
    let stroke = Diagram.Emphasis.stroke(edge.emphasis) ?? edge.kind.stroke
    let line = edge.emphasis.line ?? edge.kind.line
    var words = wrapping.wrap(edge.lines)
    if !edge.emphasis.sign.isEmpty {
      words = [edge.emphasis.sign + (words.first ?? "")] + words.dropFirst()
    }
    var parts = ["style.stroke: \(Self.quoted([stroke.rawValue]))"]
    if line == "dashed" { parts.append("style.stroke-dash: 5") }
    if line == "dotted" { parts.append("style.stroke-dash: 2") }
    if edge.emphasis == .path || line == "bold" { parts.append("style.stroke-width: 4") }
    parts += rest(edge.tooltip, edge.link)
    return Self.quoted(words) + " { \(parts.joined(separator: "; ")) }"
  }

  private func rest(_ tooltip: String, _ link: String?) -> [String] {
    var parts: [String] = []
    if !tooltip.isEmpty {
      parts.append("tooltip: " + Self.quoted(tooltip.split(separator: "\n").map(String.init)))
    }
    if let link { parts.append("link: " + Self.quoted([link])) }
    return parts
  }

  /// Lines as one quoted string, in which D2 substitutes nothing.
  static func quoted(_ lines: [String]) -> String {
    let literal = lines.map { $0.escaped(["\"": "\\\"", "\\": "\\\\", "$": "\\$"]) }
    return "\"" + literal.joined(separator: "\\n") + "\""
  }
}

extension Diagram.Node.Kind {
  /// D2's shape of a kind, with a second border or rounded corners.
  fileprivate var d2: String {
    switch self {
    case .initial: "shape: circle; width: 20"
    case .start: "shape: oval"
    case .step: "style.border-radius: 8"
    case .selection: "shape: hexagon"
    case .redirect: "shape: parallelogram"
    case .done: "shape: circle; style.double-border: true"
    case .failure: "shape: rectangle; style.double-border: true"
    case .unanswered: "shape: diamond"
    }
  }
}
