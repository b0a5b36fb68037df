import TransitionTables

/// What a text that is given looks like, and what the service says of others, by a table of words.
struct GivenForm: Sendable {
  enum Table: String, TableNames {
    /// Attributes in the order in which they are asked, first of users who are there; passwords.
    case formsOfChanges, forms, passwordRules

    static var sort: String { "table of words" }

    static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
      model.wordTables.map { ($0.key, $0.value.location) }
    }
  }

  /// The member of the policy whose rule has a number.
  static let length = "MinimumLength"

  /// The attribute, or the member of the policy.
  var name: String
  /// Nil of the least length, which the policy has as a number.
  var form: TextForm?
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
