import StateSpace

extension Inspector {
  /// Rows outside one ladder with the same trigger and component must not meet.
  func overlaps() -> [Diagnostic] {
    let union = model.groups.map { group in
      space.diagrams.or(group.rows.map { own[$0] })
    }
    var found: [Diagnostic] = []
    for first in model.groups.indices {
      for second in model.groups.indices where second > first {
        guard let a = model.groups[first].rows.first, let b = model.groups[second].rows.first,
          compete(model.rows[a], model.rows[b])
        else { continue }
        let both = space.diagrams.and(union[first], union[second])
        guard let example = witness(both) else { continue }
        found.append(
          model.diagnostic(
            "inspect.overlap", at: model.rows[b].location,
            "`\(name(of: second))` and `\(name(of: first))` both want to fire: \(example)",
            remedy: "make their guards exclude each other, or put them in one ladder"))
      }
    }
    return found
  }

  private func compete(_ a: Row, _ b: Row) -> Bool {
    guard a.trigger == b.trigger else { return false }
    if case .none = a.trigger, a.component == nil, model.components.isEmpty { return false }
    guard a.component == b.component else { return true }
    guard let x = a.from, let y = b.from else { return true }
    return !Set(x).isDisjoint(with: y)
  }

  private func name(of group: Int) -> String {
    model.groups[group].ladder ?? model.groups[group].rows.first.map { model.rows[$0].fullID } ?? ""
  }

  /// Every message that can be under way must be received in every place of its receiver.
  func incompleteMessages() -> [Diagnostic] {
    guard let register = model.messageSlot else { return [] }
    var found: [Diagnostic] = []
    for (position, message) in model.messages.enumerated() {
      guard let receiver = message.receiver,
        let sender = model.rows.first(where: { $0.sends == position })
      else { continue }
      let underWay = space.equality(register, message.code)
      let covered = union { $0.trigger == .message(position) }
      let gap = space.diagrams.and(underWay, space.diagrams.not(covered))
      guard let example = witness(gap) else { continue }
      found.append(
        model.diagnostic(
          "inspect.incomplete", at: sender.location,
          "`\(message.name)` reaches `\(model.components[receiver].name)` where no row receives "
            + "it: \(example)",
          remedy:
            "add a row with `receive: \(message.name)`, or say with `never:` that it cannot be"
        ))
    }
    return found
  }

  /// Every urgent location must be left in every state.
  func incompleteLocations() -> [Diagnostic] {
    var found: [Diagnostic] = []
    for (position, component) in model.components.enumerated() {
      for location in component.urgent {
        let there = space.diagrams.and(
          space.equality(component.locationSlot, location),
          model.messageSlot.map { space.equality($0, 0) } ?? .yes)
        let covered = union { $0.component == position && $0.trigger == .none }
        let gap = space.diagrams.and(there, space.diagrams.not(covered))
        guard let example = witness(gap) else { continue }
        let name = model.types.text(of: location, as: .member(component.locations))
        let row = model.rows.first {
          $0.component == position && $0.from?.contains(location) == true
        }
        let place = row?.location ?? model.slots[component.locationSlot].location
        found.append(
          model.diagnostic(
            "inspect.incomplete", at: place,
            "`\(component.name)` cannot leave `\(name)`: \(example)",
            remedy: "add a row from `\(name)` for this case"))
      }
    }
    return found
  }

  /// Every call of the app must be answered wherever the system rests and the call is enabled.
  func incompleteCalls() -> [Diagnostic] {
    var found: [Diagnostic] = []
    let atRest = space.diagrams.not(space.condition(model.urgency))
    for (position, action) in model.actions.enumerated() where action.actor == "app" {
      let covered = union { $0.trigger == .action(position) }
      let possible = space.diagrams.and(atRest, space.condition(action.enabled))
      let gap = space.diagrams.and(possible, space.diagrams.not(covered))
      guard let example = witness(gap) else { continue }
      found.append(
        model.diagnostic(
          "inspect.incomplete", at: action.location,
          "no row answers the call `\(action.name)`: \(example)",
          remedy: "add a row `on: \(action.name)`, or bound the call with `enabled:`"))
    }
    return found
  }

