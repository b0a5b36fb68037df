extension Model {
  /// Compiles the model under one configuration. For several configurations share a
  /// ``TableCompiler``, which documents the parameters.
  public func compiled(
    parameters: [Int: Int] = [:], observers: Set<Int> = [],
    invariants: [(name: String, bad: Expression, within: Bool)] = []
  ) -> CompiledModel {
    TableCompiler(model: self)
      .compiled(parameters: parameters, observers: observers, invariants: invariants)
  }

  /// The variables that no configuration with these parameters has, and the fields of messages that
  /// no row sends, such as an administrator's requests. These slots keep their first values. A
  /// missing parameter is open, and variables that depend on it are present.
  func absentVariables(under parameters: [Int: Int]) -> Set<Int> {
    let evaluator = ConcreteEvaluator(slots.indices.map { parameters[$0] ?? slots[$0].initial })
    let absent = slots.indices.filter { slot in
      let presence = slots[slot].presence
      return presence != .yes && presence.slots.allSatisfy { parameters[$0] != nil }
        && !evaluator.holds(presence)
    }
    let sent = Set(rows.compactMap(\.sends))
    let unsent = messages.indices.filter { !sent.contains($0) }.flatMap { messages[$0].fields }
    return Set(absent + unsent)
  }

  /// Returns all combinations of an action's inputs; the last input changes fastest.
  public func inputCombinations(of action: Int) -> [[Int]] {
    actions[action].inputs.reduce([[]]) { combinations, input in
      let values = types.values(of: slots[input.slot].type)
      return combinations.flatMap { prefix in values.map { prefix + [$0] } }
    }
  }

  /// Returns a row's own updates and those of the observers that it triggers.
  public func updates(of row: Row, observers chosen: Set<Int>) -> [Row.Update] {
    let extra = observers.filter { chosen.contains($0.slot) }.compactMap { observer in
      observer.updates.first { isTriggered($0.trigger, by: row) }.map {
        Row.Update(slot: observer.slot, value: $0.value, location: $0.location)
      }
    }
    return row.updates + extra
  }

  private func isTriggered(_ trigger: Observer.Trigger, by row: Row) -> Bool {
    switch trigger {
    case .action(let action): row.trigger == .action(action)
    case .row(let name): row.id == name || groups[row.group].ladder == name
    case .accepts(let evidence):
      row.judgements.contains { $0.isAccepted && $0.evidence == evidence }
    case .sends(let message): row.sends == message
    }
  }

  /// Returns the observers that some expressions read, and those that their updates read in turn.
  public func observers(readBy expressions: [Expression]) -> Set<Int> {
    var found = Set<Int>()
    var open = expressions.flatMap(\.slots)
    while let slot = open.popLast() {
      guard slots[slot].kind == .observer, found.insert(slot).inserted else { continue }
      for observer in observers where observer.slot == slot {
        open += observer.updates.flatMap { $0.value.slots }
      }
    }
    return found
  }
}
