import Diagrams

/// Lays diagrams out with Graphviz: the seam to the room of rendering.
enum DiagramLayout {
  static var isAvailable: Bool { false }

  /// The laid-out bytes, or nil where this build has no renderer.
  static func bytes(of diagram: Diagram, as format: DrawingFormat) throws -> [UInt8]? { nil }
}
