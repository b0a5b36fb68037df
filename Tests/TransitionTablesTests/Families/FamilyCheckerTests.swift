import StateSpace
import Synchronization
import TestSupport
import Testing

@testable import TransitionTables

/// Verdicts over a family, explored once, against the verdicts of its members, explored one by one.
@Suite struct FamilyCheckerTests {
  static let claims = """

    steps:
      ticks: { by: [clock] }
      calls: { by: [app], actions: [go] }
    properties:
      - { id: a1, always: "x in s or n > 1", premise: k }
      - { id: a2, always: "not (n == 1 and x == c)" }
      - { id: w1, alwaysWithin: "not (pool.at == two and k)", premise: pool.at == three }
      - { id: o1, always: "seen != {a, b, c}", premise: "seen != {}" }
      - { id: s1, sometimes: "n == 3 and x == b" }
      - { id: r1, from: "n == 3", reachable: "n == 1", premise: n == 3 }
      - { id: r2, from: "o", reachable: "x == c and q meets s", without: [clock] }
      - { id: d1, noDeadEnd: true }
      - { id: t1, temporal: "AG(x == a implies AF(x != a))", fair: { weak: [ticks] }, premise: x == a }
      - { id: t2, temporal: "EF(EG(n != 3)) and AX(EF(k))", fair: { strong: [calls], weak: [ticks] } }
      - { id: t3, temporal: "AG(n == 1 implies AF(n != 1 or x == b))", fair: { strong: [ticks, calls] } }
      - { id: t4, temporal: "AU(n > 1, x == c) or EU(n > 1, n == 1)", along: [calls], fair: { weak: [calls] } }
      - { id: c1, configuration: "o or q != {}", premise: "a in q" }
    """

  /// What a member's own exploration says; nil where the table contradicts itself there.
  static func enumerated(_ model: Model, _ parameters: [Int: Int]) -> [PropertyVerdict.Status]? {
    do {
      var checker = PropertyChecker(model: model)
      let verdicts = try checker.check(model.properties, parameters: parameters)
      return verdicts.map(\.status)
    } catch {
      return nil
    }
  }

  /// What the family's exploration says, or the member in which the table contradicts itself.
  private func together(
    _ model: Model
  ) throws -> (verdicts: [FamilyVerdict], faulty: [Int: Int]?) {
    let checker = FamilyChecker(model: model, closed: [:], open: model.parameters)
    do {
      let found = try checker.check(model.properties)
      return (found.verdicts, nil)
    } catch {
      guard case .fault(let member) = error else { throw error }
      return ([], member)
    }
  }

  private func status(of verdict: FamilyVerdict, in member: [Int: Int]) -> PropertyVerdict.Status {
    if verdict.fails.holds(in: member) { return .fails }
    return verdict.isVacuous.holds(in: member) ? .vacuous : .holds
  }

  @Test(arguments: 1...(Effort.isSampled ? 2 : 16))
  func `random families have the verdicts of their members`(seed: UInt64) throws {
    var random = RandomTable(seed: seed)
    for _ in 0..<6 {
      let model = try TransitionTablesTests.model(random.next() + Self.claims)
      let family = ConfigurationFamily(model: model, closed: [:], open: model.parameters)
      let found = try together(model)
      if let faulty = found.faulty {
        #expect(Self.enumerated(model, faulty) == nil)
        continue
      }
      for member in family.members {
        let reported = found.verdicts.map { status(of: $0, in: member) }
        #expect(Self.enumerated(model, member) == reported)
      }
    }
  }

