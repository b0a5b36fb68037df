import Diagrams
import GraphvizRendering
import SignIn

/// Lays diagrams out with Graphviz: the seam to the room of rendering.
enum DiagramLayout {
  /// The laid-out bytes, or nil for a format that is not laid out.
  /// - Throws: ``RenderingError`` where Graphviz fails or is not installed.
  static func bytes(
    of diagram: Diagram, as format: DrawingFormat, emitter: DOTEmitter = DOTEmitter()
  ) throws(RenderingError) -> [UInt8]? {
    guard let rendering = RenderingFormat(rawValue: format.rawValue) else { return nil }
    return try renderer.render(diagram, as: rendering, emitter: emitter)
  }

  /// Draws letters with the bundled fonts.
  private static var renderer: GraphvizRenderer {
    var renderer = GraphvizRenderer()
    renderer.fonts = BundledTable.directory.appending(path: "fonts").path
    return renderer
  }

  /// The bytes of a graph in which everything has its place, or nil for a format that is not drawn.
  /// - Throws: ``RenderingError`` where Graphviz fails or is not installed.
  static func bytes(
    ofPlaced dot: String, as format: DrawingFormat
  ) throws(RenderingError) -> [UInt8]? {
    guard let rendering = RenderingFormat(rawValue: format.rawValue) else { return nil }
    var renderer = Self.renderer
    renderer.engine = .placed
    return try renderer.render(dot: dot, as: rendering)
  }
}
