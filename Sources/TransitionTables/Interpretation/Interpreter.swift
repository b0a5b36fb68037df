/// Runs a model's rows one at a time over a valuation, straight from the table.
///
/// It is slow and simple on purpose: a second implementation of the table's semantics, against
/// which compiled rules, counterexamples and replays are checked. The cost of a step is linear in
/// the number of rows.
public struct Interpreter: Sendable {
  /// A row that fired, and the valuation after it.
  public struct Firing: Sendable, Hashable {
    /// The row, by position in ``Model/rows``.
    public var row: Int
    /// The value of every slot after the row.
    public var valuation: [Int]
  }

  /// The reason why a step cannot be finished.
  public enum Fault: Error, Hashable, Sendable {
    /// No row leaves an urgent state.
    case stuck(valuation: [Int])
    /// Two rows can fire at once.
    case ambiguous(rows: [Int], valuation: [Int])
    /// The rows fire without end.
    case endless
  }

  /// The table that is run.
  public let model: Model
  /// The slots of the observers that are updated.
  public let observers: Set<Int>

  /// The groups of rows by their trigger, so that a step examines few of them.
  private let groupsByTrigger: [Row.Trigger: [Int]]
  /// The model's ``Model/urgency``, stored because the model computes it anew for each access.
  private let urgency: Expression

  /// An interpreter that updates the given observers.
  public init(model: Model, observers: Set<Int> = []) {
    self.model = model
    self.observers = observers
    urgency = model.urgency
    groupsByTrigger = Dictionary(
      grouping: model.groups.indices.filter { !model.groups[$0].rows.isEmpty },
      by: { model.rows[model.groups[$0].rows[0]].trigger })
  }

