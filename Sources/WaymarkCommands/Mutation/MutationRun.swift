import TransitionTables

/// The mutants of the table, or a sample of them, judged: killed, unviable, surviving.
///
/// First the scenarios and the client's cases are asked, then the promises, and last the
/// inspections. What only the inspections tell says nothing about promises and scenarios, so it
/// counts as unviable. A survivor is listed with a run on which it behaves differently, or as
/// equivalent with the reason.
struct MutationRun {
  /// A mutant that nothing killed.
  struct Survivor {
    var mutant: Mutant
    /// Why nothing can tell it from the table; nil where something could.
    var equivalence: String?
    /// Where it differs: a configuration and a state, whether or not a run comes to it.
    var place: String?
    /// A run on which it behaves differently.
    var difference: Difference?
  }

  let model: Model
  /// All mutants of the table.
  let total: Int
  /// Those that were judged, in the order of the table.
  let chosen: [Mutant]
  private(set) var unviable: [(mutant: Mutant, reason: String)] = []
  private(set) var killed: [(mutant: Mutant, kill: MutationOracles.Kill)] = []
  private(set) var survivors: [Survivor] = []

  /// Which mutants are judged, and how many threads judge them; no result depends on those.
  struct Request {
    /// How many, drawn without replacement by the seed; nil for all.
    var sample: Int?
    var seed: UInt64 = 1
    var threads = 2
  }

  init(
    _ request: Request, by oracles: MutationOracles,
    progress: @escaping @Sendable (String) -> Void
  ) {
    model = oracles.model
    let all = model.mutants()
    total = all.count
    chosen = Self.sample(of: all, request.sample, seed: request.seed)
    let index = MutantIndex(model: model, mutants: chosen)
    let count = chosen.count
    let quick = concurrently(count, threads: request.threads) { number in
      progress("scenarios and cases, slip \(number + 1) of \(count)")
      return oracles.quickKill(number, of: index)
    }
    var kills: [Int: MutationOracles.Kill] = [:]
    for (number, kill) in quick.enumerated() { kills[number] = kill }
    var left = chosen.indices.filter { kills[$0] == nil }
    let judgements = Self.judgements(of: left, index, threads: request.threads, progress)
    let asked = left.filter { judgements[$0] != .equivalent }
    kills.merge(
      oracles.promises.kills(
        asked.map { ($0, index.mutants[$0]) }, threads: request.threads, progress: progress)
    ) { first, _ in first }
    killed = chosen.indices.compactMap { number in kills[number].map { (chosen[number], $0) } }
    left.removeAll { kills[$0] != nil }
    settle(left, judgements, oracles, request, index, progress)
  }

  private mutating func settle(
    _ left: [Int], _ judgements: [Int: Inspector.MutantJudgement], _ oracles: MutationOracles,
    _ request: Request, _ index: MutantIndex, _ progress: @escaping @Sendable (String) -> Void
  ) {
    let open = left.filter { number in
      if case .differs = judgements[number] { true } else { false }
    }
    let search = DifferenceSearch(
      index: index, scripts: oracles.scripts.map { ($0.scenario.name, $0.steps) },
      seed: request.seed, threads: request.threads)
    let found = search.differences(of: open, progress: progress)
    let interpreter = Interpreter(model: model)
    let shown = concurrently(open.count, threads: request.threads) { position -> Difference? in
      let number = open[position]
      let comparison = Difference.Comparison(interpreter, index.mutants[number])
      return found[number]?.shortened(comparison, index, number)
    }
    let differences = Dictionary(uniqueKeysWithValues: zip(open, shown))
    for number in left {
      switch judgements[number] {
      case nil: continue
      case .unviable(let reason): unviable.append((chosen[number], reason))
      case .equivalent:
        survivors.append(
          Survivor(
            mutant: chosen[number],
            equivalence: "no legal configuration and possible state tells it from the table"))
      case .differs(let place):
        survivors.append(
          Survivor(
            mutant: chosen[number], place: place, difference: differences[number] ?? nil))
      }
    }
  }

  /// What the inspections say of some slips, each thread with diagrams of its own.
  private static func judgements(
    of numbers: [Int], _ index: MutantIndex, threads: Int,
    _ progress: @escaping @Sendable (String) -> Void
  ) -> [Int: Inspector.MutantJudgement] {
    // Neighbours are often of one ladder, whose diagrams are then built once.
    let size = max(1, (numbers.count + max(threads, 1) - 1) / max(threads, 1))
    let parts = stride(from: 0, to: numbers.count, by: size).map {
      Array(numbers[$0..<min($0 + size, numbers.count)])
    }
    let judged = concurrently(parts.count, threads: threads) { part in
      let inspector = Inspector(index.model)
      return parts[part].map { number in
        progress("inspecting slip \(number + 1) of \(index.mutants.count)")
        return (number, inspector.judge(index.mutants[number]))
      }
    }
    return Dictionary(uniqueKeysWithValues: judged.joined())
  }

  /// Mutants drawn without replacement, in the order of the table.
  private static func sample(of all: [Mutant], _ size: Int?, seed: UInt64) -> [Mutant] {
    guard let size, size < all.count else { return all }
    var random = SplitMix64(seed: seed)
    var positions = Array(all.indices)
    for place in 0..<size {
      positions.swapAt(place, place + random.below(positions.count - place))
    }
    return positions.prefix(size).sorted().map { all[$0] }
  }

  /// The survivors that are not equivalent.
  var alive: Int { survivors.count { $0.equivalence == nil } }

  /// Whether at least nine of ten viable mutants are killed; equivalent ones are no slips.
  var isEnough: Bool { killed.count * 10 >= (killed.count + alive) * 9 }
}
