import Testing

@testable import TransitionTables

/// A model and layers over it: what each change makes of the model.
@Suite struct LayerTests {
  /// A client that asks a pool with one of two factors.
  static let base = """
    model: base
    enums:
      Factor: [sms, totp]
    variables:
      preference: { for: Factor, values: [off, preferred] }
    components:
      client:
        locations: { values: [out, asking, inside], urgent: [asking] }
        variables: { tries: { range: 0..3 } }
      pool: { locations: { values: [idle] } }
    messages:
      Ask: { to: pool, fields: { factor: { enum: Factor } } }
      Refused: { to: client }
      Broken: { to: client }
      Right: { to: client }
      done: { to: app }
      failed: { to: app }
      lost: { to: app }
    translations:
      errors: { Refused: failed, Broken: lost }
    definitions:
      usable(f in Factor): preference[f] == preferred
    effects: { note: {} }
    evidence: { code: { class: [Ask.factor], depends: [preference] } }
    actions:
      go: { by: app, component: client, inputs: { f: { enum: Factor } } }
    transitions:
      - ladder: client.go
        component: client
        on: go
        rows:
          - { id: client.inside, from: inside, send: done }
          - { id: client.asks, from: out, to: asking, send: { Ask: { factor: f } } }
      - ladder: pool.ask
        component: pool
        receive: Ask
        rows:
          - { id: pool.refuses, when: not usable(factor), send: Refused }
          - { id: pool.accepts, send: Right, accepts: code }
      - { id: client.error, component: client, receive: errors, from: asking, to: out, send: errors }
      - { id: client.right, component: client, receive: Right, from: asking, to: inside, send: done }
    never:
      - { id: asking-at-rest, states: client.at == asking and message == none }

    """

  /// The model with layers over it, each named by its position: `layer1.yaml`.
  static func model(_ layers: String...) throws -> Model {
    let documents = try ([base] + layers).enumerated().map { position, text in
      try LocatedDocument(
        parsing: text, file: position == 0 ? "base.yaml" : "layer\(position).yaml")
    }
    return try ModelLoader.load(documents)
  }

  /// The same changes written by hand into the model's own text.
  private static func byHand(_ changes: [(old: String, new: String)]) throws -> Model {
    var text = base
    for change in changes {
      try #require(text.contains(change.old))
      text = text.replacing(change.old, with: change.new)
    }
    return try TransitionTablesTests.model(text)
  }

  private static let head = "layer: over\nextends: base\n"

  private func rungs(of ladder: String, in model: Model) throws -> [String] {
    let group = try #require(model.groups.first { $0.ladder == ladder })
    return group.rows.map { model.rows[$0].id }
  }

  @Test func aFactorInALayerAloneIsTheSameAsWrittenByHand() throws {
    let layer =
      Self.head + """
        enums: { Gesture: [tap, swipe] }
        effects: { push: {} }
        messages: { waiting: { to: app } }
        extend:
          enums: { Factor: { after: sms, add: [push] } }
          components:
            client: { locations: { values: [lost] }, variables: { gesture: { enum: Gesture } } }
          messages: { Ask: { fields: { urgent: { bool: true } } } }
          evidence: { code: { depends: [client.at] } }
          transitions:
            - { ladder: client.go, from: [out, inside, lost] }
            - { id: client.inside, effects: [push] }
        replace:
          definitions: { "usable(f in Factor)": "preference[f] == preferred or f == push" }
          translations: { errors: { Broken: failed } }
          transitions:
            - { id: client.asks, to: asking, send: { Ask: { factor: f, urgent: f == push } } }
        drop:
          messages: [lost]
          effects: [note]
          never: [asking-at-rest]
        insert:
          - before: client.asks
            rows:
              - { id: client.lost, from: lost, send: waiting }
          - after: client.error
            rows:
              - { id: clock.ticks, on: tick, set: { "preference[sms]": off } }
        actions: { tick: { by: clock } }

        """
    let hand = try Self.byHand([
      ("[sms, totp]", "[sms, push, totp]\n  Gesture: [tap, swipe]"),
      (
        "[out, asking, inside], urgent: [asking] }",
        "[out, asking, inside, lost], urgent: [asking] }"
      ),
      ("{ tries: { range: 0..3 } }", "{ tries: { range: 0..3 }, gesture: { enum: Gesture } }"),
      ("{ factor: { enum: Factor } } }", "{ factor: { enum: Factor }, urgent: { bool: true } } }"),
      ("  lost: { to: app }", "  waiting: { to: app }"),
      ("Broken: lost", "Broken: failed"),
      ("preference[f] == preferred", "preference[f] == preferred or f == push"),
      ("effects: { note: {} }", "effects: { push: {} }"),
      ("depends: [preference]", "depends: [preference, client.at]"),
      ("{ f: { enum: Factor } } }", "{ f: { enum: Factor } } }\n  tick: { by: clock }"),
      ("    on: go\n", "    on: go\n    from: [out, inside, lost]\n"),
      (
        "from: inside, send: done }\n",
        "from: inside, send: done, effects: [push] }\n"
          + "      - { id: client.lost, from: lost, send: waiting }\n"
      ),
      (
        "from: out, to: asking, send: { Ask: { factor: f } }",
        "to: asking, send: { Ask: { factor: f, urgent: f == push } }"
      ),
      (
        "to: out, send: errors }\n",
        "to: out, send: errors }\n"
          + "  - { id: clock.ticks, on: tick, set: { \"preference[sms]\": off } }\n"
      ),
      ("never:\n  - { id: asking-at-rest, states: client.at == asking and message == none }\n", ""),
    ])
    let model = try Self.model(layer)
    #expect(model.compiled().json() == hand.compiled().json())
    #expect(model.rows.map(\.fullID) == hand.rows.map(\.fullID))
    #expect(model.effects.mapValues(\.action) == hand.effects.mapValues(\.action))
    #expect(model.evidence["code"]?.depends == hand.evidence["code"]?.depends)
    let found = [model, hand].map { Set(Inspector($0).inspect().map(\.message)) }
    #expect(found[0] == found[1])
  }

