import SignIn
import SignInTestBed
import TransitionTables

/// What can tell a table with a slip from the table: scenarios, the client's own cases, and the
/// promises over small pools, the cheapest first.
///
/// A scenario is asked only where it passes a state in which the slip would do something else; that
/// is known from one run of each with the table as it is.
struct MutationOracles {
  /// What killed a mutant.
  enum Kill: Hashable {
    case scenario(String)
    case upstreamCase(String)
    case property(String, pool: String)

    /// The oracle's name in reports.
    var oracle: String {
      switch self {
      case .scenario: "scenario"
      case .upstreamCase: "case"
      case .property: "property"
      }
    }

    /// Which one of the oracle's it was.
    var name: String {
      switch self {
      case .scenario(let name), .upstreamCase(let name): name
      case .property(let id, let pool): "\(id) in \(pool)"
      }
    }
  }

  /// A scenario, and the states in which its rows fire.
  private struct Script {
    var scenario: Scenario
    var parameters: [Int: Int]
    var moments: [ScenarioRunner.Moment]
  }

  let model: Model
  private var scripts: [Script] = []
  private var cases: [(one: ClientCase, rows: Set<String>)] = []
  private var pools: [(name: String, parameters: [Int: Int], verdicts: [PropertyVerdict.Status])] =
    []
  /// The most states of a small pool.
  private static let mostStates = 6_000

  /// Runs every oracle once with the table as it is; what fails there kills nothing.
  init(model: Model, cases path: String?, environment: ToolEnvironment) throws(CommandFailure) {
    self.model = model
    let batch = ScenarioBatch(model: model, seed: 1, environment: environment)
    var runner = ScenarioRunner(model: model)
    runner.usesCryptography = false
    environment.progress("running the scenarios")
    let prepared = (try? batch.prepared()) ?? []
    for (scenario, parameters) in prepared {
      guard let report = try? runner.run(scenario, parameters: parameters), report.isAsExpected
      else { continue }
      scripts.append(
        Script(scenario: scenario, parameters: parameters, moments: report.moments))
    }
    if let path {
      let reader = CaseBatch(model: model, environment: environment)
      let read: [ClientCase]
      do { read = try reader.read(path) } catch {
        throw CommandFailure(error.diagnostics, status: .unreadable)
      }
      let runner = CaseRunner(model: model)
      for one in read {
        let report = runner.run(one)
        guard report.verdict == .agrees else { continue }
        cases.append((one, Set(report.steps.flatMap(\.rows))))
      }
    }
    environment.progress("judging the promises in small pools")
    for (name, parameters) in Self.smallPools(of: model) {
      if let verdicts = Self.verdicts(of: model, parameters) {
        pools.append((name, parameters, verdicts))
      }
    }
  }

  /// What tells the slip, or nil; and the scenario that passes a state in which it does something
  /// else.
  func judge(_ mutant: Mutant) -> (kill: Kill?, differsIn: String?) {
    let mutated = model.applying(mutant)
    let changed = Dictionary(
      mutant.rows.map { ($0.position, $0.row) }, uniquingKeysWith: { first, _ in first })
    let groups = Set(mutant.rows.map { model.rows[$0.position].group })
    var runner = ScenarioRunner(model: mutated)
    runner.usesCryptography = false
    var differsIn: String?
    for script in scripts {
      guard
        let moment = script.moments.first(where: {
          differs(at: $0, mutated, changed: changed, groups: groups)
        })
      else { continue }
      differsIn = differsIn ?? "\(script.scenario.name), step \(moment.step + 1)"
      guard let report = try? runner.run(script.scenario, parameters: script.parameters),
        report.isAsExpected
      else { return (.scenario(script.scenario.name), differsIn) }
    }
    if let kill = killingCase(mutated, groups: groups) { return (kill, differsIn) }
    return (killingProperty(mutated), differsIn)
  }

