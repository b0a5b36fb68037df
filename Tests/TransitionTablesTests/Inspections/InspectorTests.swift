import Testing

@testable import TransitionTables

/// Each inspection on a small table that passes it and on one that does not.
@Suite struct InspectorTests {
  /// A clean table with everything that is inspected; the tests break it one text at a time.
  private static let clean = """
    enums: { Factor: [sms, totp] }
    parameters:
      mfa: { values: [off, optional, required], default: off }
    legality:
      - { id: L1, forbid: mfa == optional }
    variables:
      failures: { range: 0..3 }
      chosen: { enum: Factor }
    components:
      pool:
        locations: { values: [idle, deciding], urgent: [deciding] }
        variables: { open: { bool } }
      client:
        locations: { values: [out, inside] }
    messages:
      Ask: { to: pool, fields: { f: { enum: Factor } } }
      Tokens: { to: client }
      done: { to: app }
      failed: { to: app }
    actions:
      signIn: { by: app, component: client, inputs: { f: { enum: Factor } }, enabled: client.at == out }
      signOut: { by: app, component: client, enabled: client.at == inside }
      quiet: { by: clock, component: pool }
    transitions:
      - { id: signIn, component: client, on: signIn, send: { Ask: { f: f } }, because: { fact: F } }
      - { id: signOut, component: client, on: signOut, from: inside, to: out, send: done, because: { fact: F } }
      - { id: ask, component: pool, receive: Ask, to: deciding, set: { chosen: f }, because: { fact: F } }
      - ladder: decide
        component: pool
        from: deciding
        because: { fact: F }
        rows:
          - { id: decide.off, when: mfa == off, to: idle, send: Tokens, set: { open: true } }
          - { id: decide.ok, when: chosen == totp and open, to: idle, send: Tokens }
          - id: decide.failed
            to: idle
            send: failed
            set: { failures: "if failures < 3 then failures + 1 else 3" }
      - { id: tokens, component: client, receive: Tokens, to: inside, send: done, because: { fact: F } }
      - { id: quiet, component: pool, on: quiet, when: failures > 0, set: { failures: 0 }, because: { fact: F } }
    """

  private func inspections(replacing old: String, with new: String) throws -> [String] {
    #expect(Self.clean.contains(old))
    return try TransitionTablesTests.inspections(
      Self.clean.replacing(old, with: new))
  }

  @Test func `a clean table has no complaint`() throws {
    #expect(try TransitionTablesTests.inspections(Self.clean) == [])
  }

