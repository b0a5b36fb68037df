import StateSpace

extension Inspector {
  /// Reports rows of different groups with the same trigger and component that can fire in one
  /// state.
  func overlaps() -> [Diagnostic] {
    let union = model.groups.map { group in
      space.diagrams.or(group.rows.map { own[$0] })
    }
    let places = model.groups.map(place)
    var found: [Diagnostic] = []
    for first in model.groups.indices {
      for second in model.groups.indices where second > first {
        guard let a = places[first], let b = places[second], compete(a, b) else { continue }
        let both = space.diagrams.and(union[first], union[second])
        guard let example = witness(both) else { continue }
        found.append(
          model.diagnostic(
            "inspect.overlap", at: b.row.location,
            "`\(name(of: second))` and `\(name(of: first))` both want to fire: \(example)",
            remedy: "make their guards exclude each other, or put them in one ladder"))
      }
    }
    return found
  }

  /// A group's first row, which has its trigger and component, and all locations that its rows
  /// leave; nil for any location.
  private typealias GroupPlace = (row: Row, from: Set<Int>?)

  private func place(of group: RowGroup) -> GroupPlace? {
    let rows = group.rows.map { model.rows[$0] }
    guard let first = rows.first else { return nil }
    let isBound = rows.allSatisfy { $0.from != nil }
    return (first, isBound ? Set(rows.flatMap { $0.from ?? [] }) : nil)
  }

  private func compete(_ a: GroupPlace, _ b: GroupPlace) -> Bool {
    guard a.row.trigger == b.row.trigger else { return false }
    // In a model without components, rows without a trigger are alternatives.
    if a.row.trigger == .none, a.row.component == nil, model.components.isEmpty { return false }
    guard a.row.component == b.row.component, let x = a.from, let y = b.from else { return true }
    return !x.isDisjoint(with: y)
  }

  private func name(of group: Int) -> String {
    model.groups[group].ladder ?? model.groups[group].rows.first.map { model.rows[$0].fullID } ?? ""
  }

  /// Reports messages that can be under way and are not received in some state of their receiver.
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

  /// Reports urgent locations that no row leaves in some state.
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

  /// Reports calls of the app that are enabled in some resting state and that no row answers.
  func incompleteCalls() -> [Diagnostic] {
    var found: [Diagnostic] = []
    let atRest = space.diagrams.not(space.condition(model.urgency))
    for (position, action) in model.actions.enumerated() where action.actor == Action.app {
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
}
