import SignIn
import TransitionTables

/// The sign-in that ends a counterexample with tokens, from the call that began it.
///
/// For a claim about who may hold tokens, this sign-in is the harm, and the acts before it only
/// produced the record.
struct LastSignIn {
  private let model: Model
  private let steps: ArraySlice<Trace.Step>

  /// Returns nil where the claim is of another kind, or its counterexample ends differently.
  init?(of run: Trace, against claim: Property, in model: Model) {
    switch claim.claim {
    case .always, .alwaysWithin: break
    default: return nil
    }
    guard run.loopStart == nil, let end = run.steps.last, model.isDone(model.answer(of: end)),
      let begins = model.attempt?.begins,
      let start = run.steps.lastIndex(where: { $0.action.map(begins.contains) ?? false })
    else { return nil }
    self.model = model
    steps = run.steps[start...]
  }

  /// The rows that fired, in order.
  var rows: [Int] { steps.flatMap { $0.firings.map(\.row) } }

  /// The settings that list what is allowed, and from which removing a single member makes the
  /// sign-in fail.
  func settings(among slots: [Int]) -> [Int] {
    slots.filter { slot in
      guard let own = steps.first?.before[slot], case .set(let id) = model.slots[slot].type else {
        return false
      }
      return model.types.enums[id].members.indices.contains { member in
        own & (1 << member) != 0 && !isDone(with: own & ~(1 << member), in: slot)
      }
    }
  }

  private func isDone(with value: Int, in slot: Int) -> Bool {
    let interpreter = Interpreter(model: model)
    var state = steps.first?.before ?? []
    state[slot] = value
    var isDone = false
    for step in steps {
      guard let action = step.action,
        let end = try? interpreter.step(action, inputs: step.inputs, from: state).last
      else { return false }
      isDone = model.isDone(model.answer(in: end.valuation))
      state = interpreter.rested(end.valuation)
    }
    return isDone
  }
}
