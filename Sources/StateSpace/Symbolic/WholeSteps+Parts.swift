extension WholeSteps {
  /// A part of a step, which may write more than the whole.
  public struct Part {
    /// Where it begins, a part of the step's own condition.
    public var condition: Diagram
    /// Further literals that it writes, as a product.
    public var writing: Diagram

    public init(condition: Diagram, writing: Diagram = .yes) {
      (self.condition, self.writing) = (condition, writing)
    }
  }

  /// The same steps in parts, without what goes on inside them.
  ///
  /// - Parameters:
  ///   - diagrams: where the steps live.
  ///   - parts: the parts of a step, in their order; those that nothing begins are left out.
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
