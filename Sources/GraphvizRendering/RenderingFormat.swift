/// The format of a rendered drawing.
public enum RenderingFormat: String, Sendable, Hashable, CaseIterable {
  /// Scalable vector graphics; text stays text. The best choice for documentation.
  case svg
  /// Pixels, two per point of a web page in each direction.
  case png
  /// A page of the drawing's own size.
  case pdf
}
