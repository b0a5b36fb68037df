@testable import TransitionTables

/// The third reading of a table: rows are looked up by name and tried one by one over a valuation.
///
/// It shares the loaded table with the compiler and with the interpreter, and nothing else: it has
/// an evaluator, ladders, urgency and forgetting of its own, and it follows *every* row that wants
/// to fire, as the engine does.
struct NaiveTable {
  typealias Valuation = [Int]

  /// A step that cannot come to rest.
  enum Fault: Error { case stuck, endless }

  /// What a started step leads to: an end as it was before and after forgetting.
  struct End {
    var before: Valuation
    var after: Valuation
  }

  let model: Model
  let observers: Set<Int>

  init(_ model: Model, observers: Set<Int> = []) {
    self.model = model
    self.observers = observers
  }

  func initial(_ parameters: [Int: Int]) -> Valuation {
    model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial }
  }

  // MARK: Expressions

  func holds(_ expression: Expression, _ at: Valuation) -> Bool { value(expression, at) == 1 }

  private func value(_ expression: Expression, _ at: Valuation) -> Int {
    switch expression {
    case .constant(let value): return value
    case .slot(let slot): return at[slot]
    case .choose(let index, let cases): return value(cases[value(index, at)], at)
    case .not(let a): return 1 - value(a, at)
    case .and(let all):
      for part in all where value(part, at) == 0 { return 0 }
      return 1
    case .or(let all):
      for part in all where value(part, at) == 1 { return 1 }
      return 0
    case .equal(let a, let b): return value(a, at) == value(b, at) ? 1 : 0
    case .less(let a, let b): return value(a, at) < value(b, at) ? 1 : 0
    case .conditional(let test, let yes, let no):
      return value(value(test, at) == 1 ? yes : no, at)
    case .sum(let a, let b): return value(a, at) + value(b, at)
    case .difference(let a, let b): return value(a, at) - value(b, at)
    case .tally(let all):
      var count = 0
      for part in all { count += value(part, at) }
      return count
    default: return setValue(expression, at)
    }
  }

  /// Sets as lists of members, so that no trick with bits is shared.
  private func setValue(_ expression: Expression, _ at: Valuation) -> Int {
    func members(_ expression: Expression) -> Set<Int> {
      let bits = value(expression, at)
      return Set((0..<63).filter { bits >> $0 & 1 == 1 })
    }
    func bits(_ members: Set<Int>) -> Int { members.reduce(0) { $0 + 1 << $1 } }
    switch expression {
    case .contains(let set, let member): return members(set).contains(value(member, at)) ? 1 : 0
    case .subset(let a, let b): return members(a).isSubset(of: members(b)) ? 1 : 0
    case .union(let a, let b): return bits(members(a).union(members(b)))
    case .minus(let a, let b): return bits(members(a).subtracting(members(b)))
    case .intersection(let a, let b): return bits(members(a).intersection(members(b)))
    case .gathering(let all): return bits(Set(all.indices.filter { value(all[$0], at) == 1 }))
    default: return -1
    }
  }

  // MARK: Steps

  /// Whether the system must go on: a message is under way, or a component cannot stay.
  func isUrgent(_ at: Valuation) -> Bool {
    if let slot = model.messageSlot, at[slot] != 0 { return true }
    return model.components.contains { $0.urgent.contains(at[$0.locationSlot]) }
  }

  /// Every row that wants to fire, with the inputs it would fire for: of a ladder the first rung.
  func firing(_ at: Valuation) -> [(row: Int, at: Valuation)] {
    let isResting = !isUrgent(at)
    var found: [(row: Int, at: Valuation)] = []
    for group in model.groups {
      guard let first = group.rows.first else { continue }
      for situation in situations(model.rows[first].trigger, at, isResting) {
        if let row = group.rows.first(where: { matches(model.rows[$0], situation) }) {
          found.append((row, situation))
        }
      }
    }
    return found
  }

  /// The valuations in which a trigger is there: one for each choice of an action's inputs.
  private func situations(
    _ trigger: Row.Trigger, _ at: Valuation, _ isResting: Bool
  ) -> [Valuation] {
    switch trigger {
    case .none:
      if let slot = model.messageSlot, at[slot] != 0 { return [] }
      return [at]
    case .message(let message):
      guard let slot = model.messageSlot, at[slot] == model.messages[message].code else {
        return []
      }
      return [at]
    case .action(let action):
      guard isResting else { return [] }
      var all = [at]
      for input in model.actions[action].inputs {
        all = all.flatMap { one in
          model.types.values(of: model.slots[input.slot].type).map { value in
            var one = one
            one[input.slot] = value
            return one
          }
        }
      }
      return all.filter { holds(model.actions[action].enabled, $0) }
    }
  }

  private func matches(_ row: Row, _ at: Valuation) -> Bool {
    if let component = row.component, let from = row.from,
      !from.contains(at[model.components[component].locationSlot])
    {
      return false
    }
    return holds(row.when, at)
  }

  /// The valuation after a row; every right-hand side reads the one before.
  func after(_ row: Int, _ at: Valuation) -> Valuation {
    var next = at
    for update in model.updates(of: model.rows[row], observers: observers) {
      next[update.slot] = value(update.value, at)
    }
    // Inputs are gone once the action's row has fired.
    for action in model.actions {
      for input in action.inputs { next[input.slot] = model.slots[input.slot].initial }
    }
    return next
  }

  /// What is left once messages and answers are forgotten.
  func forgetting(_ at: Valuation) -> Valuation {
    var rested = at
    for slot in model.slots.indices {
      switch model.slots[slot].kind {
      case .message, .field, .answer, .answerField:
        if case .integer(let range) = model.slots[slot].type {
          rested[slot] = range.lowerBound
        } else {
          rested[slot] = 0
        }
      default: continue
      }
    }
    return rested
  }
}
