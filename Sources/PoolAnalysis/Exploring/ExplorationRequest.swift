import TransitionTables

/// How deep to look into a pool.
package struct ExplorationRequest: Sendable, Hashable {
  package var seed: UInt64 = 1
  /// With how many seeds, from `seed` on, the catalogue is replayed.
  package var seeds: UInt64 = 1
  /// Whether each path is replayed over the wire too, and shown.
  package var tellsWire = false
  package var revealsSecrets = false
  package var maximumStates = 1 << 31
  /// The engine that explores.
  package var backend = Backend.auto
  /// The memory in bytes for explorations that run at a time.
  package var maximumBytes: Int?
  /// How many explorations run side by side.
  package var threads = Int.max
  /// Whether warnings set the exit status like errors.
  package var isStrict = false
  /// Whether the catalogue of paths is made and replayed, or properties alone are checked.
  package var listsPaths = true
  /// Whether the paths are replayed with cryptography, or listed alone.
  package var replaysPaths = true
  /// Whether each assumption is tried the other way; nil leaves it to the size of the pool.
  package var triesAssumptions: Bool? = false
  /// Whether the table's remedies are tried on what fails.
  package var triesRemedies = true
  /// Whether counterexamples of notes are shown, so that the most ordinary one is looked for.
  package var showsNotes = true
  /// How many different counterexamples are shown for a property.
  package var traces = 1
  /// Whether the part of a claim that is false is shown.
  package var tellsWhy = false
  /// If not nil, the ids of the properties to check.
  package var properties: [String]?

  package init(
    seed: UInt64 = 1, seeds: UInt64 = 1, tellsWire: Bool = false, revealsSecrets: Bool = false,
    maximumStates: Int = 1 << 31, backend: Backend = Backend.auto, maximumBytes: Int? = nil,
    threads: Int = Int.max, isStrict: Bool = false, listsPaths: Bool = true,
    triesAssumptions: Bool? = false, traces: Int = 1, tellsWhy: Bool = false,
    properties: [String]? = nil
  ) {
    self.seed = seed
    self.seeds = seeds
    self.tellsWire = tellsWire
    self.revealsSecrets = revealsSecrets
    self.maximumStates = maximumStates
    self.backend = backend
    self.maximumBytes = maximumBytes
    self.threads = threads
    self.isStrict = isStrict
    self.listsPaths = listsPaths
    self.triesAssumptions = triesAssumptions
    self.traces = traces
    self.tellsWhy = tellsWhy
    self.properties = properties
  }

  /// The properties of a model that are asked for.
  /// - Throws: `usage.unknown-property` for an id that no property has.
  package func properties(of model: Model) throws(CommandFailure) -> [Property] {
    guard let properties else { return model.properties }
    let ids = Set(model.properties.flatMap { [$0.id, $0.fullID] })
    for id in properties where !ids.contains(id) {
      throw CommandFailure.usage(
        "usage.unknown-property", "the table has no property `\(id)`",
        remedy: ids.sorted().nearest(to: id).map { "did you mean `\($0)`?" }
          ?? "`waymark explain` lists its properties", at: "--property \(id)")
    }
    return model.properties.filter { properties.contains($0.id) || properties.contains($0.fullID) }
  }
}