  @Test(.optimised)
  func `enough random families can be compared`() throws {
    var (compared, failing) = (0, 0)
    for seed in 1...16 as ClosedRange<UInt64> {
      var random = RandomTable(seed: seed)
      for _ in 0..<6 {
        let model = try TransitionTablesTests.model(random.next() + Self.claims)
        let found = try together(model)
        guard found.faulty == nil else { continue }
        compared += 1
        failing += found.verdicts.count { !$0.fails.isNever && !$0.fails.isAlways }
      }
    }
    #expect(compared >= 10)
    #expect(failing >= 10)
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

  @Test(arguments: [Backend.explicit, .symbolic, .auto])
  func `what is claimed under a limit holds without one`(backend: Backend) throws {
    var random = RandomTable(seed: 3)
    var settled = 0
    for _ in 0..<4 {
      let model = try TransitionTablesTests.model(random.next() + Self.claims)
      let (whole, faulty) = try together(model)
      guard faulty == nil else { continue }
      for count in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 1_000_000] {
        let asked = Questions()
        var checker = FamilyChecker(model: model, closed: [:], open: model.parameters)
        checker.backend = backend
        checker.shouldStop = { asked.next() > count }
        for (verdict, known) in zip(try checker.check(model.properties).verdicts, whole)
        where !verdict.isUndetermined {
          settled += 1
          #expect(verdict.fails.terms == known.fails.terms)
          #expect(verdict.isVacuous.terms == known.isVacuous.terms)
        }
      }
    }
    #expect(settled > 0)
  }

  // MARK: A counter

  private static let counter = """
    parameters:
      top: { range: 0..4, default: 4 }
      stop: { range: 0..4, default: 0 }
      unread: { bool }
    legality:
      - { id: L1, forbid: stop > top }
    variables: { n: { range: 0..4 } }
    actions:
      up: { by: app, enabled: n < top }
      down: { by: administrator, enabled: n > stop }
    transitions:
      - { id: up, on: up, set: { n: "if n < 4 then n + 1 else 4" } }
      - { id: down, on: down, set: { n: "if n > 0 then n - 1 else 0" } }
    properties:
      - { id: low, severity: error, always: n < 3 }
      - { id: back, severity: error, from: "n == 2", reachable: n == 0 }
    """

  private func checker() throws -> FamilyChecker {
    FamilyChecker(model: try model(Self.counter), closed: [2: 0], open: [0, 1])
  }

  @Test func `a verdict is a condition, legality prunes, states are shared`() throws {
    let checker = try checker()
    let found = try checker.check(checker.model.properties)
    #expect(found.verdicts[0].fails.words == [["top is 3 or 4"]])
    #expect(found.verdicts[1].fails.words == [["top is 2, 3 or 4", "stop is not 0"]])
    // Five states for fifteen legal configurations.
    #expect(found.statistics.states == 5)
    #expect(found.statistics.depth == 4)
    // The default of the table fails as soon as the least value that fails.
    #expect(found.verdicts[0].example == [0: 4, 1: 0, 2: 0])
    #expect(found.verdicts[0].isVacuous.isNever)
  }

  @Test func `only configurations near the base are explored where that is asked for`() throws {
    var checker = try checker()
    checker.base = [0: 2, 1: 0]
    checker.mostChanges = 1
    let near = try checker.check(checker.model.properties)
    // From top = 2, stop = 0 one change leads to 3 and 4, or to a stop of 1 and 2.
    #expect(near.verdicts[0].fails.words == [["top is 3 or 4"]])
    #expect(near.verdicts[1].fails.words == [["stop is 1 or 2"]])
  }

  @Test(arguments: [Backend.explicit, .symbolic])
  func `only the members that are asked for are explored`(backend: Backend) throws {
    var checker = try checker()
    checker.backend = backend
    let members = [[0: 1, 1: 0], [0: 2, 1: 0], [0: 3, 1: 0]]
    checker.members = members
    let found = try checker.check(checker.model.properties)
    #expect(members.map(found.verdicts[0].fails.holds) == [false, false, true])
    #expect(found.verdicts[1].fails.isNever)
    // None of them counts to 4, and no other stop is met.
    #expect(found.statistics.states == 4)
  }

  @Test(arguments: [nil, 1] as [Int?])
  func `sets of states give the verdicts that listed states give`(changes: Int?) throws {
    var listed = try checker()
    listed.backend = .explicit
    if let changes { (listed.base, listed.mostChanges) = ([0: 2, 1: 0], changes) }
    var sets = listed
    sets.backend = .symbolic
    let one = try listed.check(listed.model.properties)
    let other = try sets.check(sets.model.properties)
    #expect(other.verdicts.map(\.fails) == one.verdicts.map(\.fails))
    #expect(other.verdicts.map(\.isVacuous) == one.verdicts.map(\.isVacuous))
    #expect(other.statistics.states == one.statistics.states)
    #expect(other.statistics.backend == .symbolic && one.statistics.backend == .explicit)
    for verdict in other.verdicts {
      #expect(verdict.fails.holds(in: try #require(verdict.example)))
    }
  }

