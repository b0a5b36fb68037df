import Findings
import SignInTestBed
import Testing
import TransitionTables

@testable import WaymarkCommands

/// Every slip of a small table, and which oracle tells it.
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
    scenario: one step
    because: { fact: F }
    steps:
      - { call: go(), expect: { error: failed } }
    """

  private func run(sample: Int? = nil, threads: Int = 1) throws -> MutationRun {
    let table = try ModelLoader.$keepsSlips.withValue(true) {
      try ModelLoader.load([try LocatedDocument(parsing: Self.table, file: "small.yaml")])
    }
    let scenario = try Scenario(
      reading: try LocatedDocument(parsing: Self.scenario, file: "one.yaml"))
    let oracles = MutationOracles(
      model: table, scenarios: [(scenario, [:])],
      promises: PropertyOracle(
        model: table, pools: [PropertyOracle.Pool(name: "only", parameters: [:])]),
      threads: threads)
    return MutationRun(
      MutationRun.Request(sample: sample, threads: threads), by: oracles, progress: { _ in })
  }

  @Test func `each slip is told by the first oracle that can`() throws {
    let run = try run()
    #expect(
      run.killed.map { "\($0.mutant.id): \($0.kill.oracle), \($0.kill.name)" } == [
        "first: comparison flipped at 19:15: scenario, one step"
      ])
    #expect(run.unviable.map { "\($0.mutant.id): \($0.reason)" } == [])
    #expect(
      run.survivors.map { "\($0.mutant.id): \($0.equivalence ?? "differs")" } == [])
  }

  @Test func `a survivor is shown with the run that tells it`() throws {
    let text = MutationReport(try run()).text
    #expect(text == "")
  }

  @Test func `the report does not depend on threads`() throws {
    let one = MutationReport(try run(threads: 1))
    let two = MutationReport(try run(threads: 2))
    #expect(one.text == two.text)
    #expect(one.json.text == two.json.text)
    #expect(one.run.chosen.count == 12)
  }

  @Test func `a sample is drawn without replacement, in the order of the table`() throws {
    let all = try run().chosen.map(\.id)
    let sample = try run(sample: 4).chosen.map(\.id)
    #expect(sample.count == 4)
    #expect(all.filter(sample.contains) == sample)
  }
}
