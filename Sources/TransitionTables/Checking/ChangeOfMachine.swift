import StateSpace

/// Reports, without exploring again, whether a change of parameters can show in what was explored.
///
/// Rules are compared as by `RuleDifference`. Where every rule that fired is
/// there after the change as it was before, and no state at rest lets an action fire a rule that is
/// new, the changed machine takes the same steps from the same states: at rest by these two
/// conditions; on the way because an urgent state and a message have exactly one row that fires,
/// which the inspections prove of the table, so that a new rule cannot fire next to the one that
/// did. All that is claimed of states and steps then stays as it was. The answer errs on the side
/// of true.
///
/// Cost: a compilation for each change, and for an action's new rules a pass over the states.
public struct ChangeOfMachine: Sendable {
  private let base: TableExploration
  private let firedRows: Set<Int>

  /// Prepares comparisons with a complete exploration that kept its steps.
  public init(from base: TableExploration) {
    self.base = base
    let fired = base.exploration.firedRules
    firedRows = Set(
      fired.indices.filter { fired[$0] }.map { base.compiled.label(ofRule: $0).row })
  }

  /// Whether a parameter is read by nothing that this machine ever came to: no ladder that names it
  /// fired any of its rows. Needs no compilation.
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
      // A row that stands alone may be the only one for its action, and begin to fire.
      return !reads || group.ladder != nil && firedRows.isDisjoint(with: group.rows)
    }
  }

  /// Whether the machine under other parameters may take another step than this one anywhere.
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

  /// Whether a state at rest matches one of some cubes.
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
