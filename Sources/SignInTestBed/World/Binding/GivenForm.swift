import TransitionTables

/// The form that a text must have, and the service's text where it does not, from a table of words.
struct GivenForm: Sendable {
  enum Table: String, TableNames {
    /// The attributes, in order of their checks, first those of existing users; the password rules.
    case formsOfChanges, forms, passwordRules

    static var sort: String { "table of words" }

    static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
      model.wordTables.map { ($0.key, $0.value.location) }
    }
  }

  /// The policy member whose rule is a number.
  static let length = "MinimumLength"

  /// The name of the attribute or of the policy member.
  var name: String
  /// The form; nil for the least length, which is a number in the policy.
  var form: TextForm?
  var text: String
}

/// A form of texts, compiled once. It can be shared: the regular expression has no closure.
struct TextForm: @unchecked Sendable {
  let pattern: String
  private let expression: Regex<AnyRegexOutput>

  /// Compiles a pattern; nil where it is not a regular expression.
  init?(_ pattern: String?) {
    guard let pattern, let expression = try? Regex("(?s)" + pattern) else { return nil }
    (self.pattern, self.expression) = (pattern, expression)
  }

  /// Whether a whole text has the form.
  func takes(_ text: String) -> Bool { (try? expression.wholeMatch(in: text)) != nil }
}
