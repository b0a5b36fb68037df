import StateSpace

/// Questions about the states of a table along other steps than its own.
extension SymbolicTable {
  /// A search with the states of this one and with parts of its steps.
  ///
  /// One thread asks at a time, and nobody asks the table meanwhile.
  package struct PartedSearch: @unchecked Sendable {
    /// What takes the parts; it has found no states of its own.
    package let search: SymbolicSearch
    /// The states of the table.
    package let reached: Diagram
    fileprivate let compiled: CompiledModel

    package var diagrams: DecisionDiagrams { search.machine.diagrams }
    package var steps: [WholeSteps.Step] { search.steps.steps }

    /// The states, reached or not, in which an expression holds.
    package func all(where expression: Expression) -> Diagram {
      search.machine.set(of: compiled.cubes(where: expression))
    }

    /// The variable of a slot of two values; nil where the states have none.
    package func variable(of slot: Int) -> Int? {
      compiled.variables(of: slot, in: search.machine).first
    }

    /// What the app receives at the end of a step; nil where it receives nothing.
    package func answer(of step: WholeSteps.Step) -> Answer? {
      search.machine.first(of: step.observation)
        .flatMap { compiled.model.answer(in: compiled.valuation(of: $0)) }
    }

    /// The states from which some steps lead into a set, its own included.
    package func leading(to states: Diagram) -> Diagram {
      search.backwardReachable(from: diagrams.and(states, reached), within: reached)
    }

    /// The same for each of several sets, side by side on the threads that may be used.
    package func leading(toEach sets: [Diagram], threads: Int) -> [Diagram] {
      search.backwardReachable(
        fromEach: sets.map { diagrams.and($0, reached) }, within: reached, threads: threads)
    }

    /// The states where a step into a set begins.
    package func before(_ step: WholeSteps.Step, _ states: Diagram) -> Diagram {
      diagrams.preimage(of: states, where: step.condition, writing: step.change)
    }
  }

  /// Asks along the steps as they are.
  package func askAlongAll<Answer: Sendable>(_ question: (PartedSearch) -> Answer) -> Answer {
    ask {
      question(PartedSearch(search: $0, reached: $0.reached, compiled: compiled))
    }
  }

  /// A search along parts of the steps, which keeps the order of variables that it finds good from
  /// one question to the next. Its diagrams are those of the table, valid until nodes are freed.
  ///
  /// - Parameter parts: the parts of a step, given the search without them.
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
