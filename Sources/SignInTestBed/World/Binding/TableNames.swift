import TransitionTables

/// Names of one sort that the test bed knows of the table, which ``TestBedBinding`` looks up when a
/// model is bound.
protocol TableNames: RawRepresentable<String>, CaseIterable, Sendable {
  /// What has such a name, as a message says it.
  static var sort: String { get }
  /// What of the model has such names, each with a place.
  static func known(in model: Model) -> [(name: String, location: SourceLocation)]
}
