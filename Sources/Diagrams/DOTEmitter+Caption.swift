extension DOTEmitter {
  /// The graph's label, as an HTML-like table: the title in bold, the description and remarks, and
  /// the legend below.
  func caption(of diagram: Diagram) -> String {
    let shown = Legend(of: diagram)
    let legend = showsLegend ? entries(of: shown) : []
    let width = showsLegend ? Self.letters(of: shown) : 100
    let row = { (words: String) in "<TR><TD ALIGN=\"LEFT\">\(words)</TD></TR>" }
    var rows: [String] = []
    if showsTitle, !diagram.title.isEmpty {
      rows.append(row("<B>\(aligned(wrapping.caption(diagram.title)))</B>"))
      if !diagram.description.isEmpty { rows.append(row(small([diagram.description], width))) }
    }
    let known = Set(diagram.nodes.map(\.id))
    for note in diagram.notes
    where note.heading.isEmpty && (note.about.map({ !known.contains($0) }) ?? true) {
      rows.append(row(small(note.lines, width)))
    }
    let details = diagram.notes.filter { !$0.heading.isEmpty }.map { entry($0, width) }
    let table = "<TABLE BORDER=\"0\" CELLSPACING=\"3\" CELLPADDING=\"1\">"
    // The legend is a table of its own, so that long text above does not widen its columns.
    if !legend.isEmpty {
      rows.append(row(table + legend.map { "<TR>\($0.joined())</TR>" }.joined() + "</TABLE>"))
    }
    if !details.isEmpty { rows.append(row("\(table)\(details.joined())</TABLE>")) }
    guard !rows.isEmpty else { return "" }
    return "<\(table)\(rows.joined())</TABLE>>"
  }

  /// The text of a box apart from its name, as a row of the table below the drawing.
  private func entry(_ note: Diagram.Note, _ width: Int) -> String {
    let heading = wrapping.wider(8).wrap([note.heading])
    return "<TR><TD ALIGN=\"LEFT\" VALIGN=\"TOP\"><FONT POINT-SIZE=\"10\"><B>"
      + aligned(heading) + (heading.count > 1 ? "<BR ALIGN=\"LEFT\"/>" : "")
      + "</B></FONT></TD><TD ALIGN=\"LEFT\" VALIGN=\"TOP\">\(small(note.lines, width))</TD></TR>"
  }

  private func aligned(_ lines: [String]) -> String {
    lines.map(DOTText.html).joined(separator: "<BR ALIGN=\"LEFT\"/>")
  }

  /// The number of small letters that are about as wide as the legend. Wider text would widen the
  /// legend's columns and separate the samples of lines from their heads.
  private static func letters(of legend: Legend) -> Int {
    let rows = [
      legend.nodes.map(legend.name),
      legend.edges.map(legend.name) + legend.emphases.map(legend.name),
      legend.signsAlone.map(legend.name),
    ]
    let widths = rows.map { names in names.reduce(0) { $0 + $1.count + 11 } }
    return min(100, max(48, widths.max() ?? 0))
  }

  private func small(_ lines: [String], _ width: Int) -> String {
    let wrapping = LabelWrapping(width: width, maximumLines: 24)
    let words = aligned(lines.flatMap { wrapping.wrap([$0]) })
    return
      "<FONT POINT-SIZE=\"10\" COLOR=\"\(theme.mutedText)\">\(words)<BR ALIGN=\"LEFT\"/></FONT>"
  }

  /// The legend's rows, at most three: shapes, lines and signs. They share one table, so that
  /// columns are aligned.
  private func entries(of legend: Legend) -> [[String]] {
    [
      legend.nodes.map { entry(sample(of: $0), legend.name(of: $0)) },
      legend.edges.map { entry($0, in: legend) }
        + legend.emphases.map { entry($0, legend.name(of: $0)) },
      legend.signsAlone.map { entry(sample(of: $0), legend.name(of: $0)) },
    ].filter { !$0.isEmpty }
  }

  private func entry(_ sample: String, _ words: String) -> String {
    let text = "<FONT POINT-SIZE=\"10\">\(words)\u{A0}\u{A0}</FONT>"
    return "<TD>\(sample)</TD><TD ALIGN=\"LEFT\">\(text)</TD>"
  }

  /// An edge kind's legend entry: its line, and also its sign if boxes contain that.
  private func entry(_ kind: Diagram.Edge.Kind, in legend: Legend) -> String {
    let color = kind.stroke.rawValue
    let sign = legend.signs.contains(kind) ? "\u{A0}" + sample(of: kind) : ""
    let head = glyph(kind.headGlyph, color, size: 9) + sign
    let line = sampleLine(style: kind.line, width: 2, color: color, end: head)
    return entry(line, legend.name(of: kind))
  }

  private func sample(of sign: Diagram.Edge.Kind) -> String {
    glyph(sign.sign, theme.mutedText, size: 11)
  }

  private func entry(_ emphasis: Diagram.Emphasis, _ name: String) -> String {
    let color = (Diagram.Emphasis.stroke(emphasis) ?? .way).rawValue
    let sample =
      emphasis.sign.isEmpty
      ? sampleLine(style: "solid", width: 3, color: color, end: "")
      : glyph(String(emphasis.sign.prefix(1)), color, size: 11)
    return entry(sample, name)
  }

  private func glyph(_ sign: String, _ color: String, size: Int) -> String {
    "<FONT COLOR=\"\(color)\" POINT-SIZE=\"\(size)\">\(sign)</FONT>"
  }

  /// A sample of a node's shape: boxes are drawn as boxes; a shape that a table cell cannot have is
  /// shown by a character.
  private func sample(of kind: Diagram.Node.Kind) -> String {
    let color = kind.stroke.rawValue
    let fill = theme.fill(kind.stroke)
    let box = { (style: String, width: Int, height: Int, content: String) in
      "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"1\" "
        + "STYLE=\"\(style)\" COLOR=\"\(color)\" BGCOLOR=\"\(fill)\"><TR>"
        + "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"\(width)\" HEIGHT=\"\(height)\">\(content)</TD>"
        + "</TR></TABLE>"
    }
    switch kind {
    case .initial: return glyph("●", theme.text, size: 12)
    case .start: return glyph("○", color, size: 15)
    case .step: return box("ROUNDED", 18, 8, "")
    case .selection: return glyph("⬡", color, size: 15)
    case .redirect: return glyph("▱", color, size: 15)
    case .done: return glyph("◎", color, size: 15)
    case .unanswered: return glyph("◇", color, size: 15)
    case .failure:
      let inner =
        "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\" "
        + "COLOR=\"\(color)\"><TR>"
        + "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"12\" HEIGHT=\"4\"></TD></TR></TABLE>"
      return box("SOLID", 18, 8, inner)
    }
  }

  /// A sample of a line: the lower border of an empty cell, with the arrow head as a character
  /// after it.
  private func sampleLine(style: String, width: Int, color: String, end: String) -> String {
    let cell =
      "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"30\" HEIGHT=\"6\" BORDER=\"\(width)\" SIDES=\"B\" "
      + "STYLE=\"\(style.uppercased())\" COLOR=\"\(color)\"></TD>"
    let head = end.isEmpty ? "" : "<TD ROWSPAN=\"2\" VALIGN=\"MIDDLE\">\(end)</TD>"
    return "<TABLE BORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\"><TR>\(cell)\(head)</TR>"
      + "<TR><TD HEIGHT=\"6\"></TD></TR></TABLE>"
  }
}

extension Diagram.Edge.Kind {
  /// The arrow head as a character, for the legend.
  fileprivate var headGlyph: String {
    switch self {
    case .answer, .failure: "▶"
    case .automatic, .retry, .clock: "▷"
    case .administrator: "◆"
    case .attacker: "■"
    }
  }
}

extension LabelWrapping {
  /// The lines of a title, which may be as wide as a line of text.
  fileprivate func caption(_ text: String) -> [String] {
    LabelWrapping(width: 90, maximumLines: 3).wrap([text])
  }
}
