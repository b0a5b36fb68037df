import Findings

/// The explanation of a diagnostic code: its meaning, the remedy, an example.
package struct ExplanationPage: Sendable, Hashable {
  package var code: String
  /// The meaning of the code in one sentence.
  var meaning: String
  /// The action to take.
  package var remedy: String
  /// Lines of a correct document, or a command; may be empty.
  var example: String
  /// The source of the rule; empty where it is Waymark's own.
  package var source: String

  init(
    _ code: String, _ meaning: String, remedy: String, example: String = "", source: String = ""
  ) {
    self.code = code
    self.meaning = meaning
    self.remedy = remedy
    self.example = example
    self.source = source
  }

  /// The page as text.
  package var text: String {
    var out = "\(code)\n" + TextLayout.labelled("  ", meaning)
    out += TextLayout.labelled("  Remedy: ", remedy)
    if !example.isEmpty {
      out += "  Example:\n"
      out += example.split(separator: "\n", omittingEmptySubsequences: false)
        .map { "    \($0)\n" }.joined()
    }
    if !source.isEmpty { out += TextLayout.labelled("  Source: ", source) }
    return out
  }
}

/// The pages of all diagnostic codes.
package enum Explanations {
  /// All pages, by code.
  package static let pages: [ExplanationPage] =
    [
      usage, documents, projects, templates, amplify, legality, pools, tables, inspections,
      scenarios, system,
      exports,
    ].flatMap { $0 }.sorted { $0.code < $1.code }

  /// The page of a code, or nil.
  package static func page(for code: String) -> ExplanationPage? {
    pages.first { $0.code == code }
  }

  /// All codes with the first sentences of their pages, wrapped at a terminal's width.
  package static func index(width: Int?) -> String {
    TextLayout.entries(pages.map { ($0.code, $0.meaning) }, width: width)
      + "\nAlso explained: every legality rule, fact and row of the table.\n"
  }
}
