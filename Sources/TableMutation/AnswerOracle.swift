import SignInCryptography
import TransitionTables

/// Whether mutants can be noticed by any run of calls, in small pools that are explored to the end.
///
/// A mutant can write what nothing reads again, or fire another row to the same effect. In a pool
/// that comes to a state in which it does something else, the table with it and without are
/// compared call by call, as far as there are states: either a shortest run is answered
/// differently, or none is.
package struct AnswerOracle: Sendable {
  package let model: Model
  package let pools: [SmallPool]
  /// The most states of a pool; in one that has more nothing is compared.
  var mostStates = 30_000

  /// What the pools say of some mutants.
  package struct Findings: Sendable {
    /// By mutant, a run that is answered differently, in the first pool that has one.
    package var runs: [Int: Walk] = [:]
    /// By mutant, the pools that come to where it differs and answer every run the same.
    var silent: [Int: [String]] = [:]
  }

  package func findings(
    on mutants: [(number: Int, mutant: Mutant)], threads: Int,
    progress: @escaping @Sendable (String) -> Void
  ) -> Findings {
    var found = Findings()
    let results = Batches.concurrentMap(count: pools.count, threads: threads) { position in
      findings(on: mutants, in: pools[position], progress: progress)
    }
    for result in results {
      found.runs.merge(result.runs) { first, _ in first }
      found.silent.merge(result.silent, uniquingKeysWith: +)
    }
    return found
  }

  private func findings(
    on mutants: [(number: Int, mutant: Mutant)], in pool: SmallPool, progress: (String) -> Void
  ) -> Findings {
    var found = Findings()
    let compilation = TableCompilation(
      model: model, parameters: pool.parameters, observers: [])
    guard
      let (reached, isComplete) = try? compilation.differences(
        of: mutants.map(\.mutant), maximumStates: mostStates), isComplete,
      let base = try? TableExploration(compilation.compiled, maximumStates: mostStates)
    else { return found }
    let start = Interpreter(model: model).initial(parameters: compilation.compiled.parameters)
    for (position, (number, mutant)) in mutants.enumerated() where reached[position] != nil {
      progress("answers in pool `\(pool.name)`, mutant \(position + 1) of \(mutants.count)")
      guard let compiled = compilation.compiled(with: mutant),
        let explored = try? TableExploration(compiled, maximumStates: mostStates)
      else { continue }
      switch base.answers(comparedWith: explored) {
      case .same: found.silent[number] = [pool.name]
      case .differs(let calls):
        found.runs[number] = Walk(
          scenario: "pool \(pool.name)", start: start,
          calls: calls.map { Walk.Call(action: $0.action, inputs: $0.inputs) })
      case .open: continue
      }
    }
    return found
  }
}
