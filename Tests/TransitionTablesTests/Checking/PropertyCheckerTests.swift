import StateSpace
import Synchronization
import Testing

@testable import TransitionTables

/// Each kind of claim on a counter with a lamp, where every verdict can be seen at a glance.
@Suite struct PropertyCheckerTests {
  /// A counter from 0 to 4 that goes up by the app and back to 0 by the clock, and a component
  /// that passes through an urgent place on the way.
  private static let table = """
    parameters: { top: { range: 0..4, default: 4 }, spare: { bool } }
    variables: { n: { range: 0..4 } }
    components: { c: { locations: { values: [rest, passing], urgent: [passing] } } }
    actions:
      up: { by: app, component: c, enabled: n < top }
      reset: { by: clock, component: c }
      fix: { by: administrator, component: c }
    transitions:
      - { id: up, component: c, on: up, to: passing }
      - { id: pass, component: c, from: passing, to: rest, set: { n: "if n < 4 then n + 1 else 4" } }
      - { id: reset, component: c, on: reset, when: n == 4, set: { n: 3 } }
      - { id: fix, component: c, on: fix, when: n == 2, set: { n: 0 } }
    observers:
      fixed: { bool, updates: [{ onRow: fix, to: "true" }] }
    properties:
    """

  @Test func `what was stopped begins no other exploration, and says that it was cut off`() throws {
    let model = try model(
      Self.table + "\n  - { id: p, always: n <= 4 }\n  - { id: q, always: not fixed }")
    var checker = PropertyChecker(model: model)
    checker.threads = 2
    let parameters = [try #require(model.parameter(named: "top")): 4]
    _ = try checker.explored(parameters: parameters)
    checker.shouldStop = { true }
    let found = try checker.check(model.properties, parameters: parameters)
    // What the first exploration decides is known; the other one was not begun.
    #expect(found.map(\.status) == [.holds, .undetermined])
    #expect(checker.statistics.stop == .cancelled)
    #expect(checker.joint == nil)
    checker.shouldStop = { false }
    #expect(
      try checker.check(model.properties, parameters: parameters).map(\.status)
        == [.holds, .fails])
  }

