import Testing

@testable import TransitionTables

/// What is refused in a row of a small model with two components.
@Suite struct RowComplaintTests {
  /// 21 lines; the row under test begins in line 22.
  private static let declarations = """
    enums:
      Factor: [sms, totp]
    components:
      pool:
        locations: { values: [idle, busy], urgent: [busy] }
      client:
        locations: { values: [out, inside] }
    variables:
      preference: { for: Factor, values: [off, preferred] }
      count: { range: 0..3 }
    messages:
      Ask: { to: pool, fields: { factor: { enum: Factor } } }
      done: { to: app }
    observers:
      seen: { bool, updates: [{ onAction: go, to: "true" }] }
    actions:
      go: { by: app, component: client, inputs: { f: { enum: Factor } } }
      wait: { by: app }
    effects: { issue: {} }
    evidence: { code: {} }
    transitions:

    """

  private func complaint(_ row: String) throws -> String {
    let found = try complaints(Self.declarations + "  - " + row)
    #expect(found.count == 1)
    return found.first ?? ""
  }

  @Test(arguments: [
    ("{ on: go, component: client }", "22:5 table.missing-key a row lacks `id` | add `id: …`"),
    (
      "{ id: r, on: goo, component: client }",
      "22:18 table.unknown-name `goo` is no action | did you mean `go`?"
    ),
    (
      "{ id: r, on: go, component: pool }",
      "22:18 table.shape `go` is answered by the rows of `client` | "
        + "give the row and the action the same `component:`"
    ),
    (
      "{ id: r, on: wait, component: pool }",
      "22:18 table.shape `wait` is answered by the rows of no component | "
        + "give the row and the action the same `component:`"
    ),
    (
      "{ id: r, on: wait, receive: Ask }",
      "22:33 table.shape a row has one trigger, `on` or `receive` | write two rows"
    ),
    (
      "{ id: r, receive: Aks, component: pool }",
      "22:23 table.unknown-name `Aks` is no message | did you mean `Ask`?"
    ),
    (
      "{ id: r, receive: Ask, component: client }",
      "22:23 table.shape `Ask` goes to `pool` | only rows with `component: pool` receive it"
    ),
    (
      "{ id: r, receive: done, component: client }",
      "22:23 table.shape `done` goes to `app` | what the app receives is received by no row"
    ),
    (
      "{ id: r, component: pol }",
      "22:25 table.unknown-name `pol` is no component | did you mean `pool`?"
    ),
    (
      "{ id: r, from: idle }",
      "22:20 table.shape a row without a component has no location to leave | add `component:`"
    ),
    (
      "{ id: r, component: pool, from: idel }",
      "22:37 table.unknown-name `idel` is not one of `idle` or `busy` | did you mean `idle`?"
    ),
    (
      "{ id: r, to: idle }",
      "22:18 table.shape a row without a component goes nowhere | add `component:`"
    ),
    (
      "{ id: r, when: count == 1 an }",
      "22:31 table.expression `an` is not expected here | "
        + "see “Types and expressions” in the table language"
    ),
    (
      "{ id: r, when: \"cuont == 1\" }",
      "22:21 table.unknown-name nothing is named `cuont` | did you mean `count`?"
    ),
    (
      "{ id: r, when: seen }",
      "22:20 table.type the observer `seen` is read outside properties | "
        + "make it a variable, or move the claim into a property"
    ),
    (
      "{ id: r, when: go.f == sms }",
      "22:20 table.type the input `go.f` is read where its action is not taken | "
        + "send it in a message, or store it in a variable"
    ),
    (
      "{ id: r, set: count }",
      "22:19 table.shape `set` maps variables to values | "
        + "write `set: { variable: value }`"
    ),
    (
      "{ id: r, set: { cont: 1 } }",
      "22:21 table.unknown-name `cont` is no variable | did you mean `count`?"
    ),
    (
      "{ id: r, set: { seen: true } }",
      "22:21 table.unknown-name `seen` is no variable | declare it"
    ),
    (
      "{ id: r, set: { preference: off } }",
      "22:21 table.type `preference` needs an index | "
        + "write `preference[member]`, or `preference[f in Enum]` for all"
    ),
    (
      "{ id: r, set: { \"count[sms]\": 1 } }",
      "22:21 table.type `count` has no index | write `count` alone"
    ),
    (
      "{ id: r, set: { \"preference[sms\": off } }",
      "22:21 table.shape the index of `preference` is not closed | write `preference[…]`"
    ),
    (
      "{ id: r, set: { \"preference[smms]\": off } }",
      "22:33 table.unknown-name `smms` is neither a name nor one of `sms` or `totp` | "
        + "did you mean `sms`?"
    ),
    (
      "{ id: r, set: { \"preference[f in Fact]\": off } }",
      "22:33 table.type `preference` is indexed by Factor, not by `Fact` | "
        + "write `preference[f in Factor]`"
    ),
    (
      "{ id: r, set: { \"preference[sms]\": off, \"preference[f in Factor]\": off } }",
      "22:45 table.duplicate `preference[sms]` is set twice in one row | "
        + "join the two with `if … then … else …`"
    ),
    (
      "{ id: r, set: { count: true } }",
      "22:28 table.type this is bool, but 0..3 is needed here | "
        + "compare or convert it so that the types agree"
    ),
    (
      "{ id: r, send: dnoe }",
      "22:20 table.unknown-name `dnoe` is no message | did you mean `done`?"
    ),
    (
      "{ id: r, send: { done: {}, Ask: {} } }",
      "22:20 table.shape a row sends one message | "
        + "write `send: { Message: { field: value } }`"
    ),
    (
      "{ id: r, send: { Ask: { faktor: sms } } }",
      "22:29 table.unknown-key `Ask` has no field `faktor` | did you mean `factor`?"
    ),
    (
      "{ id: r, effects: [isue] }",
      "22:24 table.unknown-name `isue` is no effect | did you mean `issue`?"
    ),
    (
      "{ id: r, accepts: cod }",
      "22:5 table.unknown-name `r` judges `cod`, which is no kind of "
        + "evidence | did you mean `code`?"
    ),
    (
      "{ id: r, because: { fact: F, confidence: E } }",
      "22:23 table.shape `E` is no confidence | write A, B, C or D"
    ),
    (
      "{ id: r, wen: \"true\" }",
      "22:14 table.unknown-key a row has no key `wen` | did you mean `when`?"
    ),
    (
      "{ id: r, for: { f: Facter } }",
      "22:24 table.unknown-name `Facter` is no enum | did you mean `Factor`?"
    ),
    ("{ ladder: l, rows: x }", "22:24 table.shape `rows` must be a list | start rungs with `- `"),
    (
      "{ ladder: l, on: wait, rows: [{ id: a }, { id: b, on: go, component: client }] }",
      "22:46 table.shape the rung `b` has another trigger or component than `a` | "
        + "write `component:`, `on:` and `receive:` once, next to `ladder:`"
    ),
  ])
  func `a mistake in a row is shown at its place`(row: String, expected: String) throws {
    #expect(try complaint(row) == expected)
  }

