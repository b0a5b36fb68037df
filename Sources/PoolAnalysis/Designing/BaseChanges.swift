import Findings
import SignIn
import TransitionTables

/// Searches for changes of a base with which a pool has everything that is wished.
///
/// Each change is tried: the service must accept a pool with it, the pool must have the settings of
/// the wishes, and it must keep the properties when explored by itself. The candidates come in
/// stages: single settings that a design decides or a remedy changes, then remedies, then other
/// single settings, then pairs, then the legal pools with the wishes that change the fewest
/// settings. Once a stage finds a change that helps, later stages are not tried. A pool in which a
/// known counterexample replays is not explored.
struct BaseChanges {
  let designer: PoolDesigner
  let conflict: DesignConflict
  /// The settings that a design decides where the base does not fix them.
  let chosen: [Int]
  /// The properties that are judged in each pool.
  let properties: [Property]
  /// The full ids of the properties of the conflict, which are judged first.
  let claimed: Set<String>

  /// The number of values tried for a setting, the nearest first, alone and in pairs.
  private static let (mostValues, mostPaired) = (16, 6)
  /// The greatest number of values of a setting that is changed together with others.
  private static let mostOpened = 256
  /// The limits on changes shown per setting, on explored pools, and on explored configurations of
  /// one change where the base leaves settings open.
  private static let (mostShown, mostExplored, mostMembers) = (3, 24, 3)
  /// The number of pools after whose failure by a loss or a theft the search stops, since these
  /// take longer.
  private static let mostRejected = 4

  /// The new values, by slot.
  private typealias Change = [Int: Int]

  /// The result of the search.
  private struct Found {
    /// The successful changes, in the order in which they were tried.
    var changes: [Change] = []
    /// The number of explored pools, and of those that fail only by a loss or a theft.
    var (explored, rejected) = (0, 0)
    /// Whether a limit ended the search, or more pools could be explored.
    var isCutOff = false
  }

  private var model: Model { conflict.model }
  private var pool: LoadedPool { conflict.pool }

  /// The changes with which some pool fulfils all the wishes, with their places in the base.
  func report() throws(CommandFailure) -> PoolDesign.Trial {
    let found = try found()
    let groups = found.changes.reduce(into: [[Change]]()) { groups, change in
      let alike = groups.firstIndex { $0[0].keys == change.keys }
      if let alike { groups[alike].append(change) } else { groups.append([change]) }
    }
    return PoolDesign.Trial(
      changes: groups.map { changes in
        let slots = changes[0].keys.sorted()
        return PoolDesign.Trial.Change(
          settings: slots.map { conflict.laidDown($0, value(of: $0)) },
          instead: changes.map { change in
            slots.map { model.text(of: change[$0] ?? 0, in: $0) }
          })
      },
      explored: found.explored, isCutOff: found.isCutOff)
  }

  private func found() throws(CommandFailure) -> Found {
    var (found, runs) = (Found(), [Run]())
    let singles = settings.flatMap { slot, value in
      others(than: value, of: slot).prefix(Self.mostValues).map { [slot: $0] }
    }
    let usual = Set(chosen + model.remedies.flatMap(\.changes).map(\.slot))
    let (first, last) = (
      singles.filter { usual.isSuperset(of: $0.keys) },
      singles.filter { usual.isDisjoint(with: $0.keys) }
    )
    let stages = [
      { nearest(first) }, { remedies }, { nearest(last) }, { nearest(pairs(of: singles)) },
      { fewest },
    ]
    for changes in stages where found.changes.isEmpty && !found.isCutOff {
      try tryOut(changes(), &found, &runs)
    }
    return found
  }

  // MARK: Candidates

  /// The settings that the base fixes and a design could decide differently.
  private var settings: [DesignConflict.Value] {
    let decided = pool.origins.filter { _, origin in
      if case .document = origin { true } else { origin == .commandLine }
    }.keys
    return conflict.laidDown(
      among: Set(chosen + conflict.wishes.flatMap(\.condition.slots) + decided))
  }

  /// The other values of a setting, the nearest first.
  private func others(than value: Int, of slot: Int) -> [Int] {
    model.types.values(of: model.slots[slot].type).filter { $0 != value }
      .sorted { (steps(from: value, to: $0, slot), $0) < (steps(from: value, to: $1, slot), $1) }
  }

  /// The number of members by which two sets differ; other values are one step apart.
  private func steps(from old: Int, to new: Int, _ slot: Int) -> Int {
    if case .set = model.slots[slot].type { (old ^ new).nonzeroBitCount } else { 1 }
  }

  private func value(of slot: Int) -> Int { pool.closed[slot] ?? model.slots[slot].initial }

  /// The changes, the smallest first.
  private func nearest(_ changes: [Change]) -> [Change] {
    func distance(_ change: Change) -> Int {
      change.reduce(0) { $0 + steps(from: value(of: $1.key), to: $1.value, $1.key) }
    }
    return changes.sorted { distance($0) < distance($1) }
  }

  /// The table's remedies, each with all the settings that it changes.
  private var remedies: [Change] {
    guard let base = members(with: [:]).first else { return [] }
    return model.remedies.compactMap { remedy in
      remedy.applied(to: base, in: model)?.filter { slot, new in
        base[slot] != new && !pool.open.contains(slot)
      }
    }.filter { !$0.isEmpty }
  }

