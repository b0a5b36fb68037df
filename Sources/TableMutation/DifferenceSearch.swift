import SignInCryptography
import SignInTestBed
import StateSpace
import TransitionTables

/// Searches for runs on which mutants make the table behave differently, by random walks near the
/// scenarios, with a seed.
///
/// Runs are made in rounds; what a round finds is not searched for in the next. Rounds do not
/// depend on the number of threads.
struct DifferenceSearch {
  let index: MutantIndex
  let scripts: [(name: String, steps: [Trace.Step])]
  let seed: UInt64
  let threads: Int
  /// The number of rounds; `walks` is the number of walks near each scenario in a round.
  var rounds = 4
  var walks = 6
  /// The number of times that a mutant's answers are compared in a round for one scenario.
  private static let attempts = 3

  /// The differences found for some mutants; mutants without one are left out.
  func differences(
    of mutants: [Int], known: [Int: Difference], progress: @Sendable (String) -> Void
  ) -> [Int: Difference] {
    var found = known
    let interpreter = Interpreter(model: index.model)
    for round in 0..<rounds {
      let open = Set(mutants.filter { found[$0]?.isAnswered != true })
      guard !open.isEmpty else { break }
      progress(
        "looking for runs that kill \(open.count) mutants, round \(round + 1) of \(rounds)")
      let results = Batches.concurrentMap(count: scripts.count, threads: threads) { position in
        look(for: open, near: position, round: round, interpreter)
      }
      for result in results {
        for (mutant, difference) in result where found[mutant]?.isAnswered != true {
          if found[mutant] == nil || difference.isAnswered { found[mutant] = difference }
        }
      }
    }
    return found
  }

  private func look(
    for open: Set<Int>, near position: Int, round: Int, _ interpreter: Interpreter
  ) -> [Int: Difference] {
    var own = SplitMix64(seed: seed &+ UInt64(round * scripts.count + position))
    var walker = Walker(interpreter: interpreter, seed: own.next())
    var found: [Int: Difference] = [:]
    var attempts: [Int: Int] = [:]
    for _ in 0..<walks {
      let script = scripts[position]
      guard let (walk, steps) = walker.walk(near: script.name, script.steps) else { continue }
      var met: Set<Int> = []
      for (number, step) in steps.enumerated() {
        for moment in ScenarioRunner.moments(of: step, step: number, in: index.model) {
          let differing = index.differing(at: moment) { mutant in
            open.contains(mutant) && found[mutant]?.isAnswered != true && !met.contains(mutant)
              && attempts[mutant, default: 0] < Self.attempts
          }
          for mutant in differing {
            met.insert(mutant)
            attempts[mutant, default: 0] += 1
            let comparison = Difference.Comparison(interpreter, index.mutants[mutant])
            let difference = Difference.find(
              along: Array(steps[...]), of: walk, comparison, index, mutant)
            if let difference, found[mutant] == nil || difference.isAnswered {
              found[mutant] = difference
            }
          }
        }
      }
    }
    return found
  }
}
