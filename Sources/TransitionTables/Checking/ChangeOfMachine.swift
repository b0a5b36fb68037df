import StateSpace

/// Reports, without a new exploration, whether a change of parameters can affect what was explored.
///
/// Rules are compared as by `RuleDifference`. Suppose that every rule that fired is unchanged, and
/// that in no resting state an action fires a new rule. Then the changed machine takes the same
/// steps from the same states: at rest by these two conditions; within a step because in an urgent
/// state or for a message exactly one row fires, which the inspections prove of the table, so that
/// no new rule can fire next to the known one. All claims about states and steps then keep their
/// verdicts. The answer errs on the side of true.
///
/// The cost is one compilation for each change, and for new rules of actions a pass over the
/// states.
public struct ChangeOfMachine: Sendable {
  private let base: TableExploration
  private let firedRows: Set<Int>

  /// Prepares comparisons with an exploration that is complete and kept its steps.
  public init(from base: TableExploration) {
    self.base = base
    let fired = base.exploration.firedRules
    firedRows = Set(
      fired.indices.filter { fired[$0] }.map { base.compiled.label(ofRule: $0).row })
  }

  /// Whether nothing that was explored depends on a parameter: no ladder that names it fired any of
  /// its rows. Needs no compilation.
  public func neverReads(_ slot: Int) -> Bool {
    let model = base.model
    let elsewhere =
      model.actions.map(\.enabled) + model.never.map(\.states)
      + model.observers.flatMap { $0.updates.map(\.value) }
      + (model.attempt.map { [$0.ready, $0.underway] } ?? [])
      + model.properties.flatMap(\.expressions)
    guard !elsewhere.contains(where: { $0.slots.contains(slot) }) else { return false }
    return model.groups.allSatisfy { group in
      let reads = group.rows.contains { row in
        model.rows[row].when.slots.contains(slot)
          || model.rows[row].updates.contains { $0.value.slots.contains(slot) }
      }
      // A single row may be the only one for its action, and begin to fire.
      return !reads || group.ladder != nil && firedRows.isDisjoint(with: group.rows)
    }
  }

  /// Whether the machine under other parameters may take a different step in some explored state.
  public func mayShow(in changed: CompiledModel) -> Bool {
    guard changed.system.isWhole,
      let difference = RuleDifference(from: base.compiled, to: changed)
    else { return true }
    let fired = base.exploration.firedRules
    let firedEffects = Set(
      difference.rules.filter { fired.indices.contains($0) && fired[$0] }
        .map { RuleDifference.effect(of: $0, in: base.compiled) })
    let effects = difference.effects
    guard firedEffects.isDisjoint(with: effects) else { return true }
    let new = effects.filter { $0.label.action != nil }.flatMap { effect in
      (difference.guards.after[effect] ?? []).subtracting(difference.guards.before[effect] ?? [])
    }
    return !new.isEmpty && isMet(new)
  }

  /// Whether some resting state matches one of the cubes.
  private func isMet(_ cubes: [PackedCube]) -> Bool {
    let words = base.compiled.layout.restingWordCount
    let resting = cubes.filter { cube in cube.value.dropFirst(words).allSatisfy { $0 == 0 } }
    guard !resting.isEmpty else { return false }
    return (0..<base.exploration.stateCount).contains { index in
      resting.contains { cube in
        (0..<words).allSatisfy { word in
          base.exploration.word(word, of: index) & cube.mask[word] == cube.value[word]
        }
      }
    }
  }
}
