package import TransitionTables

/// Looks up what the readers of documents name of the table: their parameters, and the values that
/// the service's defaults give them.
enum DocumentBinding {
  /// Checks a model once, when it is loaded.
  /// - Throws: a `DiagnosticList` with the code `binding.unknown-name`, each complaint at the place
  ///   of the nearest name.
  static func check(_ model: Model) throws(DiagnosticList) {
    let known = Dictionary(
      model.parameters.map { (model.slots[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    var problems = PoolParameter.ofTable.filter { known[$0.rawValue] == nil }.map {
      model.complaint(
        ofMissing: $0.rawValue, "documents state `\($0.rawValue)`", "parameter",
        among: model.parameters.map { (model.slots[$0].name, model.slots[$0].location) })
    }
    for entry in ServiceDefaults.pool + ServiceDefaults.client {
      guard let slot = known[entry.parameter.rawValue],
        model.number(of: entry.value, in: slot) == nil
      else { continue }
      let name = entry.parameter.rawValue
      problems.append(
        model.diagnostic(
          "binding.unknown-name", at: model.slots[slot].location,
          "`\(entry.value.description)` is no value of `\(name)`, which it has where no document"
            + " states it",
          remedy: "give `\(name)` such a value"))
    }
    guard problems.isEmpty else { throw DiagnosticList(problems) }
  }
}

extension Model {
  /// That Swift reads a name which the model lacks, at the place of the nearest one.
  ///
  /// - Parameters:
  ///   - reads: who reads it, as the beginning of a sentence.
  ///   - sort: what has such names.
  ///   - known: the names that there are.
  package func complaint(
    ofMissing name: String, _ reads: String, _ sort: String,
    among known: [(name: String, location: SourceLocation)]
  ) -> Diagnostic {
    let near = known.map(\.name).nearest(to: name)
    return diagnostic(
      "binding.unknown-name",
      at: known.first { $0.name == near }?.location
        ?? SourceLocation(file: sources.keys.sorted().first ?? self.name),
      "\(reads), but no \(sort) is named `\(name)`",
      remedy: near.map { "did you mean `\($0)`?" } ?? "declare it")
  }
}
