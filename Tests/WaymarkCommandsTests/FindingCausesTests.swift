import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Which findings are one by their counterexamples, without any exploration.
@Suite struct FindingCausesTests {
  /// A door that a guard locks: who has lost the key is refused by the row `guard.noKey`, however
  /// the refusal is claimed; who has none at all is refused by another row.
  private static let table = """
    parameters:
      locks: { bool: true, default: true, doc: Whether the guard locks the door. }
      signs: { bool: true, default: true, doc: Whether visitors sign the book. }
    variables:
      key: { values: [none, has, lost], initially: none }
      refused: { values: [no, lost, none], initially: no }
    components:
      visitor: { locations: { values: [outside, asking], initially: outside } }
      guard: { locations: { values: [sitting], initially: sitting } }
    messages:
      Ask: { to: guard }
      Refuse: { to: visitor }
      refusal: { to: app, kind: error }
    actions:
      get: { by: user, component: visitor, doc: Gets a key. }
      lose: { by: user, component: visitor, doc: Loses it. }
      enter: { by: app, component: visitor, doc: Asks to come in. }
    transitions:
      - { id: visitor.get, component: visitor, on: get, when: key == none, set: { key: has }, because: &b { fact: F, source: s, confidence: A } }
      - { id: visitor.lose, component: visitor, on: lose, when: key == has, set: { key: lost }, because: *b }
      - { id: visitor.enter, component: visitor, on: enter, from: outside, when: key != has, to: asking, send: Ask, because: *b }
      - { id: guard.noKey, component: guard, receive: Ask, when: key == lost and locks, set: { refused: lost }, send: Refuse, because: *b }
      - { id: guard.unknown, component: guard, receive: Ask, when: not (key == lost and locks), set: { refused: none }, send: Refuse, because: *b }
      - { id: visitor.refused, component: visitor, receive: Refuse, to: outside, send: refusal, because: *b }
    properties:
      - { id: door.lost-refused, severity: error, always: refused != lost, prose: A lost key opens., remedy: R., because: *b }
      - { id: door.lost-again, severity: warning, always: "refused != lost or key != lost", prose: It opens later., remedy: R., because: *b }
      - { id: door.strangers, severity: warning, always: refused != none, prose: Strangers come in., remedy: R., because: *b }
      - { id: door.signed, severity: warning, configuration: not signs, prose: Nobody signs., remedy: R., because: *b }
    """

  private func run(_ table: String = table) throws -> String {
    var environment = ToolEnvironment()
    environment.loadModel = { _ in
      try ModelLoader.load([try LocatedDocument(parsing: table, file: "door.yaml")])
    }
    let folder = try Folder(["p.yaml": "pool: p\n"])
    return WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--no-try-assumptions"], in: environment
    ).text
  }

  @Test func `what the same row of the service decides is one finding, the weightiest first`()
    throws
  {
    let text = try run()
    #expect(text.contains("1 error, 2 warnings\n"))
    #expect(
      text.contains(
        "✗ Finding 1 of 3  door.lost-refused (error)\n  Broken: A lost key opens.\n"
          + "  Who:    users after get, lose, enter → refusal\n  With it: door.lost-again\n"))
  }

  @Test func `the first line names a doubtful row that decides, and none that does not`() throws {
    let doubt = "because: { fact: G, source: s, confidence: D } }"
    func table(_ row: String) -> String {
      Self.table.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.contains("id: \(row),") ? line.replacing("because: *b }", with: doubt) : line
      }.joined(separator: "\n")
    }
    #expect(!(try run(table("visitor.lose")).contains("rests on")))
    #expect(
      try run(table("guard.noKey")).contains("rests on guard.noKey, confidence D"))
  }

  @Test func `what another row decides, or a setting alone, stands by itself`() throws {
    let text = try run()
    #expect(text.contains("✗ Finding 2 of 3  door.strangers (warning)\n  Broken: Strangers"))
    #expect(text.contains("✗ Finding 3 of 3  door.signed (warning)\n  Broken: Nobody signs.\n"))
  }

  @Test func `a row apart for the second claim makes two findings of one`() throws {
    let apart = Self.table.replacing(
      "always: \"refused != lost or key != lost\"", with: "always: key != lost")
    #expect(try run(apart).contains("1 error, 3 warnings\n"))
  }
}
