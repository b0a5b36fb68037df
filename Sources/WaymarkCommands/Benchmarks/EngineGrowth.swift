import Findings
import PoolAnalysis
import StateSpace
import TransitionTables

/// Measures how time and memory for each state develop as state spaces grow: two-phase commit with
/// more and more managers, and a pool with more and more factors.
struct EngineGrowth {
  let bench: EngineBench
  /// The largest number of managers, 3 to 10.
  let managers: Int

  func measure(
    in environment: ToolEnvironment
  ) throws(CommandFailure) -> [EngineBench.Measurement] {
    var results: [EngineBench.Measurement] = []
    for count in 3...max(managers, 3) where !environment.limits.shouldStop {
      results.append(
        try bench.measure(try BenchModel.named("two-phase-commit-\(count)", in: environment)))
    }
    for model in try Self.pools(in: environment) where !environment.limits.shouldStop {
      results.append(try bench.measure(model))
    }
    return results
  }

  /// The pool with the password alone, and then with one more factor each time.
  static func pools(in environment: ToolEnvironment) throws(CommandFailure) -> [BenchModel] {
    var models: [BenchModel] = []
    for factors in Self.factors { models.append(try pool(factors, environment)) }
    return models
  }

  /// The pool's factors in addition to the password.
  private static let factors: [[String]] = [
    [], ["totp"], ["sms", "totp"], ["email", "sms", "totp"],
  ]

  /// `sound/retail` with other factors, and with the settings that they require.
  private static func pool(
    _ factors: [String], _ environment: ToolEnvironment
  ) throws(CommandFailure) -> BenchModel {
    let model = try environment.model()
    guard
      let pool = try BundledPool.all().first(where: { $0.name.hasSuffix("sound/retail.yaml") })
    else { throw EngineBench.failure("the bundled pool sound/retail is missing") }
    let settings = [
      Assignment(name: "mfa", value: factors.isEmpty ? "off" : "optional"),
      Assignment(name: "mfaMethods", value: "{" + factors.joined(separator: ", ") + "}"),
      Assignment(name: "smsConfigured", value: factors.contains("sms") ? "true" : "false"),
      Assignment(name: "recovery", value: "adminOnly"),
      Assignment(name: "emailSender", value: "ses"),
    ]
    let loader = PoolLoader(
      model: model, request: PoolRequest(paths: [pool.name], settings: settings))
    let loaded = try loader.load(PoolLoader.Document(name: pool.name, bytes: pool.bytes))
    let parameters = try ClosedConfiguration(model: model, pool: loaded).parameters()
    return BenchModel(
      name: "retail, " + (["password"] + factors).joined(separator: " + "),
      compiled: model.compiled(parameters: parameters))
  }
}
