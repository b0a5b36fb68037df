import StateSpace

/// Which places, messages and a few more values can be met together, in any configuration.
///
/// A table says what each component does with each message wherever it is; but a message is sent
/// only where the other component has come to by its own rows. An over-approximation of what can be
/// met is enough to see that a row is never asked: a walk over the combinations of a few slots, in
/// which everything else may have any value. Rows whose guard can hold with a combination lead on
/// from it; what is written from untracked slots may be any value that the guard leaves.
extension Inspector {
  /// All combinations of the components' places, the message and some named slots that can be met,
  /// and maybe more; names that the model does not have are left out. Costs the diagrams of all
  /// rows, and a conjunction for each combination and row that its message or rest could fire.
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

  /// What no row writes is what it was in the beginning, a message's fields too.
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

/// The walk over combinations.
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

  /// Halves first, so that large diagrams are joined seldom.
  private func union(_ cubes: ArraySlice<Diagram>) -> Diagram {
    guard cubes.count > 1 else { return cubes.first ?? .no }
    let middle = cubes.startIndex + cubes.count / 2
    return space.diagrams.or(union(cubes[..<middle]), union(cubes[middle...]))
  }

  /// The rows that the message under way, or rest, could fire.
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
    // What is proved impossible is not met either.
    guard space.diagrams.and(cube, inspector.possible) != .no else { return }
    seen.insert(combination)
    open.append(combination)
  }
}
