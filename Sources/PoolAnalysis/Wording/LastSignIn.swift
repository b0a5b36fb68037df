import SignIn
import TransitionTables

/// The sign-in that ends a counterexample with tokens, from the call that began it on.
///
/// Where a claim says who may hold tokens, that sign-in is the harm, and the acts before it only
/// made the record that it shows on.
struct LastSignIn {
  private let model: Model
  private let steps: ArraySlice<Trace.Step>

  /// Nil where the claim is of another kind, or its counterexample ends otherwise.
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

  /// The settings that list what is allowed, and without one of whose members alone the sign-in
  /// does not come to its end.
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
