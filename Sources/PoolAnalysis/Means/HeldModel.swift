import SignIn
import TransitionTables

/// A table in which the means that a person holds are part of the state.
///
/// Its symbolic sets give results for every set of means at once. ``restricted`` lets one person do
/// only what the held means permit, so that few states need to be listed.
struct HeldModel {
  /// The table with further variables, which its rows neither read nor write.
  let model: Model
  /// The means that some action needs or gives, by position in `Model/means`.
  let used: [Int]
  /// The variables that record whether the person holds each of the means in ``used``.
  let held: [Int]
  /// The variables that record whether the person was given each of the means on the way.
  let given: [Int]
  /// The variable that records whether given means are held from then on.
  let grows: Int
  /// The variable that records whether the person did something for which means were missing.
  private let beyond: Int
  /// The first slot of these variables.
  let firstOwn: Int

  init(_ whole: Model) {
    var model = whole
    let uses = whole.actions.flatMap { $0.needs + $0.gives }
      .filter { ConcreteEvaluator.constant($0.condition) != 0 }
    let named = Set(uses.map(\.means) + (whole.access?.places.map(\.means) ?? []))
    used = whole.means.indices.filter(named.contains)
    firstOwn = model.slots.count
    func add(_ name: String) -> Int {
      var slot = whole.slots[0]
      (slot.name, slot.type, slot.kind) = (name, .bool, .variable(component: nil))
      (slot.initial, slot.presence) = (0, .yes)
      model.slots.append(slot)
      return model.slots.count - 1
    }
    held = used.map { add("held.\(whole.means[$0].name)") }
    given = used.map { add("given.\(whole.means[$0].name)") }
    (grows, beyond) = (add("grows"), add("beyond"))
    self.model = model
  }

  /// The variables that ``restricted`` writes.
  var observers: Set<Int> { Set(held + [beyond]) }

  /// The table in which a person stops after an action that the held means do not permit. The means
  /// that a failed call would have given count as given, so there may be superfluous states, but
  /// none is missing.
  var restricted: Model {
    var model = model
    var updates: [Int: [Observer.Update]] = [:]
    for (number, action) in model.actions.enumerated() {
      func note(_ slot: Int, where condition: Expression) {
        updates[slot, default: []].append(
          Observer.Update(
            trigger: .action(number), value: .conditional(condition, .yes, .slot(slot)),
            location: action.location))
      }
      let missing = action.needs.map { use in
        Expression.and([use.condition, .not(.slot(held[position(of: use.means)]))])
      }
      if !missing.isEmpty { note(beyond, where: .or(missing)) }
      for (position, means) in used.enumerated() {
        let given = action.gives.filter { $0.means == means }.map(\.condition)
        if !given.isEmpty { note(held[position], where: .or(given)) }
      }
      let isOthers = action.isBy(.attacker)
      model.actions[number].enabled =
        isOthers
        ? .no : .and([action.enabled, .not(.slot(beyond)), model.access?.account ?? .yes])
    }
    for slot in held + [beyond] {
      model.observers.append(
        Observer(name: model.slots[slot].name, slot: slot, updates: updates[slot] ?? []))
    }
    return model
  }

  private func position(of means: Int) -> Int { used.firstIndex(of: means) ?? 0 }

  /// Returns the values of these variables for a person with a set of means.
  func values(holding set: UInt32) -> [(slot: Int, value: Int)] {
    held.enumerated().map { ($0.element, Int(set >> UInt32($0.offset) & 1)) }
      + given.map { ($0, 0) } + [(grows, 1), (beyond, 0)]
  }
}