  @Test func aRowKnowsItsLayerAndItsPlaceThere() throws {
    let model = try Self.model(
      Self.head + "replace:\n  transitions:\n    - { id: client.right, component: client, "
        + "receive: Right, from: asking, to: out, send: done }\n")
    #expect(model.layers == ["over"])
    #expect(model.rows.filter { $0.layer == "over" }.map(\.id) == ["client.right"])
    let row = try #require(model.rows.first { $0.layer != nil })
    #expect(row.location.description == "layer1.yaml:5:7")
    #expect(try Self.model().rows.allSatisfy { $0.layer == nil })
  }

  @Test func rungsKeepTheirOrderAroundThoseThatAreInserted() throws {
    let model = try Self.model(
      Self.head + """
        insert:
          - before: pool.refuses
            rows: [{ id: pool.first, when: "false" }, { id: pool.second, when: "false" }]
          - after: pool.refuses
            rows: [{ id: pool.third, when: "false" }]

        """)
    let expected = ["pool.first", "pool.second", "pool.refuses", "pool.third", "pool.accepts"]
    #expect(try rungs(of: "pool.ask", in: model) == expected)
  }

  @Test func aLadderIsReplacedAndDroppedByItsName() throws {
    let model = try Self.model(
      Self.head + """
        replace:
          transitions:
            - ladder: pool.ask
              component: pool
              receive: Ask
              rows: [{ id: pool.accepts, send: Right, accepts: code }]
        drop:
          transitions: [client.go]

        """)
    #expect(try rungs(of: "pool.ask", in: model) == ["pool.accepts"])
    #expect(!model.groups.contains { $0.ladder == "client.go" })
  }

  @Test func aLadderWhoseRungsAreAllDroppedIsGone() throws {
    let model = try Self.model(Self.head + "drop: { transitions: [client.inside, client.asks] }")
    #expect(model.groups.compactMap(\.ladder) == ["pool.ask"])
  }

  @Test func aWordMeansTheRowWhereALadderHasTheSameName() throws {
    let twin = """
      layer: twin
      extends: base
      transitions:
        - { ladder: twin, component: pool, receive: Ask, rows: [{ id: twin, when: "false" }, \
      { id: other, when: "false" }] }

      """
    let row = try Self.model(twin, Self.head + "drop: { transitions: [twin] }")
    #expect(try rungs(of: "twin", in: row) == ["other"])
    let ladder = try Self.model(twin, Self.head + "drop: { transitions: [{ ladder: twin }] }")
    #expect(!ladder.groups.contains { $0.ladder == "twin" })
  }

  @Test func aLayerStandsOnAnotherOne() throws {
    let second = """
      layer: second
      extends: over
      replace:
        transitions:
          - { id: pool.new, when: "false", send: Right }

      """
    let first = Self.head + "insert: [{ before: pool.accepts, rows: [{ id: pool.new }] }]"
    let model = try Self.model(first, second)
    #expect(model.layers == ["over", "second"])
    #expect(model.rows.first { $0.id == "pool.new" }?.layer == "second")
  }

  // MARK: What is refused

  /// The complaints about a layer as `layer1.yaml:line:column code message | remedy`.
  private func complaints(_ layers: String...) throws -> [String] {
    var documents = [try LocatedDocument(parsing: Self.base, file: "base.yaml")]
    for (position, text) in layers.enumerated() {
      documents.append(
        try LocatedDocument(parsing: Self.head + text, file: "layer\(position + 1).yaml"))
    }
    do {
      _ = try ModelLoader.load(documents)
      return []
    } catch {
      return error.diagnostics.map { "\($0.location) \($0.code) \($0.message) | \($0.remedy)" }
    }
  }

