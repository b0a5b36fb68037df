extension DecisionDiagrams {
  /// The function `a` with `variable` fixed to `value`; the result does not depend on `variable`.
  public func restrict(_ a: Diagram, _ variable: Int, to value: Bool) -> Diagram {
    Diagram(index: store.restriction(a.index, checked(variable), value))
  }

  /// The function that is true where some values of `variables` make `a` true. The order of
  /// `variables` and repetitions do not matter.
  public func exists(_ variables: [Int], in a: Diagram) -> Diagram {
    exists(conjunction(of: variables), in: a)
  }

  /// The conjunction of variables, as ``exists(_:in:)-(Diagram,_)`` takes them.
  public func conjunction(of variables: [Int]) -> Diagram {
    Diagram(
      index: Set(variables.map(checked)).sorted().reversed()
        .reduce(UInt32(1)) { rest, variable in store.node(variable, low: 0, high: rest) })
  }

  /// The function that is true where some values of the variables make `a` true.
  ///
  /// - Parameters:
  ///   - variables: a conjunction of variables, see ``conjunction(of:)``.
  ///   - a: the function to quantify.
  public func exists(_ variables: Diagram, in a: Diagram) -> Diagram {
    Diagram(index: store.existence(a.index, variables.index))
  }

  /// The assignments in `a` that satisfy `condition`, with the literals of `change` written into
  /// them. One pass does the conjunction, the quantification and the assignment.
  ///
  /// - Parameters:
  ///   - a: the assignments before the change.
  ///   - condition: the assignments that the change applies to.
  ///   - change: a product of literals, see ``cube(_:)``.
  public func image(of a: Diagram, where condition: Diagram, writing change: Diagram) -> Diagram {
    Diagram(index: store.image(a.index, condition.index, change.index))
  }

  /// The assignments that satisfy `condition` and that lie in `a` after the literals of `change`
  /// are written into them.
  ///
  /// - Parameters:
  ///   - a: the assignments after the change.
  ///   - condition: the assignments that the change applies to.
  ///   - change: a product of literals, see ``cube(_:)``.
  public func preimage(
    of a: Diagram, where condition: Diagram, writing change: Diagram
  ) -> Diagram {
    Diagram(index: store.preimage(a.index, condition.index, change.index))
  }

  /// The product of literals that results when the literals of `later` are written over those of
  /// `change`.
  ///
  /// - Parameters:
  ///   - change: a product of literals, see ``cube(_:)``.
  ///   - later: the product of literals to write over it, see ``cube(_:)``.
  func overwriting(_ change: Diagram, by later: Diagram) -> Diagram {
    Diagram(index: store.overwriting(change.index, later.index))
  }
}
