import Testing

@testable import TransitionTables

/// What each section of a table becomes.
@Suite struct LoaderTests {
  @Test func `enums are lists or numbers, and equal lists are one type`() throws {
    let loaded = try model(
      """
      enums: { Factor: [sms, totp], Same: [sms, totp], Manager: 3 }
      variables:
        a: { values: [sms, totp] }
        b: { enum: Manager }
      """, enumSizes: ["Manager": 2])
    #expect(loaded.types.enums.map(\.name) == ["Factor", "Manager"])
    #expect(loaded.types.enums.map(\.members) == [["sms", "totp"], ["manager1", "manager2"]])
    #expect(loaded.slots.map(\.type) == [.member(0), .member(1)])
  }

  @Test func `words stay words whatever YAML makes of them`() throws {
    let loaded = try model(
      """
      variables:
        a: { values: [off, on, no, yes, null, 01], initially: no }
        b: { values: [off, on], initially: "on" }
        c: { range: 1..4, initially: 3 }
        d: { bool, initially: true }
      """)
    #expect(loaded.types.enums[0].members == ["off", "on", "no", "yes", "null", "01"])
    #expect(loaded.slots.map(\.initial) == [2, 1, 3, 1])
    #expect(
      zip(loaded.slots.map(\.initial), 0...).map { loaded.text(of: $0, in: $1) }
        == ["no", "on", "3", "true"])
  }

  @Test func `parameters and assumptions have defaults and documentation`() throws {
    let loaded = try model(
      """
      enums: { Factor: [sms, totp, email] }
      parameters:
        methods: { set: Factor, default: [sms, email], doc: Methods. }
        others: { set: Factor, default: "{totp}" }
        flow: { set: Factor, default: { sms, totp } }
      assumptions:
        open: { default: true, evidence: D, fact: M6, doc: Open. }
        size: { range: 0..3, default: 2 }
      """)
    #expect(
      loaded.parameters.map { loaded.slots[$0].name }
        == ["methods", "others", "flow", "open", "size"])
    #expect(loaded.slots.map(\.initial) == [0b101, 0b010, 0b011, 1, 2])
    #expect(
      loaded.slots.map(\.kind)
        == [.parameter, .parameter, .parameter, .assumption, .assumption])
    #expect(loaded.slots[0].documentation == "Methods.")
    #expect(loaded.parameter(named: "open") == 3)
    #expect(loaded.parameter(named: "opened") == nil)
  }

  @Test func `an indexed variable has one slot a member`() throws {
    let loaded = try model(
      """
      enums: { Factor: [sms, totp] }
      variables: { preference: { for: Factor, values: [off, preferred], initially: preferred } }
      """)
    #expect(loaded.slots.map(\.name) == ["preference[sms]", "preference[totp]"])
    #expect(loaded.slots.map(\.initial) == [1, 1])
    #expect(loaded.symbols["preference"]?.slots == [0, 1])
  }

  @Test func `components have a location, urgent places and variables of their own`() throws {
    let loaded = try model(
      """
      components:
        pool:
          locations: { values: [idle, busy, done], initially: done, urgent: [busy] }
          variables: { waits: { bool } }
      """)
    #expect(
      loaded.components
        == [Component(name: "pool", locationSlot: 0, locations: 0, urgent: [1])])
    #expect(loaded.slots.map(\.name) == ["pool.at", "waits"])
    #expect(loaded.slots.map(\.kind) == [.location(component: 0), .variable(component: 0)])
    #expect(loaded.slots[0].initial == 2)
  }

  @Test func `messages to components and answers to the app have registers of their own`() throws {
    let loaded = try model(
      """
      components: { pool: { locations: { values: [idle] } } }
      messages:
        Ask: { to: pool, kind: request, doc: Asks., fields: { n: { range: 0..3 } } }
        done: { to: app, kind: nextStep }
        failed: { to: app, kind: error, fields: { why: { values: [a, b] } } }
      """)
    #expect(loaded.messages.map(\.name) == ["Ask", "done", "failed"])
    #expect(loaded.messages.map(\.code) == [1, 1, 2])
    #expect(loaded.messages.map(\.receiver) == [0, nil, nil])
    #expect(loaded.messages.map(\.kind) == ["request", "nextStep", "error"])
    #expect(loaded.messages[0].documentation == "Asks.")
    #expect(
      loaded.slots.map(\.name)
        == ["pool.at", "message", "answer", "Ask.n", "failed.why"])
    #expect(loaded.messageSlot == 1)
    #expect(loaded.answerSlot == 2)
  }

  @Test func `actions have actor, call, inputs, needs and a guard`() throws {
    let loaded = try model(
      """
      means: { phone: { says: a phone, factor: possession, cost: 1, rarity: 1, doc: A number. } }
      variables: { open: { bool } }
      actions:
        answer:
          by: app
          call: confirm
          inputs: { code: { evidence: totp, classes: [right, wrong], needs: { right: phone } } }
          enabled: open and code == right
          doc: Answers.
        tick: { by: clock }
      """)
    let (answer, tick) = (loaded.actions[0], loaded.actions[1])
    #expect([answer.name, answer.call, answer.actor] == ["answer", "confirm", "app"])
    #expect(
      answer.inputs
        == [Action.Input(name: "code", slot: 1, evidence: "totp", classesWithNeeds: [0])])
    #expect(answer.enabled == .and([.slot(0), .equal(.slot(1), .constant(0))]))
    #expect(answer.documentation == "Answers.")
    #expect([tick.name, tick.call, tick.actor] == ["tick", "tick", "clock"])
    #expect(tick.enabled == .yes)
  }

  private static let rows = """
    enums: { Factor: [sms, totp] }
    components: { pool: { locations: { values: [idle, busy], urgent: [busy] } } }
    variables:
      preference: { for: Factor, values: [off, enabled, preferred] }
      chosen: { set: Factor }
    messages:
      Ask: { to: pool, fields: { f: { enum: Factor }, n: { range: 0..3 } } }
      done: { to: app }
    effects: { issue: { doc: Issues. } }
    evidence: { code: {} }
    actions: { go: { by: app, inputs: { f: { enum: Factor } } } }
    transitions:

    """

  @Test func `a row keeps trigger, place, guard, updates, effects, judgement and source`() throws {
    let loaded = try model(
      Self.rows + """
          - id: r
            component: pool
            receive: Ask
            from: [idle, busy]
            when: f == totp
            to: busy
            set: { chosen: "chosen union {f}" }
            send: done
            effects: [issue]
            accepts: code
            doc: Why.
            because: { fact: F1, source: paper, confidence: B }
          - { id: s, refuses: { code: used } }
        """)
    let row = loaded.rows[0]
    #expect(row.trigger == .message(0))
    #expect(row.from == [0, 1])
    #expect(row.whenText == "f == totp")
    #expect(row.target == 1)
    #expect(row.sends == 1)
    #expect(row.effects == ["issue"])
    #expect(row.judgements == [Judgement(evidence: "code", isAccepted: true, reason: "")])
    #expect(row.source == Source(fact: "F1", document: "paper", confidence: "B"))
    #expect(row.documentation == "Why.")
    // In this order: what is set, the location, the answer, the message that is taken.
    #expect(
      row.updates.map { loaded.slots[$0.slot].name } == ["chosen", "pool.at", "answer", "message"])
    #expect(
      loaded.rows[1].judgements
        == [Judgement(evidence: "code", isAccepted: false, reason: "used")])
    #expect(loaded.effects.mapValues(\.documentation) == ["issue": "Issues."])
  }

  @Test func `fields that a message leaves out have their first value`() throws {
    let loaded = try model(Self.rows + "  - { id: r, on: go, send: { Ask: { n: 2 } } }")
    let values = loaded.rows[0].updates.map {
      "\(loaded.slots[$0.slot].name) = \(ConcreteEvaluator.constant($0.value) ?? -1)"
    }
    #expect(values == ["message = 1", "Ask.f = 0", "Ask.n = 2"])
  }

  @Test func `a row for a member stands once a member, a ladder keeps the order`() throws {
    let loaded = try model(
      Self.rows + """
          - id: single
            for: { f: Factor, g: Factor }
            when: f != g
          - ladder: steps
            on: go
            because: { fact: F }
            rows:
              - { id: first, for: { g: Factor }, when: f == g }
              - { id: last }
          - ladder: each
            for: { h: Factor }
            rows:
              - { id: a, when: h in chosen }
              - { id: b }
        """)
    #expect(
      loaded.rows.map(\.fullID) == [
        "single[f = sms, g = sms]", "single[f = sms, g = totp]", "single[f = totp, g = sms]",
        "single[f = totp, g = totp]", "first[g = sms]", "first[g = totp]", "last", "a[h = sms]",
        "b[h = sms]", "a[h = totp]", "b[h = totp]",
      ])
    #expect(
      loaded.groups.map(\.ladder)
        == [nil, nil, nil, nil, "steps", "each", "each"])
    #expect(loaded.groups.map(\.rows) == [[0], [1], [2], [3], [4, 5, 6], [7, 8], [9, 10]])
    #expect(loaded.rows[4].source?.fact == "F")
  }

  /// The slots that one row sets from a state, as `name = value`.
  private func effect(_ set: String, from: [String: String] = [:], input: Int) throws -> [String] {
    let loaded = try model(Self.rows + "  - { id: r, on: go, set: \(set) }")
    var before = loaded.slots.map(\.initial)
    for (name, text) in from {
      let slot = try loaded.slot(name)
      let values = loaded.types.values(of: loaded.slots[slot].type)
      before[slot] = try #require(values.first { loaded.text(of: $0, in: slot) == text })
    }
    let firings = try Interpreter(model: loaded).step(0, inputs: [input], from: before)
    let after = try #require(firings.last).valuation
    return try ["preference[sms]", "preference[totp]", "chosen"].map { name in
      let slot = try loaded.slot(name)
      return loaded.text(of: after[slot], in: slot)
    }
  }

  @Test func `an index that is known or an input picks one slot`() throws {
    #expect(try effect("{ \"preference[totp]\": enabled }", input: 0) == ["off", "enabled", "{}"])
    #expect(try effect("{ \"preference[f]\": enabled }", input: 0) == ["enabled", "off", "{}"])
    #expect(try effect("{ \"preference[f]\": enabled }", input: 1) == ["off", "enabled", "{}"])
  }

  @Test func `an update of all members reads the state before the row`() throws {
    let swap =
      "{ \"preference[g in Factor]\": \"if g == sms then preference[totp] else preference[sms]\" }"
    #expect(
      try effect(swap, from: ["preference[sms]": "preferred"], input: 0)
        == ["off", "preferred", "{}"])
    #expect(try effect("{ chosen: [sms, totp] }", input: 0) == ["off", "off", "{sms, totp}"])
    #expect(
      try effect("{ chosen: \"{g in Factor where preference[g] == off and g != f}\" }", input: 0)
        == ["off", "off", "{totp}"])
  }

  @Test func `claims keep what they say, for each member`() throws {
    let loaded = try model(
      Self.rows + """
          - { id: r, on: go, accepts: code }
        never: [{ id: n, states: "chosen == {sms}", doc: No. }]
        observers:
          seen:
            set: Factor
            updates:
              - { onAction: go, to: "seen union {f}" }
              - { onRow: r, to: [sms] }
              - { onAccepts: code, to: {} }
              - { onSend: done, to: seen }
        properties:
          - { id: p, always: "chosen == {}", premise: "true", severity: note, prose: P., remedy: R. }
          - { id: q, for: { f: Factor }, from: f in chosen, reachable: f in seen, within: [go] }
          - { id: d, noDeadEnd: true }
        attempt: { begins: [go], ready: "true", underway: "chosen == {}" }
        """)
    #expect(loaded.never.map(\.statesText) == ["chosen == {sms}"])
    #expect(
      loaded.observers[0].updates.map(\.trigger)
        == [.action(0), .row("r"), .accepts("code"), .sends(1)])
    #expect(loaded.properties.map(\.fullID) == ["p", "q[f = sms]", "q[f = totp]", "d"])
    #expect(loaded.properties.map(\.severity) == ["note", "error", "error", "error"])
    #expect(
      loaded.properties.map(\.claimText) == [
        "always chosen == {}", "from f in chosen reachable f in seen",
        "from f in chosen reachable f in seen", "no dead end",
      ])
    #expect([loaded.properties[0].prose, loaded.properties[0].remedy] == ["P.", "R."])
    let seen = try loaded.slot("seen")
    #expect(loaded.observers(readBy: loaded.properties[1].expressions) == [seen])
    #expect(loaded.observers(readBy: loaded.properties[0].expressions) == [])
    #expect(loaded.attempt?.begins == [0])
  }

  @Test func `rules of legality point at what they forbid`() throws {
    let loaded = try model(
      """
      parameters: { a: { bool }, b: { bool } }
      legality:
        - { id: L1, forbid: a and b, refusal: No., remedy: Choose. }
        - { id: L2, forbid: a and b, parameters: b, severity: warning }
        - { id: L3, forbid: a and b, parameters: b, severity: note }
      """)
    #expect(loaded.legality.map(\.parameters) == [["a", "b"], ["b"], ["b"]])
    #expect(loaded.legality.map(\.isError) == [true, false, false])
    #expect(loaded.legality.map(\.isNote) == [false, false, true])
    #expect(loaded.legality[0].refusal == "No.")
    #expect(loaded.legality[0].forbidText == "a and b")
  }
}
