import StateSpace

/// Reports, without exploring again, whether a change of parameters can show in what was explored.
///
/// A rule is compared with its guard, its update and its label. Where every rule that fired is
/// there after the change as it was before, and no state at rest lets an action fire a rule that is
/// new, the changed machine takes the same steps from the same states: at rest by these two
/// conditions; on the way because an urgent state and a message have exactly one row that fires,
/// which the inspections prove of the table, so that a new rule cannot fire next to the one that
/// did. All that is claimed of states and steps then stays as it was. The answer errs on the side
/// of true.
///
/// Cost: a compilation for each change, and for an action's new rules a pass over the states.
public struct ChangeOfMachine: Sendable {
  /// What a rule does, its guard apart.
  private struct Effect: Hashable, Sendable {
    var label: CompiledModel.Label
    var clear: [UInt64]
    var set: [UInt64]
  }

  private let base: TableExploration
  private let guards: [Effect: Set<PackedCube>]
  private let firedGuards: [Effect: Set<PackedCube>]
  private let firedRows: Set<Int>

  /// Prepares comparisons with a complete exploration that kept its steps.
  public init(from base: TableExploration) {
    self.base = base
    guards = Self.guards(of: base.compiled) { _ in true }
    let fired = base.exploration.firedRules
    firedGuards = Self.guards(of: base.compiled) { fired.indices.contains($0) && fired[$0] }
    firedRows = Set(firedGuards.keys.map(\.label.row))
  }

  private static func guards(
    of compiled: CompiledModel, where isTaken: (Int) -> Bool
  ) -> [Effect: Set<PackedCube>] {
    var guards: [Effect: Set<PackedCube>] = [:]
    for (position, rule) in compiled.system.rules.enumerated() where isTaken(position) {
      let effect = Effect(
        label: compiled.label(ofRule: position), clear: rule.clear, set: rule.set)
      guards[effect, default: []].formUnion(rule.cubes)
    }
    return guards
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
    guard
      changed.layout == base.compiled.layout,
      changed.system.initialStates == base.compiled.system.initialStates
    else { return true }
    let after = Self.guards(of: changed) { _ in true }
    for (effect, cubes) in firedGuards where after[effect] != cubes { return true }
    var new: [PackedCube] = []
    for (effect, cubes) in after where effect.label.action != nil {
      new += cubes.subtracting(guards[effect] ?? [])
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
