/// What a drawing is rendered as.
public enum RenderingFormat: String, Sendable, Hashable, CaseIterable {
  /// Scalable vector graphics; text stays text. The best choice for documentation.
  case svg
  /// Pixels, two for each point of a web page in both directions.
  case png
  /// A page of the drawing's own size.
  case pdf
}
