import Diagrams
import GraphvizRendering

/// Lays diagrams out with Graphviz: the seam to the room of rendering.
enum DiagramLayout {
  /// The laid-out bytes, or nil for a format that is not laid out.
  /// - Throws: ``RenderingError`` where Graphviz fails or is not installed.
  static func bytes(
    of diagram: Diagram, as format: DrawingFormat, emitter: DOTEmitter = DOTEmitter()
  ) throws(RenderingError) -> [UInt8]? {
    guard let rendering = RenderingFormat(rawValue: format.rawValue) else { return nil }
    return try GraphvizRenderer().render(diagram, as: rendering, emitter: emitter)
  }

  /// The bytes of a graph in which everything has its place, or nil for a format that is not drawn.
  /// - Throws: ``RenderingError`` where Graphviz fails or is not installed.
  static func bytes(
    ofPlaced dot: String, as format: DrawingFormat
  ) throws(RenderingError) -> [UInt8]? {
    guard let rendering = RenderingFormat(rawValue: format.rawValue) else { return nil }
    var renderer = GraphvizRenderer()
    renderer.engine = .placed
    return try renderer.render(dot: dot, as: rendering)
  }
}
