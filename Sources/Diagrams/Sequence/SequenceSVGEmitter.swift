/// Writes a ``SequenceDiagram`` as SVG by its own layout; the same bytes on every machine.
///
/// Line style and head carry the meaning: solid with a full head for a call, dashed with an open
/// head for an answer, dashed with a full head and the sign ✗ for an error, dotted for a delivery,
/// which is not on the wire. The background is transparent. Every step has an id and a title, every
/// message an id, and the root describes the drawing.
public struct SequenceSVGEmitter: Sendable, Hashable {
  public var theme: Theme

  public init(theme: Theme = .light) { self.theme = theme }

  /// The SVG document, with a line feed at its end.
  public func emit(_ diagram: SequenceDiagram) -> String {
    let layout = SequenceLayout(diagram)
    let id = StableIdentifier.xml(diagram.id)
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" xml:lang=\"en\" "
        + "aria-labelledby=\"\(id)-title \(id)-description\" "
        + "width=\"\(layout.width)\" height=\"\(layout.height)\" "
        + "viewBox=\"0 0 \(layout.width) \(layout.height)\" "
        + "font-family=\"\(DOTEmitter.fonts)\" font-size=\"12\" fill=\"\(theme.text)\">",
      "<title id=\"\(id)-title\">\(escaped(diagram.title))</title>",
      "<desc id=\"\(id)-description\">\(escaped(description(of: diagram)))</desc>",
    ]
    lines += layout.titles.map(label) + lanes(of: layout)
    for step in layout.steps { lines += self.step(step, id: id) }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func description(of diagram: SequenceDiagram) -> String {
    let steps = diagram.steps.enumerated().map { "\($0 + 1). \($1.title)" }
    return ([diagram.description] + steps).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func lanes(of layout: SequenceLayout) -> [String] {
    layout.lanes.flatMap { lane -> [String] in
      let left = lane.x - SequenceLayout.halfHead
      let foot = layout.top + SequenceLayout.headHeight
      let quiet = Theme.Stroke.quiet.rawValue
      return [
        "<line x1=\"\(lane.x)\" y1=\"\(foot)\" x2=\"\(lane.x)\" y2=\"\(layout.height - 6)\" "
          + "stroke=\"\(quiet)\" stroke-opacity=\"0.55\"/>",
        "<rect x=\"\(left)\" y=\"\(layout.top)\" width=\"\(2 * SequenceLayout.halfHead)\" "
          + "height=\"\(SequenceLayout.headHeight)\" rx=\"5\" fill=\"\(theme.fill(.quiet))\" "
          + "stroke=\"\(quiet)\"/>",
        label(
          .init(role: .lane, text: lane.name, x: lane.x, y: layout.top + 17)),
      ]
    }
  }

  private func step(_ step: SequenceLayout.Step, id: String) -> [String] {
    var lines = [
      "<g id=\"\(id)-step-\(step.number)\" class=\"step\">",
      "<title>\(escaped("\(step.number). \(step.title)"))</title>",
    ]
    if step.number > 1 {
      let right = SequenceLayout.halfHead
      lines.append(
        "<path d=\"M4 \(step.top)h\(right)\" stroke=\"\(Theme.Stroke.quiet.rawValue)\" "
          + "stroke-dasharray=\"1 3\" fill=\"none\"/>")
    }
    lines += step.labels.map(label)
    for (index, arrow) in step.arrows.enumerated() {
      lines += message(arrow, id: "\(id)-step-\(step.number)-message-\(index + 1)")
    }
    return lines + ["</g>"]
  }

  private func message(_ arrow: SequenceLayout.Arrow, id: String) -> [String] {
    let classes =
      ["message", arrow.kind.rawValue] + arrow.rows.map { "row-" + StableIdentifier.xml($0) }
    let way = arrow.to > arrow.from ? 1 : -1
    let stroke = arrow.kind.stroke.rawValue
    let shape =
      arrow.kind.hasFullHead
      ? "<path d=\"M\(arrow.to) \(arrow.y)l\(-9 * way) -5v10z\" fill=\"\(stroke)\"/>"
      : "<path d=\"M\(arrow.to - 9 * way) \(arrow.y - 5)l\(9 * way) 5l\(-9 * way) 5\" "
        + "fill=\"none\" stroke=\"\(stroke)\" stroke-width=\"1.5\"/>"
    let title =
      arrow.rows.isEmpty ? [] : ["<title>\(escaped(arrow.rows.joined(separator: "\n")))</title>"]
    return ["<g id=\"\(id)\" class=\"\(classes.joined(separator: " "))\">"] + title
      + arrow.labels.map(label) + [
        "<line x1=\"\(arrow.from)\" y1=\"\(arrow.y)\" "
          + "x2=\"\(arrow.to - (arrow.kind.hasFullHead ? 6 * way : 0))\" y2=\"\(arrow.y)\" "
          + "stroke=\"\(stroke)\" stroke-width=\"1.5\"\(dashes(arrow.kind))/>", shape, "</g>",
      ]
  }

  private func dashes(_ kind: SequenceDiagram.Message.Kind) -> String {
    switch kind {
    case .call: ""
    case .answer, .failure: " stroke-dasharray=\"6 4\""
    case .delivery: " stroke-dasharray=\"1.5 4\" stroke-linecap=\"round\""
    }
  }

  private func label(_ label: SequenceLayout.Label) -> String {
    let look =
      switch label.role {
      case .lane: " text-anchor=\"middle\" font-weight=\"bold\""
      case .text: " text-anchor=\"middle\""
      case .detail: " text-anchor=\"middle\" font-size=\"10.5\" fill=\"\(theme.mutedText)\""
      case .remark: " text-anchor=\"middle\" font-style=\"italic\""
      case .number: " text-anchor=\"middle\" font-size=\"11\" fill=\"\(theme.mutedText)\""
      case .title: " font-size=\"13\" font-weight=\"bold\""
      }
    return "<text x=\"\(label.x)\" y=\"\(label.y)\"\(look)>\(escaped(label.text))</text>"
  }

  private func escaped(_ text: String) -> String {
    text.escaped(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}

extension SequenceDiagram.Message.Kind {
  /// The stroke that repeats by colour what line and head show.
  public var stroke: Theme.Stroke {
    switch self {
    case .call, .answer: .way
    case .failure: .trouble
    case .delivery: .elsewhere
    }
  }

  /// Whether the arrow has a full head.
  var hasFullHead: Bool { self == .call || self == .failure }
}
