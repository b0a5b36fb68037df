extension Diagnostic {
  /// A complaint about a name that is declared a second time; a layer may have meant to replace it.
  static func duplicate(
    _ subject: String, at location: SourceLocation, first: SourceLocation?, isInLayer: Bool = false
  ) -> Diagnostic {
    let remedy =
      isInLayer ? "write it under `replace:`, or choose another name" : "choose another name"
    return Diagnostic(
      "table.duplicate", at: location, "\(subject) is declared twice",
      remedy: first.map { "it is also declared at \($0); \(remedy)" } ?? remedy)
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
