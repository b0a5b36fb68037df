import Findings
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

  /// A club whose members get in by a key, which nobody is given: the guard looks for one, and turns
  /// away who has none.
  private static let club = """
    parameters:
      gives: { bool: true, default: false, doc: Whether members are given a key. }
    variables:
      key: { values: [none, has], initially: none }
    components:
      member: { locations: { values: [outside, asking], initially: outside } }
      guard: { locations: { values: [sitting, refusing], initially: sitting } }
    messages:
      Ask: { to: guard }
      Refuse: { to: member }
      refusal: { to: app, kind: error }
    actions:
      enter: { by: app, component: member, doc: Asks to come in. }
    transitions:
      - { id: member.enter, component: member, on: enter, from: outside, to: asking, send: Ask, because: &b { fact: F, source: s, confidence: A } }
      - { id: guard.looks, component: guard, receive: Ask, from: sitting, when: key == none and not gives, to: refusing, because: *b }
      - { id: guard.refuses, component: guard, from: refusing, to: sitting, send: Refuse, because: *b }
      - { id: member.refused, component: member, receive: Refuse, to: outside, send: refusal, because: *b }
    properties:
      - { id: club.gives, severity: error, configuration: gives, prose: Members get a key., remedy: R., because: *b }
      - { id: club.opens, severity: warning, always: key == has, prose: Members get in., remedy: R., because: *b }
    """

  private func joined(_ opens: PropertyReport.Severity, changing key: (String, String)? = nil)
    throws -> [String]
  {
    let model = try ModelLoader.load([try LocatedDocument(parsing: Self.club, file: "club.yaml")])
    var refusal = TraceStepReport(actor: "app", call: "enter()", answer: "refusal")
    refusal.rows = ["member.enter", "guard.looks", "guard.refuses", "member.refused"]
    if let key { refusal.changes = [TraceStepReport.Change("key", from: key.0, to: key.1)] }
    var found = [
      PropertyReport(id: "club.gives", severity: .error, verdict: .fails),
      PropertyReport(id: "club.opens", severity: opens, verdict: .fails),
    ]
    found[0].trace = []
    (found[1].trace, found[1].refusal) = ([], [refusal])
    FindingCauses(model: model).joinSettings(in: &found)
    return found.compactMap { finding in finding.cause.map { "\(finding.id) by \($0)" } }
  }

  @Test func `what users meet for want of what a setting gives is one finding with the setting`()
    throws
  {
    #expect(try joined(.warning) == ["club.opens by club.gives"])
    #expect(try joined(.error) == ["club.gives by club.opens"])
    #expect(try joined(.note) == [])
    #expect(try joined(.warning, changing: ("has", "none")) == [])
    #expect(try joined(.warning, changing: ("none", "has")) == ["club.opens by club.gives"])
  }
}
