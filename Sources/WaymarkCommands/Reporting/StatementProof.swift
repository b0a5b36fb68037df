import Foundation
import SignIn
import TransitionTables

/// Proves the bindings of statements: each scenario passes, fires the row that is named, and does
/// not pass without it.
struct StatementProof {
  let model: Model
  let environment: ToolEnvironment

  /// A pair of scenario and row that statements name.
  struct Pair: Hashable, Sendable {
    var scenario: String
    var row: String
  }

  /// Each pair that some statement names, once, sorted.
  static func pairs(of model: Model) -> [Pair] {
    let named = model.statements.flatMap(\.binding.evidence).compactMap { evidence -> Pair? in
      if case .scenario(let name, let row) = evidence {
        Pair(scenario: name, row: row)
      } else {
        nil
      }
    }
    return Set(named).sorted { ($0.scenario, $0.row) < ($1.scenario, $1.row) }
  }

  /// What is wrong with a pair; nil where it is right.
  func complaint(about pair: Pair) -> String? {
    guard let whole = outcome(of: pair.scenario, by: model) else {
      return "there is no scenario `\(pair.scenario)` that can be run"
    }
    guard whole.isMet else { return "scenario `\(pair.scenario)` does not come out as it says" }
    guard whole.rows.contains(pair.row) else {
      return "`\(pair.row)` does not fire in scenario `\(pair.scenario)`"
    }
    guard outcome(of: pair.scenario, by: model.removing(row: pair.row))?.isMet != true else {
      return "scenario `\(pair.scenario)` passes without `\(pair.row)`"
    }
    return nil
  }

  /// A scenario run against a model; nil where it cannot be run at all.
  func outcome(of scenario: String, by model: Model) -> (isMet: Bool, rows: Set<String>)? {
    let file = BundledTable.directory.appending(path: "scenarios/\(scenario).yaml").path
    let batch = ScenarioBatch(model: model, seed: 1, environment: environment)
    guard let report = try? batch.run([file]).first else { return nil }
    return (report.isAsExpected, report.rows)
  }
}
