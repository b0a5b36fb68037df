/// What values of an attribute look like, and what the service says of others, by the tables of
/// words `formsOfChanges` and `forms`.
struct AttributeForm: Sendable {
  /// The tables, in the order in which they are asked; the first of users who are there alone.
  static let tables = ["formsOfChanges", "forms"]

  var table: String
  var attribute: String
  var pattern: String
  var text: String

  var isOfChanges: Bool { table == Self.tables[0] }

  /// Whether a value has the form; nil where the form is none.
  func takes(_ value: String) -> Bool? { value.matchesAll(of: pattern) }
}

extension String {
  /// Whether all of a text is of a form; nil where the form is none.
  func matchesAll(of pattern: String) -> Bool? {
    (try? Regex("(?s)" + pattern)).map { (try? $0.wholeMatch(in: self)) != nil }
  }
}
