import Testing

@testable import TransitionTables

/// The mutants of a small table, and what the inspections say of them.
@Suite struct MutantTests {
  private static let table = """
    parameters: { strict: { bool } }
    variables: { n: { range: 0..3 }, seen: { bool } }
    components:
      c: { locations: { values: [rest, judging, done], urgent: [judging] } }
    actions:
      go: { by: user, component: c, enabled: n < 3 }
    transitions:
      - { id: go, component: c, on: go, from: rest, to: judging, because: { fact: F } }
      - ladder: judge
        component: c
        from: judging
        rows:
          - id: first
            when: n == 0 and not seen
            set: { n: 1, seen: "true" }
            to: rest
            because: { fact: F }
          - { id: second, when: n < 2 and strict, to: done, because: { fact: F } }
          - { id: rest, to: rest, because: { fact: F } }
    """

  private func loaded(_ text: String = table) throws -> Model {
    try model(text, keepsMutants: true)
  }

  @Test func `every part of a guard, update and target is mutated once`() throws {
    let found = try loaded().mutants().map(\.id)
    #expect(
      found == [
        "first: conjunct dropped at 14:15", "first: conjunct dropped at 14:26",
        "first: comparison flipped at 14:15",
        "first: conjunct added (the opposite of 18:29) at 14:15",
        "first: conjunct added (the opposite of 18:39) at 14:15", "first: update removed at 15:19",
        "first: update removed at 15:28", "first: target swapped for `done` at 13:9",
        "second: conjunct dropped at 18:29", "second: conjunct dropped at 18:39",
        "second: comparison flipped at 18:29", "second: comparison changed to `<=` at 18:29",
        "second: conjunct added (14:15) at 18:29", "second: conjunct added (14:26) at 18:29",
        "second: target swapped for `rest` at 18:9",
        "rest: target swapped for `done` at 19:9",
      ])
  }

  @Test func `a comparison with a member is changed to its neighbours, both ways round`() throws {
    let found = try loaded(
      """
      variables: { mail: { values: [absent, unverified, verified] }, on: { bool: true } }
      components: { c: { locations: { values: [rest] } } }
      actions: { go: { by: user, component: c } }
      transitions:
        - ladder: judge
          component: c
          on: go
          rows:
            - { id: no, when: mail == absent and on, set: { on: "false" }, because: { fact: F } }
            - { id: old, when: mail != verified, set: { on: "true" }, because: { fact: F } }
      """
    ).mutants().filter { $0.operation == .comparisonChanged }.map(\.id)
    #expect(
      found == [
        "no: comparison changed to `== unverified` at 9:25",
        "no: comparison changed to `!= verified` at 9:25",
        "old: comparison changed to `!= absent` at 10:26",
        "old: comparison changed to `== unverified` at 10:26",
      ])
  }

  @Test func `without being asked the loader keeps no mutants in guards`() throws {
    #expect(try model(Self.table).mutantsOfGuards.isEmpty)
    #expect(try !loaded().mutantsOfGuards.isEmpty)
  }

  @Test func `a mutant that takes what another rung took differs, and says where`() throws {
    let model = try loaded()
    let inspector = Inspector(model)
    // A part too many can leave nothing to its rung.
    let mutants = model.mutants().filter { $0.operation != .conjunctAdded }
    let judged = mutants.map { inspector.judge($0) }
    // Some state distinguishes each of these from the table.
    for (mutant, judgement) in zip(mutants, judged) {
      guard case .differs = judgement else {
        Issue.record("\(mutant.id): \(judgement)")
        continue
      }
    }
  }

  @Test func `a mutant that kills a rung is unviable`() throws {
    let model = try loaded(
      Self.table.replacing("when: n < 2 and strict", with: "when: n >= 0 and strict"))
    let flipped = try #require(
      model.mutants().first { $0.row == "second" && $0.operation == .comparisonFlipped })
    #expect(Inspector(model).judge(flipped) == .unviable("`second` can fire no more"))
    // A part that always holds is no loss: nothing distinguishes the table from the mutant.
    let dropped = try #require(
      model.mutants().first { $0.row == "second" && $0.operation == .conjunctDropped })
    #expect(Inspector(model).judge(dropped) == .equivalent)
  }

  /// What `b` would make of `M` at `r` is never asked: `M` is sent where it leaves `r`.
  private static let channel = """
    parameters: { lossy: { bool: true } }
    variables: { heard: { bool: true } }
    messages: { M: { to: b } }
    components:
      b: { locations: { values: [r, s] } }
    actions: { go: { by: user, component: b } }
    transitions:
      - { id: go, component: b, on: go, from: r, to: s, send: M, because: { fact: F } }
      - ladder: lost
        before: true
        receive: M
        rows:
          - { id: lost, when: lossy and heard, because: { fact: F } }
      - ladder: take
        component: b
        receive: M
        rows:
          - { id: take.s, from: s, to: r, set: { heard: "true" }, because: { fact: F } }
          - { id: take.r, to: s, because: { fact: F } }
    """

  @Test func `what is never met distinguishes nothing`() throws {
    let model = try loaded(Self.channel)
    let swapped = try #require(
      model.mutants().first { $0.row == "take.r" && $0.operation == .targetSwapped })
    guard case .differs = Inspector(model).judge(swapped) else {
      Issue.record("without what can be met, a state distinguishes it")
      return
    }
    #expect(Inspector(model).judge(swapped, meetingsTracking: []) == .unmet)
    let met = try #require(
      model.mutants().first { $0.row == "take.s" && $0.operation == .targetSwapped })
    guard case .differs = Inspector(model).judge(met, meetingsTracking: []) else {
      Issue.record("what is met distinguishes it")
      return
    }
  }

  @Test func `a mutant before the receivers changes what is left for them`() throws {
    let model = try loaded(Self.channel)
    let dropped = try #require(
      model.mutants().first { $0.row == "lost" && $0.operation == .conjunctDropped })
    #expect(dropped.rows.map { model.rows[$0.position].id } == ["lost", "take.s", "take.r"])
  }

  @Test func `a mutant compiles to what the table with it compiles to`() throws {
    let model = try loaded()
    let compilation = TableCompilation(model: model, parameters: [:], observers: [])
    var different = 0
    for mutant in model.mutants() {
      let whole = model.applying(mutant).compiled()
      guard let compiled = compilation.compiled(with: mutant) else {
        #expect(whole.system.rules == compilation.compiled.system.rules)
        continue
      }
      different += 1
      #expect(compiled.system.rules == whole.system.rules)
      #expect(compiled.labels == whole.labels)
    }
    #expect(different > 5)
  }

  @Test func `the nearest state in which one differs is found for all mutants at once`() throws {
    let model = try loaded()
    let compilation = TableCompilation(
      model: model, parameters: [try #require(model.parameter(named: "strict")): 1], observers: [])
    let mutants = model.mutants()
    let (reached, isComplete) = try compilation.differences(of: mutants, maximumStates: 100)
    #expect(isComplete)
    // Those that are left need a rung that `first` always comes before.
    #expect(
      zip(mutants, reached).filter { $1 == nil }.map(\.0.id) == [
        "first: conjunct dropped at 14:15", "first: conjunct dropped at 14:26",
        "second: conjunct dropped at 18:29", "second: conjunct dropped at 18:39",
        "second: comparison changed to `<=` at 18:29", "rest: target swapped for `done` at 19:9",
      ])
    let flipped = try #require(mutants.firstIndex { $0.operation == .comparisonFlipped })
    #expect(reached[flipped]?.steps.count == 1)
  }
}
