public import Diagrams

/// The algorithm that places the elements of a graph.
public enum LayoutEngine: String, Sendable, Hashable, CaseIterable {
  /// Ranks along the edges: Graphviz's `dot`.
  case hierarchical = "dot"
  /// No layout: every node already has a position in points, and edges are straight.
  case placed = "nop2"
}

/// Renders DOT as SVG, PNG or PDF with the Graphviz library in this process; no program is run.
///
/// Calls from several threads wait for each other, because the library is not thread-safe. The
/// first call loads Graphviz's plug-ins (some tens of milliseconds). For SVG, texts are measured by
/// Graphviz's own table of letter widths, so the same version of Graphviz makes the same bytes on
/// every machine, whatever its fonts. PNG and PDF contain letter shapes, from the ``fonts`` given.
public struct GraphvizRenderer: Sendable, Hashable {
  /// Whether a warning of Graphviz is an error; the drawing is then discarded.
  public var warningsAreErrors: Bool

  /// The algorithm that places the elements.
  public var engine = LayoutEngine.hierarchical

  /// The folder of the fonts for PNG and PDF; nil for the machine's fonts. The fonts of the first
  /// picture apply to all later ones of the process.
  public var fonts: String?

  /// Makes a renderer.
  public init(warningsAreErrors: Bool = false) {
    self.warningsAreErrors = warningsAreErrors
  }

  /// Renders the first graph of a DOT text.
  ///
  /// SVG has no document type and no comments, and gets `role="img"`, a language, and the given
  /// title and description for readers who cannot see it. PNG has 192 dots per inch. PDF has no
  /// creation time.
  ///
  /// - Parameters:
  ///   - dot: the text; anything after its first graph is ignored.
  ///   - format: the format of the result.
  ///   - alternative: the title and description of an SVG.
  ///   - ground: the colour of the page that an SVG is for; labels on edges get a halo in it.
  /// - Throws: ``RenderingError`` with all of Graphviz's messages.
  public func render(
    dot: String, as format: RenderingFormat, alternative: TextAlternative = .none,
    ground: String = ""
  ) throws(RenderingError) -> [UInt8] {
    guard !dot.utf8.contains(0) else {
      throw RenderingError(.malformed, messages: ["the text contains a zero byte"])
    }
    let output = try GraphvizLibrary.shared.withLock {
      (library) throws(RenderingError) -> GraphvizLibrary.Output in
      if library == nil { library = GraphvizLibrary(fonts: fonts) }
      guard let library else { throw RenderingError(.unavailable) }
      return try library.render(dot, as: format, engine: engine)
    }
    if warningsAreErrors, !output.messages.isEmpty {
      throw RenderingError(.warned, messages: output.messages)
    }
    switch format {
    case .png: return output.bytes
    case .pdf: return PDFFinish.finish(output.bytes)
    case .svg:
      let text = String(decoding: output.bytes, as: UTF8.self)
      return Array(SVGFinish(alternative, ground: ground).finish(text).utf8)
    }
  }

  /// Renders a diagram through an emitter; its title and description become the SVG's.
  ///
  /// - Throws: ``RenderingError``; for a diagram that can be emitted, only if the library is
  ///   missing or incomplete.
  public func render(
    _ diagram: Diagram, as format: RenderingFormat, emitter: DOTEmitter = DOTEmitter()
  ) throws(RenderingError) -> [UInt8] {
    let alternative = TextAlternative(
      id: emitter.identifier(of: diagram), title: diagram.title, description: diagram.description)
    return try render(
      dot: emitter.emit(diagram), as: format, alternative: alternative,
      ground: emitter.theme.ground)
  }
}
