import Findings
import SignIn
import TransitionTables

/// Where in the user's documents a finding has its cause: the settings that its claim reads, and
/// those that decide the rows of its trace.
package struct FindingPlaces {
  package let pool: LoadedPool
  package let model: Model

  package init(pool: LoadedPool, model: Model) {
    self.pool = pool
    self.model = model
  }

  /// The settings that a document decides: those of the claim first, then those of the trace's rows
  /// from the last one back; at most three.
  package func places(for property: Property, trace: [TraceStepReport]) -> [FindingPlace] {
    places(of: property.expressions, trace: trace)
  }

  /// The same for any expressions, or none.
  package func places(of expressions: [Expression], trace: [TraceStepReport]) -> [FindingPlace] {
    let rows = trace.flatMap(\.rows).compactMap { name in
      model.rows.firstIndex { $0.fullID == name }
    }
    return SettingPlaces(model: model, located: located)
      .places(of: expressions, rows: rows)
      .map { place(of: $0.slot, at: $0.location) }
  }

  /// Puts what the remedy of a finding changes in front of its other places.
  package func addRemedies(to report: inout PoolReport) {
    for position in report.properties.indices {
      let id = report.properties[position].remedyID
      guard let remedy = model.remedies.first(where: { $0.id == id }) else { continue }
      let changed = remedy.changes.compactMap { change in
        located[change.slot].map { place(of: change.slot, at: $0) }
      }
      let others = report.properties[position].places.filter { !changed.contains($0) }
      report.properties[position].places = Array((changed + others).prefix(SettingPlaces.most))
    }
  }

  /// Where a document sets a parameter, by slot.
  private var located: [Int: SourceLocation] {
    pool.origins.compactMapValues { origin in
      if case .document(let location) = origin { location } else { nil }
    }
  }

  private func place(of slot: Int, at location: SourceLocation) -> FindingPlace {
    FindingPlace(
      file: location.file, line: location.line, column: location.column,
      parameter: model.slots[slot].name)
  }
}
