import TransitionTables

/// Names of one sort that the test bed knows of the table, which ``TestBedBinding`` looks up when a
/// model is bound.
protocol TableNames: RawRepresentable<String>, CaseIterable, Sendable {
  /// What of the model has such names, each with a place.
  static func known(in model: Model) -> [(name: String, location: SourceLocation)]
}