  /// Whether the table with the slip does something else in a state.
  private func differs(
    at moment: ScenarioRunner.Moment, _ mutated: Model, changed: [Int: Row], groups: Set<Int>
  ) -> Bool {
    let trigger = model.rows[moment.row].trigger
    let evaluator = ConcreteEvaluator(moment.before)
    func fires(_ row: Row) -> Bool {
      evaluator.holds(model.placeExpression(of: row)) && evaluator.holds(row.when)
    }
    for group in groups {
      let members = model.groups[group].rows
      guard let first = members.first, model.rows[first].trigger == trigger else { continue }
      let old = members.first { fires(model.rows[$0]) }
      let new = members.first { fires(changed[$0] ?? model.rows[$0]) }
      if old != new { return true }
      guard let new, let row = changed[new], row.updates != model.rows[new].updates else {
        continue
      }
      func effect(_ row: Row) -> [Int: Int] {
        var after: [Int: Int] = [:]
        for update in row.updates {
          let value = evaluator.value(of: update.value)
          if value != moment.before[update.slot] { after[update.slot] = value }
        }
        return after
      }
      if effect(row) != effect(model.rows[new]) { return true }
    }
    return false
  }

  /// A case of the client is asked where it fires a row of a ladder that the slip is in.
  private func killingCase(_ mutated: Model, groups: Set<Int>) -> Kill? {
    guard !cases.isEmpty else { return nil }
    let near = Set(groups.flatMap { model.groups[$0].rows }.map { model.rows[$0].fullID })
    let triggers = Set(
      groups.flatMap { model.groups[$0].rows }.map { model.rows[$0].trigger })
    let rivals = Set(model.rows.filter { triggers.contains($0.trigger) }.map(\.fullID))
    let runner = CaseRunner(model: mutated)
    for (one, rows) in cases where !rows.isDisjoint(with: near.union(rivals)) {
      if runner.run(one).verdict == .differs { return .upstreamCase(one.id) }
    }
    return nil
  }

  private func killingProperty(_ mutated: Model) -> Kill? {
    for pool in pools {
      guard let verdicts = Self.verdicts(of: mutated, pool.parameters) else {
        return .property("the table contradicts itself", pool: pool.name)
      }
      for (position, status) in verdicts.enumerated()
      where status == .fails && pool.verdicts[position] != .fails {
        return .property(model.properties[position].fullID, pool: pool.name)
      }
    }
    return nil
  }

  // MARK: Small pools

  /// The verdicts as far as a few thousand states tell; nil where the table contradicts itself.
  private static func verdicts(
    of model: Model, _ parameters: [Int: Int]
  ) -> [PropertyVerdict.Status]? {
    var checker = PropertyChecker(model: model)
    checker.backend = .explicit
    checker.maximumStates = mostStates
    return try? checker.check(model.properties, parameters: parameters).map(\.status)
  }

  /// Configurations in which a few thousand states hold most of what a sign-in can be.
  private static func smallPools(of model: Model) -> [(String, [Int: Int])] {
    let common = [
      "selfSignUp": "false", "recovery": "adminOnly", "flows": "{userSRP}", "emailSender": "ses",
    ]
    let pools: [(String, [String: String])] = [
      ("mfa off", ["mfa": "off"]),
      (
        "sms required",
        ["mfa": "required", "mfaMethods": "{sms}", "smsConfigured": "true"]
      ),
      ("totp required", ["mfa": "required", "mfaMethods": "{totp}"]),
    ]
    return pools.map { name, settings in
      var parameters: [Int: Int] = [:]
      for slot in model.parameters { parameters[slot] = model.slots[slot].initial }
      for (key, text) in common.merging(settings, uniquingKeysWith: { $1 }) {
        guard let slot = model.parameter(named: key) else { continue }
        let values = model.types.values(of: model.slots[slot].type)
        parameters[slot] =
          values.first { model.text(of: $0, in: slot) == text } ?? parameters[slot]
      }
      return (name, parameters)
    }
  }
}
