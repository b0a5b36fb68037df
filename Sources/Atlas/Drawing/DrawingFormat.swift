import Diagrams
import SafeText

/// The formats of a picture.
package enum DrawingFormat: String, CaseIterable {
  case svg, png, pdf, dot, mermaid
  case mermaidState = "mermaid-state"
  case plantuml, d2
  case markdown, prose, swift

  /// The suffix of file names, without a dot.
  package var suffix: String {
    switch self {
    case .svg, .png, .pdf, .dot, .d2: rawValue
    case .plantuml: "puml"
    case .mermaid, .mermaidState: "mmd"
    case .markdown, .prose: "md"
    case .swift: "swift"
    }
  }

  /// Whether the format is binary, which a terminal cannot show.
  package var isBinary: Bool { self == .png || self == .pdf }

  /// Whether the colours of the format depend on the theme.
  package var hasTheme: Bool { [.svg, .png, .pdf, .dot].contains(self) }

  /// The text embedded in a Markdown file; nil if the format cannot be embedded.
  package func embedded(_ text: String) -> String? {
    switch self {
    case .mermaid, .mermaidState: MarkdownText.block(text, language: "mermaid")
    case .dot, .d2, .plantuml: MarkdownText.block(text, language: rawValue)
    case .markdown, .prose: text
    case .swift: MarkdownText.block(text, language: "swift")
    case .svg, .png, .pdf: nil
    }
  }
}

/// The subject of a drawing.
package enum DrawingView: String, CaseIterable {
  case nextSteps = "next-steps"
  case account, factor, trace, diff, coverage, table
}

/// The level of detail of a drawing.
package enum DrawingLevel: String, CaseIterable {
  /// Few boxes: bisimilar steps are one box, and errors are counted.
  case overview
  /// All boxes and transitions.
  case full
  /// All boxes and transitions, on one page for each flow or first factor that can begin a sign-in.
  case pages
}

/// The reading direction of a drawing.
package enum DrawingLayout: String, CaseIterable {
  /// From left to right, for a wide page or a screen.
  case landscape
  /// From top to bottom, for a page of a document.
  case portrait
}

/// The vocabulary of a picture's labels.
package enum DrawingLabels: String, CaseIterable {
  /// Amplify's names of next steps, calls and errors.
  case api
  /// Plain descriptions of requests and acts; tooltips have the API's names.
  case plain
}

/// The background that a picture is made for.
package enum DrawingTheme: String, CaseIterable {
  case light, dark

  package var theme: Theme { self == .light ? .light : .dark }
}
