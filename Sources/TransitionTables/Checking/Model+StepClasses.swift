extension Model {
  /// Whether the action alone determines which of a claim's classes a step belongs to.
  func isToldByActions(_ claim: TemporalClaim) -> Bool {
    (claim.along + claim.strong + claim.weak).allSatisfy {
      stepClasses[$0].answers.isEmpty && !stepClasses[$0].isRight
    }
  }

  /// Whether steps that begin with an action, or with a row that fires by itself (nil), belong to
  /// one of some classes; only for classes that the action determines.
  func begins(_ action: Int?, oneOf classes: [Int]) -> Bool {
    classes.contains { belongs(action, inputs: [], answer: nil, to: stepClasses[$0]) }
  }

  /// Whether a step with this first label and this answer to the app belongs to a class.
  func belongs(_ label: CompiledModel.Label, answer: Answer?, to kind: StepClass) -> Bool {
    belongs(label.action, inputs: label.inputs, answer: answer, to: kind)
  }

  /// Whether a step with this action, or of a row that fires by itself (nil), belongs to a class.
  func belongs(_ action: Int?, inputs: [Int], answer: Answer?, to kind: StepClass) -> Bool {
    guard let action = action.map({ actions[$0] }) else {
      return kind.actors.isEmpty && kind.actions.isEmpty && kind.answers.isEmpty && !kind.isRight
    }
    guard kind.actors.isEmpty || kind.actors.contains(action.actor),
      kind.actions.isEmpty || kind.actions.contains(action.name)
    else { return false }
    guard kind.answers.isEmpty || answer.map({ kind.answers.contains($0.message) }) == true else {
      return false
    }
    guard kind.isRight else { return true }
    return zip(action.inputs, inputs).allSatisfy { input, value in
      input.evidence == nil || value == types.first(of: slots[input.slot].type)
    }
  }
}
