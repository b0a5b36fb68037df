import StateSpace
import TransitionTables

/// The records that users can have, as conditions over the variables that belong to no component.
struct RecordSpace {
  /// The slots that make up a record, ascending.
  let slots: [Int]
  /// Where sets of records live.
  let space: SymbolicSpace
  /// The records in which all that only the environment changes is as at first: no fact of a user
  /// is among that.
  let calm: Diagram
  /// For each Boolean variable the position of its slot in ``slots``, and its place in the slot.
  private let places: [(column: Int, place: Int)]

  /// - Parameter order: puts the slots into an order of variables that suits the sets to come.
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

  /// The slots that only the environment changes.
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

  /// How many records a set has; `Int.max` where they are as many or more.
  func count(_ records: Diagram) -> Int {
    let variables = space.bits.values.joined().sorted()
    return diagrams.exactCount(records, among: variables).map { Int(clamping: $0) } ?? .max
  }

  /// Whether a record is in a set; given by its values in the order of ``slots``.
  func contains(_ records: Diagram, _ row: [Int]) -> Bool {
    let model = space.model
    return diagrams.evaluate(records) { variable in
      let (column, place) = places[variable]
      let bits = model.types.encode(row[column], as: model.slots[slots[column]].type)
      return bits >> UInt64(place) & 1 == 1
    }
  }

  /// A valuation with a record, and everything else as at the beginning of all time.
  func start(with valuation: [Int]) -> [Int] {
    var start = space.model.slots.map(\.initial)
    for slot in slots { start[slot] = valuation[slot] }
    return start
  }
}
