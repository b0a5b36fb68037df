import StateSpace
import Synchronization
import TestSupport
import Testing

@testable import TransitionTables

/// Of a table whose compiling was stopped nothing is claimed that the whole one does not show.
@Suite struct StoppedCompilationTests {
  /// Says stop from some question on, and ever after.
  private final class Patience: Sendable {
    private let left: Mutex<Int>
    init(_ questions: Int) { left = Mutex(questions) }

    func isOver() -> Bool {
      left.withLock {
        $0 -= 1
        return $0 < 0
      }
    }
  }

  private func compiler(of model: Model, after questions: Int) -> TableCompiler {
    let patience = Patience(questions)
    return TableCompiler(model: model) { patience.isOver() }
  }

  private func models() throws -> [Model] {
    var random = RandomTable(seed: 7)
    return try (0..<4).map { _ in
      try TransitionTablesTests.model(random.next() + FamilyCheckerTests.claims)
    }
  }

  @Test(arguments: [Backend.explicit, .symbolic, .auto])
  func `verdicts are those of the whole table or none`(backend: Backend) throws {
    var (undetermined, settled) = (0, 0)
    for model in try models() {
      guard let whole = FamilyCheckerTests.enumerated(model, [:]) else { continue }
      for questions in 0...(2 * model.groups.count) {
        var checker = PropertyChecker(
          model: model, compiler: compiler(of: model, after: questions))
        checker.backend = backend
        // A table that is whole may contradict itself where sets are asked; a part never does.
        let verdicts = try checker.check(model.properties, parameters: [:])
        for (verdict, status) in zip(verdicts, whole) {
          #expect(verdict.status == status || verdict.status == .undetermined)
          if verdict.status == .undetermined { undetermined += 1 } else { settled += 1 }
        }
      }
    }
    #expect(undetermined > 0)
    #expect(settled > 0)
  }

  @Test func `a table that was stopped has no rule and says so`() throws {
    for model in try models() {
      let stopped = compiler(of: model, after: 0).compiled(parameters: [:])
      #expect(stopped.system.rules.isEmpty)
      #expect(!stopped.system.isWhole)
      let found = try stopped.system.explore()
      #expect(found.completeness == .cancelled)
      #expect(found.stateCount == 1)
      let compiler = compiler(of: model, after: model.groups.count)
      #expect(compiler.compiled(parameters: [:]).system.isWhole)
      // What is known by then is compiled without a question.
      #expect(compiler.compiled(parameters: [:]).system.isWhole)
    }
  }

  @Test func `several configurations at once have no verdicts`() throws {
    for model in try models() {
      let checker = WorldChecker(compiler: compiler(of: model, after: 0), observers: [])
      let members = ConfigurationFamily(model: model, closed: [:], open: model.parameters).members
      let found = checker.statuses(of: model.properties, under: Array(members.prefix(3)))
      #expect(found.allSatisfy { $0 == nil })
    }
  }

  @Test func `a change to it may show everywhere`() throws {
    for model in try models() {
      var checker = PropertyChecker(model: model)
      guard let base = try? checker.explore(parameters: [:]) else { continue }
      let changed = compiler(of: model, after: 0).compiled(parameters: [:])
      #expect(ChangeOfMachine(from: base).mayShow(in: changed))
      #expect(!ChangeOfMachine(from: base).mayShow(in: checker.compiler.compiled(parameters: [:])))
    }
  }
}
