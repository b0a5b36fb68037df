import StateSpace
import TestSupport
import Testing

@testable import TransitionTables

/// What several configurations share, against each of them by itself.
@Suite struct WorldCheckerTests {
  private func models(_ seed: UInt64) throws -> [(model: Model, members: [[Int: Int]])] {
    var random = RandomTable(seed: seed)
    return try (0..<6).map { _ in
      let model = try TransitionTablesTests.model(random.next() + FamilyCheckerTests.claims)
      let family = ConfigurationFamily(model: model, closed: [:], open: model.parameters)
      return (model, Array(family.members.prefix(70)))
    }
  }

  @Test(arguments: 1...(Effort.isSampled ? 4 : 16))
  func `one exploration has the verdicts of each configuration`(seed: UInt64) throws {
    for (model, members) in try models(seed) {
      let observers = model.observers(readBy: model.properties.flatMap(\.expressions))
      let checker = WorldChecker(compiler: TableCompiler(model: model), observers: observers)
      let together = checker.statuses(of: model.properties, under: members)
      let apart = members.map { FamilyCheckerTests.enumerated(model, $0) }
      for (found, own) in zip(together, apart) where found != nil { #expect(found == own) }
      // Nothing but a table that contradicts itself keeps it from an answer.
      #expect(together.contains { $0 == nil } == apart.contains { $0 == nil })
    }
  }

  @Test func `enough of these differ between configurations`() throws {
    var differing = 0
    for seed in 1...4 as ClosedRange<UInt64> {
      for (model, members) in try models(seed) {
        let observers = model.observers(readBy: model.properties.flatMap(\.expressions))
        let checker = WorldChecker(compiler: TableCompiler(model: model), observers: observers)
        let found = checker.statuses(of: model.properties, under: members).compactMap { $0 }
        for position in model.properties.indices {
          differing += Set(found.map { $0[position] }).count > 1 ? 1 : 0
        }
      }
    }
    #expect(differing >= 10)
  }

  @Test func `a limit of states leaves all of them open`() throws {
    let (model, members) = try models(1)[0]
    var checker = WorldChecker(compiler: TableCompiler(model: model), observers: [])
    checker.maximumStates = 1
    #expect(checker.statuses(of: [], under: members).allSatisfy { $0 == nil })
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a compiler that is used again compiles as a new one`(seed: UInt64) throws {
    for (model, members) in try models(seed) {
      let compiler = TableCompiler(model: model)
      for observers in [[], model.observers(readBy: model.properties.flatMap(\.expressions))] {
        for member in members.prefix(20) {
          let found = compiler.compiled(
            parameters: member, observers: observers, invariants: model.watchedConstraints)
          let anew = model.compiled(
            parameters: member, observers: observers, invariants: model.watchedConstraints)
          #expect(found.system == anew.system)
          #expect(found.labels == anew.labels)
        }
      }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a replayed counterexample is one`(seed: UInt64) throws {
    var shown = 0
    for (model, members) in try models(seed) {
      let compiler = TableCompiler(model: model)
      let replay = CounterexampleReplay(compiler: compiler)
      let some = members.prefix(8)
      let statuses = some.map { FamilyCheckerTests.enumerated(model, $0) }
      guard !statuses.contains(nil), let first = some.first else { continue }
      var checker = PropertyChecker(model: model, compiler: compiler)
      let verdicts = try checker.check(model.properties, parameters: first)
      for (position, verdict) in verdicts.enumerated() {
        guard let trace = verdict.trace else { continue }
        for (member, own) in zip(some, statuses) {
          guard replay.shows(verdict.property, by: trace, under: member) else { continue }
          #expect(own?[position] == .fails)
          shown += 1
        }
      }
    }
    #expect(shown > 0)
  }
}
