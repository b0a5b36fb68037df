public import Diagrams

/// What places the elements of a graph.
public enum LayoutEngine: String, Sendable, Hashable, CaseIterable {
  /// Ranks along the arrows: Graphviz's `dot`.
  case hierarchical = "dot"
  /// Nothing: every node has its place in points already, and lines are straight.
  case placed = "nop2"
}

/// Turns DOT into SVG, PNG or PDF with the Graphviz library in this process; no program is run.
///
/// Calls from several threads wait for each other, because the library is not thread-safe. The
/// first call loads Graphviz's plug-ins (some tens of milliseconds). For SVG texts are measured by
/// Graphviz's own table of letters: the same version of Graphviz makes the same bytes on every
/// machine, whatever its fonts. PNG and PDF hold letters: those of the ``fonts`` given.
public struct GraphvizRenderer: Sendable, Hashable {
  /// Whether a warning of Graphviz is an error; the drawing is then thrown away.
  public var warningsAreErrors: Bool

  /// What places the elements.
  public var engine = LayoutEngine.hierarchical

  /// The folder of the fonts for PNG and PDF, those of the machine if nil; what the first picture
  /// of a process is drawn with stays.
  public var fonts: String?

  /// Makes a renderer.
  public init(warningsAreErrors: Bool = false) {
    self.warningsAreErrors = warningsAreErrors
  }

  /// Renders the first graph of a DOT text.
  ///
  /// SVG comes without document type and comments, and gets `role="img"`, a language, and the
  /// given title and description for readers who cannot see it. PNG has 192 dots an inch. PDF
  /// comes without the time of its making.
  ///
  /// - Parameters:
  ///   - dot: The text. Anything behind its first graph is not read.
  ///   - format: What to make of it.
  ///   - alternative: Title and description of an SVG.
  ///   - ground: The colour of the page an SVG is for; words on a line get a halo of it.
  /// - Throws: ``RenderingError`` with all that Graphviz said.
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
  /// - Throws: ``RenderingError``; a diagram that can be emitted gives one only where the library
  ///   is incomplete.
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
