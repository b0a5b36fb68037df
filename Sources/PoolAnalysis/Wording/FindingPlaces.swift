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
    let located = pool.origins.compactMapValues { origin in
      if case .document(let location) = origin { location } else { nil }
    }
    return SettingPlaces(model: model, located: located)
      .places(of: expressions, rows: rows)
      .map { place in
        FindingPlace(
          file: place.location.file, line: place.location.line, column: place.location.column,
          parameter: model.slots[place.slot].name)
      }
  }
}
