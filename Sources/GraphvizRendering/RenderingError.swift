/// The reason why Graphviz did not render a text, with its messages.
public struct RenderingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of the error, for programs.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text is not in Graphviz's language.
    case malformed
    /// Graphviz could not lay the graph out.
    case layoutFailed
    /// The library has no renderer for the format, or the renderer failed.
    case renderingFailed
    /// Graphviz rendered with warnings, and the caller treats warnings as errors.
    case warned
    /// The library could not be loaded or started.
    case unavailable
  }

  /// The kind of the error.
  public let code: Code
  /// Graphviz's own messages, one per line, in order; may be empty.
  public let messages: [String]

  /// Makes an error.
  public init(_ code: Code, messages: [String] = []) {
    self.code = code
    self.messages = messages
  }

  /// The error, a remedy, and Graphviz's messages as the cause.
  public var description: String {
    let advice =
      switch code {
      case .malformed: "the text is not valid DOT; correct it at the place that is named"
      case .layoutFailed: "Graphviz could not lay out the graph"
      case .renderingFailed:
        "Graphviz could not render this format; Debian's libgvc6 brings all that are needed"
      case .warned: "Graphviz warned about the text"
      case .unavailable:
        "Graphviz's library is not installed, or not completely; install libgvc6 (Debian) or "
          + "graphviz (Homebrew), or choose dot, mermaid, markdown or prose, which do without"
      }
    return ([advice] + messages).joined(separator: "\n  ")
  }
}
