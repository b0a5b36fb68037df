import Foundation
import StateSpace
import Testing

@testable import TransitionTables

@Suite struct ExportTests {
  /// A button that tells a bell to ring, so many times; the bell has an urgent place, and the app
  /// hears how often it rang.
  static let ringing = """
    model: bell
    messages:
      ring: { to: bell, kind: request, fields: { times: { range: 1..2 } } }
      rang: { to: app, kind: answer, fields: { loudly: { bool: true } } }
    components:
      bell: { locations: { values: [silent, ringing, loud], initially: silent, urgent: [ringing] } }
    variables:
      worn: { range: 0..2, initially: 0 }
    actions:
      press: { by: user, inputs: { n: { range: 1..2 } } }
      stop: { by: user, component: bell }
    transitions:
      - { id: press, on: press, when: bell.at == silent, send: { ring: { times: n } },
          because: { fact: F, source: s, confidence: B } }
      - { id: ring, receive: ring, component: bell, from: silent, to: ringing,
          set: { worn: "if ring.times == 2 and worn < 2 then worn + 1 else worn" },
          because: { fact: F, source: s, confidence: B } }
      - { id: sound, component: bell, from: ringing, to: loud, send: { rang: { loudly: worn < 2 } },
          because: { fact: F, source: s, confidence: B } }
      - { id: stop, on: stop, component: bell, from: loud, to: silent,
          because: { fact: F, source: s, confidence: B } }
    """

  @Test func `Promela names slots, and has one option for each row instance`() throws {
    let text = try SpinOracleTests.compiled("peterson").promela()
    #expect(text.contains("byte at_left = 0; /* at[left]: 0 outside, 1 asking, 2 waiting"))
    #expect(text.contains("bit flag_right = 0;"))
    #expect(text.contains("(at_left == 0)) ->\n    at_left = 1; flag_left = 1\n"))
    let commit = try SpinOracleTests.compiled("two-phase-commit", ["Manager": 3]).promela()
    #expect(commit.components(separatedBy: ":: d_step").count - 1 == 17 + 1)
  }

  @Test func `TLA+ has an action for each row instance and judges the invariants`() throws {
    let export = try SpinOracleTests.compiled("peterson").tla()
    #expect(export.name == "peterson")
    #expect(export.module.hasPrefix("---- MODULE peterson ----\nEXTENDS Integers\n"))
    #expect(export.module.contains("  /\\ at_left' = 1\n"))
    #expect(export.module.contains("Spec == Init /\\ [][Next]_vars"))
    #expect(export.module.contains("Invariant0 == ~(("))
    #expect(
      export.configuration == "SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\nINVARIANT Invariant0\n")
  }

  @Test func `Aldebaran lists every step between numbered states`() throws {
    let explored = try TableExploration(SpinOracleTests.compiled("peterson"))
    let lines = explored.aldebaran().split(separator: "\n")
    #expect(lines.first == "des (0, \(explored.exploration.transitionCount), 20)")
    #expect(lines.count == explored.exploration.transitionCount + 1)
    #expect(lines[1] == "(0,\"ask(p: left)\",1)")
  }

  @Test func `DOT shows what differs from the initial state`() throws {
    let text = try TableExploration(SpinOracleTests.compiled("peterson")).dot()
    #expect(text.hasPrefix("digraph \"peterson\" {\n  0 [label=\"initial\"];\n"))
    #expect(text.contains("  1 [label=\"at[left] = asking\\nflag[left] = true\"];\n"))
    #expect(text.contains("  0 -> 1 [label=\"ask(p: left)\"];\n"))
  }

  @Test func `JSON is well formed and complete`() throws {
    let compiled = try SpinOracleTests.compiled("peterson")
    let object = try JSONSerialization.jsonObject(with: Data(compiled.json().utf8))
    let members = try #require(object as? [String: Any])
    #expect((members["rules"] as? [Any])?.count == compiled.system.rules.count)
    #expect((members["variables"] as? [Any])?.count == 5)
    #expect(members["model"] as? String == "peterson")
  }

  @Test func `exports depend on the model alone`() throws {
    for name in ["peterson", "dining-philosophers"] {
      let (one, two) = (
        try SpinOracleTests.compiled(name), try SpinOracleTests.compiled(name)
      )
      #expect(one.promela() == two.promela())
      #expect(one.tla() == two.tla())
      #expect(one.json() == two.json())
    }
  }
}
