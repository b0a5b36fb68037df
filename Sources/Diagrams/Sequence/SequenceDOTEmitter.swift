/// Writes a ``SequenceDiagram`` as DOT with fixed positions, for Graphviz's `neato -n2`, which only
/// draws: so the library that renders PNG and PDF draws sequences too.
///
/// The positions are those of ``SequenceLayout``, in points. DOT has its origin at the bottom.
public struct SequenceDOTEmitter: Sendable, Hashable {
  public var theme: Theme
  /// Whether the theme's background is drawn, for pictures that a viewer may put on any other.
  public var drawsGround: Bool

  public init(theme: Theme = .light, drawsGround: Bool = false) {
    (self.theme, self.drawsGround) = (theme, drawsGround)
  }

  /// The graph as DOT text, with a line feed at its end.
  public func emit(_ diagram: SequenceDiagram) -> String {
    let layout = SequenceLayout(diagram)
    let id = StableIdentifier.xml(diagram.id)
    var lines = ["digraph \(DOTText.quoted(id)) {"]
    let font =
      "fontname=\(DOTText.quoted(DOTEmitter.fonts)), fontcolor=\(DOTText.quoted(theme.text))"
    let ground = drawsGround ? DOTText.quoted(theme.ground) : "transparent"
    lines.append("  graph [bgcolor=\(ground), pad=0.1, splines=line];")
    lines.append("  node [shape=plaintext, margin=0, width=0, height=0, \(font), fontsize=12];")
    lines.append("  edge [arrowsize=0.8, penwidth=1.4];")
    for (index, lane) in layout.lanes.enumerated() {
      lines += self.lane(lane, index: index, of: layout)
    }
    lines += title(of: layout)
    for step in layout.steps {
      lines += step.labels.map { text($0, of: layout) }
      for (index, arrow) in step.arrows.enumerated() {
        lines += message(arrow, name: "m\(step.number)_\(index + 1)", of: layout)
      }
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private func position(_ x: Int, _ y: Int, _ layout: SequenceLayout) -> String {
    "pos=\"\(x),\(layout.height - y)!\""
  }

  private func lane(_ lane: SequenceLayout.Lane, index: Int, of layout: SequenceLayout) -> [String]
  {
    let quiet = DOTText.quoted(Theme.Stroke.quiet.rawValue)
    let middle = layout.top + SequenceLayout.headHeight / 2
    let fill = DOTText.quoted(theme.fill(.quiet))
    return [
      "  lane\(index) [shape=box, style=\"rounded,filled\", fillcolor=\(fill), color=\(quiet), "
        + "width=1.55, height=0.36, fixedsize=true, label=<<B>\(DOTText.html(lane.name))</B>>, "
        + "\(position(lane.x, middle, layout))];",
      point("foot\(index)", lane.x, layout.height - 6, layout),
      "  lane\(index) -> foot\(index) [arrowhead=none, color=\(quiet), penwidth=0.8];",
    ]
  }

  private func point(_ name: String, _ x: Int, _ y: Int, _ layout: SequenceLayout) -> String {
    "  \(name) [shape=point, style=invis, width=0.01, height=0.01, label=\"\", "
      + "\(position(x, y, layout))];"
  }

  private func message(
    _ arrow: SequenceLayout.Arrow, name: String, of layout: SequenceLayout
  ) -> [String] {
    let color = DOTText.quoted(arrow.kind.stroke.rawValue)
    let style =
      switch arrow.kind {
      case .call: "solid"
      case .answer, .failure: "dashed"
      case .delivery: "dotted"
      }
    let head = arrow.kind.hasFullHead ? "normal" : "vee"
    return [
      point(name + "a", arrow.from, arrow.y, layout), point(name + "b", arrow.to, arrow.y, layout),
      "  \(name)a -> \(name)b [color=\(color), style=\(style), arrowhead=\(head)];",
    ] + arrow.labels.map { text($0, of: layout) }
  }

  /// All lines of the title as one text, so that they are aligned at the left.
  private func title(of layout: SequenceLayout) -> [String] {
    guard let first = layout.titles.first, let last = layout.titles.last else { return [] }
    let words = layout.titles.map { DOTText.html($0.text) + "<BR ALIGN=\"LEFT\"/>" }.joined()
    let longest = layout.titles.map(\.text.count).max() ?? 0
    let x = first.x + Int(Double(longest) * 3.8)
    return [
      "  title [label=<<B>\(words)</B>>, fontsize=13, "
        + "\(position(x, (first.y + last.y) / 2 - 4, layout))];"
    ]
  }

  /// A text at its place, raised by 4 points, since a baseline is below the middle of the letters.
  private func text(_ label: SequenceLayout.Label, of layout: SequenceLayout) -> String {
    let size: Double =
      switch label.role {
      case .detail: 9.5
      case .number, .text, .lane: 11
      case .remark: 11
      case .title: 13
      }
    let isQuiet = label.role == .detail || label.role == .number
    let color = DOTText.quoted(isQuiet ? theme.mutedText : theme.text)
    let words = DOTText.html(label.text)
    let shown =
      switch label.role {
      case .remark: "<I>\(words)</I>"
      default: words
      }
    let name = "t_\(label.x)_\(label.y)_\(label.role.rawValue)"
    return "  \(name) [label=<\(shown)>, fontsize=\(size), fontcolor=\(color), "
      + "\(position(label.x, label.y - 4, layout))];"
  }
}
