extension Diagnostic {
  /// The diagnostic of a name that is declared twice; in a layer, `replace:` may have been meant.
  static func duplicate(
    _ subject: String, at location: SourceLocation, first: SourceLocation?, isInLayer: Bool = false
  ) -> Diagnostic {
    let remedy =
      isInLayer ? "write it under `replace:`, or choose another name" : "choose another name"
    return Diagnostic(
      "table.duplicate", at: location, "\(subject) is declared twice",
      remedy: first.map { "it is also declared at \($0); \(remedy)" } ?? remedy)
  }

  /// The diagnostic of an undeclared name, with the most similar of the possible names.
  static func unknownName(
    _ name: String, at location: SourceLocation, _ message: String, among names: [String],
    else remedy: String
  ) -> Diagnostic {
    Diagnostic(
      "table.unknown-name", at: location, message,
      remedy: names.nearest(to: name).map { "did you mean `\($0)`?" } ?? remedy)
  }
}
