import StateSpace

/// Computes the places, messages and other values that can occur together, in any configuration.
///
/// A table defines what each component does with each message in every place; but a message is only
/// sent when its sender's rows have led there. An over-approximation suffices to show that a row
/// never fires: a search over the combinations of a few tracked slots in which all other slots may
/// have any value. Rows whose guard can hold in a combination lead to the next; a value written
/// from untracked slots may be any that the guard admits.
extension Inspector {
  /// Returns a superset of the reachable combinations of the components' places, the message and
  /// some named slots; names that the model lacks are ignored. The cost is that of all rows'
  /// diagrams, and one conjunction for each combination and each row that its message or its
  /// resting state could fire.
  func meetings(tracking names: [String]) -> Diagram {
    if let known = knownMeetings { return known }
    let named = model.slots.indices.filter { names.contains(model.slots[$0].name) }
    let selectors = model.components.map(\.locationSlot) + [model.messageSlot].compactMap(\.self)
    let tracked = selectors + named.filter { !selectors.contains($0) }
    var search = MeetingSearch(self, tracked: tracked)
    let found = space.diagrams.and(search.run(), unwritten(nextTo: tracked))
    knownMeetings = found
    return found
  }

  /// The condition that slots which no row changes, fields of messages included, have their initial
  /// values.
  private func unwritten(nextTo tracked: [Int]) -> Diagram {
    let written = Set(
      model.rows.flatMap(\.updates).filter {
        $0.value != .constant(model.slots[$0.slot].initial) && $0.value != .slot($0.slot)
      }.map(\.slot) + tracked)
    let constant = model.slots.indices.filter { slot in
      guard !written.contains(slot) else { return false }
      switch model.slots[slot].kind {
      case .variable, .field: return true
      default: return false
      }
    }
    return space.diagrams.and(constant.map { space.equality($0, model.slots[$0].initial) })
  }
}

/// The search over combinations.
private struct MeetingSearch {
  private let inspector: Inspector
  private let model: Model
  private let space: SymbolicSpace
  private let tracked: [Int]
  private let rowsByTrigger: [Row.Trigger: [Int]]
  private let messageOfCode: [Int: Int]
  private let transient: [Int]
  private var seen: Set<[Int]> = []
  private var open: [[Int]] = []

  init(_ inspector: Inspector, tracked: [Int]) {
    self.inspector = inspector
    let model = inspector.model
    self.model = model
    space = inspector.space
    self.tracked = tracked
    rowsByTrigger = Dictionary(grouping: model.rows.indices, by: { model.rows[$0].trigger })
    messageOfCode = Dictionary(
      model.messages.indices.map { (model.messages[$0].code, $0) },
      uniquingKeysWith: { first, _ in first })
    transient = tracked.indices.filter { model.slots[tracked[$0]].isTransient }
  }

  mutating func run() -> Diagram {
    add(tracked.map { model.slots[$0].initial })
    var cubes: [Diagram] = []
    while let combination = open.popLast() {
      let cube = space.diagrams.and(
        zip(tracked, combination).map { space.equality($0, $1) })
      cubes.append(cube)
      for row in candidates(of: combination) { follow(row, from: combination, cube) }
    }
    return union(cubes[...])
  }

  /// The union of cubes, by halves, so that large diagrams are seldom joined.
  private func union(_ cubes: ArraySlice<Diagram>) -> Diagram {
    guard cubes.count > 1 else { return cubes.first ?? .no }
    let middle = cubes.startIndex + cubes.count / 2
    return space.diagrams.or(union(cubes[..<middle]), union(cubes[middle...]))
  }

  /// The rows that the message under way, or the resting state, could fire.
  private func candidates(of combination: [Int]) -> [Int] {
    if let slot = model.messageSlot, let at = tracked.firstIndex(of: slot), combination[at] != 0 {
      return messageOfCode[combination[at]].flatMap { rowsByTrigger[.message($0)] } ?? []
    }
    if isUrgent(combination) { return rowsByTrigger[.none] ?? [] }
    return (rowsByTrigger[.none] ?? [])
      + model.actions.indices.flatMap { rowsByTrigger[.action($0)] ?? [] }
  }

  private func isUrgent(_ combination: [Int]) -> Bool {
    model.components.enumerated().contains { $1.urgent.contains(combination[$0]) }
      || model.messageSlot.flatMap { tracked.firstIndex(of: $0) }.map { combination[$0] != 0 }
        ?? false
  }

  private mutating func follow(_ row: Int, from combination: [Int], _ cube: Diagram) {
    let fires = space.diagrams.and(cube, inspector.effective[row])
    guard fires != .no else { return }
    var results: [(condition: Diagram, combination: [Int])] = [(fires, combination)]
    for update in model.rows[row].updates {
      guard let place = tracked.firstIndex(of: update.slot), update.value != .slot(update.slot)
      else { continue }
      results = results.flatMap { result in
        values(of: update, result.condition).map { value, condition in
          var changed = result.combination
          changed[place] = value
          return (condition, changed)
        }
      }
    }
    for result in results { add(result.combination) }
  }

  private func values(of update: Row.Update, _ condition: Diagram) -> [(Int, Diagram)] {
    if case .constant(let value) = update.value { return [(value, condition)] }
    let type = model.slots[update.slot].type
    let cases = type.isSet ? space.setCases(update.value) : space.cases(update.value)
    return cases.map { ($0.value, space.diagrams.and(condition, $0.condition)) }
      .filter { $0.1 != .no }
  }

  private mutating func add(_ combination: [Int]) {
    var combination = combination
    if !isUrgent(combination) {
      for place in transient {
        combination[place] = model.types.first(of: model.slots[tracked[place]].type)
      }
    }
    guard !seen.contains(combination) else { return }
    let cube = space.diagrams.and(zip(tracked, combination).map { space.equality($0, $1) })
    // States that are proved impossible are excluded.
    guard space.diagrams.and(cube, inspector.possible) != .no else { return }
    seen.insert(combination)
    open.append(combination)
  }
}
