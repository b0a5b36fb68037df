import Foundation
import StateSpace
import Synchronization
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// What is claimed of configurations where the run is stopped while they are compiled.
@Suite struct StoppedCompilationTests {
  @Test func `members that were not compared are one group, and no two are taken for alike`()
    throws
  {
    let model = try SmallTable.model()
    let family = ConfigurationFamily(model: model, closed: [:], open: model.parameters)
    func groups(after questions: Int) -> [BehaviourGroup] {
      let left = Mutex(questions)
      let compiler = TableCompiler(model: model) {
        left.withLock {
          $0 -= 1
          return $0 < 0
        }
      }
      return BehaviourGroup.groups(
        of: family, properties: model.properties, by: compiler, goesOn: { _ in true })
    }
    let whole = groups(after: .max)
    #expect(whole.count > 1)
    #expect(groups(after: 0).map(\.members) == [Array(family.members.indices)])
    for questions in 1...model.groups.count {
      let found = groups(after: questions)
      for group in found.dropLast() {
        #expect(whole.contains { $0.members.starts(with: group.members) })
      }
      #expect(found.flatMap(\.members).sorted() == Array(family.members.indices))
    }
  }

  @Test func `a run that is over has no verdict that it did not find`() throws {
    let limits = RunLimits()
    limits.begin(timeout: 0.000_000_1)
    let model = try SmallTable.model()
    let checked = ExplorationRequest().propertyChecker(model, stopping: limits)
    #expect(!checked.compiler.compiled(parameters: [:]).system.isWhole)
    var checker = checked
    let verdicts = try checker.check(model.properties, parameters: [:])
    let claims = verdicts.filter {
      if case .configuration = $0.property.claim { false } else { true }
    }
    #expect(!claims.isEmpty)
    #expect(claims.allSatisfy { $0.status == .undetermined })
  }

  @Test func `a run with one thread compiles on the thread that asks`() throws {
    let limits = RunLimits()
    limits.begin(timeout: nil, threads: 1)
    #expect(RunLimits(within: limits).threads == 1)
    #expect(RunLimits().threads == .max)
    let model = try SmallTable.model()
    func compilingThreads(atMost threads: Int) -> Set<ObjectIdentifier> {
      let seen = Mutex<Set<ObjectIdentifier>>([])
      let compiler = TableCompiler(model: model, threads: threads) {
        _ = seen.withLock { $0.insert(ObjectIdentifier(Thread.current)) }
        Thread.sleep(forTimeInterval: 0.001)
        return false
      }
      _ = compiler.compiled(parameters: [:])
      return seen.withLock { $0 }
    }
    #expect(compilingThreads(atMost: limits.threads) == [ObjectIdentifier(Thread.current)])
  }
}
