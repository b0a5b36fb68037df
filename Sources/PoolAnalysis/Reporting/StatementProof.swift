import Foundation
import SignIn
import SignInTestBed
import StateSpace
import TransitionTables

/// Proves the bindings of statements. Each scenario passes, fires the named row, and does not pass
/// without it. Each condition is true of the configuration that shows its side and false of the
/// other. Each named rule of legality refuses its malformed pool and not the neighbour. Each named
/// rule of changes rules on its example pair of pools, and without the rule the rulings differ.
package struct StatementProof {
  package let model: Model
  package let environment: ToolEnvironment

  package init(model: Model, environment: ToolEnvironment) {
    self.model = model
    self.environment = environment
  }

  /// A scenario and a row that statements name together.
  package struct Pair: Hashable, Sendable {
    package var scenario: String
    package var row: String
  }

  /// All pairs that statements name, each once, sorted.
  package static func pairs(of model: Model) -> [Pair] {
    let named = model.statements.flatMap(\.binding.evidence).compactMap { evidence -> Pair? in
      if case .scenario(let name, let row) = evidence {
        Pair(scenario: name, row: row)
      } else {
        nil
      }
    }
    return Set(named).sorted { ($0.scenario, $0.row) < ($1.scenario, $1.row) }
  }

  /// The error in a pair; nil where it is correct.
  package func complaint(about pair: Pair) -> String? {
    guard let whole = outcome(of: pair.scenario, by: model) else {
      return "there is no scenario `\(pair.scenario)` that can be run"
    }
    guard whole.isMet else { return "scenario `\(pair.scenario)` does not come out as it says" }
    guard whole.rows.contains(pair.row) else {
      return "`\(pair.row)` does not fire in scenario `\(pair.scenario)`"
    }
    guard !merelyReports(pair.row) else {
      return "`\(pair.row)` merely reports a result to the app; name the row that is its cause"
    }
    guard outcome(of: pair.scenario, by: model.removing(row: pair.row))?.isMet != true else {
      return "scenario `\(pair.scenario)` passes without `\(pair.row)`"
    }
    return nil
  }

  /// Whether a row only passes a result of the service on to the app: no scenario can pass without
  /// it, so the row is not evidence for what the service did.
  private func merelyReports(_ id: String) -> Bool {
    guard let row = model.rows.first(where: { $0.id == id }), row.updates.isEmpty,
      row.effects.isEmpty, let sent = row.sends, case .message(let received) = row.trigger
    else { return false }
    let isToApp = model.messages[sent].receiver == nil && model.messages[sent].isKind(.result)
    return isToApp && model.messages[received].isKind(.result)
  }

  // MARK: Both sides of a condition

  /// The error in the condition of a conditional statement; nil where it is correct or there is
  /// none.
  ///
  /// The configuration that demonstrates the statement must fulfil the condition, and the one for
  /// the other side must not. A rule of legality demonstrates a side if everything that it forbids
  /// is on that side.
  package func complaint(aboutConditionOf statement: Statement) -> String? {
    guard
      case .holdsOnlyIf(let condition, let text, let evidence, let otherwise) = statement.binding
    else { return nil }
    for one in evidence {
      guard let reason = complaint(about: one, being: condition) else { continue }
      return "\(statement.id): \(reason) `\(text)` is not fulfilled"
    }
    for one in otherwise {
      guard let reason = complaint(about: one, being: .not(condition)) else { continue }
      return "\(statement.id): \(reason) `\(text)` is fulfilled"
    }
    return nil
  }

  /// The beginning of an error where evidence is not on its side of a condition; nil where it is,
  /// and for properties, changes and checks.
  private func complaint(
    about evidence: Statement.Evidence, being condition: TransitionTables.Expression
  ) -> String? {
    switch evidence {
    case .scenario(let name, _):
      guard let report = report(of: name, by: model) else {
        return "scenario `\(name)` cannot be run, so nobody knows whether"
      }
      let valuation = model.slots.indices.map {
        report.parameters[$0] ?? model.slots[$0].initial
      }
      return ConcreteEvaluator(valuation).holds(condition) ? nil : "in scenario `\(name)`"
    case .rule(let id):
      guard let rule = model.legality.first(where: { $0.id == id }) else { return nil }
      let space = SymbolicSpace(model: model, slots: model.parameters, fixed: [:])
      let forbidden = space.condition(rule.forbid)
      let met = space.diagrams.implies(forbidden, space.condition(condition))
      return met == .yes ? nil : "in a configuration that \(id) forbids"
    case .property, .change, .check: return nil
    }
  }

  // MARK: Rules of legality

  /// The fault of a rule of legality that a statement names, or of a check of that name in
  /// documents. Nil if three things hold: the malformed pool is refused or warned of by the rule;
  /// the legal neighbour breaks no rules but others that are mere notes; the table without the rule
  /// reports everything else about the malformed pool as before.
  package func complaint(aboutRule id: String) -> String? {
    let folder = "pools/malformed/\(id)"
    guard let broken = rules(brokenBy: "\(folder)/\(id.lowercased()).yaml", of: model),
      let others = rules(brokenBy: "\(folder)/neighbour.yaml", of: model)
    else { return "there are no pools `\(folder)` to judge" }
    guard broken.contains(id) else { return "the malformed pool of `\(folder)` keeps rule \(id)" }
    let doubts = others.filter { other in
      other == id || !model.legality.contains { $0.id == other && $0.isNote }
    }
    guard doubts.isEmpty else {
      return "the neighbour in `\(folder)` breaks \(doubts.joined(separator: ", "))"
    }
    guard model.legality.contains(where: { $0.id == id }) else { return nil }
    var without = model
    without.legality.removeAll { $0.id == id }
    let left = rules(brokenBy: "\(folder)/\(id.lowercased()).yaml", of: without)
    return left == broken.filter { $0 != id }
      ? nil : "the malformed pool of `\(folder)` is judged otherwise without rule \(id)"
  }

  /// The ids of the rules that reject a bundled pool or warn of it; nil where it cannot be read.
  private func rules(brokenBy path: String, of model: Model) -> [String]? {
    let file = BundledTable.directory.appending(path: path).path
    let loader = PoolLoader(model: model, request: PoolRequest(paths: [file]))
    guard let pool = try? loader.load().first else { return nil }
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    let gate = LegalityGate(model: model, pool: pool, family: family)
    return (gate.refusals + gate.warnings).map { $0.code.replacing("legality.", with: "") }
  }

  // MARK: Changes

  /// The fault of a rule of changes that a statement names; nil if its example pair breaks it, and
  /// the rulings differ once the rule is deleted.
  package func complaint(aboutChange id: String) -> String? {
    guard let rulings = rulings(onExample: id, by: model) else {
      return "there are no pools `pools/changes/\(id)` to compare"
    }
    guard rulings.contains(id) else { return "the pools `pools/changes/\(id)` keep rule \(id)" }
    var without = model
    without.changes.removeAll { $0.id == id }
    guard rulings != self.rulings(onExample: id, by: without) else {
      return "`diff` says the same without rule \(id)"
    }
    return nil
  }

  /// The rules that apply to the change between an example pair; nil where the pair cannot be read.
  private func rulings(onExample id: String, by model: Model) -> [String]? {
    let folder = BundledTable.directory.appending(path: "pools/changes/\(id)")
    let pools = ["before", "after"].compactMap { name in
      let path = folder.appending(path: "\(name).yaml").path
      return try? PoolLoader(model: model, request: PoolRequest(paths: [path])).load().first
    }
    guard pools.count == 2 else { return nil }
    return ChangeGate(model: model, oldPool: pools[0], newPool: pools[1]).rulings.map(\.code)
  }

  // MARK: Running

  /// The outcome of a scenario run against a model; nil where it cannot be run.
  package func outcome(of scenario: String, by model: Model) -> (isMet: Bool, rows: Set<String>)? {
    report(of: scenario, by: model).map { ($0.isAsExpected, $0.rows) }
  }

  private func report(of scenario: String, by model: Model) -> ScenarioRunner.Report? {
    guard let entry = ScenarioFiles.named[scenario] else { return nil }
    let batch = ScenarioBatch(model: model, seed: 1, environment: environment)
    return try? batch.run(entry).first?.report
  }
}
