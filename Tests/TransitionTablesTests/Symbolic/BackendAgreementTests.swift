import Foundation
import StateSpace
import TestSupport
import Testing

@testable import TransitionTables

/// Both engines give the same verdicts, shortest traces of the same length, and the same counts.
@Suite struct BackendAgreementTests {
  private func checker(_ model: Model, _ backend: Backend) -> PropertyChecker {
    var checker = PropertyChecker(model: model)
    checker.backend = backend
    return checker
  }

  /// Checks everything by both engines and compares.
  private func compare(_ model: Model, _ parameters: [Int: Int]) throws {
    var (one, other) = (checker(model, .explicit), checker(model, .symbolic))
    let states = try one.check(model.properties, parameters: parameters)
    let sets = try other.check(model.properties, parameters: parameters)
    for (a, b) in zip(states, sets) {
      #expect(a.status == b.status, "\(a.property.fullID)")
      #expect(a.trace?.steps.count == b.trace?.steps.count, "\(a.property.fullID)")
    }
    // Counts of the plain exploration, observers aside.
    let plain = try one.explored(parameters: parameters).statistics
    let sized = try other.explored(parameters: parameters).statistics
    #expect(plain.backend == .explicit && sized.backend == .symbolic)
    #expect(plain.states == sized.states)
    #expect(plain.depth == sized.depth && sized.measuresDepth)
    if sized.countsTransitions { #expect(plain.transitions == sized.transitions) }
  }

  @Test(arguments: [
    "two-phase-commit", "dining-philosophers", "dining-philosophers-ordered", "peterson",
    "peterson-broken",
  ])
  func `on the classics`(name: String) throws {
    try compare(try ClassicsTests.classic(name), [:])
  }

  /// Two observers, one of which a property reads alone, and a longer way with one than without.
  private static let observed = """
    variables: { n: { range: 0..3 } }
    components: { c: { locations: { values: [rest, passing], urgent: [passing] } } }
    actions:
      up: { by: app, component: c, enabled: n < 3 }
      down: { by: app, component: c, enabled: n > 0 }
    transitions:
      - { id: up, component: c, on: up, to: passing }
      - { id: pass, component: c, from: passing, to: rest, set: { n: n + 1 } }
      - { id: down, component: c, on: down, set: { n: n - 1 } }
    observers:
      fell: { bool, updates: [{ onRow: down, to: "true" }] }
      top: { bool, updates: [{ onRow: pass, to: n == 2 or top }] }
    properties:
      - { id: a, always: "not (fell and n == 3)" }
      - { id: b, always: "not (fell and top)" }
      - { id: c, sometimes: "n == 2" }
    """

  @Test func `where observers split states`() throws {
    let model = try model(Self.observed)
    try compare(model, [:])
    var checker = checker(model, .symbolic)
    _ = try checker.check(model.properties, parameters: [:])
    var listing = self.checker(model, .explicit)
    let counts = try model.properties.map { property in
      let observers = model.observers(readBy: property.expressions)
      return try listing.explore(parameters: [:], observers: observers).exploration.stateCount
    }
    #expect(counts == [8, 11, 4])
    #expect(checker.statistics.states == 4 && checker.statistics.transitions == 6)
    #expect(checker.statistics.depth == 3)
  }

  /// The configuration of a bundled pool.
  private static func parameters(of name: String, _ model: Model) throws -> [Int: Int] {
    let file = try SignInTables.file("pools/\(name)")
    let document = try LocatedDocument(parsing: file.text, file: name)
    var parameters: [Int: Int] = [:]
    for slot in model.parameters { parameters[slot] = model.slots[slot].initial }
    for entry in document.root.entries ?? []
    where ["configuration", "assume"].contains(entry.key) {
      for setting in entry.value.entries ?? [] {
        guard let slot = model.parameter(named: setting.key) else { continue }
        parameters[slot] = try? model.value(setting.value, for: slot)
      }
    }
    return parameters
  }

  @Test(.long, arguments: ["sound/turnstile.yaml", "flawed/sign-in.no-dead-end/hotline.yaml"])
  func `on bundled pools, sound and flawed`(name: String) throws {
    let model = try SignInTables.whole.get()
    try compare(model, try Self.parameters(of: name, model))
  }

  @Test func `sets take over where the states are more than the explicit engine is to see`() throws
  {
    let model = try ClassicsTests.classic("dining-philosophers")
    var checker = checker(model, .auto)
    #expect(try checker.explored(parameters: [:]).statistics.backend == .explicit)
    checker.forget()
    checker.explicitStates = 81
    let found = try checker.explored(parameters: [:]).statistics
    #expect(found.backend == .symbolic && found.states == 82)
    let verdicts = try checker.check(model.properties, parameters: [:])
    #expect(verdicts.map(\.status) == [.holds, .fails])
    #expect(verdicts.map { $0.trace?.steps.count } == [nil, 5])
  }

  @Test func `what is known to have too many states is not listed first`() throws {
    let model = try ClassicsTests.classic("dining-philosophers")
    var checker = checker(model, .auto)
    checker.knownStates = checker.explicitStates + 1
    #expect(try checker.explored(parameters: [:]).statistics.backend == .symbolic)
    var other = self.checker(model, .auto)
    other.knownStates = other.explicitStates
    #expect(try other.explored(parameters: [:]).statistics.backend == .explicit)
    // The author's limit of states goes before.
    other.maximumStates = 50
    other.knownStates = other.explicitStates + 1
    other.forget()
    #expect(try !other.explored(parameters: [:]).isComplete)
  }

  @Test func `where sets need too much memory, states are listed after all`() throws {
    let model = try ClassicsTests.classic("dining-philosophers")
    var checker = checker(model, .auto)
    checker.explicitStates = 81
    checker.symbolicLimits.bytes = 1
    let found = try checker.explored(parameters: [:]).statistics
    #expect(found.backend == .explicit && found.states == 82 && found.isComplete)
  }

  @Test func `a limit of states that the author asked for is kept`() throws {
    let model = try ClassicsTests.classic("dining-philosophers")
    var checker = checker(model, .auto)
    checker.maximumStates = 50
    let found = try checker.explored(parameters: [:]).statistics
    #expect(found.backend == .explicit && !found.isComplete)
  }
}
