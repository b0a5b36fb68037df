import SignInCryptography
import TransitionTables

/// The properties over small pools: finds mutants that break a property which holds for the table.
///
/// In each pool, one exploration of the original table shows which mutants are ever reached; the
/// others are skipped. For a mutant only its ladders are compiled, and all properties are judged on
/// one exploration.
package struct PropertyOracle: Sendable {
  package let model: Model
  package let pools: [SmallPool]
  /// The maximum number of states of a pool.
  static let mostStates = 12_000

  /// The properties of a model over some pools; nil for the small pools of the bundled table.
  init(model: Model, pools: [SmallPool]? = nil) {
    self.model = model
    self.pools = pools ?? SmallPool.bundled(of: model)
  }

  /// The results of the pools for some mutants.
  package struct Findings: Sendable {
    /// For each mutant, the property that it breaks in the first pool where it breaks any.
    var kills: [Int: MutationOracles.Kill] = [:]
    /// For each mutant, the first pool that reaches a state in which it behaves differently, with
    /// the trace to it.
    package var traces: [Int: (pool: SmallPool, trace: Trace)] = [:]
  }

  /// The properties of severity error that fail without any mutant, by pool.
  func failing() -> [String: [String]] {
    let observers = model.observers(readBy: model.properties.flatMap(\.expressions))
    var found: [String: [String]] = [:]
    for pool in pools {
      let compiled = TableCompilation(
        model: model, parameters: pool.parameters, observers: observers
      ).compiled
      guard case .verdicts(let verdicts) = judge(compiled, pool) else {
        found[pool.name] = ["not judged"]
        continue
      }
      let broken = zip(model.properties, verdicts).filter {
        $0.severity == "error" && $1 == .fails
      }
      if !broken.isEmpty { found[pool.name] = broken.map(\.0.fullID) }
    }
    return found
  }

  /// Checks the pools in rounds, in parallel within a round; mutants killed in a round are left out
  /// later.
  package func findings(
    on mutants: [(number: Int, mutant: Mutant)], threads: Int,
    progress: @escaping @Sendable (String) -> Void
  ) -> Findings {
    var found = Findings()
    // The size of a round decides what is checked, so it must not depend on the number of threads.
    let size = 2
    for start in stride(from: 0, to: pools.count, by: size) {
      let round = Array(pools[start..<min(start + size, pools.count)])
      let known = found.kills
      let open = mutants.filter { known[$0.number] == nil }
      guard !open.isEmpty else { break }
      let results = Batches.concurrentMap(count: round.count, threads: threads) { position in
        findings(on: open, in: round[position], progress: progress)
      }
      for result in results {
        found.kills.merge(result.kills) { first, _ in first }
        found.traces.merge(result.traces) { first, _ in first }
      }
    }
    return found
  }

  private func findings(
    on mutants: [(number: Int, mutant: Mutant)], in pool: SmallPool, progress: (String) -> Void
  ) -> Findings {
    let observers = model.observers(readBy: model.properties.flatMap(\.expressions))
    let compilation = TableCompilation(
      model: model, parameters: pool.parameters, observers: observers)
    var found = Findings()
    progress("pool `\(pool.name)`: where \(mutants.count) mutants differ")
    guard
      let (reached, _) = try? compilation.differences(
        of: mutants.map(\.mutant), maximumStates: Self.mostStates),
      case .verdicts(let before) = judge(compilation.compiled, pool)
    else { return found }
    for (position, (number, mutant)) in mutants.enumerated() {
      progress("properties in pool `\(pool.name)`, mutant \(position + 1) of \(mutants.count)")
      guard let trace = reached[position], let compiled = compilation.compiled(with: mutant) else {
        continue
      }
      found.traces[number] = (pool, trace)
      switch judge(compiled, pool) {
      case .contradiction(let text): found.kills[number] = .property(text, pool: pool.name)
      case .verdicts(let after):
        let broken = after.indices.first { after[$0] == .fails && before[$0] != .fails }
        if let broken {
          found.kills[number] = .property(model.properties[broken].fullID, pool: pool.name)
        }
      case .unknown: continue
      }
    }
    return found
  }

  private enum Judgement {
    case verdicts([PropertyVerdict.Status])
    case contradiction(String)
    case unknown
  }

  private func judge(_ compiled: CompiledModel, _ pool: SmallPool) -> Judgement {
    var checker = PropertyChecker(model: compiled.model)
    checker.backend = .explicit
    checker.maximumStates = Self.mostStates
    checker.threads = 1
    checker.prepared = compiled
    do {
      let verdicts = try checker.check(compiled.model.properties, parameters: pool.parameters)
      return .verdicts(verdicts.map(\.status))
    } catch PropertyChecker.Failure.table(let fault) {
      return .contradiction(fault.message)
    } catch {
      return .unknown
    }
  }
}
