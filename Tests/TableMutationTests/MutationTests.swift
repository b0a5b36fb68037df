import Findings
import SignInTestBed
import Testing
import TransitionTables

@testable import TableMutation

/// Every mutant of a small table, and which oracle kills it.
@Suite struct MutationTests {
  private static let table = """
    variables:
      n: { range: 0..2 }
      spare: { bool: true }
      trace: { bool: true }
    messages:
      done: { to: app, kind: nextStep }
      failed: { to: app, kind: error }
    components:
      c: { locations: { values: [rest, judging, finished], urgent: [judging] } }
    actions:
      go: { by: app, component: c }
    transitions:
      - { id: go, component: c, on: go, from: rest, to: judging, because: { fact: F } }
      - { id: again, component: c, on: go, from: finished, send: failed, because: { fact: F } }
      - ladder: judge
        component: c
        from: judging
        rows:
          - id: first
            when: n == 0 and not spare
            set: { n: 1, trace: "true" }
            to: rest
            send: failed
            because: { fact: F }
          - { id: second, when: n == 1, set: { n: 2 }, to: finished, send: done, because: { fact: F } }
          - { id: rest, to: rest, send: failed, because: { fact: F } }
    properties:
      - id: bounded
        severity: error
        always: c.at == finished implies n == 2
        prose: Who has finished has been counted twice.
        remedy: Count.
        because: { fact: F }
    never:
      - { id: spared, states: spare, doc: Nobody writes it. }
    """

  private static let scenario = """
    scenario: two steps
    because: { fact: F }
    configuration: {}
    steps:
      - { call: go(), expect: { error: failed } }
      - { call: go(), expect: { nextStep: done } }
    """

  /// The same steps with what they leave.
  private static let exactScenario = """
    scenario: two steps
    because: { fact: F }
    configuration: {}
    steps:
      - { call: go(), expect: { error: failed }, leaves: { n: 1, trace: true } }
      - { call: go(), expect: { nextStep: done }, leaves: { n: 2, c.at: finished } }
    """

  private func run(
    _ steps: String = Self.scenario, sample: Int? = nil, threads: Int = 1,
    asksPropertiesOfAll: Bool = false
  ) throws -> MutationRun {
    let table = try ModelLoader.load(
      [try LocatedDocument(parsing: Self.table, file: "small.yaml")], keepsMutants: true)
    let scenario = try Scenario(
      reading: try LocatedDocument(parsing: steps, file: "one.yaml"))
    let oracles = MutationOracles(
      model: table, scenarios: [(scenario, [:])],
      properties: PropertyOracle(
        model: table, pools: [SmallPool(name: "only", parameters: [:])]),
      threads: threads)
    return MutationRun(
      MutationRun.Request(
        sample: sample, threads: threads, asksPropertiesOfAll: asksPropertiesOfAll),
      by: oracles, progress: { _ in })
  }

