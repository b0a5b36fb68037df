extension DOTEmitter {
  /// A node's name in the DOT text: its own id, escaped.
  func name(_ id: String) -> String { DOTText.quoted(StableIdentifier.xml(id)) }

  /// An element's id, `<diagram>-<what>-<id>`, which is unique on a page with several drawings.
  func elementID(_ what: String, _ id: String, in diagram: Diagram) -> String {
    StableIdentifier.xml(diagram.id) + "-" + what + "-" + StableIdentifier.xml(id)
  }

  /// The statement of a node, with its shape, label, id, classes and tooltip.
  func statement(for node: Diagram.Node, in diagram: Diagram) -> String {
    let list = shape(of: node)
      .adding("label", raw: label(of: node, in: diagram))
      .adding("id", elementID("node", node.id, in: diagram))
      .adding("class", classes(node.kind.rawValue, node.emphasis, node.rows))
      .adding("tooltip", tooltip: node.tooltip.isEmpty ? plainName(of: node) : node.tooltip)
      .adding("URL", link: node.link)
    return name(node.id) + list.text + ";"
  }

  /// The statements of a remark and of the thin line to the node that it is about.
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

  /// The SVG classes of an element; Graphviz itself adds `node` or `edge` in front.
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
      // Graphviz draws the nodes of a group in a straight line if possible.
      .adding("group", node.emphasis == .path ? "path" : "")
  }

  /// Hexagons and parallelograms get wider with both their height and their text, so short lines
  /// fit best. Lines in small type may be longer.
  private func label(of node: Diagram.Node, in diagram: Diagram) -> String {
    // Top-to-bottom diagrams get wide where nodes are side by side, so labels are narrower.
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
      // The list of errors in an end is aligned to the left.
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
  /// The wrapping of small text, whose lines may be longer than a name, and may be more.
  fileprivate func forDetails(of kind: Diagram.Node.Kind) -> LabelWrapping {
    let wider = self.wider(kind == .failure ? 22 : kind.isSlanted ? -2 : 8)
    return LabelWrapping(width: wider.width, maximumLines: max(maximumLines, 24))
  }
}

extension Diagram.Emphasis {
  /// The stroke that repeats an emphasis by colour; nil if the kind's own stroke is kept.
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
  /// The line style that replaces the kind's own: dotted for removed, bold for added elements.
  var line: String? {
    switch self {
    case .added: "bold"
    case .removed: "dotted"
    case .plain, .path, .changed, .finding: nil
    }
  }

  /// The style that is added to a node's own style.
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
  /// Whether the sides are slanted, so that each letter takes twice its width.
  var isSlanted: Bool { [.selection, .redirect, .done, .unanswered].contains(self) }

  /// Graphviz's shape, style and margin (in inches).
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

  /// The pen width; dotted lines are slightly thicker, to be visible.
  var width: String { line == "dotted" ? "1.8" : "" }
}
