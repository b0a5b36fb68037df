extension DOTEmitter {
  /// A node's name in the DOT text: its own id, made safe.
  func name(_ id: String) -> String { DOTText.quoted(StableIdentifier.xml(id)) }

  /// `<diagram>-<what>-<id>`: unique on a page that holds several drawings.
  func elementID(_ what: String, _ id: String, in diagram: Diagram) -> String {
    StableIdentifier.xml(diagram.id) + "-" + what + "-" + StableIdentifier.xml(id)
  }

  /// One node with its shape, its words, its id, classes and tooltip.
  func statement(for node: Diagram.Node, in diagram: Diagram) -> String {
    let list = shape(of: node)
      .adding("label", raw: label(of: node, in: diagram))
      .adding("id", elementID("node", node.id, in: diagram))
      .adding("class", classes(node.kind.rawValue, node.emphasis, node.rows))
      .adding("tooltip", tooltip: node.tooltip.isEmpty ? plainName(of: node) : node.tooltip)
      .adding("URL", link: node.link)
    return name(node.id) + list.text + ";"
  }

  /// A remark, and the thin line to what it speaks about.
  func statements(for note: Diagram.Note, in diagram: Diagram) -> [String] {
    let key = DOTText.quoted("note:" + StableIdentifier.xml(note.id))
    let list = DOTAttributes().adding("shape", raw: "note")
      .adding("color", Theme.Stroke.quiet.rawValue).adding("penwidth", raw: "1")
      .adding("fontsize", raw: "10").adding("fontcolor", theme.mutedText)
      .adding("label", raw: DOTText.label(wrapping.wrap(note.lines), lineEnd: "\\l"))
      .adding("id", elementID("note", note.id, in: diagram)).adding("class", "note")
    let statement = key + list.text + ";"
    guard let about = note.about, diagram.nodes.contains(where: { $0.id == about }) else {
      return [statement]
    }
    let thread = DOTAttributes().adding("style", raw: "dotted").adding("arrowhead", raw: "none")
      .adding("color", Theme.Stroke.quiet.rawValue).adding("penwidth", raw: "1")
      .adding("id", elementID("thread", note.id, in: diagram)).adding("class", "note")
    return [
      statement, "{ rank=same; \(key); \(name(about)); }",
      "\(name(about)) -> \(key)\(thread.text);",
    ]
  }

  /// Graphviz itself adds `node` or `edge` in front.
  func classes(
    _ kind: String, _ emphasis: Diagram.Emphasis, _ rows: [String]
  ) -> String {
    let shown = emphasis == .plain ? [] : [emphasis.rawValue]
    return ([kind] + shown + rows.map { "row-" + StableIdentifier.xml($0) }).joined(separator: " ")
  }

  private func plainName(of node: Diagram.Node) -> String {
    node.lines.isEmpty ? node.kind.legend : node.lines.joined(separator: "\n")
  }

  func marked(_ lines: [String], _ emphasis: Diagram.Emphasis) -> [String] {
    guard let first = lines.first else { return [emphasis.sign] }
    return [emphasis.sign + first] + lines.dropFirst()
  }

  private func shape(of node: Diagram.Node) -> DOTAttributes {
    let stroke = Diagram.Emphasis.stroke(node.emphasis) ?? node.kind.stroke
    let list = DOTAttributes()
    if node.kind == .initial {
      return list.adding("shape", raw: "circle").adding("style", raw: "filled")
        .adding("width", raw: "0.2").adding("height", raw: "0.2")
        .adding("fixedsize", raw: "true")
        .adding("color", theme.text).adding("fillcolor", theme.text)
    }
    let (shape, style, margin) = node.kind.graphviz
    return list.adding("shape", raw: shape)
      .adding("peripheries", raw: node.kind == .failure ? "2" : "")
      .adding("style", style + (node.emphasis.nodeStyle))
      .adding("margin", margin)
      .adding("color", stroke.rawValue).adding("fillcolor", theme.fill(stroke))
      .adding("penwidth", raw: [.path, .finding].contains(node.emphasis) ? "2.6" : "")
      // Nodes of a group are drawn in a line that nothing crosses where that can be had.
      .adding("group", node.emphasis == .path ? "path" : "")
  }

  /// Hexagons and parallelograms grow in width with their height and length: short lines fit best.
  /// Smaller words may be longer.
  private func label(of node: Diagram.Node, in diagram: Diagram) -> String {
    // What stands side by side makes a page that is read downwards wide.
    let wrapping = diagram.direction == .topToBottom ? self.wrapping.wider(-8) : self.wrapping
    guard node.kind != .initial, let first = node.lines.first else { return "\"\"" }
    let wrapped = node.kind.isSlanted ? wrapping.balance(first) : wrapping.wrap([first])
    let names = marked(wrapped, node.emphasis).map(DOTText.html)
    let rest = wrapping.wrap(Array(node.lines.dropFirst())).map(DOTText.html)
    let details = wrapping.forDetails(of: node.kind).wrap(node.details).map(DOTText.html)
    var text = "<B>" + names.joined(separator: "<BR/>") + "</B>"
    if !rest.isEmpty { text += "<BR/>" + rest.joined(separator: "<BR/>") }
    if !details.isEmpty {
      text += "<BR/><FONT POINT-SIZE=\"10\" COLOR=\"\(theme.mutedText)\">"
      // What an end lists is a list, and starts at the left.
      let left = "<BR ALIGN=\"LEFT\"/>"
      text +=
        node.kind == .failure
        ? details.map { $0 + left }.joined()
        : details.joined(separator: diagram.isLow ? "\u{A0}\u{A0}" : "<BR/>")
      text += "</FONT>"
    }
    return "<\(text)>"
  }
}

