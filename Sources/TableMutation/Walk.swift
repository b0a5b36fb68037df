import SignInTestBed
import StateSpace
import TransitionTables

/// A run that begins like a scenario, or nearly so, and continues at random.
package struct Walk: Sendable {
  /// A call of the app, or another actor's action.
  struct Call: Sendable, Hashable {
    var action: Int
    var inputs: [Int]
  }

  /// The name of the scenario that it begins with.
  package var scenario: String
  /// The value of every slot before the first call, including parameters.
  package var start: [Int]
  var calls: [Call]

  /// The steps of the walk by a table; nil if some call cannot be made.
  package func steps(by interpreter: Interpreter) -> [Trace.Step]? {
    var state = start
    var steps: [Trace.Step] = []
    for call in calls {
      guard let step = try? Walker.step(call, from: state, by: interpreter) else { return nil }
      steps.append(step)
      state = step.after
    }
    return steps
  }
}

extension Walk {
  /// Makes the walk to a state in which a mutant behaves differently, with a call that shows the
  /// difference there.
  init?(
    to mutant: Int, of index: MutantIndex, along trace: Trace, in pool: SmallPool,
    by interpreter: Interpreter
  ) {
    let model = index.model
    scenario = "pool \(pool.name)"
    start =
      trace.steps.first?.before ?? interpreter.initial(parameters: pool.parameters)
    calls = trace.steps.compactMap { step in
      step.action.map { Call(action: $0, inputs: step.inputs) }
    }
    guard calls.count == trace.steps.count else { return nil }
    guard case .action(let action) = index.mutants[mutant].rows.first?.row.trigger else { return }
    let state = trace.steps.last?.after ?? start
    let candidate = model.inputCombinations(of: action).lazy
      .map { Call(action: action, inputs: $0) }
      .first { call in
        guard let step = try? Walker.step(call, from: state, by: interpreter) else { return false }
        let moments = ScenarioRunner.moments(of: step, step: 0, in: model)
        return index.first(of: moments, differing: mutant) != nil
      }
    guard let candidate else { return nil }
    calls.append(candidate)
  }
}

/// Makes random walks; the same seed gives the same walks.
struct Walker {
  let model: Model
  let interpreter: Interpreter
  private var random: SplitMix64
  /// For each row, the number of steps that began with it, so that rare rows are preferred.
  private var seen: [Int: Int] = [:]
  /// The variables of the record that both components share.
  private let record: [Int]

  init(interpreter: Interpreter, seed: UInt64) {
    model = interpreter.model
    self.interpreter = interpreter
    random = SplitMix64(seed: seed)
    let model = model
    record = model.slots.indices.filter { model.slots[$0].kind == .variable(component: nil) }
  }

  /// A walk near a scenario: from its start or a similar one, some of its calls, then random calls.
  mutating func walk(
    near scenario: String, _ steps: [Trace.Step]
  ) -> (walk: Walk, steps: [Trace.Step])? {
    guard let first = steps.first?.before else { return nil }
    var start = first
    var calls = steps.compactMap { step in
      step.action.map { Walk.Call(action: $0, inputs: step.inputs) }
    }
    switch random.below(8) {
    case 0, 1: change(&start, among: model.parameters)
    case 2, 3: change(&start, among: record)
    default: calls.removeLast(random.below(calls.count + 1))
    }
    var walk = Walk(scenario: scenario, start: start, calls: [])
    var taken: [Trace.Step] = []
    var state = start
    let wanted = calls.count + 3 + random.below(6)
    var next = calls[...]
    while taken.count < wanted {
      guard let call = next.popFirst() ?? choose(in: state),
        let step = try? Self.step(call, from: state, by: interpreter)
      else { break }
      walk.calls.append(call)
      taken.append(step)
      state = step.after
    }
    return (walk, taken)
  }

  /// The step of one call from a state at rest.
  static func step(
    _ call: Walk.Call, from state: [Int], by interpreter: Interpreter
  ) throws -> Trace.Step {
    interpreter.taken(
      call.action, call.inputs,
      try interpreter.step(call.action, inputs: call.inputs, from: state), from: state)
  }

  /// Changes one or two of some slots, where the resulting start is legal and possible.
  private mutating func change(_ start: inout [Int], among slots: [Int]) {
    for _ in 0..<1 + random.below(2) {
      for _ in 0..<8 {
        guard let slot = random.pick(slots),
          let value = random.pick(model.types.values(of: model.slots[slot].type))
        else { return }
        var other = start
        other[slot] = value
        guard value != start[slot], model.isPossible(other) else { continue }
        start = other
        break
      }
    }
  }

  /// Of a few enabled calls, the one whose row has fired least often.
  private mutating func choose(in state: [Int]) -> Walk.Call? {
    let evaluator = ConcreteEvaluator(state)
    let enabled = model.actions.indices.filter { evaluator.holds(model.actions[$0].enabled) }
    var best: (call: Walk.Call, row: Int)?
    var found = 0
    for _ in 0..<24 where found < 5 {
      guard let action = random.pick(enabled) else { return nil }
      let inputs = model.actions[action].inputs.map { input in
        let values = model.types.values(of: model.slots[input.slot].type)
        // The first value of most inputs is the right one, which leads further more often.
        return random.below(2) == 0 ? values[0] : random.pick(values) ?? values[0]
      }
      guard let row = interpreter.rows(for: action, inputs: inputs, in: state).first else {
        continue
      }
      found += 1
      if let best, seen[best.row, default: 0] <= seen[row, default: 0] { continue }
      best = (Walk.Call(action: action, inputs: inputs), row)
    }
    if let best { seen[best.row, default: 0] += 1 }
    return best?.call
  }
}

extension Model {
  /// Whether a run may start with these values: the configuration is legal, the record is possible.
  func isPossible(_ start: [Int]) -> Bool {
    let evaluator = ConcreteEvaluator(start)
    return !legality.contains { $0.isError && evaluator.holds($0.forbid) }
      && !never.contains { evaluator.holds($0.states) }
      && slots.indices.allSatisfy { slot in
        slots[slot].isParameter || slots[slot].presence == .yes
          || start[slot] == slots[slot].initial || evaluator.holds(slots[slot].presence)
      }
  }
}
