import TransitionTables

/// Names of the table, of one sort, that the test bed uses. ``TestBedBinding`` resolves them when a
/// model is bound.
protocol TableNames: RawRepresentable<String>, CaseIterable, Sendable {
  /// The sort of thing that has such a name, for messages.
  static var sort: String { get }
  /// The names of this sort in a model, each with its place.
  static func known(in model: Model) -> [(name: String, location: SourceLocation)]
}
