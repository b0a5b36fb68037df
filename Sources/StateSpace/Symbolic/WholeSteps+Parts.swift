extension WholeSteps {
  /// A part of a step, which may write more than the whole step.
  public struct Part {
    /// The states at rest where the part begins, a subset of the step's condition.
    public var condition: Diagram
    /// Further literals that the part writes, as a product.
    public var writing: Diagram

    public init(condition: Diagram, writing: Diagram = .yes) {
      (self.condition, self.writing) = (condition, writing)
    }
  }

  /// The same steps split into parts, without the states inside them.
  ///
  /// - Parameters:
  ///   - diagrams: the diagrams of the steps.
  ///   - parts: returns the parts of a step, in order; parts with an empty condition are left out.
  public func split(
    in diagrams: DecisionDiagrams, into parts: (Step) -> [Part]
  ) -> WholeSteps {
    var found = WholeSteps()
    found.steps = steps.flatMap { step in
      parts(step).filter { $0.condition != .no }.map { part in
        Step(
          kind: step.kind, condition: part.condition,
          change: diagrams.and(step.change, part.writing), observation: step.observation)
      }
    }
    (found.stuck, found.cyclic, found.ambiguous) = (stuck, cyclic, ambiguous)
    found.isComplete = isComplete
    return found
  }
}
