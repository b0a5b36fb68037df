import StateSpace
import TransitionTables

/// The records that users can have, as conditions over the variables that belong to no component.
struct RecordSpace {
  /// The slots that make up a record, ascending.
  let slots: [Int]
  /// The symbolic space of the diagrams that represent sets of records.
  let space: SymbolicSpace
  /// The records in which all slots that only the environment changes have their initial value.
  /// None of these slots is a fact about a user.
  let calm: Diagram
  /// For each Boolean variable, the position of its slot in ``slots`` and the bit of the slot.
  private let places: [(column: Int, place: Int)]

  /// - Parameter order: arranges the slots in a variable order that suits the sets to be built.
  init(model: Model, order: ([Int]) -> [Int] = { $0 }) {
    let slots = Self.slots(of: model)
    let space = SymbolicSpace(model: model, slots: order(slots))
    (self.slots, self.space) = (slots, space)
    calm = Self.environment(of: model).filter(slots.contains).reduce(.yes) {
      space.diagrams.and($0, space.equality($1, model.slots[$1].initial))
    }
    var places = [(column: Int, place: Int)](
      repeating: (0, 0), count: space.diagrams.variableCount)
    for (column, slot) in slots.enumerated() {
      for (place, variable) in (space.bits[slot] ?? []).enumerated() {
        places[variable] = (column, place)
      }
    }
    self.places = places
  }

  /// The slots that make up a record, ascending.
  static func slots(of model: Model) -> [Int] {
    model.slots.indices.filter { model.slots[$0].kind == .variable(component: nil) }
  }

  /// The slots that only actions of the environment change.
  private static func environment(of model: Model) -> [Int] {
    var setters: [Int: Set<Bool>] = [:]
    for row in model.rows {
      var isEnvironment = false
      if case .action(let action) = row.trigger {
        isEnvironment = model.actions[action].isBy(.environment)
      }
      for update in row.updates { setters[update.slot, default: []].insert(isEnvironment) }
    }
    return setters.filter { $0.value == [true] }.map(\.key).sorted()
  }

  var diagrams: DecisionDiagrams { space.diagrams }

  /// The number of records in a set, at most `Int.max`.
  func count(_ records: Diagram) -> Int {
    let variables = space.bits.values.joined().sorted()
    return diagrams.exactCount(records, among: variables).map { Int(clamping: $0) } ?? .max
  }

  /// Whether a set has a record, which is given by its values in the order of ``slots``.
  func contains(_ records: Diagram, _ row: [Int]) -> Bool {
    let model = space.model
    return diagrams.evaluate(records) { variable in
      let (column, place) = places[variable]
      let bits = model.types.encode(row[column], as: model.slots[slots[column]].type)
      return bits >> UInt64(place) & 1 == 1
    }
  }

  /// The valuation with the given record and the initial value in every other slot.
  func start(with valuation: [Int]) -> [Int] {
    var start = space.model.slots.map(\.initial)
    for slot in slots { start[slot] = valuation[slot] }
    return start
  }
}
