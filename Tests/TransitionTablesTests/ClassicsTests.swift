import Foundation
import StateSpace
import Testing

@testable import TransitionTables

/// Known models with known counts and known verdicts.
@Suite struct ClassicsTests {
  /// The bundled classics, read from the source tree: this room does not know the bundle.
  static func classic(_ name: String, enumSizes: [String: Int] = [:]) throws -> Model {
    let file = try SignInTables.file("classics/\(name).yaml")
    let document = try LocatedDocument(parsing: file.text, file: "\(name).yaml")
    return try ModelLoader.load([document], enumSizes: enumSizes)
  }

  private static let names = [
    "two-phase-commit", "dining-philosophers", "dining-philosophers-ordered", "peterson",
    "peterson-broken",
  ]

  @Test(arguments: [(3, 288), (5, 8832), (7, 296_448)])
  func `two-phase commit has the community's counts`(managers: Int, states: Int) throws {
    let model = try Self.classic("two-phase-commit", enumSizes: ["Manager": managers])
    let exploration = try model.compiled().system.explore()
    #expect(exploration.stateCount == states)
  }

  @Test(arguments: [
    ("two-phase-commit", 288, 10), ("dining-philosophers", 82, 5),
    ("dining-philosophers-ordered", 70, 5), ("peterson", 20, 6), ("peterson-broken", 32, 7),
  ])
  func `an obvious search finds the same states at the same depth`(
    name: String, states: Int, depth: Int
  ) throws {
    let model = try Self.classic(name)
    let naive = try NaiveExploration(model)
    let compiled = model.compiled()
    let exploration = try compiled.system.explore()
    #expect(naive.states.count == states)
    #expect(naive.depths.max() == depth)
    #expect(exploration.stateCount == states)
    #expect(exploration.depth == depth)
    let found = (0..<exploration.stateCount).map {
      Interpreter(model: model).rested(compiled.valuation(of: exploration.state($0)))
    }
    #expect(Set(found) == Set(naive.states))
    #expect(
      Set(exploration.deadEnds.map { exploration.state($0) })
        == Set(naive.stuck.map { Array(compiled.pack(naive.states[$0]).prefix(1)) }))
  }

  @Test(arguments: names)
  func `their tables pass the inspections`(name: String) throws {
    #expect(Inspector(try Self.classic(name)).inspect().map(\.rendered) == [])
  }

  private func verdicts(_ name: String) throws -> (Model, [String: PropertyVerdict]) {
    let model = try Self.classic(name)
    var checker = PropertyChecker(model: model)
    let found = try checker.check(model.properties, parameters: [:])
    return (model, Dictionary(uniqueKeysWithValues: found.map { ($0.property.fullID, $0) }))
  }

  @Test func `two-phase commit is consistent`() throws {
    #expect(try verdicts("two-phase-commit").1.mapValues(\.status) == ["consistent": .holds])
  }

  @Test func `philosophers who all take their left fork are stuck after five steps`() throws {
    let (model, found) = try verdicts("dining-philosophers")
    #expect(
      found.mapValues(\.status)
        == ["neighbours-never-eat-together": .holds, "no-dead-end": .fails])
    #expect(
      Set(model.texts(found["no-dead-end"]?.trace)) == [
        "takeLeft(p: ada)", "takeLeft(p: bela)", "takeLeft(p: carl)", "takeLeft(p: dora)",
        "takeLeft(p: emil)",
      ])
    #expect(found["no-dead-end"]?.trace?.steps.count == 5)
  }

  @Test func `philosophers who keep the order of the forks are never stuck`() throws {
    #expect(
      try verdicts("dining-philosophers-ordered").1.mapValues(\.status)
        == ["neighbours-never-eat-together": .holds, "no-dead-end": .holds])
  }

  @Test func `Peterson's algorithm excludes, lets in and goes on`() throws {
    #expect(
      try verdicts("peterson").1.mapValues(\.status) == [
        "mutual-exclusion": .holds, "entry-stays-reachable[p = left]": .holds,
        "entry-stays-reachable[p = right]": .holds, "no-dead-end": .holds,
      ])
  }

  @Test func `Peterson's algorithm with its writes exchanged lets both in after six steps`() throws
  {
    let (model, found) = try verdicts("peterson-broken")
    #expect(found["mutual-exclusion"]?.status == .fails)
    #expect(
      model.texts(found["mutual-exclusion"]?.trace) == [
        "ask(p: left)", "ask(p: right)", "yield(p: right)", "enter(p: right)", "yield(p: left)",
        "enter(p: left)",
      ])
    let naive = try NaiveExploration(model)
    let bad = naive.states.indices.filter {
      !ConcreteEvaluator(naive.states[$0]).holds(model.properties[0].expressions[0])
    }
    #expect(bad.map { naive.depths[$0] }.min() == 6)
  }
}