  @Test func `a mistake in a folded expression is shown in its own line`() throws {
    let text =
      Self.declarations + """
          - id: r
            when: >-
              count == 1
              and   cuont == 2
              and count == 3
        """
    #expect(
      try diagnostics(text).map(\.rendered) == [
        """
        model.yaml:25:13: error: nothing is named `cuont` [table.unknown-name]
                and   cuont == 2
                      ^
          → did you mean `count`?

        """
      ])
  }

  @Test(arguments: [
    ("\"count == 1\n        and cuont == 2\"", 23, 13),
    ("count == 1\n        and cuont == 2", 23, 13),
    ("|\n        count == 1\n        and cuont == 2", 24, 13),
  ])
  func `however the expression is broken into lines`(
    expression: String, line: Int, column: Int
  ) throws {
    let found = try diagnostics(Self.declarations + "  - id: r\n    when: " + expression)
    #expect(
      found.map(\.location) == [
        SourceLocation(file: "model.yaml", line: line + 1, column: column)
      ])
  }

  @Test func `several mistakes are reported together, each with its line`() throws {
    let text =
      Self.declarations + """
          - { id: a, on: gone, component: client }
          - { id: b, when: "cuont == 1" }
          - { id: b, to: idle }
        propertys: []
        """
    let found = try diagnostics(text)
    #expect(found.map(\.location.line) == [22, 23, 24, 25])
    #expect(
      found.map(\.code) == [
        "table.unknown-name", "table.unknown-name", "table.shape", "table.unknown-key",
      ])
    #expect(found.allSatisfy { $0.sourceLine != nil })
    #expect(
      found[3].rendered == """
        model.yaml:25:1: error: a model file has no key `propertys` [table.unknown-key]
          propertys: []
          ^
          → did you mean `properties`?

        """)
  }
}
