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

  @Test func `SMV has a rule for each row instance and one that changes nothing`() throws {
    let text = try compiled("two-phase-commit", ["Manager": 3]).smv()
    #expect(text.contains("\nIVAR rule : 0..17;\n"))
    #expect(text.components(separatedBy: "\nTRANS rule = ").count - 1 == 17)
    let peterson = try compiled("peterson").smv()
    #expect(peterson.contains("\n  flag_right_0 : boolean;\n"))
    #expect(peterson.contains("  init(at_left_0) := FALSE;\n  next(at_left_0) := case\n"))
    #expect(peterson.contains("    TRUE : at_left_0;\n  esac;\n"))
    #expect(peterson.components(separatedBy: "\nINVARSPEC !").count - 1 == 1)
  }

  /// What a table in ETF leads to, read by its lines alone.
  private func explored(_ table: String) throws -> (states: Int, steps: Int) {
    let lines = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let start = try #require(lines.firstIndex(of: ["begin", "init"]))
    let initial = lines[start + 1].compactMap(Int.init)
    let steps = lines.filter { $0.count == initial.count + 1 && $0[0] != "begin" }
    var (states, open, count) = (Set([initial]), [initial], 0)
    while let state = open.popLast() {
      for step in steps {
        var after = state
        var matches = true
        for (place, part) in step.dropLast().enumerated() where part != "*" {
          let values = part.split(separator: "/").compactMap { Int($0) }
          matches = matches && values[0] == state[place]
          after[place] = values[1]
        }
        guard matches else { continue }
        count += 1
        if states.insert(after).inserted { open.append(after) }
      }
    }
    return (states.count, count)
  }

  @Test(arguments: ["peterson", "dining-philosophers", "two-phase-commit"])
  func `an enumerated table leads to the states and steps that were explored`(
    name: String
  ) throws {
    let model = try compiled(name, name == "two-phase-commit" ? ["Manager": 3] : [:])
    let explored = try TableExploration(model.uncollapsed())
    let found = try self.explored(explored.enumeratedTable())
    #expect(found.states == explored.exploration.stateCount)
    #expect(found.steps == explored.exploration.transitionCount)
  }

  @Test func `Aldebaran lists every step between numbered states`() throws {
    let explored = try TableExploration(compiled("peterson"))
    let lines = try #require(explored.aldebaran { false }).split(separator: "\n")
    #expect(lines.first == "des (0, \(explored.exploration.transitionCount), 20)")
    #expect(lines.count == explored.exploration.transitionCount + 1)
    #expect(lines[1] == "(0,\"ask(p: left)\",1)")
  }

  @Test func `DOT shows what differs from the initial state`() throws {
    let text = try #require(try TableExploration(compiled("peterson")).dot { false })
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

  @Test func `what an export leaves out is listed, rules by number and variables by name`() throws {
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