  @Test func `no property is judged once the time for it is over, and that is a limit`() throws {
    let model = try model(
      Self.table + "\n  - { id: p, always: n <= 1 }\n  - { id: q, always: n <= 4 }")
    var checker = PropertyChecker(model: model)
    let parameters = [try #require(model.parameter(named: "top")): 4]
    let asked = Questions()
    checker.isOver = { asked.next() > 1 }
    let found = try checker.check(model.properties, parameters: parameters)
    #expect(found.map(\.status) == [.fails, .undetermined])
    #expect(checker.statistics.stop == .cancelled)
  }

  @Test func `what was stopped while states were listed begins no sets`() throws {
    let model = try model(Self.table + "\n  - { id: p, always: n <= 4 }")
    var checker = PropertyChecker(model: model)
    checker.explicitStates = 2
    let parameters = [try #require(model.parameter(named: "top")): 4]
    var stopped = checker
    stopped.shouldStop = { true }
    guard case .explicit(let found) = try stopped.explored(parameters: parameters) else {
      Issue.record("sets were begun")
      return
    }
    #expect(found.exploration.completeness == .stateLimit)
    guard case .symbolic = try checker.explored(parameters: parameters) else {
      Issue.record("the limit of listed states is not reached")
      return
    }
  }

  /// Counts how often it was asked, from any thread.
  private final class Questions: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test func `what a check shows that is stopped early, one that is stopped later shows too`()
    throws
  {
    let model = try model(
      Self.table + "\n  - { id: p, always: n <= 1 }\n  - { id: q, always: n <= 4 }")
    let parameters = [try #require(model.parameter(named: "top")): 4]
    var seen: [[PropertyVerdict.Status]] = []
    for count in 0..<5_000 {
      let asked = Questions()
      var checker = PropertyChecker(model: model)
      // The state in which `p` fails is listed; sets take over for the others.
      checker.explicitStates = 3
      checker.shouldStop = { asked.next() > count }
      let found = try checker.check(model.properties, parameters: parameters)
      #expect(found[0].status != .fails || found[0].trace?.steps.count == 2)
      if seen.last != found.map(\.status) { seen.append(found.map(\.status)) }
      if found[1].status == .holds { break }
    }
    #expect(
      seen == [[.undetermined, .undetermined], [.fails, .undetermined], [.fails, .holds]])
  }

  @Test(arguments: [1, 2])
  func `a search at the limit of states begins no other one`(threads: Int) throws {
    let model = try model(
      Self.table + "\n  - { id: p, always: n <= 4 }\n  - { id: q, always: not fixed }")
    var checker = PropertyChecker(model: model)
    (checker.threads, checker.maximumStates) = (threads, 4)
    let parameters = [try #require(model.parameter(named: "top")): 4]
    let found = try checker.check(model.properties, parameters: parameters)
    #expect(found.map(\.status) == [.undetermined, .undetermined])
    #expect(checker.statistics.stop == .stateLimit)
    #expect(checker.explorations.keys.sorted { $0.count < $1.count } == [[]])
  }

  private func verdict(
    _ claim: String, top: Int = 4, most: Int = 1 << 20
  ) throws -> (status: PropertyVerdict.Status, trace: [String]?) {
    let model = try model(Self.table + "\n  - { id: p, \(claim) }")
    var checker = PropertyChecker(model: model)
    checker.maximumStates = most
    let parameters = [try #require(model.parameter(named: "top")): top]
    let found = try checker.check(model.properties, parameters: parameters)
    if most > 100 {
      // Both engines say the same; a set of states needs no limit.
      var other = PropertyChecker(model: model)
      other.backend = .symbolic
      let sets = try other.check(model.properties, parameters: parameters)
      #expect(sets[0].status == found[0].status)
      #expect(sets[0].trace.map { model.texts($0) } == found[0].trace.map { model.texts($0) })
    }
    return (found[0].status, found[0].trace.map { model.texts($0) })
  }

  @Test(arguments: [
    ("configuration: top == 4", PropertyVerdict.Status.holds, nil),
    ("configuration: top == 3", .fails, []),
    ("configuration: \"spare implies top == 3\", premise: spare", .vacuous, nil),
    ("always: n <= 4", .holds, nil),
    ("always: n <= 2", .fails, ["up()", "up()", "up()"]),
    ("always: n != 0", .fails, []),
    ("always: \"n == 3 implies n > 2\", premise: n == 3", .holds, nil),
    ("always: c.at == rest", .holds, nil),
    ("always: c.at == rest, premise: c.at == passing", .vacuous, nil),
    ("always: not fixed", .fails, ["up()", "up()", "fix()"]),
    ("alwaysWithin: c.at == rest", .fails, ["up()"]),
    ("alwaysWithin: c.at == rest or n < 3", .fails, ["up()", "up()", "up()", "up()"]),
    ("alwaysWithin: n <= 4", .holds, nil),
    ("alwaysWithin: n <= 4, premise: c.at == passing and n == 3", .holds, nil),
    ("alwaysWithin: n <= 4, premise: c.at == passing and n == 4", .vacuous, nil),
    ("sometimes: n == 4", .holds, nil),
    ("sometimes: n == 4 and fixed", .holds, nil),
    ("sometimes: c.at == passing", .fails, []),
    ("from: n == 1, reachable: n == 0", .holds, nil),
    ("from: n == 1, reachable: n == 0, without: [administrator]", .fails, ["up()"]),
    ("from: n == 1, reachable: n == 4, within: [up]", .holds, nil),
    ("from: n == 4, reachable: n == 2, without: clock", .fails, ["up()", "up()", "up()", "up()"]),
    ("from: c.at == passing, reachable: n == 0, premise: c.at == passing", .vacuous, nil),
    ("noDeadEnd: true", .holds, nil),
  ])
  func `claims are judged, with a shortest trace`(
    claim: String, status: PropertyVerdict.Status, trace: [String]?
  ) throws {
    let found = try verdict(claim)
    #expect(found.status == status)
    #expect(found.trace == trace)
  }

  @Test func `a state that nothing changes is a dead end, one that time or others reset is none`()
    throws
  {
    #expect(try verdict("noDeadEnd: true", top: 2).status == .holds)
    #expect(try verdict("noDeadEnd: true", top: 3).trace == ["up()", "up()", "up()"])
    #expect(try verdict("noDeadEnd: true", top: 1).trace == ["up()"])
    #expect(try verdict("noDeadEnd: true", top: 0).trace == [])
  }

  @Test(arguments: [
    ("always: n <= 1", PropertyVerdict.Status.fails), ("always: n <= 2", .undetermined),
    ("sometimes: n == 2", .holds), ("sometimes: n == 4", .undetermined),
    ("noDeadEnd: true", .undetermined), ("from: n == 1, reachable: n == 4", .undetermined),
    ("from: n == 1, reachable: n == 0", .undetermined), ("alwaysWithin: n <= 4", .undetermined),
    ("alwaysWithin: n <= 1", .fails), ("configuration: top == 4", .holds),
    ("always: n <= 4, premise: n == 4", .undetermined),
  ])
  func `what a limit cuts off is not judged`(
    claim: String, status: PropertyVerdict.Status
  ) throws {
    let found = try verdict(claim, most: 3)
    #expect(found.status == status)
    if status == .undetermined { #expect(found.trace == nil) }
  }

  @Test func `steps of a trace show what happened`() throws {
    let model = try model(Self.table + "\n  - { id: p, always: n < 1 }")
    var checker = PropertyChecker(model: model)
    let trace = try #require(try checker.check(model.properties, parameters: [:])[0].trace)
    let step = try #require(trace.steps.first)
    #expect(step.firings.map { model.rows[$0.row].id } == ["up", "pass"])
    let n = try model.slot("n")
    #expect([step.before[n], step.after[n]] == [0, 1])
    #expect(model.answer(of: step) == nil)
  }

  @Test func `another configuration is explored anew`() throws {
    let model = try model(Self.table + "\n  - { id: p, sometimes: n == 4 }")
    let top = try #require(model.parameter(named: "top"))
    var checker = PropertyChecker(model: model)
    #expect(try checker.check(model.properties, parameters: [top: 4])[0].status == .holds)
    #expect(try checker.check(model.properties, parameters: [top: 3])[0].status == .fails)
    #expect(try checker.explore(parameters: [top: 1]).exploration.stateCount == 2)
    #expect(checker.statistics.states == 5)
    #expect(checker.statistics.isComplete)
  }

  @Test func `properties with observers are explored side by side, with the same verdicts`() throws
  {
    let claims = [
      "always: not fixed", "always: n <= 4", "sometimes: fixed and n == 0", "noDeadEnd: true",
    ]
    let text = claims.enumerated().map { "\n  - { id: p\($0.offset), \($0.element) }" }.joined()
    let model = try model(Self.table + text)
    var checker = PropertyChecker(model: model)
    let found = try checker.check(model.properties, parameters: [:])
    #expect(found.map(\.status) == [.fails, .holds, .holds, .holds])
    let counts = try model.properties.map { property in
      let observers = model.observers(readBy: property.expressions)
      return try checker.explore(parameters: [:], observers: observers).exploration.stateCount
    }
    #expect(counts == [10, 5, 10, 5])
  }

  /// Two more observers, and claims that read them in several combinations.
  private static let observed =
    table.replacing(
      "properties:",
      with: """
          full: { bool, updates: [{ onRow: pass, to: full or n == 3 }] }
          ups: { range: 0..2, updates: [{ onAction: up, to: "if ups < 2 then ups + 1 else 2" }] }
        properties:
          - { id: a, always: not fixed }
          - { id: b, always: "not (full and fixed)" }
          - { id: c, always: "ups < 2" }
          - { id: d, from: "ups == 2", reachable: n == 0, without: [administrator] }
          - { id: e, noDeadEnd: true }
          - { id: f, sometimes: "full and n == 3" }
        """)

  @Test func `observers explored together leave verdicts, counts and traces alone`() throws {
    let model = try model(Self.observed)
    var checker = PropertyChecker(model: model)
    let together = try checker.check(model.properties, parameters: [:])
    for (verdict, property) in zip(together, model.properties) {
      var alone = PropertyChecker(model: model)
      let own = try alone.check([property], parameters: [:])[0]
      #expect(verdict.status == own.status)
      #expect(verdict.trace?.steps.map(\.after) == own.trace?.steps.map(\.after))
      #expect(verdict.trace?.steps.map(\.firings) == own.trace?.steps.map(\.firings))
    }
    #expect(together.map(\.status) == [.fails, .fails, .fails, .fails, .holds, .holds])
  }

  @Test(arguments: [Backend.explicit, .symbolic])
  func `an impossible state that is reached ends the check with a trace`(
    backend: Backend
  ) throws {
    let text =
      Self.table + "\n  - { id: p, noDeadEnd: true }\nnever: [{ id: full, states: n == 3 }]"
    let model = try model(text)
    var checker = PropertyChecker(model: model)
    checker.backend = backend
    do {
      _ = try checker.check(model.properties, parameters: [:])
      Issue.record("nothing was found")
    } catch .table(let fault) {
      #expect(fault.message == "the impossible state `full` is reached by up → pass")
      #expect(model.texts(fault.trace) == ["up()", "up()"])
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: [Backend.explicit, .symbolic])
  func `an impossible state is seen on the way, too, and need not be inductive`(
    backend: Backend
  ) throws {
    let passing =
      Self.table
      + "\n  - { id: p, noDeadEnd: true }"
      + "\nnever: [{ id: x, states: \"c.at == passing and n == 1\" }]"
    var checker = PropertyChecker(model: try model(passing))
    checker.backend = backend
    do {
      _ = try checker.check(checker.model.properties, parameters: [:])
      Issue.record("nothing was found")
    } catch .table(let fault) {
      #expect(fault.message == "the impossible state `x` is reached by up")
      #expect(checker.model.texts(fault.trace) == ["up()"])
    } catch {
      Issue.record("\(error)")
    }
    // `n == 4 and c.at == passing` has predecessors by the rows alone, but is never reached.
    let unreached = passing.replacing("n == 1\"", with: "n == 4\"")
    var other = PropertyChecker(model: try model(unreached))
    other.backend = backend
    #expect(try other.check(other.model.properties, parameters: [:])[0].status == .holds)
  }

  @Test(
    arguments: ["when: n != 2, ", "when: n < 2, "], [Backend.explicit, .symbolic])
  func `a place without a way on ends the check`(guardText: String, backend: Backend) throws {
    let text = Self.table.replacing(
      "from: passing, to: rest,", with: "from: passing, \(guardText)to: rest,")
    var checker = PropertyChecker(model: try model(text + "\n  - { id: p, noDeadEnd: true }"))
    checker.backend = backend
    do {
      _ = try checker.check(checker.model.properties, parameters: [:])
      Issue.record("nothing was found")
    } catch .table(let fault) {
      #expect(fault.message == "no row goes on after up in c at passing")
      #expect(checker.model.texts(fault.trace) == ["up()", "up()"])
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: [Backend.explicit, .symbolic])
  func `rows that chase each other end the check`(backend: Backend) throws {
    let text = Self.table.replacing(
      "from: passing, to: rest, set", with: "from: passing, to: passing, doc")
    var checker = PropertyChecker(
      model: try model(
        text.replacing("doc: { n: \"if n < 4 then n + 1 else 4\" }", with: "doc: x")
          + "\n  - { id: p, noDeadEnd: true }"))
    checker.backend = backend
    #expect(throws: PropertyChecker.Failure.self) {
      try checker.check(checker.model.properties, parameters: [:])
    }
  }

  @Test(arguments: [Backend.explicit, .symbolic])
  func `a claim at rest that reads what is forgotten sees its first value`(
    backend: Backend
  ) throws {
    let text = """
      messages: { done: { to: app, fields: { z: { range: 0..9 } } } }
      actions: { go: { by: app } }
      transitions: [{ id: go, on: go, send: { done: { z: 7 } } }]
      properties:
        - { id: p, always: done.z == 0 }
        - { id: q, alwaysWithin: done.z == 0 }
      """
    let model = try model(text)
    var checker = PropertyChecker(model: model)
    checker.backend = backend
    let found = try checker.check(model.properties, parameters: [:])
    #expect(found.map(\.status) == [.holds, .fails])
    #expect(model.texts(found[1].trace) == ["go()"])
    #expect(
      found[1].trace?.steps.first.flatMap { model.answer(of: $0) }.map { model.text(of: $0) }
        == "done(z: 7)")
  }
}
