import TransitionTables

/// All that a table reads of some open parameters: the maximal parts of its expressions that depend
/// only on parameters.
///
/// The compiled machine is a function of the values of these parts. Members of a family that agree
/// on all of them therefore behave alike, without compiling them. The converse need not hold;
/// ``BehaviourKey`` decides the remaining cases.
struct ParameterReading {
  private let parts: [Expression]

  /// - Parameter open: the slots of the parameters that differ between members.
  init(model: Model, properties: [Property], open: [Int]) {
    let open = Set(open)
    var found: [Expression] = []
    var seen: Set<Expression> = []
    func collect(_ expression: Expression) {
      let slots = expression.slots
      guard !open.isDisjoint(with: slots) else { return }
      if slots.allSatisfy({ model.slots[$0].isParameter }) {
        if seen.insert(expression).inserted { found.append(expression) }
      } else {
        expression.children.forEach(collect)
      }
    }
    var read = model.rows.flatMap { [$0.when] + $0.updates.map(\.value) }
    read += model.actions.map(\.enabled)
    read += model.observers.flatMap { $0.updates.map(\.value) }
    read += model.never.map(\.states)
    if let attempt = model.attempt { read += [attempt.ready, attempt.underway] }
    read += properties.filter { !$0.isAboutConfigurations }.flatMap(\.expressions)
    read.forEach(collect)
    parts = found
  }

  /// The values of all parts in a configuration.
  func values(_ parameters: [Int: Int], in model: Model) -> [Int] {
    let evaluator = ConcreteEvaluator(
      model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial })
    return parts.map { evaluator.value(of: $0) }
  }
}
