import Diagrams
import SafeText

/// What a picture can be written as.
package enum DrawingFormat: String, CaseIterable {
  case svg, png, pdf, dot, mermaid
  case mermaidState = "mermaid-state"
  case plantuml, d2
  case markdown, prose, swift

  /// The suffix of a file.
  package var suffix: String {
    switch self {
    case .svg, .png, .pdf, .dot, .d2: rawValue
    case .plantuml: "puml"
    case .mermaid, .mermaidState: "mmd"
    case .markdown, .prose: "md"
    case .swift: "swift"
    }
  }

  /// Whether it is bytes that no terminal can show.
  package var isBinary: Bool { self == .png || self == .pdf }

  /// Whether its colours depend on the theme.
  package var hasTheme: Bool { [.svg, .png, .pdf, .dot].contains(self) }

  /// How it stands in a Markdown file; nil where it cannot.
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

/// What is drawn.
package enum DrawingView: String, CaseIterable {
  case nextSteps = "next-steps"
  case account, factor, trace, diff, coverage, table
}

/// How much of a view is drawn.
package enum DrawingLevel: String, CaseIterable {
  /// Few boxes: steps that go on alike are one, and errors are counted.
  case overview
  /// Everything.
  case full
  /// Everything, on a page for each flow or first factor that a sign-in can begin with.
  case pages
}

/// Which way a drawing is read.
package enum DrawingLayout: String, CaseIterable {
  /// From left to right, for a wide page or a screen.
  case landscape
  /// From top to bottom, for a page of a document.
  case portrait
}

/// In which words a picture speaks.
package enum DrawingLabels: String, CaseIterable {
  /// Amplify's names of next steps, calls and errors.
  case api
  /// What a person is asked for and does; the names stand in the tooltips.
  case plain
}

/// The ground that a picture is made for.
package enum DrawingTheme: String, CaseIterable {
  case light, dark

  package var theme: Theme { self == .light ? .light : .dark }
}
