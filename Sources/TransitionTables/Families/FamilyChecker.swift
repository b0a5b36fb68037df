import Dispatch
import StateSpace
import Synchronization

/// Checks properties over all legal configurations of a family at once.
///
/// Properties that read the same observers share one exploration, and explorations run side by
/// side. Every state is stored once and labelled with the configurations that reach it; each
/// verdict is a condition over the open parameters. Traces are not made here: a verdict names a
/// configuration that fails soonest, whose own exploration gives one.
public struct FamilyChecker: Sendable {
  /// What can keep a family from being checked as one.
  public enum Failure: Error, Sendable {
    /// A state takes more words than a family's search has.
    case tooWide
    /// The table contradicts itself in this configuration, whose own exploration shows how.
    case fault([Int: Int])
  }

  public let model: Model
  /// The value of each closed parameter, by slot.
  public let closed: [Int: Int]
  /// The open parameters, ascending.
  public let open: [Int]
  /// The most states of one exploration.
  public var maximumStates = 1 << 26
  /// Only configurations that differ from these values in at most ``mostChanges`` of the parameters
  /// that it names are explored; nil for all. Open parameters that it does not name are free.
  public var base: [Int: Int]?
  /// See ``base``.
  public var mostChanges = 0
  /// Called now and then, from any thread, with states and level; returning false stops.
  public var progress: @Sendable (Int, Int) -> Bool = { _, _ in true }

  public init(model: Model, closed: [Int: Int], open: [Int]) {
    self.model = model
    self.closed = closed
    self.open = open.sorted()
  }

  /// The verdicts in the order of the properties, and how much was explored.
  public func check(
    _ properties: [Property]
  ) throws(Failure) -> (verdicts: [FamilyVerdict], statistics: FamilyStatistics) {
    var groups: [Set<Int>] = []
    for property in properties {
      let observers = observers(of: property)
      if !groups.contains(observers) { groups.append(observers) }
    }
    if groups.isEmpty { groups = [[]] }
    let jobs = groups
    let results = Mutex<[Int: Result<Part, Failure>]>([:])
    DispatchQueue.concurrentPerform(iterations: jobs.count) { job in
      let own = properties.indices.filter { self.observers(of: properties[$0]) == jobs[job] }
      let result = part(own.map { ($0, properties[$0]) }, observers: jobs[job])
      results.withLock { $0[job] = result }
    }
    var verdicts: [Int: FamilyVerdict] = [:]
    var statistics = FamilyStatistics()
    for job in jobs.indices {
      guard let result = results.withLock({ $0[job] }) else { continue }
      let part = try result.get()
      for (position, verdict) in part.verdicts { verdicts[position] = verdict }
      // The states of the plain exploration are those of the pool; observers only split them.
      if job == 0 || jobs[job].isEmpty { statistics = part.statistics }
    }
    return (properties.indices.compactMap { verdicts[$0] }, statistics)
  }

  private struct Part: Sendable {
    var verdicts: [(Int, FamilyVerdict)] = []
    var statistics = FamilyStatistics()
  }

  private func observers(of property: Property) -> Set<Int> {
    model.observers(readBy: property.expressions)
  }

  private func part(
    _ properties: [(position: Int, property: Property)], observers: Set<Int>
  ) -> Result<Part, Failure> {
    guard
      let machine = FamilyMachine(
        model: model, closed: closed, open: open, observers: observers)
    else { return .failure(.tooWide) }
    let cover = ConditionCover(space: machine.space, slots: open)
    let explored = near(machine)
    var search = FamilySearch(machine, maximumStates: maximumStates)
    for (position, property) in properties {
      // What is claimed of urgent states too is watched for on the way.
      guard case .alwaysWithin(let expression) = property.claim else { continue }
      search.watch(position, for: .not(expression), premise: property.premise)
    }
    search.run(for: explored, progress: progress)
    if let fault = search.faults.first {
      return .failure(.fault(member(of: fault.configurations, machine)))
    }
    let judge = FamilyJudge(search, explored: explored)
    var part = Part()
    part.statistics.include(search)
    for (position, property) in properties {
      let found = judge.judge(property, at: position)
      func condition(_ set: Diagram) -> FamilyVerdict.Condition {
        let rest = machine.diagrams.and(explored, machine.diagrams.not(set))
        let terms = cover.terms(true: set, false: rest)
        return FamilyVerdict.Condition(
          terms: terms, words: terms.map { cover.words(of: $0, among: explored) })
      }
      part.verdicts.append(
        (
          position,
          FamilyVerdict(
            property: property, fails: condition(found.fails),
            isVacuous: condition(found.vacuous),
            isUndetermined: !search.isComplete || property.isTemporal,
            example: found.soonest == .no ? nil : member(of: found.soonest, machine))
        ))
    }
    return .success(part)
  }

  /// The least member of a set of configurations, closed parameters included.
  private func member(of set: Diagram, _ machine: FamilyMachine) -> [Int: Int] {
    var member = closed
    var rest = set
    for slot in open {
      for value in model.types.values(of: model.slots[slot].type) {
        let chosen = machine.diagrams.and(rest, machine.space.equality(slot, value))
        guard chosen != .no else { continue }
        (rest, member[slot]) = (chosen, value)
        break
      }
    }
    return member
  }

  /// The legal configurations that are near enough to the base.
  private func near(_ machine: FamilyMachine) -> Diagram {
    guard let base else { return machine.legal }
    let diagrams = machine.diagrams
    // By the number of parameters that differ so far.
    var counts = [Diagram](repeating: .no, count: mostChanges + 1)
    counts[0] = .yes
    for slot in open {
      guard let value = base[slot] else { continue }
      let same = machine.space.equality(slot, value)
      for changes in counts.indices.reversed() {
        let fewer = changes == 0 ? Diagram.no : counts[changes - 1]
        counts[changes] = diagrams.or(
          diagrams.and(counts[changes], same), diagrams.and(fewer, diagrams.not(same)))
      }
    }
    return diagrams.and(machine.legal, diagrams.or(counts))
  }
}
