import SignInCryptography
import TransitionTables

/// Decides whether any run of calls distinguishes a mutant from the table, in small pools that are
/// explored completely.
///
/// A mutant can write a value that nothing reads again, or fire another row with the same effect.
/// In each pool that reaches a state where the mutant behaves differently, the answers of the table
/// with and without it are compared over all states: the result is either a shortest run with a
/// different answer, or that there is none.
package struct AnswerOracle: Sendable {
  package let model: Model
  package let pools: [SmallPool]
  /// The maximum number of states of a pool; larger pools are not compared.
  var mostStates = 30_000

  /// The results of the pools for some mutants.
  package struct Findings: Sendable {
    /// For each mutant, a run that is answered differently, in the first pool that has one.
    package var runs: [Int: Walk] = [:]
    /// For each mutant, the pools that reach a state where it differs and still answer every run
    /// the same.
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