  @Test(arguments: 1...4)
  func `one search for sets serves properties with and without observers`(seed: UInt64) throws {
    var random = RandomTable(seed: seed)
    for _ in 0..<3 {
      let model = try TransitionTablesTests.model(random.next() + Self.claims)
      var listed = FamilyChecker(model: model, closed: [:], open: model.parameters)
      listed.backend = .explicit
      var sets = listed
      sets.backend = .symbolic
      guard let one = try? listed.check(model.properties) else { continue }
      let other = try sets.check(model.properties)
      #expect(other.verdicts.map(\.fails) == one.verdicts.map(\.fails))
      #expect(other.verdicts.map(\.isVacuous) == one.verdicts.map(\.isVacuous))
      // Observers split the sets, and not the states that are reported.
      #expect(other.statistics.states == one.statistics.states)
    }
  }

  // MARK: Parts

  @Test func `a property fails first in one part, in a member that is named`() throws {
    let checker = try checker()
    let parts = [1, 2, 3].map { [0: $0] }
    let found = try checker.firstFailures(
      of: checker.model.properties, in: parts, throughout: false)
    let failures = try #require(found)
    #expect(failures.map { $0?.part } == [2, 1])
    #expect(failures.map { $0?.example } == [[0: 3, 1: 0, 2: 0], [0: 2, 1: 1, 2: 0]])
    // A counter that stops at nothing comes back in every part.
    let throughout = try checker.firstFailures(
      of: checker.model.properties, in: parts, throughout: true)
    #expect(throughout?.map { $0?.part } == [2, nil])
  }

  @Test func `a limit leaves the parts of a family unknown`() throws {
    var checker = try checker()
    checker.shouldStop = { true }
    let found = try checker.firstFailures(
      of: checker.model.properties, in: [[0: 3]], throughout: false)
    #expect(found == nil)
  }

  @Test(arguments: 1...4)
  func `parts of random families fail as families of their own do`(seed: UInt64) throws {
    var random = RandomTable(seed: seed)
    var compared = 0
    for _ in 0..<6 {
      let model = try TransitionTablesTests.model(random.next() + Self.claims)
      let slot = try #require(model.parameters.first)
      let parts = model.types.values(of: model.slots[slot].type).map { [slot: $0] }
      let properties = model.properties.filter {
        $0.isKept(whenNarrowingBy: [], in: model) && model.isDecidedInFamilies($0)
      }
      let whole = FamilyChecker(model: model, closed: [:], open: model.parameters)
      guard
        let found = try? whole.firstFailures(of: properties, in: parts, throughout: false)
      else { continue }
      let alone = try parts.map { part in
        var checker = FamilyChecker(
          model: model, closed: part, open: model.parameters.filter { $0 != slot })
        checker.backend = .symbolic
        return try checker.check(properties).verdicts
      }
      for (position, failure) in found.enumerated() {
        let part = alone.firstIndex { !$0[position].fails.isNever }
        #expect(failure?.part == part)
        #expect(failure?.example == part.flatMap { alone[$0][position].example })
        compared += failure == nil ? 0 : 1
      }
    }
    #expect(compared > 0)
  }

  @Test func `a limit leaves verdicts undetermined`() throws {
    var checker = try checker()
    checker.maximumStates = 2
    let limited = try checker.check(checker.model.properties)
    #expect(limited.statistics.isComplete == false)
    #expect(limited.verdicts.map(\.isUndetermined) == [true, true])
  }

  @Test func `what is claimed under a limit is what is found without one`() throws {
    for backend in [Backend.explicit, .symbolic] {
      var checker = try checker()
      checker.backend = backend
      let whole = try checker.check(checker.model.properties).verdicts
      for states in 1...20 {
        checker.maximumStates = states
        let limited = try checker.check(checker.model.properties).verdicts
        for (claimed, known) in zip(limited, whole) where !claimed.isUndetermined {
          #expect(claimed.fails == known.fails)
          #expect(claimed.isVacuous == known.isVacuous)
        }
        #expect(
          limited.filter(\.isUndetermined).allSatisfy { $0.fails.isNever && $0.example == nil })
      }
    }
  }
}