  private func pairs(of singles: [Change]) -> [Change] {
    let near = Dictionary(grouping: singles) { $0.keys.first ?? 0 }
      .sorted { $0.key < $1.key }.flatMap { $0.value.prefix(Self.mostPaired) }
    return near.indices.flatMap { first in
      near[(first + 1)...].filter { $0.keys != near[first].keys }
        .map { near[first].merging($0) { own, _ in own } }
    }
  }

  /// The legal pools with the settings of the wishes that change the fewest settings; none includes
  /// all the changes of an earlier one.
  private var fewest: [Change] {
    let values = settings.filter {
      model.types.values(of: model.slots[$0.slot].type).count <= Self.mostOpened
    }
    let opened = pool.opening(values.map(\.slot))
    let parts = DesignSpace(
      model: model, wishes: conflict.wishes, open: opened.open, closed: opened.closed,
      usual: Dictionary(uniqueKeysWithValues: values.map { ($0.slot, $0.value) }))
    var (rest, changes) = (parts.fulfilling(parts.settings), [Change]())
    while changes.count < Self.mostExplored, let member = parts.nearest(in: rest) {
      let slots = parts.changes(in: member).filter { !pool.open.contains($0) }
      let change = Change(uniqueKeysWithValues: slots.map { ($0, member[$0] ?? 0) })
      if !change.isEmpty { changes.append(change) }
      rest = parts.without(member, in: rest)
    }
    return changes
  }

  /// The cheapest legal pools with a change and the settings of the wishes.
  private func members(with change: Change) -> [[Int: Int]] {
    let parts = DesignSpace(
      model: model, wishes: conflict.wishes, open: pool.open,
      closed: pool.closed.merging(change) { $1 })
    var (rest, members) = (parts.fulfilling(parts.settings), [[Int: Int]]())
    while members.count < Self.mostMembers, let member = parts.cheapest(in: rest) {
      members.append(member)
      rest = pool.open.isEmpty ? .no : parts.without(member, in: rest)
    }
    return members
  }

  // MARK: Trials

  /// A counterexample of a property.
  private typealias Run = (property: Property, trace: Trace)

  private func tryOut(
    _ changes: [Change], _ found: inout Found, _ runs: inout [Run]
  ) throws(CommandFailure) {
    for change in changes {
      guard !designer.environment.limits.shouldStop, found.explored < Self.mostExplored,
        found.rejected < Self.mostRejected
      else {
        found.isCutOff = true
        return
      }
      let alike = found.changes.count { $0.keys == change.keys }
      guard alike < Self.mostShown else { continue }
      for member in members(with: change) where found.explored < Self.mostExplored {
        guard !runs.contains(where: { isShown($0, in: member) }) else { continue }
        found.explored += 1
        guard try keepsProperties(member, &runs) else { continue }
        let rejection = try designer.rejection(of: member, for: conflict.wishes, pool)
        guard !designer.environment.limits.shouldStop else { break }
        if rejection == nil {
          found.changes.append(change)
          break
        }
        found.rejected += 1
      }
    }
  }

  private func isShown(_ run: Run, in member: [Int: Int]) -> Bool {
    CounterexampleReplay(compiler: designer.environment.limits.compiler(of: model))
      .shows(run.property, by: run.trace, under: member)
  }

  /// Whether a pool, explored by itself, keeps the properties; adds the counterexamples to `runs`.
  private func keepsProperties(
    _ member: [Int: Int], _ runs: inout [Run]
  ) throws(CommandFailure) -> Bool {
    let (environment, compiler) = (
      designer.environment, designer.environment.limits.compiler(of: model)
    )
    let phase = "\(pool.name): trying other settings"
    environment.progress(phase)
    // Most pools already fail in the narrow ordinary scope, which is explored quickly.
    let ordinary = model.counterexampleScopes.last { $0.atMost != "note" }
    var checker = designer.request.propertyChecker(model, stopping: environment.limits)
    let first: [PropertyVerdict]
    do throws(PropertyChecker.Failure) {
      first = try checker.check(
        properties.filter { claimed.contains($0.fullID) },
        parameters: ordinary?.narrowed(member, in: model) ?? member)
    } catch { throw designer.disagreement("\(error)") }
    let failing = first.filter { $0.status == .fails && isAsked($0.property) }
    runs += failing.compactMap { failed in failed.trace.map { (failed.property, $0) } }
    guard failing.isEmpty else { return false }
    let explorer = GroupExplorer.trial(
      of: properties, under: member, model, designer.request, environment, phase: phase,
      compiler: compiler)
    let whole = try explorer.explore(BehaviourGroup(members: [0], parameters: member)).verdicts
    let broken = properties.indices.filter { position in
      let property = properties[position]
      switch whole[position]?.status {
      case .fails: return isAsked(property)
      case .vacuous: return conflict.wishes.contains { $0.happening.contains(property.id) }
      case .undetermined: return true
      case .holds: return false
      case nil:
        guard case .configuration(let claim) = property.claim else { return true }
        return isAsked(property) && !designer.holds(claim, in: member)
      }
    }
    runs += broken.compactMap { position in
      whole[position]?.run.map { (properties[position], $0) }
    }
    return broken.isEmpty && !environment.limits.shouldStop
  }

  private func isAsked(_ property: Property) -> Bool {
    property.severity == "error"
      || conflict.wishes.contains { $0.properties.contains(property.id) }
  }
}
