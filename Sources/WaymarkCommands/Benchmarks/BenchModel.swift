import PoolAnalysis
import SignIn
import StateSpace
import TransitionTables

/// A model for measurements of the engine: a classic, or a bundled pool.
struct BenchModel: Sendable {
  /// The name that `export` takes: `two-phase-commit-7`, `Models/pools/sound/retail.yaml`.
  var name: String
  var compiled: CompiledModel

  /// All classics, two-phase commit up to this number of managers, and `sound/retail`.
  static func all(
    managers: Int, in environment: ToolEnvironment
  ) throws(CommandFailure) -> [BenchModel] {
    var models: [BenchModel] = []
    for classic in BundledClassic.all(managers: [3, 5, 7, 9].filter { $0 <= managers }) {
      models.append(BenchModel(name: classic.name, compiled: try classic.model().compiled()))
    }
    return models + [try named(pool, in: environment)]
  }

  /// The model with a name: a classic, or a bundled pool by its path or the end of it.
  /// - Throws: `bench.unknown-model` (64).
  static func named(
    _ name: String, in environment: ToolEnvironment
  ) throws(CommandFailure) -> BenchModel {
    if let classic = BundledClassic(name) {
      return BenchModel(name: name, compiled: try classic.model().compiled())
    }
    let model = try environment.model()
    for pool in try BundledPool.all() where Self.isMeant(pool.name, by: name) {
      if let found = try bench(pool, model: model) { return found }
    }
    let names = BundledClassic.tables + (try BundledPool.all().map(\.name))
    throw CommandFailure.usage(
      "bench.unknown-model", "there is no classic and no closed bundled pool `\(name)`",
      remedy: names.nearest(to: name).map { "did you mean `\($0)`?" }
        ?? "classics are \(BundledClassic.tables.list)", at: "--model \(name)")
  }

  private static func isMeant(_ path: String, by name: String) -> Bool {
    path == name || path.hasSuffix("/\(name)") || path.hasSuffix("/\(name).yaml")
  }

  /// The pool that the project's figures are measured on. Larger pools, up to 2.8 million states
  /// and a hundred million steps, take minutes and are measured only by name.
  private static let pool = "Models/pools/sound/retail.yaml"

  /// A bundled pool as a model; nil where it is illegal or leaves a parameter open.
  private static func bench(
    _ pool: BundledPool, model: Model
  ) throws(CommandFailure) -> BenchModel? {
    let loader = PoolLoader(model: model, request: PoolRequest(paths: [pool.name]))
    do throws(CommandFailure) {
      let loaded = try loader.load(PoolLoader.Document(name: pool.name, bytes: pool.bytes))
      let parameters = try ClosedConfiguration(model: model, pool: loaded).parameters()
      return BenchModel(name: pool.name, compiled: model.compiled(parameters: parameters))
    } catch {
      guard error.status != .systemFailure else { throw error }
      return nil
    }
  }
}