  @Test func `each mutant is killed by the first oracle that can`() throws {
    let run = try run()
    #expect(
      run.killed.map { "\($0.mutant.id): \($0.kill.oracle), \($0.kill.name)" } == [
        "first: conjunct dropped at 20:15: scenario, two steps",
        "first: comparison flipped at 20:15: scenario, two steps",
        "first: update removed at 21:19: scenario, two steps",
        "first: target swapped for `finished` at 19:9: scenario, two steps",
        "second: comparison flipped at 25:29: scenario, two steps",
        "second: conjunct added (20:15) at 25:29: scenario, two steps",
        "second: update removed at 25:47: property, bounded in only",
      ])
    // Only the inspections kill this one, so it says nothing about properties.
    #expect(
      run.unviable.map { "\($0.mutant.id): \($0.reason)" } == [
        "second: conjunct dropped at 25:29: `rest` can fire no more"
      ])
    #expect(
      run.survivors.map { "\($0.mutant.id): \($0.equivalence ?? "differs")" } == [
        "first: conjunct dropped at 20:26: "
          + "no legal configuration and possible state distinguishes it from the table",
        "first: conjunct added (the opposite of 25:29) at 20:15: "
          + "no legal configuration and possible state distinguishes it from the table",
        "first: update removed at 21:29: where it does something else, in `only`, "
          + "every run of calls is answered the same for ever",
        "second: conjunct added (20:26) at 25:29: "
          + "no legal configuration and possible state distinguishes it from the table",
        "second: target swapped for `rest` at 25:9: where it does something else, in `only`, "
          + "every run of calls is answered the same for ever",
        "rest: target swapped for `finished` at 26:9: differs",
      ])
    #expect(!run.counts.isEnough)
  }

  @Test func `what a step leaves kills mutants that no answer kills`() throws {
    let before = Set(try run().killed.map(\.mutant.id))
    let run = try run(Self.exactScenario)
    #expect(
      run.killed.filter { !before.contains($0.mutant.id) }.map {
        "\($0.mutant.id): \($0.kill.oracle), \($0.kill.name)"
      } == [
        "first: update removed at 21:29: scenario, two steps",
        "second: target swapped for `rest` at 25:9: scenario, two steps",
      ])
    // No property needs to be asked.
    #expect(run.killed.map(\.kill.oracle) == Array(repeating: "scenario", count: 9))
    #expect(run.survivors.filter { $0.equivalence == nil }.map(\.mutant.row) == ["rest"])
  }

  @Test func `a survivor is shown with the run that kills it`() throws {
    #expect(
      MutationReport(try run()).text == """
        = first: conjunct dropped at 20:26 (small.yaml)
            no legal configuration and possible state distinguishes it from the table
        = first: conjunct added (the opposite of 25:29) at 20:15 (small.yaml)
            no legal configuration and possible state distinguishes it from the table
        = first: update removed at 21:29 (small.yaml)
            where it does something else, in `only`, every run of calls is answered the same for ever
        = second: conjunct added (20:26) at 25:29 (small.yaml)
            no legal configuration and possible state distinguishes it from the table
        = second: target swapped for `rest` at 25:9 (small.yaml)
            where it does something else, in `only`, every run of calls is answered the same for ever
        ✗ rest: target swapped for `finished` at 26:9 (small.yaml)
            record n = 2
            1. go() → failed
            with the mutant: the same answer, but c.at is finished
        14 mutants of 14: 1 unviable (killed by the inspections alone), 7 killed (6 by scenario, \
        0 by cryptography, 0 by case, 1 by property), 5 equivalent, 1 alive
        87.5 % of the viable killed; 90 % are needed

        """)
  }

  @Test func `JSON has the numbers of mutants and each survivor with its run`() throws {
    guard case .object(let report) = MutationReport(try run()).json else {
      Issue.record("the report is no object")
      return
    }
    #expect(
      report.filter { $0.key != "survivors" } == [
        "mutants": .number(14), "total": .number(14), "unviable": .number(1),
        "killed": .number(7), "alive": .number(1), "equivalent": .number(5),
        "kills": .object([
          "inspection": .number(1), "scenario": .number(6), "cryptography": .number(0),
          "case": .number(0), "property": .number(1),
        ]),
      ])
    guard case .array(let survivors)? = report["survivors"] else {
      Issue.record("the survivors are no list")
      return
    }
    #expect(survivors.count == 6)
    #expect(
      survivors.last
        == .object([
          "id": .string("rest: target swapped for `finished` at 26:9"), "row": .string("rest"),
          "operation": .string("target swapped"), "place": .string("small.yaml:26:9"),
          "equivalent": .bool(false),
          "reason": .string("state n = 2, spare = false, c.at = judging"),
          "scenario": .string("pool only"), "configuration": .object([:]),
          "record": .object(["n": .string("2")]), "instead": .string("c.at is finished"),
          "answered": .bool(false),
          "trace": .array([
            .object([
              "call": .string("go()"), "action": .string("go"), "rows": .strings(["go", "rest"]),
              "answer": .object(["error": .string("failed")]),
            ])
          ]),
        ]))
  }

  @Test func `the report does not depend on threads`() throws {
    let one = MutationReport(try run(threads: 1))
    let two = MutationReport(try run(threads: 2))
    #expect(one.text == two.text)
    #expect(one.json.text == two.json.text)
    #expect(one.run.chosen.count == 14)
  }

  @Test func `properties are asked of what scenarios have killed, where that is wanted`() throws {
    #expect(try run().shownByProperties == nil)
    let run = try run(asksPropertiesOfAll: true)
    #expect(
      run.shownByProperties?.map { "\($0.mutant.id): \($0.kill.name)" } == [
        "first: target swapped for `finished` at 19:9: bounded in only",
        "second: update removed at 25:47: bounded in only",
      ])
    #expect(
      MutationReport(run).text.hasSuffix(
        "25.0 % of the viable, 2, are killed by properties alone\n"))
  }

  @Test func `a sample is drawn without replacement, in the order of the table`() throws {
    let all = try run().chosen.map(\.id)
    let sample = try run(sample: 4).chosen.map(\.id)
    #expect(sample.count == 4)
    #expect(all.filter(sample.contains) == sample)
  }
}
