import Findings

/// What a diagnostic code means: what happened, why it matters, what to do, an example.
package struct ExplanationPage: Sendable, Hashable {
  package var code: String
  /// What is wrong, in one sentence.
  var meaning: String
  /// What to do about it.
  package var remedy: String
  /// Lines that show it right, or a command; may be empty.
  var example: String
  /// Where the rule comes from; empty where it is our own.
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

/// The pages of all codes that this program writes.
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

  /// All codes with their first sentences, wrapped at a terminal's width.
  package static func index(width: Int?) -> String {
    TextLayout.entries(pages.map { ($0.code, $0.meaning) }, width: width)
      + "\nAlso explained: every legality rule, fact and row of the table.\n"
  }
}
