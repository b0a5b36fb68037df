import Diagrams
import GraphvizRendering

/// Lays diagrams out with Graphviz: the seam to the room of rendering.
enum DiagramLayout {
  /// The laid-out bytes, or nil for a format that is not laid out.
  /// - Throws: ``RenderingError`` where Graphviz fails or is not installed.
  static func bytes(
    of diagram: Diagram, as format: DrawingFormat
  ) throws(RenderingError) -> [UInt8]? {
    guard let rendering = RenderingFormat(rawValue: format.rawValue) else { return nil }
    return try GraphvizRenderer().render(diagram, as: rendering)
  }
}
