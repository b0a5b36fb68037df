import Findings
import SignIn
import TransitionTables

/// Where in the user's documents a finding has its cause: the settings that its claim reads, and
/// those that decide the rows of its trace.
struct FindingPlaces {
  let pool: LoadedPool
  let model: Model

  /// The settings that a document decides: those of the claim first, then those of the trace's rows
  /// from the last one back; at most three.
  func places(for property: Property, trace: [TraceStepReport]) -> [FindingPlace] {
    let rows = trace.flatMap(\.rows).compactMap { name in
      model.rows.firstIndex { $0.fullID == name }
    }
    let located = pool.origins.compactMapValues { origin in
      if case .document(let location) = origin { location } else { nil }
    }
    return SettingPlaces(model: model, located: located)
      .places(of: property.expressions, rows: rows)
      .map { place in
        FindingPlace(
          file: place.location.file, line: place.location.line, column: place.location.column,
          parameter: model.slots[place.slot].name)
      }
  }
}
