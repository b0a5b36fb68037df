import Diagrams
import GraphvizRendering
import SignIn

/// Lays diagrams out with Graphviz.
enum DiagramLayout {
  /// The laid-out bytes, or nil if the format needs no layout.
  /// - Throws: ``RenderingError`` if Graphviz fails or is not installed.
  static func bytes(
    of diagram: Diagram, as format: DrawingFormat, emitter: DOTEmitter = DOTEmitter()
  ) throws(RenderingError) -> [UInt8]? {
    guard let rendering = RenderingFormat(rawValue: format.rawValue) else { return nil }
    return try renderer.render(diagram, as: rendering, emitter: emitter)
  }

  /// A renderer that uses the bundled fonts.
  private static var renderer: GraphvizRenderer {
    var renderer = GraphvizRenderer()
    renderer.fonts = BundledTable.directory.appending(path: "fonts").path
    return renderer
  }

  /// The bytes of a graph with fixed positions, or nil if the format needs no layout.
  /// - Throws: ``RenderingError`` if Graphviz fails or is not installed.
  static func bytes(
    ofPlaced dot: String, as format: DrawingFormat
  ) throws(RenderingError) -> [UInt8]? {
    guard let rendering = RenderingFormat(rawValue: format.rawValue) else { return nil }
    var renderer = Self.renderer
    renderer.engine = .placed
    return try renderer.render(dot: dot, as: rendering)
  }
}
