/// Makes Graphviz's SVG suitable for documentation: accessible, transparent, without version
/// numbers.
///
/// * The document type, all comments (they contain Graphviz's version), the empty background and
///   empty texts are removed.
/// * The root gets `role="img"`, `xml:lang`, and `aria-labelledby` with title and description.
/// * The lines of a box are centred in it, and each has its width in Helvetica, so that it fits
///   even if the reader's font is wider. Labels on edges get a halo in the colour of the page.
/// * A node's or edge's `<title>`, which Graphviz fills with internal names such as `a->b`, becomes
///   the tooltip: browsers show a title as tooltip and ignore `xlink:title`. The graph's own inner
///   title, which would be shown everywhere, is removed.
///
/// Graphviz writes one element per line, which is the only assumption here; lines that are not
/// recognised stay as they are.
struct SVGFinish {
  private let alternative: TextAlternative
  /// The colour of the page; empty for no halo.
  private let ground: String

  init(_ alternative: TextAlternative, ground: String = "") {
    (self.alternative, self.ground) = (alternative, ground)
  }

  /// The finished document, with an XML declaration at its start and a line feed at its end.
  func finish(_ svg: String) -> String {
    var lines = withoutComments(svg).split(separator: "\n").map(String.init)
    if let root = lines.firstIndex(where: { $0.hasPrefix("<svg") }) {
      lines.removeFirst(root)
      lines[0] = "<svg" + accessibility + lines[0].dropFirst("<svg".count)
      if let end = lines.firstIndex(where: { $0.hasSuffix(">") }) {
        lines.insert(contentsOf: words, at: end + 1)
      }
    }
    lines.removeAll { $0.hasPrefix("<polygon") && $0.contains("fill=\"transparent\"") }
    lines.removeAll { $0.hasPrefix("<text") && $0.hasSuffix("> </text>") }
    showTooltips(in: &lines)
    placeTexts(in: &lines)
    fitTexts(in: &lines)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + lines.joined(separator: "\n") + "\n"
  }

  private var titleID: String { alternative.id + "-title" }
  private var descriptionID: String { alternative.id + "-description" }

  private var accessibility: String {
    let ids = [
      alternative.title.isEmpty ? nil : titleID,
      alternative.description.isEmpty ? nil : descriptionID,
    ].compactMap { $0 }
    let label = ids.isEmpty ? "" : " aria-labelledby=\"\(ids.joined(separator: " "))\""
    return " role=\"img\" xml:lang=\"\(Self.escaped(alternative.language))\"\(label)"
  }

  private var words: [String] {
    var lines: [String] = []
    if !alternative.title.isEmpty {
      lines.append("<title id=\"\(titleID)\">\(Self.escaped(alternative.title))</title>")
    }
    if !alternative.description.isEmpty {
      lines.append("<desc id=\"\(descriptionID)\">\(Self.escaped(alternative.description))</desc>")
    }
    return lines
  }

  private func withoutComments(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "<!--") {
      result += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstRange(of: "-->") else { return result }
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  /// Replaces titles by tooltips. Lines come as `<g id=… class="node …">`, `<title>name</title>`,
  /// `<g id="a_…"><a … title="…">`.
  private func showTooltips(in lines: inout [String]) {
    for index in lines.indices.dropLast(2) where lines[index].hasPrefix("<g id=") {
      guard lines[index + 1].hasPrefix("<title>") else { continue }
      let isGraph = lines[index].contains("class=\"graph\"")
      let tooltip = isGraph ? "" : value(of: "xlink:title", in: lines[index + 2])
      lines[index + 1] = tooltip.isEmpty ? "" : "<title>\(tooltip)</title>"
    }
    lines.removeAll(where: \.isEmpty)
  }

  private func placeTexts(in lines: inout [String]) {
    var kinds: Substring = ""
    var centre: Double?
    for index in lines.indices {
      let line = lines[index]
      if line.hasPrefix("<g id=") {
        let found = value(of: "class", in: line)
        // A link inside a node or edge is a group without a class.
        if !found.isEmpty { (kinds, centre) = (found, nil) }
      } else if kinds.hasPrefix("node"), !line.hasPrefix("<text") {
        centre = centre ?? middle(of: line)
      } else if kinds.hasPrefix("edge") || kinds.hasPrefix("node words"), !ground.isEmpty,
        line.hasPrefix("<text")
      {
        lines[index] =
          "<text paint-order=\"stroke\" stroke=\"\(ground)\" stroke-width=\"3\" "
          + "stroke-linejoin=\"round\"" + line.dropFirst("<text".count)
      } else if let centre, !kinds.hasPrefix("node note"),
        !kinds.contains("failure") || line.contains("font-weight=\"bold\"")
      {
        let old = "text-anchor=\"start\" x=\"\(value(of: " x", in: line))\""
        lines[index] = line.replacing(old, with: "text-anchor=\"middle\" x=\"\(centre)\"")
      }
    }
  }

  /// The horizontal middle of a shape; nil for a line without a shape.
  private func middle(of line: String) -> Double? {
    if line.hasPrefix("<ellipse") { return Double(value(of: "cx", in: line)) }
    let points =
      line.hasPrefix("<polygon")
      ? value(of: "points", in: line)
      : line.hasPrefix("<path") ? value(of: " d", in: line) : ""
    let numbers = points.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
    let across = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
    guard let least = across.min(), let most = across.max() else { return nil }
    return (50 * (least + most)).rounded() / 100
  }

  /// An attribute's value as written in the text, with entities not decoded.
  func value(of attribute: String, in line: String) -> Substring {
    guard let start = line.firstRange(of: attribute + "=\"") else { return "" }
    return line[start.upperBound...].prefix { $0 != "\"" }
  }

  /// Escapes a text for XML. It works on scalars: a character followed by a combining accent is one
  /// `Character`, but still has to be escaped.
  static func escaped(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
    ]
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      let isControl = scalar.properties.generalCategory == .control
      result += escapes[scalar] ?? (isControl ? " " : String(scalar))
    }
  }
}
