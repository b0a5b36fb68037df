import ArgumentParser

/// What a diagram can be written as.
enum DrawingFormat: String, ExpressibleByArgument, CaseIterable {
  case svg, png, pdf, dot, mermaid, markdown

  /// The suffix of a file.
  var suffix: String {
    switch self {
    case .svg, .png, .pdf, .dot: rawValue
    case .mermaid: "mmd"
    case .markdown: "md"
    }
  }

  /// Whether it is bytes that no terminal can show.
  var isBinary: Bool { self == .png || self == .pdf }
}