  private func union(where isChosen: (Row) -> Bool) -> Diagram {
    space.diagrams.or(model.rows.indices.filter { isChosen(model.rows[$0]) }.map { own[$0] })
  }

  // MARK: Urgent cycles

  /// A cycle in the graph “after this row that one can fire”, among rows that fire in urgent states.
  ///
  /// After a row its constant updates hold and its guard held before; the graph may have an edge too
  /// many, never one too few.
  func urgentCycles() -> [Diagnostic] {
    let urgent = model.rows.indices.filter { position in
      if case .action = model.rows[position].trigger { return false }
      return effective[position] != .no
        && (model.rows[position].trigger != .none || leavesUrgent(model.rows[position]))
    }
    var successors: [Int: [Int]] = [:]
    for row in urgent {
      let after = afterwards(row)
      successors[row] = urgent.filter { next in
        mayFollow(row, next)
          && space.diagrams.and(after, effective[next]) != .no
      }
    }
    guard let cycle = firstCycle(urgent, successors) else { return [] }
    let path = (cycle + [cycle[0]]).map { model.rows[$0].fullID }.joined(separator: " → ")
    return [
      model.diagnostic(
        "inspect.urgent-cycle", at: model.rows[cycle[0]].location,
        "urgent rows can follow each other for ever: \(path)",
        remedy: "let one of them come to rest, or bound the repetition")
    ]
  }

  private func leavesUrgent(_ row: Row) -> Bool {
    guard let component = row.component, let from = row.from else { return false }
    return from.contains { model.components[component].urgent.contains($0) }
  }

  /// A quick test on the locations and messages that rows name outright.
  private func mayFollow(_ row: Int, _ next: Int) -> Bool {
    let (a, b) = (model.rows[row], model.rows[next])
    let sent = a.sends.flatMap { model.messages[$0].receiver == nil ? nil : $0 }
    switch b.trigger {
    case .message(let message): if sent != message { return false }
    default: if sent != nil { return false }
    }
    if let target = a.target, a.component == b.component, let from = b.from {
      return from.contains(target)
    }
    return true
  }

  /// What is known after a row: its guard, with the slots that it changes forgotten or set.
  private func afterwards(_ position: Int) -> Diagram {
    let row = model.rows[position]
    let diagrams = space.diagrams
    let changed = row.updates.flatMap { space.bits[$0.slot] ?? [] }
    let before = diagrams.and(effective[position], space.validity(around: effective[position]))
    var known = diagrams.exists(changed, in: before)
    for update in row.updates {
      if case .constant(let value) = update.value {
        known = diagrams.and(known, constant(value, in: update.slot))
      }
    }
    return known
  }

  private func constant(_ value: Int, in slot: Int) -> Diagram {
    space.pattern(
      model.types.encode(value, as: model.slots[slot].type), over: space.bits[slot] ?? [])
  }

  private func firstCycle(_ rows: [Int], _ successors: [Int: [Int]]) -> [Int]? {
    var state: [Int: Int] = [:]
    for start in rows where state[start] == nil {
      var path = [start]
      var next = [0]
      state[start] = 1
      while let top = path.last {
        let children = successors[top] ?? []
        let index = next[next.count - 1]
        if index < children.count {
          next[next.count - 1] += 1
          let child = children[index]
          if state[child] == 1, let at = path.firstIndex(of: child) { return Array(path[at...]) }
          if state[child] == nil {
            state[child] = 1
            path.append(child)
            next.append(0)
          }
        } else {
          state[top] = 2
          path.removeLast()
          next.removeLast()
        }
      }
    }
    return nil
  }
}