  @Test func `two rows that want to fire together overlap`() throws {
    let second =
      "- { id: again, component: client, on: signOut, when: failures == 2, because: { fact: F } }\n"
    let found = try inspections(replacing: "- { id: tokens,", with: second + "  - { id: tokens,")
    #expect(
      found == [
        "39 inspect.overlap `again` and `signOut` both want to fire: "
          + "state failures = 2, pool.at = idle, client.at = inside, message = none"
      ])
  }

  @Test func `rows of other places do not overlap, rungs of the same place do`() throws {
    let apart = """
      components: { c: { locations: { values: [a, b] } } }
      actions: { go: { by: app, component: c } }
      transitions:
        - ladder: steps
          component: c
          on: go
          because: { fact: F }
          rows: [{ id: one, from: a, to: b }, { id: two, from: b, to: a }]
        - { id: three, component: c, on: go, from: b, because: { fact: F } }
      """
    #expect(
      try TransitionTablesTests.inspections(apart) == [
        "9 inspect.overlap `three` and `steps` both want to fire: state c.at = b"
      ])
    let first = apart.replacing("from: b, because", with: "from: a, because")
    #expect(
      try TransitionTablesTests.inspections(first) == [
        "9 inspect.overlap `three` and `steps` both want to fire: state c.at = a"
      ])
  }

  @Test func `an urgent location must be left in every state`() throws {
    let found = try inspections(
      replacing: "- id: decide.failed\n", with: "- id: decide.failed\n        when: failures < 3\n")
    #expect(
      found == [
        "33 inspect.incomplete `pool` cannot leave `deciding`: configuration mfa = required; "
          + "state failures = 3, chosen = sms, pool.at = deciding, open = false, message = none"
      ])
  }

  @Test func `a message must be received in every place`() throws {
    let found = try inspections(
      replacing: "receive: Tokens, to: inside", with: "receive: Tokens, from: out, to: inside")
    #expect(
      found == [
        "33 inspect.incomplete `Tokens` reaches `client` where no row receives it: "
          + "state client.at = inside, message = Tokens"
      ])
  }

  @Test func `a state that never is need not be covered`() throws {
    let text =
      Self.clean.replacing(
        "receive: Tokens, to: inside", with: "receive: Tokens, from: out, to: inside")
      + "\nnever: [{ id: n, states: message == Tokens and client.at == inside }]"
    #expect(try TransitionTablesTests.inspections(text) == [])
  }

  @Test func `a call of the app must be answered wherever it is enabled`() throws {
    let found = try inspections(
      replacing: "signOut: { by: app, component: client, enabled: client.at == inside }",
      with: "signOut: { by: app, component: client }")
    #expect(
      found == [
        "22 inspect.incomplete no row answers the call `signOut`: "
          + "state pool.at = idle, client.at = out, message = none"
      ])
  }

  @Test func `a row that no legal configuration allows is dead`() throws {
    let found = try inspections(
      replacing: "when: chosen == totp and open", with: "when: mfa == optional")
    #expect(
      found == [
        "34 inspect.dead-row `decide.ok` can fire in no legal configuration and no state"
      ] + [
        "8 inspect.unused nothing reads `chosen`", "12 inspect.unused nothing reads `open`",
      ])
  }

  @Test func `a rung behind one that takes everything is shadowed`() throws {
    let found = try inspections(replacing: "when: mfa == off, to", with: "to")
    #expect(
      found == [
        "34 inspect.shadowed-row earlier rungs take every state of `decide.ok`; its own guard "
          + "holds with state chosen = totp, pool.at = deciding, open = true, message = none",
        "35 inspect.shadowed-row earlier rungs take every state of `decide.failed`; its own guard "
          + "holds with state pool.at = deciding, message = none",
      ])
  }

  @Test func `a row needs a source`() throws {
    let found = try inspections(
      replacing: "send: { Ask: { f: f } }, because: { fact: F } }",
      with: "send: { Ask: { f: f } } }")
    #expect(
      found == [
        "25 inspect.no-source row `signIn` has no source"
      ])
    let second = try inspections(
      replacing: "from: deciding\n    because: { fact: F }", with: "from: deciding")
    #expect(
      second.map { $0.split(separator: " ")[3] } == [
        "`decide.off`", "`decide.ok`", "`decide.failed`",
      ])
  }

  @Test func `urgent rows that follow each other for ever are a cycle`() throws {
    let found = try inspections(
      replacing: "receive: Tokens, to: inside, send: done",
      with: "receive: Tokens, to: inside, send: { Ask: { f: sms } }")
    #expect(
      found == [
        "27 inspect.urgent-cycle urgent rows can follow each other for ever: "
          + "ask → decide.off → tokens → ask"
      ])
  }

  @Test func `a row that starts by itself can begin a cycle too`() throws {
    let text = """
      components: { c: { locations: { values: [rest, a, b], urgent: [a, b] } } }
      transitions:
        - { id: start, component: c, from: rest, to: a, because: { fact: F } }
        - { id: there, component: c, from: a, to: b, because: { fact: F } }
        - { id: back, component: c, from: b, to: a, because: { fact: F } }
      """
    #expect(
      try TransitionTablesTests.inspections(text) == [
        "4 inspect.urgent-cycle urgent rows can follow each other for ever: there → back → there"
      ])
    #expect(
      try TransitionTablesTests.inspections(
        text.replacing("from: b, to: a", with: "from: b, to: rest"))
        == [])
  }

  @Test func `an update must stay in its range`() throws {
    let found = try inspections(
      replacing: "\"if failures < 3 then failures + 1 else 3\"", with: "failures + 1")
    #expect(
      found == [
        "38 inspect.range `decide.failed` takes failures out of 0..3, with configuration "
          + "mfa = required; state failures = 3, chosen = sms, pool.at = deciding, open = false, "
          + "message = none"
      ])
  }

  @Test func `an observer must stay in its range, or it would take steps with it`() throws {
    let observers = """

      observers:
        count: { range: 0..2, updates: [{ onRow: signOut, to: count + 1 }] }
      properties:
        - { id: p, always: count < 2 }
      """
    #expect(
      try TransitionTablesTests.inspections(Self.clean + observers) == [
        "42 inspect.range `signOut` takes count out of 0..2, with "
          + "state pool.at = idle, client.at = inside, message = none, count = 2"
      ])
  }

  @Test func `a component keeps to its own variables`() throws {
    let found = try inspections(
      replacing: "on: signOut, from: inside,", with: "on: signOut, from: inside, when: not open,")
    #expect(
      found.first { $0.contains("private") }
        == "26 inspect.private `signOut` belongs to `client` but uses `open` of `pool`")
    let second = try inspections(
      replacing: "receive: Tokens, to: inside,",
      with: "receive: Tokens, to: inside, set: { open: false },")
    #expect(second == ["39 inspect.private `tokens` belongs to `client` but uses `open` of `pool`"])
  }

  @Test func `what nothing reads or nothing writes is a warning`() throws {
    let more = "variables:\n  idle: { bool }\n  fixed: { enum: Factor }\n"
    let text = Self.clean.replacing("variables:\n  failures", with: more + "  failures")
      .replacing("chosen == totp and open", with: "chosen == fixed and open")
      .replacing("  mfa: {", with: "  spare: { bool }\n  mfa: {")
    let model = try model(text)
    let found = Inspector(model).inspect()
    #expect(
      found.map { "\($0.location.line) \($0.code) \($0.message)" } == [
        "3 inspect.unused nothing reads `spare`",
        "8 inspect.unused nothing reads `idle`", "8 inspect.unused nothing writes `idle`",
        "9 inspect.unused nothing writes `fixed`",
      ])
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test func `errors stand before warnings and show the line`() throws {
    let text = Self.clean.replacing("  mfa: {", with: "  spare: { bool }\n  mfa: {")
      .replacing(
        "send: { Ask: { f: f } }, because: { fact: F } }", with: "send: { Ask: { f: f } } }")
    let found = Inspector(try model(text)).inspect()
    #expect(found.map(\.severity) == [.error, .warning])
    #expect(
      found[1].rendered == """
        model.yaml:3:3: warning: nothing reads `spare` [inspect.unused]
            spare: { bool }
            ^
          → use it in a row, or delete it

        """)
  }

  @Test func `every code that is given out is listed`() {
    #expect(
      Inspector.codes.map(\.code) == [
        "inspect.overlap", "inspect.incomplete", "inspect.dead-row", "inspect.shadowed-row",
        "inspect.no-source", "inspect.urgent-cycle", "inspect.range", "inspect.absent",
        "inspect.private", "inspect.unused",
      ])
  }
}
