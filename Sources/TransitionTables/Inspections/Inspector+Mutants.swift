import StateSpace

extension Inspector {
  /// The result of the inspections of a mutant.
  public enum MutantJudgement: Sendable, Hashable {
    /// The table with the mutant is malformed, with the reason.
    case unviable(String)
    /// No legal configuration and possible state distinguishes the mutant from the table.
    case equivalent
    /// Some state would, but its combination of places, messages and tracked slots cannot occur.
    case unmet
    /// The mutant behaves differently in this configuration and state.
    case differs(String)
    /// The decision takes too much work. The inspector cannot be used afterwards.
    case open
  }

  /// Compares a mutant with the table that this inspector holds.
  ///
  /// Only the ladders that contain the mutant are examined: whether a rung becomes dead, whether a
  /// state is no longer answered, or is taken by two ladders, and whether the behaviour differs at
  /// all. This is much cheaper than an inspection of the whole table with the mutant.
  ///
  /// - Parameters:
  ///   - mutant: the mutant.
  ///   - names: the slots that are tracked in addition to places and messages to find the
  ///     combinations that can occur; nil to consider all possible states, which is much cheaper.
  ///   - most: the limit on the work, as a number of checks, one for every 65,536 nodes at least.
  public func judge(
    _ mutant: Mutant, meetingsTracking names: [String]? = nil, most: Int = .max
  ) -> MutantJudgement {
    let met = names.map { meetings(tracking: $0) } ?? .yes
    var asked = 0
    let limit = WorkLimit {
      asked += 1
      return asked > most
    }
    // Small amounts of work do not reach a check.
    if limit.endsWork(before: 0) { return .open }
    space.diagrams.limit = limit
    defer { space.diagrams.limit = nil }
    let judgement = judge(mutant, met: met)
    return limit.stop == nil ? judgement : .open
  }

  private func judge(_ mutant: Mutant, met: Diagram) -> MutantJudgement {
    let changed = mutant.changedRows
    let groups = Set(mutant.rows.map { model.rows[$0.position].group }).sorted()
    var difference: String?
    var everDiffers = false
    /// Records a witness of a difference, if its state can occur.
    func note(_ condition: Diagram) {
      guard difference == nil, condition != .no else { return }
      difference = witness(space.diagrams.and(condition, met))
      everDiffers = everDiffers || difference != nil || isMet(condition)
    }
    var losers: Set<String> = []
    for group in groups {
      let shift = shift(of: group, with: changed)
      for position in model.groups[group].rows {
        if let move = shift.moves[position] {
          note(space.diagrams.or(move.gained, move.lost))
          if move.lost != .no { losers.insert(model.rows[position].id) }
        }
        if difference == nil, let row = changed[position] {
          effects(of: row, at: position).forEach(note)
        }
      }
      if let complaint = gap(in: group, losing: shift.lost) { return .unviable(complaint) }
      if let complaint = clash(of: group, gaining: shift.gained) { return .unviable(complaint) }
    }
    for id in losers.sorted()
    where !isAlive(id, in: groups, with: changed) && wasAlive(id, in: groups) {
      return .unviable("`\(id)` can fire no more")
    }
    return difference.map { .differs($0) } ?? (everDiffers ? .unmet : .equivalent)
  }

  /// The change that a mutant makes to the conditions under which the rows of a ladder fire.
  private struct Shift {
    /// By row, the states where it fires only with the mutant, and only without it.
    var moves: [Int: (gained: Diagram, lost: Diagram)] = [:]
    /// The states that the ladder takes only with the mutant, and only without it.
    var gained = Diagram.no
    var lost = Diagram.no
  }

  /// Follows the ladder only where the guard of some changed row differs; that condition is small,
  /// while the complement of all rungs is not.
  private func shift(of group: Int, with changed: [Int: Row]) -> Shift {
    let diagrams = space.diagrams
    let members = model.groups[group].rows
    let differing = members.compactMap { position in
      changed[position].map { diagrams.xor(own[position], guardHolds($0)) }
    }
    var before = diagrams.or(differing)
    var after = before
    var shift = Shift()
    for position in members where before != .no || after != .no {
      let holds = changed[position].map(guardHolds) ?? own[position]
      let fired = diagrams.and(before, own[position])
      let fires = diagrams.and(after, holds)
      before = diagrams.and(before, diagrams.not(own[position]))
      after = diagrams.and(after, diagrams.not(holds))
      shift.moves[position] = (
        gained: diagrams.and(fires, diagrams.not(fired)),
        lost: diagrams.and(fired, diagrams.not(fires))
      )
    }
    shift.gained = diagrams.and(before, diagrams.not(after))
    shift.lost = diagrams.and(after, diagrams.not(before))
    return shift
  }

  private func guardHolds(_ row: Row) -> Diagram {
    space.condition(model.guardExpression(of: row))
  }

  /// Whether an instance of a row in some ladders can still fire.
  private func isAlive(_ id: String, in groups: [Int], with changed: [Int: Row]) -> Bool {
    func holds(_ position: Int) -> Diagram {
      changed[position].map(guardHolds) ?? own[position]
    }
    return groups.contains { group in
      let members = model.groups[group].rows
      return members.contains { position in
        guard model.rows[position].id == id else { return false }
        let fires = members.prefix { $0 != position }.reduce(holds(position)) { left, earlier in
          left == .no ? .no : space.diagrams.and(left, space.diagrams.not(holds(earlier)))
        }
        return isMet(fires)
      }
    }
  }

  private func wasAlive(_ id: String, in groups: [Int]) -> Bool {
    let all = model.rows.indices.filter { model.rows[$0].id == id }
    // An instance in an unchanged ladder keeps the row alive.
    guard all.allSatisfy({ groups.contains(model.rows[$0].group) }) else { return false }
    return all.contains { isMet(effective[$0]) }
  }

  /// The conditions under which a row's updates have another result, one for each changed slot.
  private func effects(of row: Row, at position: Int) -> [Diagram] {
    let old = model.rows[position]
    guard row.updates != old.updates else { return [] }
    let slots = Set((row.updates + old.updates).map(\.slot)).sorted()
    return slots.compactMap { slot in
      let new = row.updates.first { $0.slot == slot }?.value ?? .slot(slot)
      let before = old.updates.first { $0.slot == slot }?.value ?? .slot(slot)
      guard new != before else { return nil }
      let same = space.condition(.equal(new, before))
      return space.diagrams.and(effective[position], space.diagrams.not(same))
    }
  }

  /// Returns a witness of a state that the group no longer answers although it must.
  private func gap(in group: Int, losing lost: Diagram) -> String? {
    guard let first = model.groups[group].rows.first else { return nil }
    // Actions may do nothing; app calls may not.
    if case .action(let action) = model.rows[first].trigger,
      model.actions[action].actor != Action.app
    {
      return nil
    }
    return witness(lost).map { "no row answers: \($0)" }
  }

  /// Returns a witness of a state that both the group and another one take.
  private func clash(of group: Int, gaining gained: Diagram) -> String? {
    guard gained != .no,
      let first = model.groups[group].rows.first.map({ model.rows[$0] })
    else { return nil }
    for other in model.groups.indices where other != group {
      guard let rival = model.groups[other].rows.first.map({ model.rows[$0] }),
        rival.trigger == first.trigger, rival.component == first.component
      else { continue }
      let both = space.diagrams.or(
        model.groups[other].rows.map { space.diagrams.and(gained, own[$0]) })
      if let example = witness(both) { return "`\(rival.fullID)` wants to fire too: \(example)" }
    }
    return nil
  }
}
