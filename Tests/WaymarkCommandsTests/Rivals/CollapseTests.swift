import Foundation
import StateSpace
import TestSupport
import Testing

@testable import TransitionTables

/// The collapse of urgent states changes no verdict of a pool: invariants, dead ends, what stays
/// reachable are the same with it and without.
@Suite(.long)
struct CollapseTests {
  @Test(arguments: RivalModel.classics)
  func `the collapse changes neither resting states nor verdicts`(model: RivalModel) throws {
    try compare(model)
  }

  @Test(arguments: RivalModel.smallPoolNames)
  func `the collapse changes neither resting states nor verdicts of a whole pool`(
    name: String
  ) throws {
    try compare(try RivalModel.pool(name))
  }

  @Test func `what is broken is broken with the collapse and without it`() throws {
    let broken: [(RivalModel, Set<String>)] = [
      (
        try RivalModel.brokenPool(),
        ["mfa_at_most_one_preferred", "mfa_preferred_is_usable_f_totp"]
      ), (try RivalModel.bell(), ["loud_while_new"]),
    ]
    for (model, expected) in broken {
      try compare(model)
      let claims = try model.brokenClaims()
      #expect(claims == expected)
    }
  }

  private func compare(_ model: RivalModel) throws {
    let collapsed = try TableExploration(model.compiled)
    let all = try TableExploration(model.compiled.uncollapsed())
    let system = model.compiled.system
    #expect(
      all.exploration.violations.map { $0 == nil }
        == collapsed.exploration.violations.map { $0 == nil })
    let resting = BitSet(capacity: all.exploration.stateCount) {
      !system.isUrgent(all.exploration.state($0))
    }
    func words(_ states: BitSet) -> Set<[UInt64]> {
      Set(
        (0..<all.exploration.stateCount).filter { states.contains($0) && resting.contains($0) }
          .map { Array(all.exploration.state($0).prefix(system.restingWordCount)) })
    }
    func restingWords(_ states: BitSet) -> Set<[UInt64]> {
      Set(
        (0..<collapsed.exploration.stateCount).filter(states.contains)
          .map(collapsed.exploration.state))
    }
    #expect(
      words(resting)
        == restingWords(BitSet.all(capacity: collapsed.exploration.stateCount)))
    let ends = Set(all.exploration.deadEnds)
    #expect(
      words(BitSet(capacity: all.exploration.stateCount) { ends.contains($0) })
        == Set(collapsed.exploration.deadEnds.map(collapsed.exploration.state)))
    for property in model.compiled.model.properties {
      guard case .staysReachable(_, let goal, let allowed) = property.claim,
        model.compiled.model.observers(readBy: [goal]).isEmpty
      else { continue }
      #expect(
        words(try reaching(goal, allowed, in: all))
          == restingWords(try reaching(goal, allowed, in: collapsed)), "\(property.fullID)")
    }
  }

  /// The states from which a resting state of a kind can be reached by some actions.
  private func reaching(
    _ goal: TransitionTables.Expression, _ allowed: Property.StepFilter,
    in explored: TableExploration
  ) throws -> BitSet {
    let graph = try #require(explored.exploration.graph)
    let compiled = explored.compiled
    let goals = compiled.cubes(where: goal)
    let urgent = compiled.model.urgency
    let passing = compiled.cubes(where: urgent)
    let targets = BitSet(capacity: explored.exploration.stateCount) { index in
      let state = explored.exploration.state(index)
      return goals.contains { $0.matches(state) } && !passing.contains { $0.matches(state) }
    }
    return graph.backwardReachable(from: targets) { label in
      guard let action = compiled.label(ofRule: label.firstRule).action else { return true }
      let declared = compiled.model.actions[action]
      return !allowed.without.contains(declared.actor)
        && (allowed.within?.contains(declared.name) ?? true)
    }
  }
}
