/// What values of an attribute look like, and what the service says of others, by the tables of
/// words `formsOfChanges` and `forms`.
struct AttributeForm: Sendable {
  /// The tables, in the order in which they are asked; the first of users who are there alone.
  static let tables = ["formsOfChanges", "forms"]

  var isOfChanges: Bool
  var attribute: String
  var form: TextForm
  var text: String
}

/// A form of texts, compiled once; a regular expression without a closure can be shared.
struct TextForm: @unchecked Sendable {
  let pattern: String
  private let expression: Regex<AnyRegexOutput>

  /// Nil where the pattern is no regular expression.
  init?(_ pattern: String?) {
    guard let pattern, let expression = try? Regex("(?s)" + pattern) else { return nil }
    (self.pattern, self.expression) = (pattern, expression)
  }

  /// Whether all of a text is of the form.
  func takes(_ text: String) -> Bool { (try? expression.wholeMatch(in: text)) != nil }
}
