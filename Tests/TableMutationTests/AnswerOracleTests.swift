import Findings
import Testing
import TransitionTables

@testable import TableMutation

/// Two tables side by side, call by call: which mutants are ever answered otherwise.
@Suite struct AnswerOracleTests {
  /// A door that is knocked at twice. `memory` is written and decides nothing; `bell` decides the
  /// second answer; `attic` is never come to.
  private static let table = """
    parameters:
      cautious: { bool: true, default: true }
    variables:
      bell: { bool: true }
      memory: { bool: true }
      attic: { bool: true }
    messages:
      open: { to: app, kind: result }
      shut: { to: app, kind: result }
    components:
      door: { locations: { values: [still] } }
    actions:
      knock: { by: app, component: door }
    transitions:
      - { id: first, component: door, on: knock, from: still,
          when: not bell and not attic and cautious,
          set: { bell: "true", memory: "true" }, send: shut, because: { fact: F } }
      - { id: hasty, component: door, on: knock, from: still,
          when: not bell and not attic and not cautious, send: open, because: { fact: F } }
      - { id: second, component: door, on: knock, from: still,
          when: bell and not attic, send: open, because: { fact: F } }
      - { id: above, component: door, on: knock, from: still,
          when: attic, set: { bell: "false" }, send: shut, because: { fact: F } }
    """

  private func findings(
    in pools: [[String: Int]] = [[:]], mostStates: Int = 30_000
  ) throws -> [String: String] {
    let model = try ModelLoader.load(
      [try LocatedDocument(parsing: Self.table, file: "door.yaml")], keepsMutants: true)
    let small = try pools.enumerated().map { number, settings in
      var parameters: [Int: Int] = [:]
      for slot in model.parameters { parameters[slot] = model.slots[slot].initial }
      for (name, value) in settings {
        parameters[try #require(model.parameter(named: name))] = value
      }
      return SmallPool(name: "pool \(number + 1)", parameters: parameters)
    }
    let mutants = model.mutants().filter { $0.operation == .updateRemoved }
    let found = AnswerOracle(model: model, pools: small, mostStates: mostStates).findings(
      on: mutants.enumerated().map { ($0.offset, $0.element) }, threads: 1, progress: { _ in })
    var reported: [String: String] = [:]
    for (number, mutant) in mutants.enumerated() {
      let name = "\(mutant.row) \(mutant.place.line):\(mutant.place.column)"
      if let walk = found.runs[number] {
        let calls = walk.calls.map { model.actions[$0.action].name }
        reported[name] = "\(walk.scenario): \(calls.joined(separator: ", "))"
      } else if let silent = found.silent[number] {
        reported[name] = "silent in \(silent.joined(separator: ", "))"
      } else {
        reported[name] = "not met"
      }
    }
    return reported
  }

  @Test func `a mutant is killed by a shortest run, or by none, or is never met`() throws {
    #expect(
      try findings() == [
        "first 17:20": "pool pool 1: knock, knock", "first 17:36": "silent in pool 1",
        "above 23:33": "not met",
      ])
  }

  @Test func `only pools that come to where a mutant differs speak of it`() throws {
    #expect(
      try findings(in: [["cautious": 0], ["cautious": 1], ["cautious": 1]]) == [
        "first 17:20": "pool pool 2: knock, knock", "first 17:36": "silent in pool 2, pool 3",
        "above 23:33": "not met",
      ])
  }

  @Test func `a pool with too many states says nothing`() throws {
    #expect(Set(try findings(mostStates: 1).values) == ["not met"])
  }
}
