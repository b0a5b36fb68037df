import PoolAnalysis
import SignIn
import SignInCryptography
import SignInTestBed
import TransitionTables

/// The oracles that can distinguish a mutant from the table: scenarios, the client's own cases, and
/// the properties over small pools, the cheapest first.
///
/// A scenario is run, without cryptography, only if it passes a state in which the mutant behaves
/// differently, which one run of each scenario with the original table shows. A case is run if it
/// fires rows of the mutant's ladders. A mutant that neither kills is then run with cryptography
/// too.
package struct MutationOracles: Sendable {
  /// The reason why a mutant is killed.
  enum Kill: Hashable, Sendable {
    case scenario(String)
    /// In the run of a scenario, the bytes are judged differently from the table, or the record
    /// differs.
    case cryptography(String)
    case upstreamCase(String)
    case property(String, pool: String)

    /// The oracle's name in reports.
    var oracle: String {
      switch self {
      case .scenario: "scenario"
      case .cryptography: "cryptography"
      case .upstreamCase: "case"
      case .property: "property"
      }
    }

    /// The name of the scenario, case or property, with the pool of a property.
    var name: String {
      switch self {
      case .scenario(let name), .cryptography(let name), .upstreamCase(let name): name
      case .property(let id, let pool): "\(id) in \(pool)"
      }
    }
  }

  /// A scenario with its run by the original table.
  struct Script: Sendable {
    var scenario: Scenario
    var parameters: [Int: Int]
    var steps: [Trace.Step]
    var moments: [Row.Trigger: [ScenarioRunner.Moment]]
  }

  package let model: Model
  let scripts: [Script]
  let properties: PropertyOracle
  private let cases: [(one: ClientCase, rows: Set<String>)]

  /// Runs every scenario, with its configuration, and every case of the client's own once with the
  /// original table; those that fail are not used.
  package init(
    model: Model, scenarios: [(scenario: Scenario, parameters: [Int: Int])],
    cases: [ClientCase] = [], properties: PropertyOracle, threads: Int
  ) {
    self.model = model
    self.properties = properties
    var runner = ScenarioRunner(model: model)
    runner.usesCryptography = false
    let prepared = runner
    scripts = Batches.concurrentMap(count: scenarios.count, threads: threads) {
      position -> Script? in
      let (scenario, parameters) = scenarios[position]
      guard let report = try? prepared.run(scenario, parameters: parameters), report.isAsExpected
      else { return nil }
      return Script(
        scenario: scenario, parameters: parameters, steps: report.trace,
        moments: Dictionary(grouping: report.moments, by: \.trigger))
    }.compactMap(\.self)
    let caseRunner = CaseRunner(model: model)
    // A live case runs in many pools; a scenario does the same better in one.
    let scripted = cases.filter(\.isScripted)
    self.cases = Batches.concurrentMap(count: scripted.count, threads: threads) { position in
      let report = caseRunner.run(scripted[position])
      return report.verdict == .agrees
        ? (one: scripted[position], rows: Set(report.steps.flatMap(\.rows))) : nil
    }.compactMap(\.self)
  }

  /// The kill by the first scenario or else the first case that detects a mutant, or else by the
  /// first scenario whose cryptography does.
  func quickKill(_ mutant: Int, of index: MutantIndex) -> Kill? {
    let mutated = model.applying(index.mutants[mutant])
    let passing = scripts.filter { script in
      index.triggers[mutant].contains { trigger in
        index.first(of: script.moments[trigger] ?? [], differing: mutant) != nil
      }
    }
    if let script = killer(of: mutated, among: passing, usingCryptography: false) {
      return .scenario(script.scenario.name)
    }
    if let kill = killingCase(mutated, index.mutants[mutant]) { return kill }
    return killer(of: mutated, among: passing, usingCryptography: true)
      .map { .cryptography($0.scenario.name) }
  }

  /// The first script with a different result. Without cryptography, a script that cannot be run
  /// counts as different; with it, a failure of the run shows nothing about the mutant.
  private func killer(
    of mutated: Model, among passing: [Script], usingCryptography: Bool
  ) -> Script? {
    var runner = ScenarioRunner(model: mutated)
    runner.usesCryptography = usingCryptography
    return passing.first { script in
      let report = try? runner.run(script.scenario, parameters: script.parameters)
      return !(report?.isAsExpected ?? usingCryptography)
    }
  }

  /// The kill by a case of the client; only cases are run that fire a row with one of the mutant's
  /// triggers.
  private func killingCase(_ mutated: Model, _ mutant: Mutant) -> Kill? {
    guard !cases.isEmpty else { return nil }
    let triggers = Set(mutant.rows.map(\.row.trigger))
    let near = Set(model.rows.filter { triggers.contains($0.trigger) }.map(\.fullID))
    let runner = CaseRunner(model: mutated)
    for (one, rows) in cases where !rows.isDisjoint(with: near) {
      if runner.run(one).verdict == .differs { return .upstreamCase(one.id) }
    }
    return nil
  }
}

extension MutationOracles {
  /// The oracles with the bundled scenarios, the cases of a file, and the properties over small
  /// pools.
  package static func bundled(
    for model: Model, cases path: String?, threads: Int, environment: ToolEnvironment
  ) throws(CommandFailure) -> MutationOracles {
    environment.progress("running the scenarios")
    let batch = ScenarioBatch(model: model, seed: 1, environment: environment)
    var cases: [ClientCase] = []
    if let path {
      let reader = CaseBatch(model: model, environment: environment)
      do { cases = try reader.read(path) } catch {
        throw CommandFailure(error.diagnostics, status: .unreadable)
      }
    }
    return MutationOracles(
      model: model, scenarios: (try? batch.prepared()) ?? [], cases: cases,
      properties: PropertyOracle(model: model), threads: threads)
  }
}
