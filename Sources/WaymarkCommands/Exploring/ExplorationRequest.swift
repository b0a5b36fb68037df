import TransitionTables

/// How deep to look into a pool.
struct ExplorationRequest: Sendable, Hashable {
  var seed: UInt64 = 1
  /// With how many seeds, from `seed` on, the catalogue is replayed.
  var seeds: UInt64 = 1
  /// Whether each path is replayed over the wire too, and told.
  var tellsWire = false
  var revealsSecrets = false
  var maximumStates = 1 << 31
  /// The engine that explores.
  var backend = Backend.auto
  /// The memory in bytes for explorations that run at a time.
  var maximumBytes: Int?
  /// How many explorations run side by side.
  var threads = Int.max
  /// Whether warnings set the exit status like errors.
  var isStrict = false
  /// Whether the catalogue of paths is made and replayed, or properties alone are checked.
  var listsPaths = true
  /// Whether each assumption is tried the other way; nil leaves it to the size of the pool.
  var triesAssumptions: Bool? = false
  /// Whether the table's remedies are tried on what fails.
  var triesRemedies = true
  /// How many different counterexamples are told for a property.
  var traces = 1
  /// Whether the part of a claim that is false is told.
  var tellsWhy = false
  /// If not nil, the ids of the properties to check.
  var properties: [String]?

  /// The properties of a model that are asked for.
  /// - Throws: `usage.unknown-property` for an id that no property has.
  func properties(of model: Model) throws(CommandFailure) -> [Property] {
    guard let properties else { return model.properties }
    let ids = Set(model.properties.flatMap { [$0.id, $0.fullID] })
    for id in properties where !ids.contains(id) {
      throw CommandFailure.usage(
        "usage.unknown-property", "the table has no property `\(id)`",
        remedy: ids.sorted().nearest(to: id).map { "did you mean `\($0)`?" }
          ?? "it has \(ids.sorted().list)", at: "--property \(id)")
    }
    return model.properties.filter { properties.contains($0.id) || properties.contains($0.fullID) }
  }
}
