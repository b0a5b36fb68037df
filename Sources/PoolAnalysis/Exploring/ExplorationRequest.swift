import TransitionTables

/// The options of an exploration: its limits, its engine and what to report.
package struct ExplorationRequest: Sendable, Hashable {
  package var seed: UInt64 = 1
  /// The number of seeds, starting with `seed`, with which the catalogue is replayed.
  package var seeds: UInt64 = 1
  /// Whether each path is also replayed over the wire, and shown.
  package var tellsWire = false
  package var revealsSecrets = false
  package var maximumStates = 1 << 31
  /// The engine to explore with.
  package var backend = Backend.auto
  /// The memory in bytes for all explorations that run at the same time.
  package var maximumBytes: Int?
  /// The number of explorations that run in parallel.
  package var threads = Int.max
  /// Whether warnings set the exit status as errors do.
  package var isStrict = false
  /// Whether to build and replay the catalogue of paths, rather than only check properties.
  package var listsPaths = true
  /// Whether to replay the paths with cryptography, rather than only list them.
  package var replaysPaths = true
  /// Whether to try the other values of each assumption; nil decides by the size of the pool.
  package var triesAssumptions: Bool? = false
  /// Whether to try the table's remedies on properties that fail.
  package var triesRemedies = true
  /// Whether to show counterexamples of notes, for which the most ordinary one is then searched.
  package var showsNotes = true
  /// The greatest number of different counterexamples for a property.
  package var traces = 1
  /// Whether to show the part of a claim that is false.
  package var tellsWhy = false
  /// The ids of the properties to check; nil for all.
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

  /// The properties of a model that the request selects.
  /// - Throws: `usage.unknown-property` for an id without a property.
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
