import Testing

@testable import TransitionTables

/// The slips of a small table, and what the inspections say of them.
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
    try ModelLoader.$keepsSlips.withValue(true) { try model(text) }
  }

  @Test func `every part of a guard, update and target is mutated once`() throws {
    let found = try loaded().mutants().map(\.id)
    #expect(
      found == [
        "first: conjunct dropped at 14:15", "first: conjunct dropped at 14:26",
        "first: comparison flipped at 14:15", "first: update removed at 15:19",
        "first: update removed at 15:28", "first: target swapped for `done` at 13:9",
        "second: conjunct dropped at 18:29", "second: conjunct dropped at 18:39",
        "second: comparison flipped at 18:29", "second: target swapped for `rest` at 18:9",
        "rest: target swapped for `done` at 19:9",
      ])
  }

  @Test func `without being asked the loader keeps no slips in guards`() throws {
    #expect(try model(Self.table).slips.isEmpty)
    #expect(try !loaded().slips.isEmpty)
  }

  @Test func `a slip that takes what another rung took differs, and says where`() throws {
    let model = try loaded()
    let inspector = Inspector(model)
    let judged = model.mutants().map { inspector.judge($0) }
    // Each of these is told from the table by some state.
    for (mutant, judgement) in zip(model.mutants(), judged) {
      guard case .differs = judgement else {
        Issue.record("\(mutant.id): \(judgement)")
        continue
      }
    }
  }

  @Test func `a slip that kills a rung is unviable`() throws {
    let model = try loaded(
      Self.table.replacing("when: n < 2 and strict", with: "when: n >= 0 and strict"))
    let flipped = try #require(
      model.mutants().first { $0.row == "second" && $0.operation == .comparisonFlipped })
    #expect(Inspector(model).judge(flipped) == .unviable("`second` can fire no more"))
    // A part that always holds is no loss: nothing tells the table from the slip.
    let dropped = try #require(
      model.mutants().first { $0.row == "second" && $0.operation == .conjunctDropped })
    #expect(Inspector(model).judge(dropped) == .equivalent)
  }
}
