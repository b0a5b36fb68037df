import SignInTestBed
import TransitionTables

/// Mutants by the triggers of their rows, so that only relevant mutants are evaluated in a state.
///
/// A run with a mutant equals the run without it until it passes a state in which the mutant fires
/// another row or writes other values. The state and the row that fired decide whether it does: of
/// the ladder, only the changed rungs before that row and the row itself have to be evaluated.
struct MutantIndex: Sendable {
  /// The changes of a mutant in one ladder.
  private struct Part: Sendable {
    var mutant: Int
    var group: Int
    var rows: [(position: Int, row: Row)]
  }

  let model: Model
  let mutants: [Mutant]
  private var parts: [Row.Trigger: [Part]] = [:]
  /// For each mutant, the triggers of its rows.
  private(set) var triggers: [Set<Row.Trigger>] = []

  init(model: Model, mutants: [Mutant]) {
    self.model = model
    self.mutants = mutants
    for (number, mutant) in mutants.enumerated() {
      let byGroup = Dictionary(grouping: mutant.rows) { model.rows[$0.position].group }
      for (group, rows) in byGroup.sorted(by: { $0.key < $1.key }) {
        guard let first = rows.first else { continue }
        parts[first.row.trigger, default: []].append(
          Part(mutant: number, group: group, rows: rows))
      }
      triggers.append(Set(mutant.rows.map(\.row.trigger)))
    }
  }

  /// The mutants that behave differently in a state, in ascending order.
  func differing(
    at moment: ScenarioRunner.Moment, among isAsked: (Int) -> Bool
  ) -> [Int] {
    guard let all = parts[moment.trigger], canFire(moment) else { return [] }
    let evaluator = ConcreteEvaluator(moment.before)
    var found: [Int] = []
    for part in all where found.last != part.mutant && isAsked(part.mutant) {
      if differs(part, at: moment, evaluator) { found.append(part.mutant) }
    }
    return found
  }

  /// The first of some states in which a mutant behaves differently.
  func first(
    of moments: [ScenarioRunner.Moment], differing mutant: Int
  ) -> ScenarioRunner.Moment? {
    moments.first { moment in
      triggers[mutant].contains(moment.trigger)
        && !differing(at: moment, among: { $0 == mutant }).isEmpty
    }
  }

  /// Whether rows can fire: an action that is not enabled fires none.
  private func canFire(_ moment: ScenarioRunner.Moment) -> Bool {
    guard moment.row == nil, case .action(let action) = moment.trigger else { return true }
    return ConcreteEvaluator(moment.before).holds(model.actions[action].enabled)
  }

  private func differs(
    _ part: Part, at moment: ScenarioRunner.Moment, _ evaluator: ConcreteEvaluator
  ) -> Bool {
    let winner = moment.row.flatMap { model.rows[$0].group == part.group ? $0 : nil }
    for (position, row) in part.rows {
      if let winner, position > winner { continue }
      let fires = evaluator.holds(model.placeExpression(of: row)) && evaluator.holds(row.when)
      guard position == winner else {
        if fires { return true }
        continue
      }
      if !fires || effect(of: row, evaluator) != effect(of: model.rows[position], evaluator) {
        return true
      }
    }
    return false
  }

  private func effect(of row: Row, _ evaluator: ConcreteEvaluator) -> [Int: Int] {
    var after: [Int: Int] = [:]
    for update in row.updates {
      let value = evaluator.value(of: update.value)
      if value != evaluator.valuation[update.slot] { after[update.slot] = value }
    }
    return after
  }
}
