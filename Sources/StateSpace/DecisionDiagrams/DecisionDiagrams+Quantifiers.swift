extension DecisionDiagrams {
  /// The function that `a` becomes once `variable` is fixed to `value`; it no longer depends on it.
  public func restrict(_ a: Diagram, _ variable: Int, to value: Bool) -> Diagram {
    Diagram(index: store.restriction(a.index, checked(variable), value))
  }

  /// True where some values of `variables` make `a` true. Order and repetition do not matter.
  public func exists(_ variables: [Int], in a: Diagram) -> Diagram {
    exists(conjunction(of: variables), in: a)
  }

  /// The conjunction of variables, by which ``exists(_:in:)-(Diagram,_)`` knows them.
  public func conjunction(of variables: [Int]) -> Diagram {
    Diagram(
      index: Set(variables.map(checked)).sorted().reversed()
        .reduce(UInt32(1)) { rest, variable in store.node(variable, low: 0, high: rest) })
  }

  /// True where some values of the variables make `a` true.
  ///
  /// - Parameters:
  ///   - variables: a conjunction of variables, see ``conjunction(of:)``.
  ///   - a: the set to look into.
  public func exists(_ variables: Diagram, in a: Diagram) -> Diagram {
    Diagram(index: store.existence(a.index, variables.index))
  }

  /// What the assignments in `a` that satisfy `condition` become once the literals of `change` are
  /// written: conjunction, quantification and assignment in one pass.
  ///
  /// - Parameters:
  ///   - a: the assignments before.
  ///   - condition: where the change is made.
  ///   - change: a product of literals, see ``cube(_:)``.
  public func image(of a: Diagram, where condition: Diagram, writing change: Diagram) -> Diagram {
    Diagram(index: store.image(a.index, condition.index, change.index))
  }

  /// The assignments that satisfy `condition` and lie in `a` once the literals of `change` are
  /// written.
  ///
  /// - Parameters:
  ///   - a: the assignments after.
  ///   - condition: where the change is made.
  ///   - change: a product of literals, see ``cube(_:)``.
  public func preimage(
    of a: Diagram, where condition: Diagram, writing change: Diagram
  ) -> Diagram {
    Diagram(index: store.preimage(a.index, condition.index, change.index))
  }

  /// The literals of a product once those of another are written over them.
  ///
  /// - Parameters:
  ///   - change: a product of literals, see ``cube(_:)``.
  ///   - later: a product of those that are written over them.
  func overwriting(_ change: Diagram, by later: Diagram) -> Diagram {
    Diagram(index: store.overwriting(change.index, later.index))
  }
}
