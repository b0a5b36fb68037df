import Foundation
import StateSpace
import Testing

@testable import TransitionTables

/// Compiled rules and interpreter are two readings of one table; they must agree.
@Suite struct InterpreterAgreementTests {
  @Test(arguments: 1...12)
  func `random tables run the same, compiled and interpreted`(seed: UInt64) throws {
    var random = RandomTable(seed: seed)
    var steps = 0
    for round in 0..<5 {
      let model = try TransitionTablesTests.model(random.next())
      let parameters = try model.configuration("q: [a, c]\no: \(round % 2 == 0)")
      let observers = round % 3 == 0 ? Set(model.observers.map(\.slot)) : []
      let compiled = model.compiled(parameters: parameters, observers: observers)
      let exploration = try compiled.system.explore(ExplorationOptions(maximumStates: 150))
      var agreement = Agreement(compiled)
      for index in 0..<min(exploration.exploredCount, 60) {
        agreement.compare(at: exploration.state(index))
      }
      #expect(agreement.differences == [])
      steps += agreement.steps + agreement.faults
    }
    #expect(steps > 100)
  }

  @Test(arguments: [
    ("two-phase-commit", 288), ("dining-philosophers", 82), ("peterson", 20),
  ])
  func `the classics run the same in every state`(name: String, states: Int) throws {
    let compiled = try ClassicsTests.classic(name).compiled()
    let exploration = try compiled.system.explore()
    #expect(exploration.stateCount == states)
    var agreement = Agreement(compiled)
    for index in 0..<exploration.stateCount { agreement.compare(at: exploration.state(index)) }
    #expect(agreement.differences == [])
    #expect(agreement.steps == exploration.transitionCount)
  }

  @Test func `the sign-in table runs the same in sampled states`() throws {
    let model = try SignInTables.whole.get()
    let compiled = model.compiled(
      parameters: try model.configuration(
        """
        mfa: required
        mfaMethods: [totp, email]
        emailSender: ses
        recovery: adminOnly
        selfSignUp: false
        """),
      observers: Set(model.observers.map(\.slot)))
    let exploration = try compiled.system.explore(ExplorationOptions(maximumStates: 20_000))
    var agreement = Agreement(compiled)
    for index in stride(from: 0, to: exploration.exploredCount, by: 499) {
      agreement.compare(at: exploration.state(index))
    }
    #expect(agreement.differences == [])
    #expect(agreement.steps > 500)
  }

  @Test func `a difference would be seen`() throws {
    let text = """
      variables: { n: { range: 0..3 } }
      actions: { up: { by: app } }
      transitions: [{ id: up, on: up, when: n < 3, set: { n: n + 1 } }]
      """
    let compiled = try TransitionTablesTests.model(text).compiled()
    let other = try TransitionTablesTests.model(
      text.replacingOccurrences(of: "n + 1", with: "n + 2")
        .replacingOccurrences(of: "n < 3", with: "n < 2"))
    let mixed = CompiledModel(
      model: other, parameters: [:], observers: [], layout: compiled.layout,
      system: compiled.system, labels: compiled.labels)
    var agreement = Agreement(mixed)
    agreement.compare(at: [0])
    #expect(agreement.differences == ["another end of up from [0]"])
    agreement.compare(at: [2])
    #expect(agreement.differences.count > 1)
  }
}
