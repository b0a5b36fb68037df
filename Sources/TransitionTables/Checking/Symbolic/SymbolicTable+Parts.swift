import StateSpace

/// Queries on the states of a table along other steps than its own.
extension SymbolicTable {
  /// A search over the states of a table along parts of its steps.
  ///
  /// Only one thread may use it at a time, and the table may not be used meanwhile.
  package struct PartedSearch: @unchecked Sendable {
    /// The search that has the parts as its steps; it has found no states of its own.
    package let search: SymbolicSearch
    /// The reached states of the table.
    package let reached: Diagram
    fileprivate let compiled: CompiledModel

    package var diagrams: DecisionDiagrams { search.machine.diagrams }
    package var steps: [WholeSteps.Step] { search.steps.steps }

    /// Returns the states, reached or not, in which an expression holds.
    package func all(where expression: Expression) -> Diagram {
      search.machine.set(of: compiled.cubes(where: expression))
    }

    /// Returns the variable of a two-valued slot; nil where the states do not have it.
    package func variable(of slot: Int) -> Int? {
      compiled.variables(of: slot, in: search.machine).first
    }

    /// Returns the answer to the app at the end of a step; nil where the app receives nothing.
    package func answer(of step: WholeSteps.Step) -> Answer? {
      search.machine.first(of: step.observation)
        .flatMap { compiled.model.answer(in: compiled.valuation(of: $0)) }
    }

    /// Returns the states from which some steps lead into a set, including the set itself.
    package func leading(to states: Diagram) -> Diagram {
      search.backwardReachable(from: diagrams.and(states, reached), within: reached)
    }

    /// Returns ``leading(to:)`` for each of several sets, computed concurrently.
    package func leading(toEach sets: [Diagram], threads: Int) -> [Diagram] {
      search.backwardReachable(
        fromEach: sets.map { diagrams.and($0, reached) }, within: reached, threads: threads)
    }

    /// Returns the states where a step into a set begins.
    package func before(_ step: WholeSteps.Step, _ states: Diagram) -> Diagram {
      diagrams.preimage(of: states, where: step.condition, writing: step.change)
    }
  }

  /// Runs a query along the steps of the table itself.
  package func askAlongAll<Answer: Sendable>(_ question: (PartedSearch) -> Answer) -> Answer {
    ask {
      question(PartedSearch(search: $0, reached: $0.reached, compiled: compiled))
    }
  }

  /// Returns a search along parts of the steps. It keeps a good variable order from one query to
  /// the next. Its diagrams belong to the table's store and are valid until nodes are freed.
  ///
  /// - Parameter parts: returns the parts of a step, given the unsplit search.
  package func search(
    along parts: (WholeSteps.Step, PartedSearch) -> [WholeSteps.Part]
  ) -> PartedSearch {
    ask { search in
      let whole = PartedSearch(search: search, reached: search.reached, compiled: compiled)
      let steps = search.steps.split(in: search.machine.diagrams) { parts($0, whole) }
      let own = SymbolicSearch(search, along: steps)
      return PartedSearch(search: own, reached: search.reached, compiled: compiled)
    }
  }
}
