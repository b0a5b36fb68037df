import PoolAnalysis
import SignIn
import SignInCryptography
import StateSpace
import TransitionTables

/// A run over the mutants of the table, or a sample of them: killed, unviable or surviving.
///
/// The scenarios and the client's cases are tried first, then the properties, and last the
/// inspections. A mutant that only the inspections detect shows no gap in properties and scenarios,
/// so it counts as unviable. A survivor is listed with a run on which it behaves differently, or as
/// equivalent with the reason. On request, the properties are also checked for mutants that others
/// killed.
package struct MutationRun {
  /// A mutant that nothing killed.
  struct Survivor {
    var mutant: Mutant
    /// The reason why nothing can distinguish it from the table; nil if something could.
    var equivalence: String?
    /// The configuration and state where it differs, whether or not a run reaches the state.
    var place: String?
    /// A run on which it behaves differently.
    var difference: Difference?
  }

  package let model: Model
  /// The number of all mutants of the table.
  let total: Int
  /// The mutants that were judged, in the order of the table.
  let chosen: [Mutant]
  private(set) var unviable: [(mutant: Mutant, reason: String)] = []
  private(set) var killed: [(mutant: Mutant, kill: MutationOracles.Kill)] = []
  private(set) var survivors: [Survivor] = []
  /// Every mutant that a property kills, whatever else does; nil if that was not requested.
  private(set) var shownByProperties: [(mutant: Mutant, kill: MutationOracles.Kill)]?

  /// The mutants to judge, and the number of threads; no result depends on the threads.
  package struct Request {
    /// The number of mutants, drawn without replacement by the seed; nil for all.
    package var sample: Int?
    package var seed: UInt64 = 1
    package var threads = 2
    /// The rows whose mutants are judged; empty for all.
    package var rows: [String] = []
    /// Whether the properties are also checked for mutants that scenarios and cases have killed.
    package var asksPropertiesOfAll = false

    package init(
      sample: Int? = nil, seed: UInt64 = 1, threads: Int = 2, asksPropertiesOfAll: Bool = false
    ) {
      self.sample = sample
      self.seed = seed
      self.threads = threads
      self.asksPropertiesOfAll = asksPropertiesOfAll
    }
  }

  package init(
    _ request: Request, by oracles: MutationOracles,
    progress: @escaping @Sendable (String) -> Void
  ) {
    model = oracles.model
    let all = model.mutants()
    total = all.count
    let meant = all.filter { request.rows.isEmpty || request.rows.contains($0.row) }
    chosen = Self.sample(of: meant, request.sample, seed: request.seed)
    let index = MutantIndex(model: model, mutants: chosen)
    let count = chosen.count
    let quick = Batches.concurrentMap(count: count, threads: request.threads) { number in
      progress("scenarios and cases, mutant \(number + 1) of \(count)")
      return oracles.quickKill(number, of: index)
    }
    var kills: [Int: MutationOracles.Kill] = [:]
    for (number, kill) in quick.enumerated() { kills[number] = kill }
    var left = chosen.indices.filter { kills[$0] == nil }
    let judgements = Self.judgements(of: left, index, request, progress)
    let asked = left.filter { judgements[$0] != .equivalent && judgements[$0] != .unmet }
    let findings = oracles.properties.findings(
      on: asked.map { ($0, index.mutants[$0]) }, threads: request.threads, progress: progress)
    if request.asksPropertiesOfAll {
      let others = oracles.properties.findings(
        on: kills.keys.sorted().map { ($0, index.mutants[$0]) }, threads: request.threads,
        progress: progress)
      let all = others.kills.merging(findings.kills) { first, _ in first }
      shownByProperties = all.sorted { $0.key < $1.key }.map { (chosen[$0.key], $0.value) }
    }
    kills.merge(findings.kills) { first, _ in first }
    killed = chosen.indices.compactMap { number in kills[number].map { (chosen[number], $0) } }
    left.removeAll { kills[$0] != nil }
    let open = left.filter { number in
      switch judgements[number] {
      case .differs, .open: true
      default: false
      }
    }
    let answers = AnswerOracle(model: model, pools: oracles.properties.pools).findings(
      on: open.map { ($0, index.mutants[$0]) }, threads: request.threads, progress: progress)
    let differences = Self.differences(
      of: open, index, oracles, findings, answers, request, progress)
    for number in left {
      guard let judgement = judgements[number] else { continue }
      settle(chosen[number], judgement, differences[number], silent: answers.silent[number])
    }
  }

  private mutating func settle(
    _ mutant: Mutant, _ judgement: Inspector.MutantJudgement, _ difference: Difference?,
    silent pools: [String]?
  ) {
    switch judgement {
    case .unviable(let reason): unviable.append((mutant, reason))
    case .equivalent:
      survivors.append(
        Survivor(
          mutant: mutant,
          equivalence: "no legal configuration and possible state distinguishes it from the table"))
    case .unmet:
      survivors.append(
        Survivor(
          mutant: mutant,
          equivalence: "in no configuration do the places and the message meet that would show it"))
    case .open:
      survivors.append(Survivor(mutant: mutant, difference: difference))
    case .differs(let place):
      var survivor = Survivor(mutant: mutant, place: place, difference: difference)
      if let pools, difference?.isAnswered != true {
        survivor.equivalence =
          "where it does something else, in \(pools.map { "`\($0)`" }.joined(separator: ", ")), "
          + "every run of calls is answered the same for ever"
      }
      survivors.append(survivor)
    }
  }

  /// Runs on which mutants differ, near the scenarios and near the states where pools reach a
  /// difference.
  private static func differences(
    of open: [Int], _ index: MutantIndex, _ oracles: MutationOracles,
    _ findings: PropertyOracle.Findings, _ answers: AnswerOracle.Findings, _ request: Request,
    _ progress: @escaping @Sendable (String) -> Void
  ) -> [Int: Difference] {
    let interpreter = Interpreter(model: index.model)
    var scripts: [(name: String, steps: [Trace.Step])] = oracles.scripts.map {
      ($0.scenario.name, $0.steps)
    }
    var met: [Int: Difference] = [:]
    for number in open {
      let way = findings.traces[number].flatMap { found in
        Walk(to: number, of: index, along: found.trace, in: found.pool, by: interpreter)
      }
      guard let walk = answers.runs[number] ?? way, let steps = walk.steps(by: interpreter)
      else { continue }
      scripts.append((walk.scenario, steps))
      let comparison = Difference.Comparison(interpreter, index.mutants[number])
      met[number] = Difference.find(along: steps, of: walk, comparison, index, number)
    }
    let search = DifferenceSearch(
      index: index, scripts: scripts, seed: request.seed, threads: request.threads)
    let found = search.differences(of: open, known: met, progress: progress)
    let shown = Batches.concurrentMap(count: open.count, threads: request.threads) {
      position -> Difference? in
      let number = open[position]
      let comparison = Difference.Comparison(interpreter, index.mutants[number])
      return found[number]?.shortened(comparison, index, number)
    }
    return Dictionary(
      uniqueKeysWithValues: zip(open, shown).compactMap { number, difference in
        difference.map { (number, $0) }
      })
  }

  /// The inspections' judgements of some mutants. The mutants are split into parts, each with
  /// diagrams of its own. The cost of a mutant depends on those before it in its part, so the parts
  /// do not depend on the number of threads.
  private static func judgements(
    of numbers: [Int], _ index: MutantIndex, _ request: Request,
    _ progress: @escaping @Sendable (String) -> Void
  ) -> [Int: Inspector.MutantJudgement] {
    // Adjacent mutants are often of one ladder, whose diagrams are then built once.
    let size = 100
    let parts = stride(from: 0, to: numbers.count, by: size).map {
      Array(numbers[$0..<min($0 + size, numbers.count)])
    }
    let judged = Batches.concurrentMap(count: parts.count, threads: request.threads) { part in
      var inspector = Inspector(index.model)
      return parts[part].map { number in
        progress("inspecting mutant \(number + 1) of \(index.mutants.count)")
        let judgement = inspector.judge(
          index.mutants[number], meetingsTracking: Self.tracked, most: Self.mostQuestions)
        if judgement == .open { inspector = Inspector(index.model) }
        return (number, judgement)
      }
    }
    return Dictionary(uniqueKeysWithValues: judged.joined())
  }

  /// The limit of the inspection of one mutant: some seconds. Most take milliseconds, and a few
  /// would take all memory.
  static let mostQuestions = 400

  /// The variables that, together with locations and messages, decide which answer can occur where.
  private static let tracked = TrackedName.allCases.map(\.rawValue)

  /// A sample of mutants without replacement, in the order of the table.
  private static func sample(of all: [Mutant], _ size: Int?, seed: UInt64) -> [Mutant] {
    guard let size, size < all.count else { return all }
    var random = SplitMix64(seed: seed)
    var positions = Array(all.indices)
    for place in 0..<size {
      positions.swapAt(place, place + random.below(positions.count - place))
    }
    return positions.prefix(size).sorted().map { all[$0] }
  }

  /// The numbers of mutants by result.
  package var counts: MutantCounts {
    var counts = MutantCounts()
    (counts.killed, counts.unviable) = (killed.count, unviable.count)
    counts.alive = survivors.count { $0.equivalence == nil }
    counts.equivalent = survivors.count - counts.alive
    return counts
  }
}

extension SweepEntry {
  /// Makes an entry with the results for the mutants of a row.
  package init(_ item: SweepPlan.Item, _ run: MutationRun) {
    let alive = run.survivors.filter { $0.equivalence == nil }.map(\.mutant)
    var met: [String: Int] = [:]
    let findings = alive.map { mutant in
      // The name omits the place, which changes with the lines above it.
      let name = "\(mutant.row): \(mutant.operation.rawValue)\(mutant.detail)"
      met[name, default: 0] += 1
      return Finding(
        property: name, severity: "error", fingerprint: "\(met[name] ?? 1)",
        place: "\(mutant.place)")
    }
    self.init(item, run.counts, alive: findings)
  }
}
