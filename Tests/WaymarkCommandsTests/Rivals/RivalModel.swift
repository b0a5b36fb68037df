import Foundation
import SignIn
import StateSpace
import Testing

@testable import Atlas
@testable import PoolAnalysis
@testable import TransitionTables

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

  /// The smallest of the bundled pools with a single configuration, sound and flawed, as the
  /// gallery shows their sizes: up to two million states with the collapse off.
  static let poolNames = [
    "bakery", "beacon", "bookshop", "brigade", "charity", "choir", "clinic", "club", "courier",
    "dojo", "forum", "foghorn", "gym", "hotline", "newsstand", "oracle", "planetarium",
    "post-office", "prank", "reseller", "tenants", "turnstile",
  ]

  /// Three of these that are small even with the collapse off.
  static let smallPoolNames = ["beacon", "bookshop", "club"]

  /// The whole of a bundled pool, with its claims.
  static func pool(_ name: String) throws -> RivalModel {
    guard
      let pool = try BundledPool.all().first(where: { $0.name.hasSuffix("/\(name).yaml") })
    else { throw CocoaError(.fileNoSuchFile) }
    return RivalModel(name: name, compiled: try compiled(pool, model: try BundledTable.signIn()))
  }

  /// A table under the configuration of a bundled pool.
  static func compiled(_ pool: BundledPool, model: Model) throws -> CompiledModel {
    let loaded = try PoolLoader(model: model, request: PoolRequest(paths: [pool.name])).load(
      PoolLoader.Document(name: pool.name, bytes: pool.bytes))
    let parameters = try ClosedConfiguration(model: model, pool: loaded).parameters()
    return ModelExport(name: loaded.name, model: model, parameters: parameters).compiled
  }
}

extension CompiledModel {
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
