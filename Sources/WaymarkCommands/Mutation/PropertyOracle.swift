import Foundation
import SignIn
import TransitionTables

/// The promises over small pools: which slip breaks one that holds without.
///
/// In each pool a slip compiles only its ladders; where their rules come out the same it is passed
/// over. All promises are judged on one exploration.
struct PropertyOracle: Sendable {
  /// A configuration in which some thousand states hold most of what a sign-in can be.
  struct Pool: Sendable {
    var name: String
    var parameters: [Int: Int]
  }

  let model: Model
  let pools: [Pool]
  /// The most states of a pool.
  static let mostStates = 12_000

  init(model: Model) {
    self.model = model
    pools = Self.smallPools(of: model)
  }

  /// By slip, the promise that it breaks in the first pool in which it breaks any.
  func kills(
    _ mutants: [(number: Int, mutant: Mutant)], threads: Int,
    progress: @escaping @Sendable (String) -> Void
  ) -> [Int: MutationOracles.Kill] {
    var found: [Int: MutationOracles.Kill] = [:]
    var left = pools[...]
    while !left.isEmpty {
      let round = Array(left.prefix(max(threads, 1)))
      left = left.dropFirst(round.count)
      let open = mutants.filter { found[$0.number] == nil }
      guard !open.isEmpty else { break }
      let results = concurrently(round.count, threads: threads) { position in
        kills(open, in: round[position], progress: progress)
      }
      for result in results {
        found.merge(result) { first, _ in first }
      }
    }
    return found
  }

  private func kills(
    _ mutants: [(number: Int, mutant: Mutant)], in pool: Pool, progress: (String) -> Void
  ) -> [Int: MutationOracles.Kill] {
    let observers = model.observers(readBy: model.properties.flatMap(\.expressions))
    let compilation = TableCompilation(
      model: model, parameters: pool.parameters, observers: observers)
    guard case .verdicts(let before) = judge(compilation.compiled, pool) else { return [:] }
    var found: [Int: MutationOracles.Kill] = [:]
    for (position, (number, mutant)) in mutants.enumerated() {
      progress("promises in pool `\(pool.name)`, slip \(position + 1) of \(mutants.count)")
      guard let compiled = compilation.compiled(with: mutant) else { continue }
      switch judge(compiled, pool) {
      case .contradiction(let text): found[number] = .property(text, pool: pool.name)
      case .verdicts(let after):
        let broken = after.indices.first { after[$0] == .fails && before[$0] != .fails }
        if let broken {
          found[number] = .property(model.properties[broken].fullID, pool: pool.name)
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

  private func judge(_ compiled: CompiledModel, _ pool: Pool) -> Judgement {
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

  // MARK: Pools

  private static func smallPools(of model: Model) -> [Pool] {
    let common = [
      "selfSignUp": "false", "recovery": "adminOnly", "flows": "{userSRP}", "emailSender": "ses",
    ]
    let written: [(String, [String: String])] = [
      ("mfa off", ["mfa": "off"]),
      ("sms required", ["mfa": "required", "mfaMethods": "{sms}", "smsConfigured": "true"]),
      ("totp required", ["mfa": "required", "mfaMethods": "{totp}"]),
    ]
    let own = written.map { name, settings in
      var parameters: [Int: Int] = [:]
      for slot in model.parameters { parameters[slot] = model.slots[slot].initial }
      for (key, text) in common.merging(settings, uniquingKeysWith: { $1 }) {
        guard let slot = model.parameter(named: key) else { continue }
        let values = model.types.values(of: model.slots[slot].type)
        parameters[slot] =
          values.first { model.text(of: $0, in: slot) == text } ?? parameters[slot]
      }
      return Pool(name: name, parameters: parameters)
    }
    return own + bundled(["sundial", "beacon", "club", "post-office", "clinic"], of: model)
  }

  private static func bundled(_ names: [String], of model: Model) -> [Pool] {
    let folder = BundledTable.directory.appending(path: "pools/sound")
    return names.compactMap { name in
      let path = folder.appending(path: "\(name).yaml").path
      let loader = PoolLoader(model: model, request: PoolRequest(paths: [path]))
      return (try? loader.load())?.first.map { Pool(name: name, parameters: $0.closed) }
    }
  }
}