  /// Returns the initial valuation under the given parameters.
  public func initial(parameters: [Int: Int]) -> [Int] {
    model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial }
  }

  /// Returns the rows that an action with these inputs would fire first; empty where it does
  /// nothing.
  public func rows(for action: Int, inputs: [Int], in valuation: [Int]) -> [Int] {
    var valuation = valuation
    for (input, value) in zip(model.actions[action].inputs, inputs) {
      valuation[input.slot] = value
    }
    return matching(valuation, [.action(action)])
  }

  /// Runs one step: the action's row and all rows after it until the system rests.
  /// - Returns: the rows that fired; empty where the action does nothing.
  public func step(
    _ action: Int, inputs: [Int], from valuation: [Int]
  ) throws(Fault) -> [Firing] {
    var current = valuation
    for (input, value) in zip(model.actions[action].inputs, inputs) { current[input.slot] = value }
    let first = matching(current, [.action(action)])
    guard let row = first.first else { return [] }
    guard first.count == 1 else { throw .ambiguous(rows: first, valuation: current) }
    return try goOn(after: fire(row, in: current))
  }

  /// Runs a step with a given first row.
  public func step(
    row: Int, action: Int?, inputs: [Int], from valuation: [Int]
  ) throws(Fault) -> [Firing] {
    var current = valuation
    if let action {
      for (input, value) in zip(model.actions[action].inputs, inputs) {
        current[input.slot] = value
      }
    }
    guard matching(current, [model.rows[row].trigger]).contains(row) else {
      throw .stuck(valuation: current)
    }
    return try goOn(after: fire(row, in: current))
  }

  /// Runs the rest of a step whose first row has fired, until the system rests.
  /// - Returns: the first row and all others.
  public func goOn(after first: Firing) throws(Fault) -> [Firing] {
    var firings = [first]
    while let last = firings.last, isUrgent(last.valuation) {
      let next = matching(last.valuation, urgentTriggers(in: last.valuation))
      guard let row = next.first else { throw .stuck(valuation: last.valuation) }
      guard next.count == 1 else { throw .ambiguous(rows: next, valuation: last.valuation) }
      guard firings.count < 4096 else { throw .endless }
      firings.append(fire(row, in: last.valuation))
    }
    return firings
  }

  /// Fires only an action's row, without the rows after it, wherever the action is possible.
  /// - Returns: nil where the action does nothing: it is not possible, or no row answers it.
  public func begin(
    _ action: Int, inputs: [Int], from valuation: [Int]
  ) throws(Fault) -> Firing? {
    var current = valuation
    for (input, value) in zip(model.actions[action].inputs, inputs) { current[input.slot] = value }
    guard let possible = model.actions[action].possible else {
      return try fireOnly(of: matching(current, [.action(action)]), in: current)
    }
    let evaluator = ConcreteEvaluator(current)
    guard evaluator.holds(possible), !isUrgent(current) else { return nil }
    let rows = (groupsByTrigger[.action(action)] ?? []).compactMap { group in
      model.groups[group].rows.first {
        isInPlace($0, current) && evaluator.holds(model.rows[$0].when)
      }
    }
    return try fireOnly(of: rows, in: current)
  }

  /// Makes a component receive a message from outside the table, and fires only the receiving row.
  /// - Parameters:
  ///   - message: the message, by position in ``Model/messages``.
  ///   - fields: the message's fields by slot; missing fields have their first value.
  ///   - valuation: the state in which the message arrives.
  /// - Returns: nil where no row receives the message.
  public func deliver(
    _ message: Int, fields: [Int: Int], to valuation: [Int]
  ) throws(Fault) -> Firing? {
    var current = valuation
    for slot in model.messages[message].fields {
      current[slot] = fields[slot] ?? model.types.first(of: model.slots[slot].type)
    }
    if let register = model.messageSlot { current[register] = model.messages[message].code }
    return try fireOnly(of: matching(current, [.message(message)]), in: current)
  }

  func fireOnly(of rows: [Int], in valuation: [Int]) throws(Fault) -> Firing? {
    guard let row = rows.first else { return nil }
    guard rows.count == 1 else { throw .ambiguous(rows: rows, valuation: valuation) }
    return fire(row, in: valuation)
  }

  /// Returns a valuation at rest: transient slots and inputs are reset to their first value.
  public func rested(_ valuation: [Int]) -> [Int] {
    var valuation = valuation
    for slot in model.slots.indices where model.slots[slot].isTransient || isInput(slot) {
      valuation[slot] = model.types.first(of: model.slots[slot].type)
    }
    return valuation
  }

  private func isInput(_ slot: Int) -> Bool {
    if case .input = model.slots[slot].kind { true } else { false }
  }

  /// Whether the system is in an urgent state and must continue at once.
  public func isUrgent(_ valuation: [Int]) -> Bool {
    ConcreteEvaluator(valuation).holds(urgency)
  }

  /// The triggers that can fire in an urgent state; a message under way comes first.
  private func urgentTriggers(in valuation: [Int]) -> [Row.Trigger] {
    guard let slot = model.messageSlot, valuation[slot] != 0 else { return [.none] }
    return model.messages.indices.filter {
      model.messages[$0].receiver != nil && model.messages[$0].code == valuation[slot]
    }.map { .message($0) }
  }

  /// Returns the rows that match, with the order of ladders respected.
  func matching(_ valuation: [Int], _ triggers: [Row.Trigger]) -> [Int] {
    let evaluator = ConcreteEvaluator(valuation)
    return triggers.flatMap { trigger in
      let rows = (groupsByTrigger[trigger] ?? []).compactMap { group in
        // The cheap test first: most rows start elsewhere.
        model.groups[group].rows.first {
          isInPlace($0, valuation) && evaluator.holds(model.rows[$0].when)
        }
      }
      return rows.isEmpty || evaluator.holds(model.triggerExpression(of: trigger)) ? rows : []
    }
  }

  /// Whether a row's component is in one of the locations that the row leaves. The row is read in
  /// place, because a copy costs more than the test.
  private func isInPlace(_ row: Int, _ valuation: [Int]) -> Bool {
    guard let component = model.rows[row].component, let from = model.rows[row].from else {
      return true
    }
    return from.contains(valuation[model.components[component].locationSlot])
  }

  /// Returns the valuation after a row; right-hand sides read the valuation before it.
  private func fire(_ row: Int, in valuation: [Int]) -> Firing {
    let evaluator = ConcreteEvaluator(valuation)
    var after = valuation
    for update in model.updates(of: model.rows[row], observers: observers) {
      after[update.slot] = evaluator.value(of: update.value)
    }
    return Firing(row: row, valuation: after)
  }
}
