import SignIn
import TransitionTables

/// A table in which what a person holds is part of the state.
///
/// Its sets answer for every set of means at once; ``restricted`` lets one person do what the means
/// at hand allow, so that few states need to be listed.
struct HeldModel {
  /// The table with more variables, which nothing reads or writes.
  let model: Model
  /// The means that some action needs or gives, by position in `Model/means`.
  let used: [Int]
  /// For each of ``used``, the variable that says whether the person holds it.
  let held: [Int]
  /// The same for what was given to the person on the way.
  let given: [Int]
  /// Says whether what is given is held from then on.
  let grows: Int
  /// Says that the person did something for which the means were missing.
  private let beyond: Int
  /// The first of these variables.
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

  /// The table in which nobody goes on after what the means at hand did not allow. What a failed
  /// call would have given counts as given: so there are more states than needed, and none is
  /// missing.
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

  /// The values of the variables of a person who holds a set, to be laid over a valuation.
  func values(holding set: UInt32) -> [(slot: Int, value: Int)] {
    held.enumerated().map { ($0.element, Int(set >> UInt32($0.offset) & 1)) }
      + given.map { ($0, 0) } + [(grows, 1), (beyond, 0)]
  }
}
