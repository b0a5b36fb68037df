import StateSpace

/// The search for endless chains of urgent rows.
///
/// The search visits abstract control states: the locations, the message under way and the
/// components' own enum variables, each known or unknown. Chains begin at rest. A row may fire if
/// its guard is compatible with the known values; afterwards the values of its constant updates are
/// known and those of its other updates unknown. The search may find a spurious chain, but misses
/// none.
extension Inspector {
  /// The known values of the control slots, in the order of ``controlSlots``; nil for unknown.
  private typealias Place = [Int?]

  /// The slots that determine control: they have few values and are mostly set to constants.
  private var controlSlots: [Int] {
    model.slots.indices.filter { slot in
      switch model.slots[slot].kind {
      case .location, .message: return true
      case .variable(let component):
        if case .member = model.slots[slot].type { return component != nil }
        return false
      default: return false
      }
    }
  }

  /// Reports an endless chain, if there is one.
  func urgentCycles() -> [Diagnostic] {
    let slots = controlSlots
    var walk = CycleWalk()
    let atRest = space.diagrams.not(space.condition(model.urgency))
    for position in model.rows.indices {
      guard space.diagrams.and(effective[position], atRest) != .no else { continue }
      let start = resting(slots)
      if let after = place(start, after: position, slots) {
        if let cycle = visit(after, slots, &walk) { return [complaint(cycle)] }
      }
    }
    return []
  }

  private func complaint(_ cycle: [Int]) -> Diagnostic {
    let path = (cycle + cycle.prefix(1)).map { model.rows[$0].fullID }.joined(separator: " → ")
    return model.diagnostic(
      "inspect.urgent-cycle", at: model.rows[cycle.first ?? 0].location,
      "urgent rows can follow each other for ever: \(path)",
      remedy: "let one of them come to rest, or bound the repetition")
  }

  /// The control state where an action may be taken: no message, and the location known where only
  /// one is a resting one.
  private func resting(_ slots: [Int]) -> Place {
    slots.map { slot in
      if slot == model.messageSlot { return 0 }
      guard case .location(let component) = model.slots[slot].kind else { return nil }
      let place = model.components[component]
      let calm = model.types.values(of: .member(place.locations))
        .filter { !place.urgent.contains($0) }
      return calm.count == 1 ? calm[0] : nil
    }
  }

  /// The control state after a row, or nil where the row cannot fire.
  private func place(_ before: Place, after position: Int, _ slots: [Int]) -> Place? {
    let values = zip(slots, before).compactMap { slot, value in value.map { (slot, $0) } }
    guard let known = space.fixedBits(values),
      space.diagrams.isSatisfiable(effective[position], where: known)
    else { return nil }
    var after = zip(slots, before).map { slot, value in value ?? only(slot, in: position) }
    for update in model.rows[position].updates {
      guard let at = slots.firstIndex(of: update.slot) else { continue }
      after[at] = ConcreteEvaluator.constant(update.value)
    }
    return after
  }

  /// The only value of a slot with which a row can fire, where its place or trigger determines one.
  private func only(_ slot: Int, in position: Int) -> Int? {
    let row = model.rows[position]
    guard case .location(let component) = model.slots[slot].kind, row.component == component,
      let from = row.from, from.count == 1
    else { return nil }
    return from[0]
  }

  private func isUrgent(_ place: Place, _ slots: [Int]) -> Bool {
    zip(slots, place).contains { slot, value in
      if slot == model.messageSlot { return value != 0 }
      guard case .location(let component) = model.slots[slot].kind, let value else { return false }
      return model.components[component].urgent.contains(value)
    }
  }

  /// The state of the depth-first search: the places on the current path with the row that left
  /// each, and the finished places.
  private struct CycleWalk {
    var done: Set<[Int?]> = []
    var open: [[Int?]] = []
    var rows: [Int] = []
  }

  private func visit(_ place: Place, _ slots: [Int], _ walk: inout CycleWalk) -> [Int]? {
    guard isUrgent(place, slots), !walk.done.contains(place) else { return nil }
    if let at = walk.open.firstIndex(of: place) { return Array(walk.rows[at...]) }
    walk.open.append(place)
    for position in urgentRows(at: place, slots) {
      guard let next = self.place(place, after: position, slots) else { continue }
      walk.rows.append(position)
      if let cycle = visit(next, slots, &walk) { return cycle }
      walk.rows.removeLast()
    }
    walk.open.removeLast()
    walk.done.insert(place)
    return nil
  }

  private func urgentRows(at place: Place, _ slots: [Int]) -> [Int] {
    let message = zip(slots, place).first { $0.0 == model.messageSlot }?.1 ?? nil
    return model.rows.indices.filter { position in
      switch model.rows[position].trigger {
      case .action: return false
      case .message(let sent): return message == nil || model.messages[sent].code == message
      case .none: return message == nil || message == 0
      }
    }
  }
}