  @Test(arguments: [
    (
      "drop: { transitions: [pool.refusse] }",
      "3:23 table.unknown-name `transitions` has no `pool.refusse` | did you mean `pool.refuses`?"
    ),
    (
      "replace: { transitions: [{ id: pool.accept, send: Right }] }",
      "3:32 table.unknown-name `transitions` has no `pool.accept` | did you mean `pool.accepts`?"
    ),
    (
      "replace: { transitions: [{ ladder: pool.asks, rows: [] }] }",
      "3:36 table.unknown-name `transitions` has no `pool.asks` | did you mean `pool.ask`?"
    ),
    (
      "insert: [{ after: pool.refuse, rows: [{ id: x }] }]",
      "3:19 table.unknown-name `transitions` has no `pool.refuse` | did you mean `pool.refuses`?"
    ),
    (
      "drop: { messages: [dome] }",
      "3:20 table.unknown-name `messages` has no `dome` | did you mean `done`?"
    ),
    (
      "replace: { translations: { errors: { Refusd: lost } } }",
      "3:38 table.unknown-name `translations.errors` has no `Refusd` | did you mean `Refused`?"
    ),
    (
      "extend: { enums: { Factor: { before: smss, add: [push] } } }",
      "3:38 table.unknown-name `enums.Factor` has no `smss` | did you mean `sms`?"
    ),
    (
      "extend: { enums: { Facter: [push] } }",
      "3:20 table.unknown-name `enums` has no `Facter` | did you mean `Factor`?"
    ),
    (
      "drop: { message: [done] }",
      "3:9 table.unknown-name the model has no section `message` | did you mean `messages`?"
    ),
    (
      "extend: { enums: { Factor: [sms] } }",
      "3:29 table.duplicate `sms` is declared twice | it is also declared at base.yaml:3:12; "
        + "write it under `replace:`, or choose another name"
    ),
    (
      "extend: { variables: { preference: { values: off } } }",
      "3:46 table.shape `variables.preference.values` is a list and cannot be extended by one value"
        + " | write it under `replace:`, or extend a list or a mapping"
    ),
    (
      "messages: { done: { to: app } }",
      "3:13 table.duplicate `done` is declared twice | it is also declared at base.yaml:16:3; "
        + "write it under `replace:`, or choose another name"
    ),
    (
      "insert: [{ after: pool.ask, rows: [{ id: client.right, component: client, receive: Right, "
        + "from: asking, to: out, send: done }] }]",
      "3:36 table.duplicate the row `client.right` is declared twice | it is also declared at "
        + "base.yaml:41:5; write it under `replace:`, or choose another name"
    ),
    (
      "drop: { transitions: [client.go, { id: client.asks }] }",
      "3:40 layer.conflict `client.asks` is replaced or dropped twice | it is also replaced or "
        + "dropped at layer1.yaml:3:23; keep one of the two"
    ),
    (
      "drop: { transitions: [client.asks] }\ninsert: [{ after: client.asks, rows: [{ id: x }] }]",
      "4:19 layer.conflict `client.asks` is dropped at layer1.yaml:3:23 | "
        + "keep one of the two changes"
    ),
    (
      "insert: [{ after: client.asks }]",
      "3:10 table.shape this puts no rows at a place | "
        + "write `before: ID` or `after: ID`, and a list of `rows:`"
    ),
    (
      "repalce: { transitions: [] }",
      "3:1 table.unknown-key a layer file has no key `repalce` | did you mean `replace`?"
    ),
  ])
  func aLayerIsRefusedAtItsPlace(layer: String, complaint: String) throws {
    #expect(try complaints(layer) == ["layer1.yaml:" + complaint])
  }

  @Test(arguments: [
    ("drop: { transitions: [client.right] }", "drop: { transitions: [client.right] }", 23),
    (
      "replace: { transitions: [{ id: client.right, component: client, receive: Right, "
        + "from: asking, to: out, send: done }] }", "drop: { transitions: [client.right] }", 32
    ),
  ])
  func twoLayersThatChangeOneRowAreRefusedWithBothPlaces(
    first: String, second: String, column: Int
  ) throws {
    #expect(
      try complaints(first, second) == [
        "layer2.yaml:3:23 layer.conflict `client.right` is replaced or dropped twice | it is also "
          + "replaced or dropped at layer1.yaml:3:\(column); keep one of the two"
      ])
  }

  @Test func aFileOfALayerThatIsReadTwiceIsRefused() throws {
    let documents = try [Self.base, Self.head, Self.head].enumerated().map { position, text in
      try LocatedDocument(parsing: text, file: position == 0 ? "base.yaml" : "over.yaml")
    }
    let found = #expect(throws: DiagnosticList.self) { try ModelLoader.load(documents) }
    #expect(found?.diagnostics.map(\.code) == ["layer.conflict"])
    #expect(found?.diagnostics.first?.location.description == "over.yaml:1:8")
  }

  @Test func aLayerOverAnotherModelIsRefused() throws {
    let found = #expect(throws: DiagnosticList.self) {
      try Self.model("layer: over\nextends: bass\n")
    }
    let complaint = try #require(found?.diagnostics.first)
    #expect(complaint.location.description == "layer1.yaml:2:10")
    #expect(complaint.message == "the layer extends `bass`, which is not loaded")
    #expect(complaint.remedy == "did you mean `base`?")
    #expect(complaint.sourceLine == "extends: bass")
  }
}
