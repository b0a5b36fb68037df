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
    var slots = parameters(in: property.expressions)
    let rows = trace.reversed().flatMap { $0.rows.reversed() }
    for name in rows {
      guard let row = model.rows.first(where: { $0.fullID == name }) else { continue }
      slots += parameters(in: [row.when])
    }
    var places: [FindingPlace] = []
    for slot in slots {
      guard case .document(let location) = pool.origins[slot],
        !places.contains(where: { $0.parameter == model.slots[slot].name })
      else { continue }
      places.append(
        FindingPlace(
          file: location.file, line: location.line, column: location.column,
          parameter: model.slots[slot].name))
    }
    return Array(places.prefix(3))
  }

  private func parameters(in expressions: [Expression]) -> [Int] {
    expressions.flatMap(\.slots).filter { model.slots[$0].isParameter }
  }
}
