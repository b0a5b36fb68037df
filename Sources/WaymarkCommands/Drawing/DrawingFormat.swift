import ArgumentParser
import Diagrams
import SafeText

/// What a picture can be written as.
enum DrawingFormat: String, ExpressibleByArgument, CaseIterable {
  case svg, png, pdf, dot, mermaid
  case mermaidState = "mermaid-state"
  case markdown, prose, swift

  /// The suffix of a file.
  var suffix: String {
    switch self {
    case .svg, .png, .pdf, .dot: rawValue
    case .mermaid, .mermaidState: "mmd"
    case .markdown, .prose: "md"
    case .swift: "swift"
    }
  }

  /// Whether it is bytes that no terminal can show.
  var isBinary: Bool { self == .png || self == .pdf }

  /// Whether its colours depend on the theme.
  var hasTheme: Bool { [.svg, .png, .pdf, .dot].contains(self) }

  /// How it stands in a Markdown file; nil where it cannot.
  func embedded(_ text: String) -> String? {
    switch self {
    case .mermaid, .mermaidState: MarkdownText.block(text, language: "mermaid")
    case .dot: MarkdownText.block(text, language: "dot")
    case .markdown, .prose: text
    case .swift: MarkdownText.block(text, language: "swift")
    case .svg, .png, .pdf: nil
    }
  }
}

/// The ground that a picture is made for.
enum DrawingTheme: String, ExpressibleByArgument, CaseIterable {
  case light, dark

  var theme: Theme { self == .light ? .light : .dark }
}
