/// Runs a model's rows one at a time over a valuation, straight from the table.
///
/// Slow and plain on purpose: it is the second reading of the table against which compiled rules,
/// counterexamples and replays are checked. Cost of a step is linear in the number of rows.
public struct Interpreter: Sendable {
  /// A row that fired, and the valuation after it.
  public struct Firing: Sendable, Hashable {
    /// By position in ``Model/rows``.
    public var row: Int
    /// The value of every slot after the row.
    public var valuation: [Int]
  }

  /// Why a step cannot be run to its end.
  public enum Fault: Error, Hashable, Sendable {
    /// No row takes up a state that is left at once.
    case stuck(valuation: [Int])
    /// Two rows want to fire.
    case ambiguous(rows: [Int], valuation: [Int])
    /// The rows chase each other without rest.
    case endless
  }

  /// The table that is run.
  public let model: Model
  /// The slots of the observers that are kept up to date.
  public let observers: Set<Int>

  /// The groups of rows by what triggers them, so that a step looks at few.
  private let groupsByTrigger: [Row.Trigger: [Int]]
  /// The model's ``Model/urgency``, which is put together anew each time it is asked for.
  private let urgency: Expression

  /// An interpreter that keeps the given observers up to date.
  public init(model: Model, observers: Set<Int> = []) {
    self.model = model
    self.observers = observers
    urgency = model.urgency
    groupsByTrigger = Dictionary(
      grouping: model.groups.indices.filter { !model.groups[$0].rows.isEmpty },
      by: { model.rows[model.groups[$0].rows[0]].trigger })
  }

  /// The initial valuation under the given parameters.
  public func initial(parameters: [Int: Int]) -> [Int] {
    model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial }
  }

  /// The rows that an action with these inputs would fire first; none where it does nothing.
  public func rows(for action: Int, inputs: [Int], in valuation: [Int]) -> [Int] {
    var valuation = valuation
    for (input, value) in zip(model.actions[action].inputs, inputs) {
      valuation[input.slot] = value
    }
    return matching(valuation, [.action(action)])
  }

  /// Runs one step: the action's row and all that follows until the system rests.
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

  /// Runs a step whose first row is known.
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
  /// - Returns: that row and all others.
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

  /// Fires an action's row alone, without what follows, wherever the action is possible.
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

  /// Lets a component receive a message that somebody outside the table sends, and fires its row
  /// alone.
  /// - Parameters:
  ///   - message: the message, by its position in the model.
  ///   - fields: the message's fields by slot; those left out have their first value.
  ///   - valuation: the state in which it arrives.
  /// - Returns: nil where no row receives it.
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

  /// A valuation at rest: what a step leaves behind when its messages are forgotten.
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

  /// Whether the system must go on at once.
  public func isUrgent(_ valuation: [Int]) -> Bool {
    ConcreteEvaluator(valuation).holds(urgency)
  }

  /// What can fire in an urgent state: the message under way is received first.
  private func urgentTriggers(in valuation: [Int]) -> [Row.Trigger] {
    guard let slot = model.messageSlot, valuation[slot] != 0 else { return [.none] }
    return model.messages.indices.filter {
      model.messages[$0].receiver != nil && model.messages[$0].code == valuation[slot]
    }.map { .message($0) }
  }

  /// The rows that match, respecting the order of ladders.
  func matching(_ valuation: [Int], _ triggers: [Row.Trigger]) -> [Int] {
    let evaluator = ConcreteEvaluator(valuation)
    return triggers.flatMap { trigger in
      let rows = (groupsByTrigger[trigger] ?? []).compactMap { group in
        // The cheap part first: most rows start elsewhere.
        model.groups[group].rows.first {
          isInPlace($0, valuation) && evaluator.holds(model.rows[$0].when)
        }
      }
      return rows.isEmpty || evaluator.holds(model.triggerExpression(of: trigger)) ? rows : []
    }
  }

  /// Whether a row's component is in one of the locations that the row leaves. Rows are looked at
  /// where they stand: a copy of one takes longer than all that is asked of it.
  private func isInPlace(_ row: Int, _ valuation: [Int]) -> Bool {
    guard let component = model.rows[row].component, let from = model.rows[row].from else {
      return true
    }
    return from.contains(valuation[model.components[component].locationSlot])
  }

  /// The valuation after a row; right-hand sides read the one before.
  private func fire(_ row: Int, in valuation: [Int]) -> Firing {
    let evaluator = ConcreteEvaluator(valuation)
    var after = valuation
    for update in model.updates(of: model.rows[row], observers: observers) {
      after[update.slot] = evaluator.value(of: update.value)
    }
    return Firing(row: row, valuation: after)
  }
}
