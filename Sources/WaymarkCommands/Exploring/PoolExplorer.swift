import Findings
import SignIn
import TransitionTables

/// What a pool comes to: the report and the exit status.
struct PoolResult {
  var report: PoolReport
  var status: ExitStatus
  /// The logs of all paths over the wire, where they were asked for.
  var transcript = ""
}

/// Explores a pool with all that its documents leave open, and reports.
struct PoolExplorer {
  let model: Model
  let request: ExplorationRequest
  let environment: ToolEnvironment

  /// - Throws: what makes an exploration impossible: an illegal configuration (151), one that is
  ///   too
  ///   open (75), an unknown property (64), a fault of the table (153).
  func explore(_ pool: LoadedPool) throws(CommandFailure) -> PoolResult {
    let properties = try request.properties(of: model)
    let family = environment.stopwatch.time("configurations") {
      ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    }
    let gate = LegalityGate(model: model, pool: pool, family: family)
    // Verdicts are conditions, however many configurations there are; paths are listed for each.
    try gate.pass(mostMembers: request.listsPaths ? ConfigurationFamily.mostMembers : .max)
    let together = try FamilyExplorer(
      model: model, request: request, environment: environment, pool: pool
    ).verdicts(of: family, properties: properties)
    var results: [GroupResult] = []
    if together == nil || request.listsPaths {
      results = try explore(family, pool, properties: together == nil ? properties : [])
    }
    var assembly = ReportAssembly(
      pool: pool, family: family, claims: properties, results: results,
      isStrict: request.isStrict)
    assembly.together = together
    var result = assembly.result()
    result.report.warnings =
      (pool.notes.filter { $0.severity == .warning } + gate.warnings).map(\.rendered)
    if request.triesAssumptions {
      result.report.configuration.decisive = try decisive(
        properties, family, verdicts: result.report.properties.map(\.verdict), pool: pool)
    }
    return result
  }

  /// Explores the members of a family that behave alike as one, each such group by itself.
  private func explore(
    _ family: ConfigurationFamily, _ pool: LoadedPool, properties: [Property]
  ) throws(CommandFailure) -> [GroupResult] {
    let (progress, name) = (environment.progress, pool.name)
    let groups = environment.stopwatch.time("configurations") {
      BehaviourGroup.groups(of: family, properties: properties) { progress("\(name): \($0)") }
    }
    let explorer = GroupExplorer(
      model: model, properties: properties, request: request, environment: environment,
      poolName: pool.name)
    var results: [GroupResult] = []
    for group in groups { results.append(try explorer.explore(group)) }
    return results
  }

  /// - Throws: `usage.open-assumptions` where the configuration is not a single one.
  private func decisive(
    _ properties: [Property], _ family: ConfigurationFamily,
    verdicts: [PropertyReport.Verdict], pool: LoadedPool
  ) throws(CommandFailure) -> [ConfigurationReport.Decisive] {
    guard let only = family.members.first, family.members.count == 1 else {
      throw CommandFailure.usage(
        "usage.open-assumptions", "assumptions can be tried for a single configuration alone",
        remedy: "close the open parameters with `--set`, or leave `--try-assumptions` out")
    }
    return try environment.stopwatch.time("assumptions") { () throws(CommandFailure) in
      try AssumptionSensitivity(
        model: model, properties: properties, request: request, environment: environment
      ).decisive(around: only, verdicts: verdicts, pool: pool.name)
    }
  }
}
