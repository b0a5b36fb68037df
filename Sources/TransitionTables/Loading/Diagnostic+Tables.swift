extension Diagnostic {
  /// A complaint about a name that is declared a second time.
  static func duplicate(
    _ subject: String, at location: SourceLocation, first: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      "table.duplicate", at: location, "\(subject) is declared twice",
      remedy: first.map { "it is also declared at \($0); choose another name" }
        ?? "choose another name")
  }

  /// A complaint about a name that nothing bears, with the nearest of those that could be meant.
  static func unknownName(
    _ name: String, at location: SourceLocation, _ message: String, among names: [String],
    else remedy: String
  ) -> Diagnostic {
    Diagnostic(
      "table.unknown-name", at: location, message,
      remedy: names.nearest(to: name).map { "did you mean `\($0)`?" } ?? remedy)
  }
}
