import StateSpace
import Synchronization
import TestSupport
import Testing

@testable import TransitionTables

/// Counterexamples to what a family shows to fail, against those that are looked for without it.
@Suite struct KnownFailureTests {
  /// Notes that it was called, from any thread.
  private final class Bell: Sendable {
    private let state = Mutex(false)
    var rang: Bool { state.withLock { $0 } }
    func ring() { state.withLock { $0 = true } }
  }

  /// A checker that lists nothing of what is known to have states.
  private func checker(_ model: Model, of verdict: FamilyVerdict) -> PropertyChecker {
    var checker = PropertyChecker(model: model)
    checker.explicitStates = 0
    checker.knownStates = verdict.exampleStates
    return checker
  }

  private func isShown(byStates property: Property) -> Bool {
    switch property.claim {
    case .always, .sometimes, .staysReachable, .noDeadEnd: true
    case .configuration, .alwaysWithin, .temporal: false
    }
  }

  /// The verdicts of random families that fail, each with its model.
  private func failures(seed: UInt64) throws -> [(model: Model, verdict: FamilyVerdict)] {
    var random = RandomTable(seed: seed)
    return try (0..<6).flatMap { _ -> [(model: Model, verdict: FamilyVerdict)] in
      let model = try TransitionTablesTests.model(random.next() + FamilyCheckerTests.claims)
      var family = FamilyChecker(model: model, closed: [:], open: model.parameters)
      family.backend = .symbolic
      let found = try? family.check(model.properties)
      return (found?.verdicts ?? []).filter { $0.example != nil && $0.exampleStates > 0 }
        .map { (model, $0) }
    }
  }

  @Test(arguments: 1...4)
  func `what fails near the start has the counterexample that sets lead to`(seed: UInt64) throws {
    var found = 0
    for (model, verdict) in try failures(seed: seed) {
      let (property, example) = (verdict.property, try #require(verdict.example))
      var plain = checker(model, of: verdict)
      let expected = try plain.check([property], parameters: example)
      var quick = checker(model, of: verdict)
      let bell = Bell()
      quick.symbolicProgress = { _ in
        bell.ring()
        return true
      }
      let own = try quick.check(
        knownToFail: [(property, verdict.failingStates)], parameters: example)
      #expect(own.map(\.status) == [.fails] && own.map(\.status) == expected.map(\.status))
      #expect(own.map(\.trace) == expected.map(\.trace), "\(property.id)")
      #expect(!(bell.rang && isShown(byStates: property)), "\(property.id)")
      // The list of all states has no shorter way.
      var listed = PropertyChecker(model: model)
      listed.backend = .explicit
      let known = try listed.check([property], parameters: example)
      if isShown(byStates: property) {
        #expect(own.map { $0.trace?.steps.count } == known.map { $0.trace?.steps.count })
        found += 1
      }
    }
    #expect(found > 0)
  }

  @Test func `what lies farther off is looked for with sets, in the order of the claims`() throws {
    for (model, verdict) in try failures(seed: 1) {
      let example = try #require(verdict.example)
      var plain = checker(model, of: verdict)
      plain.symbolicLimits.listedStates = 1
      var quick = plain
      let claims = [verdict.property, verdict.property]
      let expected = try plain.check(claims, parameters: example)
      let own = try quick.check(
        knownToFail: [(verdict.property, verdict.failingStates), (verdict.property, nil)],
        parameters: example)
      #expect(own.map(\.trace) == expected.map(\.trace), "\(verdict.property.id)")
    }
  }
}
