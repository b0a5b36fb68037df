import Foundation
import SignIn
import StateSpace
import Synchronization
import Testing

@testable import TransitionTables
@testable import WaymarkCommands

/// A model that other explorers get as an export, with what we make of it ourselves.
struct RivalModel: Sendable, CustomTestStringConvertible {
  let name: String
  /// With the claims that can be judged state by state.
  let compiled: CompiledModel

  var testDescription: String { name }

  /// The names under which other explorers know the claims that fail for us.
  func brokenClaims() throws -> Set<String> {
    let found = try compiled.system.explore().violations
    return Set(
      zip(compiled.system.invariants, found).filter { $1 != nil }.map {
        ExportedSystem.identifier($0.0.name)
      })
  }

  /// Our own counts with the collapse off.
  func uncollapsed() throws -> Exploration { try compiled.system.uncollapsed().explore() }

  // MARK: Which

  static let classics: [RivalModel] = BundledClassic.all(managers: [3, 5]).compactMap { classic in
    guard let model = try? classic.model() else { return nil }
    return RivalModel(
      name: classic.name, compiled: ModelExport(name: classic.name, model: model).compiled)
  }

  /// The most states of a slice of a pool, urgent ones included: SPIN's compiler takes longer.
  static let mostStates = 8_000

  /// Slices of the bundled pools that are explored, each with some of its actions, drawn by a seed.
  static let pools: [RivalModel] = {
    let configurations = Self.configurations
    guard !configurations.isEmpty else { return [] }
    // Twenty-two in turn, however many pools there are; each slice by itself, on every core.
    let found = Mutex<[RivalModel?]>([RivalModel?](repeating: nil, count: 22))
    DispatchQueue.concurrentPerform(iterations: 22) { number in
      let (name, compiled) = configurations[number % configurations.count]
      let seed = UInt64(number + 1)
      let model = slice(compiled, name: "\(name)-\(seed)", seed: seed)
      found.withLock { $0[number] = model }
    }
    return found.withLock { $0.compactMap { $0 } }
  }()

  /// The bundled pools with a single configuration, sound and flawed, compiled with their claims.
  static var configurations: [(name: String, compiled: CompiledModel)] {
    guard let model = try? BundledTable.signIn(), let pools = try? BundledPools.pools() else {
      return []
    }
    let chosen = pools.compactMap { pool -> (String, [Int: Int])? in
      if case .malformed = pool.expectation { return nil }
      let loader = PoolLoader(model: model, request: PoolRequest(paths: [pool.name]))
      let document = PoolLoader.Document(name: pool.name, bytes: pool.bytes)
      guard let loaded = try? loader.load(document),
        let parameters = try? ClosedConfiguration(model: model, pool: loaded).parameters()
      else { return nil }
      return (loaded.name, parameters)
    }
    // Compiling takes longer than all the rest: eleven pools are enough.
    return chosen.prefix(11).map { name, parameters in
      (name, ModelExport(name: name, model: model, parameters: parameters).compiled)
    }
  }

  /// The same machine without some actions, as many as it takes to make it small.
  static func slice(_ compiled: CompiledModel, name: String, seed: UInt64) -> RivalModel {
    var numbers = SplitMix(state: seed)
    // What can be done at first is left out last; without an account there is little to do.
    let first = compiled.actionsAtFirst
    let shuffled = compiled.model.actions.indices.shuffled(using: &numbers)
    let actions = shuffled.filter(first.contains) + shuffled.filter { !first.contains($0) }
    // Half as many actions until the slice fits: laying out the table takes longer than the search.
    func fits(_ kept: Int) -> Bool {
      let slice = compiled.keeping(actions: Set(actions.prefix(kept))).system.uncollapsed()
      let found = try? slice.explore(ExplorationOptions(maximumStates: mostStates))
      return found?.completeness == .complete
    }
    var kept = 12
    while kept > 1, !fits(kept) { kept /= 2 }
    return RivalModel(name: name, compiled: compiled.keeping(actions: Set(actions.prefix(kept))))
  }
}

extension CompiledModel {
  /// The actions that do something in the initial state.
  var actionsAtFirst: Set<Int> {
    let start = system.initialStates.first ?? []
    let rules = system.rules.filter { rule in rule.cubes.contains { $0.matches(start) } }
    return Set(rules.compactMap { labels[Int($0.label)].action })
  }

  /// The machine with the rules of these actions, and all rules that no action triggers.
  func keeping(actions: Set<Int>) -> CompiledModel {
    var system = system
    system.rules = system.rules.filter { rule in
      labels[Int(rule.label)].action.map(actions.contains) ?? true
    }
    return CompiledModel(
      model: model, parameters: parameters, observers: observers, layout: layout, system: system,
      labels: labels)
  }
}

/// Numbers that are the same on every machine (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
