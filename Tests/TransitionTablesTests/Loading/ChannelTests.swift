import Testing

@testable import TransitionTables

/// Ladders that take messages up before their receivers, and variables that some configurations
/// have.
@Suite struct ChannelTests {
  private static let table = """
    parameters: { lossy: { bool, default: true } }
    enums: { Fault: [none, lost, doubled] }
    variables:
      counted: { range: 0..3, initially: 0 }
      again: { bool, where: lossy }
    components:
      client:
        locations: { values: [calm, waiting], initially: calm }
        variables: { fault: { enum: Fault, where: lossy } }
      pool: { locations: { values: [idle] } }
    messages:
      Ask: { to: pool }
      Answer: { to: client }
      Broken: { to: client }
      done: { to: app }
      failed: { to: app }
    actions:
      ask: { by: app, component: client, enabled: client.at == calm }
      disturb:
        by: environment
        inputs: { next: { enum: Fault } }
        enabled: lossy and fault == none and next != none and client.at == calm
    transitions:
      - { id: disturbed, on: disturb, set: { fault: next }, because: &why { fact: f } }
      - { id: ask, component: client, on: ask, to: waiting, send: Ask, because: *why }
      - ladder: channel
        before: true
        receive: Ask
        rows:
          - { id: lost, when: fault == lost, set: { fault: none }, send: Broken, because: *why }
          - id: doubled
            when: fault == doubled
            set: { fault: none, again: "true" }
            passes: true
            because: *why
      - id: answered
        component: pool
        receive: Ask
        set: { counted: if counted < 3 then counted + 1 else 3 }
        send: Answer
        because: *why
      - { id: received, component: client, receive: Answer, to: calm, send: done, because: *why }
      - { id: broken, component: client, receive: Broken, to: calm, send: failed, because: *why }
    """

  private func model(_ text: String = table) throws -> Model {
    try ModelLoader.load([try LocatedDocument(parsing: text, file: "t.yaml")])
  }

  private func step(_ action: String, _ inputs: [Int], _ at: [Int], _ model: Model) throws
    -> (rows: [String], valuation: [Int])
  {
    let interpreter = Interpreter(model: model)
    let firings = try interpreter.step(
      try #require(model.action(named: action)), inputs: inputs, from: at)
    let end = interpreter.rested(firings.last?.valuation ?? at)
    return (firings.map { model.rows[$0.row].fullID }, end)
  }

  @Test func `a ladder before the receivers loses a message or lets it pass`() throws {
    let model = try model()
    let start = Interpreter(model: model).initial(parameters: [:])
    #expect(try step("ask", [], start, model).rows == ["ask", "answered", "received"])
    let losing = try step("disturb", [1], start, model).valuation
    #expect(try step("ask", [], losing, model).rows == ["ask", "lost", "broken"])
    let doubling = try step("disturb", [2], start, model).valuation
    #expect(
      try step("ask", [], doubling, model).rows == ["ask", "doubled", "answered", "received"])
    #expect(Inspector(model).inspect().filter { $0.severity == .error }.isEmpty)
  }

  @Test func `a variable takes no room where it is absent, and the states are as counted`() throws {
    let model = try model()
    let slot = try #require(model.parameter(named: "lossy"))
    let with = model.compiled(parameters: [slot: 1])
    let without = model.compiled(parameters: [slot: 0])
    let again = try #require(model.symbols["again"]?.slots.first)
    #expect(with.layout.fields[again]?.width == 1)
    #expect(without.layout.fields[again] == nil)
    // Four counts; with a channel each with three faults, and from the first answer on `again`.
    #expect(try TableExploration(without, maximumStates: 100).exploration.stateCount == 4)
    #expect(try TableExploration(with, maximumStates: 100).exploration.stateCount == 21)
  }

  @Test func `a row that changes a variable where no configuration has it is reported`() throws {
    let text = Self.table.replacing(
      "set: { counted: if", with: "set: { again: \"true\", counted: if")
    let found = Inspector(try model(text)).inspect().filter { $0.code == "inspect.absent" }
    #expect(found.count == 1)
    #expect(found.first?.message.hasPrefix("`answered` changes `again` where no") == true)
  }

  @Test(arguments: [
    ("before: true", "before: maybe", "`before` is true or absent"),
    (
      "before: true", "before: true\n    component: pool",
      "a ladder before the receivers has `receive:` and no `component:`"
    ),
    (
      "send: Broken,", "send: Broken, passes: true,",
      "only a rung of a ladder with `before: true` that sends nothing has `passes: true`"
    ),
    (
      "again: { bool, where: lossy }", "again: { bool, where: counted == 1 }",
      "`where` of a variable reads parameters only"
    ),
    (
      "again: { bool, where: lossy }", "again: { like: countt, where: lossy }",
      "`countt` is no variable or location"
    ),
  ])
  func `what cannot be meant is refused`(mistake: (String, String, String)) throws {
    #expect(Self.table.contains(mistake.0))
    let error = #expect(throws: DiagnosticList.self) {
      try model(Self.table.replacing(mistake.0, with: mistake.1))
    }
    #expect(error?.diagnostics.map(\.message).contains(mistake.2) == true)
  }

  @Test func `a variable like a location takes its values, and rows exchange the two`() throws {
    let text = """
      variables: { otherAt: { like: client.at } }
      components: { client: { locations: { values: [calm, busy], initially: calm } } }
      actions:
        work: { by: app, component: client, enabled: client.at == calm }
        turn: { by: user }
      transitions:
        - { id: work, component: client, on: work, to: busy, because: { fact: f } }
        - id: turn
          on: turn
          set: { client.at: otherAt, otherAt: client.at }
          because: { fact: f }
      """
    let compiled = try model(text).compiled()
    #expect(try TableExploration(compiled, maximumStates: 100).exploration.stateCount == 4)
    #expect(Inspector(compiled.model).inspect().filter { $0.severity == .error }.isEmpty)
  }
}
