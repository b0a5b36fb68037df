import Foundation
import StateSpace
import Testing

@testable import TransitionTables

@Suite struct ExportTests {
  private func compiled(_ name: String, _ sizes: [String: Int] = [:]) throws -> CompiledModel {
    let model = try ClassicsTests.classic(name, enumSizes: sizes)
    return model.compiled(invariants: model.stateClaims())
  }

  @Test func `Promela names slots, and has one option for each row instance`() throws {
    let text = try compiled("peterson").promela()
    #expect(text.contains("byte at_left = 0; /* at[left]: 0 outside, 1 asking, 2 waiting"))
    #expect(text.contains("bit flag_right = 0;"))
    #expect(text.contains("(at_left == 0)) ->\n    at_left = 1; flag_left = 1\n"))
    let commit = try compiled("two-phase-commit", ["Manager": 3]).promela()
    #expect(commit.components(separatedBy: ":: d_step").count - 1 == 17 + 1)
  }

  @Test func `TLA+ has an action for each row instance and judges the invariants`() throws {
    let export = try compiled("peterson").tla()
    #expect(export.name == "peterson")
    #expect(export.module.hasPrefix("---- MODULE peterson ----\nEXTENDS Integers\n"))
    #expect(export.module.contains("  /\\ at_left' = 1\n"))
    #expect(export.module.contains("Spec == Init /\\ [][Next]_vars"))
    #expect(export.module.contains("mutual_exclusion == ~(("))
    #expect(
      export.configuration == "SPECIFICATION Spec\nINVARIANT mutual_exclusion\n")
  }

  @Test func `Aldebaran lists every step between numbered states`() throws {
    let explored = try TableExploration(compiled("peterson"))
    let lines = explored.aldebaran().split(separator: "\n")
    #expect(lines.first == "des (0, \(explored.exploration.transitionCount), 20)")
    #expect(lines.count == explored.exploration.transitionCount + 1)
    #expect(lines[1] == "(0,\"ask(p: left)\",1)")
  }

  @Test func `DOT shows what differs from the initial state`() throws {
    let text = try TableExploration(compiled("peterson")).dot()
    #expect(text.hasPrefix("digraph \"peterson\" {\n  0 [label=\"initial\"];\n"))
    #expect(text.contains("  1 [label=\"at[left] = asking\\nflag[left] = true\"];\n"))
    #expect(text.contains("  0 -> 1 [label=\"ask(p: left)\"];\n"))
  }

  @Test func `JSON is well formed and complete`() throws {
    let compiled = try compiled("peterson")
    let object = try JSONSerialization.jsonObject(with: Data(compiled.json().utf8))
    let members = try #require(object as? [String: Any])
    #expect((members["rules"] as? [Any])?.count == compiled.system.rules.count)
    #expect((members["variables"] as? [Any])?.count == 5)
    #expect(members["model"] as? String == "peterson")
  }

  @Test func `exports depend on the model alone`() throws {
    for name in ["peterson", "dining-philosophers"] {
      let (one, two) = (
        try compiled(name), try compiled(name)
      )
      #expect(one.promela() == two.promela())
      #expect(one.tla() == two.tla())
      #expect(one.json() == two.json())
    }
  }

  @Test(arguments: 1...40)
  func `what an export leaves out never happens`(seed: UInt64) throws {
    var random = RandomTable(seed: seed)
    let model = try TransitionTablesTests.model(random.next())
    let compiled = model.compiled(parameters: try model.configuration("q: [a, c]\no: true"))
    let all = try compiled.system.uncollapsed().explore()
    let less = compiled.system.simplified(by: compiled.valueAnalysis())
    let found = try less.uncollapsed().explore()
    #expect(found.stateCount == all.stateCount)
    #expect(found.transitionCount == all.transitionCount)
    #expect((0..<all.stateCount).allSatisfy { all.state($0) == found.state($0) })
  }

  @Test func `what an export leaves out is told, rules by number and variables by name`() throws {
    let table = """
      variables:
        on: { bool }
        broken: { bool }
      actions: { press: { by: user }, mend: { by: user } }
      transitions:
        - { id: press, on: press, set: { on: not on } }
        - { id: mend, on: mend, when: broken, set: { broken: false } }
      """
    let text = try TransitionTablesTests.model(table).compiled().promela()
    #expect(
      text.contains(
        "no run of this configuration can come to it: 1 of 3 rules,\n"
          + "   and variables that keep their first value:\n   broken\n"))
    #expect(!text.contains("bit broken"))
    #expect(text.contains("bit on = 0;"))
  }
}
