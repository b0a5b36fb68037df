import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What is shown of a finding beyond its shortest counterexample.
@Suite struct FindingDetailTests {
  /// A house that can be entered in three ways: by the key, through the window after a climb, by
  /// the picklock after two lessons. Knocking changes nothing about that.
  private static let table = """
    parameters:
      locks: { bool: true, default: true, doc: Whether the door locks. }
      window: { bool: true, default: true, doc: Whether there is a window. }
    variables:
      knocked: { bool: true, initially: false }
      floor: { values: [ground, first], initially: ground }
      lessons: { range: 0..2, initially: 0 }
      place: { values: [garden, hall, cellar], initially: garden }
    actions:
      knock: { by: user, doc: Knocks. }
      climb: { by: user, doc: Climbs. }
      learn: { by: user, doc: Learns. }
      open: { by: user, doc: Uses the key. }
      enter: { by: user, doc: Enters through the window. }
      pick: { by: user, doc: Picks the lock. }
      fall: { by: clock, doc: Falls. }
    transitions:
      - { id: knock, on: knock, when: not knocked, set: { knocked: true }, because: &b { fact: F, source: s, confidence: C } }
      - { id: climb, on: climb, when: floor == ground and place == garden, set: { floor: first }, because: *b }
      - { id: learn, on: learn, when: lessons < 2, set: { lessons: lessons + 1 }, because: *b }
      - { id: open, on: open, when: place == garden and floor == ground, set: { place: hall }, because: *b }
      - { id: enter, on: enter, when: window and place == garden and floor == first, set: { place: hall }, because: *b }
      - { id: pick, on: pick, when: place == garden and lessons == 2, set: { place: hall }, because: *b }
      - { id: fall, on: fall, when: place == hall, set: { place: cellar }, because: *b }
    steps:
      clockMoves: { by: clock, doc: Time passes. }
    properties:
      - id: house.safe
        severity: error
        always: place == hall implies knocked and (lessons == 2 or floor == first)
        prose: Who stands in the hall has knocked and is able.
        because: *b
      - id: house.return
        severity: error
        from: "true"
        reachable: place == garden
        without: [clock]
        prose: One can always go back.
        because: *b
      - id: house.stay
        severity: error
        temporal: AG(place == hall implies AG(place == hall))
        prose: Who is in the hall stays there.
        because: *b
      - id: house.goes-on
        severity: error
        response: { to: place == hall, with: place == garden }
        prose: Who was in the hall comes out again.
        because: *b
    """

  private func run(_ arguments: String...) throws -> CommandOutput {
    var environment = ToolEnvironment()
    environment.loadModel = { _ in
      try ModelLoader.load([try LocatedDocument(parsing: Self.table, file: "house.yaml")])
    }
    let folder = try Folder(["p.yaml": "pool: p\n"])
    return WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--no-try-assumptions"] + arguments, in: environment)
  }

  /// The part of the text from one heading up to another.
  private func part(of text: String, from start: String, to end: String) -> String {
    guard let from = text.firstRange(of: start) else { return "" }
    let rest = text[from.lowerBound...]
    return String(rest.firstRange(of: end).map { rest[..<$0.lowerBound] } ?? rest)
  }

  @Test func `different counterexamples each do without a row of every one before`() throws {
    let output = try run("--property", "house.safe", "--traces", "9")
    #expect(
      part(of: output.text, from: "  The shortest way", to: "  No further") == """
          The shortest way there, 1 step:
            1. user  open()
                     place: garden ⇒ hall
          Another way, number 2, 2 steps:
            1. user  climb()
                     floor: ground ⇒ first
            2. user  enter()
                     place: garden ⇒ hall
          Another way, number 3, 3 steps:
            1. user  learn()
                     lessons: 0 ⇒ 1
            2. user  learn()
                     lessons: 1 ⇒ 2
            3. user  pick()
                     place: garden ⇒ hall

        """)
    #expect(output.status == .safetyViolated)
  }

  @Test func `no more are shown than were asked for, and twice the same`() throws {
    let first = try run("--property", "house.safe", "--traces", "2", "--format", "json")
    let second = try run("--property", "house.safe", "--traces", "2", "--format", "json")
    let one = first.text.replacing(/"p(ool)?": .*/, with: "")
    #expect(one == second.text.replacing(/"p(ool)?": .*/, with: ""))
    #expect(first.text.matches(of: /"furtherTraces"/).count == 1)
    #expect(first.text.matches(of: /"call": "enter\(\)"/).count == 1)
    #expect(!first.text.contains("pick()"))
  }

  @Test func `why there are fewer counterexamples than asked for is said`() throws {
    let all = try run("--property", "house.safe", "--traces", "9")
    #expect(
      all.text.contains(
        "  No further way: every other way is one that is shown, with more done on it\n"))
    #expect(
      !(try run("--property", "house.safe", "--traces", "3").text.contains("No further way")))
  }

  @Test func `without the option there is one counterexample and no reason`() throws {
    let output = try run("--property", "house.safe", "--format", "json")
    #expect(!output.text.contains("furtherTraces"))
    #expect(!output.text.contains("\"why\""))
  }

  @Test func `why names the parts that are false, what they read and since when`() throws {
    let output = try run("--property", "house.safe", "--why")
    #expect(
      part(of: output.text, from: "  Why", to: "  Source:") == """
          Why: `knocked` is false from the start, where knocked = false
          Why: `lessons == 2` is false from the start, where lessons = 0
          Why: `floor == first` is false from the start, where floor = ground

        """)
  }

  @Test func `what cannot be reached any more is shown with its step`() throws {
    let output = try run("--property", "house.return", "--why")
    #expect(
      part(of: output.text, from: "  The shortest", to: "  Source:") == """
          The shortest way there, 1 step:
            1. user  open()
                     place: garden ⇒ hall
          Why: `reachable place == garden without clock` is false since step 1

        """)
  }

  @Test func `of a formula the part that fails last is shown`() throws {
    let output = try run("--property", "house.stay", "--why")
    #expect(
      part(of: output.text, from: "  Why", to: "  Source:")
        == "  Why: `AG(place == hall)` is false from the start\n")
  }

  @Test func `a response that never comes has different loops`() throws {
    let output = try run("--property", "house.goes-on", "--why", "--traces", "2")
    #expect(output.text.contains("Why: `AF(place == garden)` is false since step 1\n"))
    #expect(
      part(of: output.text, from: "  Another way", to: "  Source:") == """
          Another way, number 2, 3 steps:
            1. user  climb()
                     floor: ground ⇒ first
            2. user  enter()
                     place: garden ⇒ hall
            3.       and nobody ever goes on

        """)
  }

  @Test func `the reason stands in the JSON`() throws {
    let output = try run("--property", "house.return", "--why", "--format", "json")
    #expect(
      output.text.contains(
        """
              "why": [
                {
                  "part": "reachable place == garden without clock",
                  "since": 1,
                  "values": {}
                }
              ]
        """))
  }

  @Test func `further counterexamples of a stored report are taken again too`() throws {
    let report = try run("--property", "house.safe", "--traces", "3", "--format", "json")
    let folder = try Folder(["report.json": report.text])
    var environment = ToolEnvironment()
    environment.loadModel = { _ in
      try ModelLoader.load([try LocatedDocument(parsing: Self.table, file: "house.yaml")])
    }
    let output = WaymarkTool.output(for: ["run", folder["report.json"]], in: environment)
    #expect(output.text.contains("report.json: p, run 3: house.safe  3 steps\n"))
    #expect(output.text.hasSuffix("\n3 of 3 traces as stored\n"))
  }
}