extension LabelWrapping {
  /// Small words may be longer than a name, and are not cut before they are very many.
  fileprivate func forDetails(of kind: Diagram.Node.Kind) -> LabelWrapping {
    let wider = self.wider(kind == .failure ? 22 : kind.isSlanted ? -2 : 8)
    return LabelWrapping(width: wider.width, maximumLines: max(maximumLines, 24))
  }
}

extension Diagram.Emphasis {
  /// The stroke that repeats what a plus or a minus says; none where the kind's own stroke stays.
  static func stroke(_ emphasis: Diagram.Emphasis) -> Theme.Stroke? {
    switch emphasis {
    case .plain, .path: nil
    case .added: .success
    case .removed: .trouble
    case .changed: .elsewhere
    case .finding: .trouble
    }
  }
}

extension Diagram.Emphasis {
  /// The line that takes the place of the kind's own: what is gone is dotted, what came is bold.
  var line: String? {
    switch self {
    case .added: "bold"
    case .removed: "dotted"
    case .plain, .path, .changed, .finding: nil
    }
  }

  /// What is added to a node's own style.
  var nodeStyle: String {
    switch self {
    case .added: ",bold"
    case .removed: ",dotted"
    case .changed: ",dashed"
    case .plain, .path, .finding: ""
    }
  }
}

extension Diagram.Node.Kind {
  /// Whether the sides are slanted, so that every letter costs width twice.
  var isSlanted: Bool { [.selection, .redirect, .done, .unanswered].contains(self) }

  /// Graphviz's shape, style and margin in inches.
  var graphviz: (shape: String, style: String, margin: String) {
    switch self {
    case .initial: ("circle", "filled", "")
    case .start: ("ellipse", "filled", "0.06,0.02")
    case .step: ("box", "rounded,filled", "0.24,0.08")
    case .selection: ("hexagon", "filled", "0.1,0.02")
    case .redirect: ("parallelogram", "filled", "0,0")
    case .done: ("doublecircle", "filled", "0,0")
    case .failure: ("box", "filled", "0.3,0.06")
    case .unanswered: ("diamond", "filled", "0,0")
    }
  }
}

extension Diagram.Edge.Kind {
  /// Graphviz's line style.
  var line: String {
    switch self {
    case .answer, .automatic, .administrator: "solid"
    case .retry, .failure: "dashed"
    case .clock, .attacker: "dotted"
    }
  }

  /// Graphviz's arrow head.
  var head: String {
    switch self {
    case .answer, .failure: "normal"
    case .automatic, .retry, .clock: "onormal"
    case .administrator: "diamond"
    case .attacker: "box"
    }
  }

  /// Dots need a little more ink to be seen.
  var width: String { line == "dotted" ? "1.8" : "" }
}
