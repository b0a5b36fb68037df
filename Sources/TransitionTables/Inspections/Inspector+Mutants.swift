import StateSpace

extension Inspector {
  /// What the inspections say of a mutant by themselves.
  public enum MutantJudgement: Sendable, Hashable {
    /// The table is no longer one: what is wrong with it.
    case unviable(String)
    /// No legal configuration and possible state distinguishes it from the table.
    case equivalent
    /// Some would, but their places, messages and what else is tracked are never met together.
    case unmet
    /// A configuration and a state in which it behaves differently.
    case differs(String)
    /// It takes too much work to decide. The inspector is of no use from then on.
    case open
  }

  /// Judges a mutant against the table that this inspector holds.
  ///
  /// Only the ladders that it is in are looked at: whether a rung is dead that was not, whether
  /// something is answered no more, or taken that another ladder takes; and whether anything is
  /// different at all. Much cheaper than an inspection of the whole table with the mutant.
  ///
  /// - Parameters:
  ///   - mutant: the mutant.
  ///   - names: slots that are distinguished to find out what can be met together, next to places
  ///     and messages; nil to look at all possible states, which is much cheaper.
  ///   - most: how often the work may be asked whether it is to end, once in 65,536 nodes at least.
  public func judge(
    _ mutant: Mutant, meetingsTracking names: [String]? = nil, most: Int = .max
  ) -> MutantJudgement {
    let met = names.map { meetings(tracking: $0) } ?? .yes
    var asked = 0
    let limit = WorkLimit {
      asked += 1
      return asked > most
    }
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
    /// Remembers an example of where something differs, if it can be met.
    func note(_ condition: Diagram) {
      guard difference == nil, condition != .no else { return }
      difference = witness(space.diagrams.and(condition, met))
      everDiffers = everDiffers || difference != nil || witness(condition) != nil
    }
    var living: Set<String> = []
    for group in groups {
      let members = model.groups[group].rows
      var remaining = Diagram.yes
      var union = Diagram.no
      for position in members {
        let row = changed[position] ?? model.rows[position]
        let guardHolds = space.condition(model.guardExpression(of: row))
        let fires = space.diagrams.and(remaining, guardHolds)
        remaining = space.diagrams.and(remaining, space.diagrams.not(guardHolds))
        union = space.diagrams.or(union, guardHolds)
        if witness(fires) != nil { living.insert(row.id) }
        let before = effective[position]
        let other = space.diagrams.or(
          space.diagrams.and(fires, space.diagrams.not(before)),
          space.diagrams.and(before, space.diagrams.not(fires)))
        note(other)
        if difference == nil {
          effects(of: row, instead: model.rows[position], in: before).forEach(note)
        }
      }
      if let complaint = gap(in: group, left: union) { return .unviable(complaint) }
      if let complaint = clash(of: group, taking: union) { return .unviable(complaint) }
    }
    for id in Set(groups.flatMap { model.groups[$0].rows }.map { model.rows[$0].id }).sorted()
    where !living.contains(id) && wasAlive(id, in: groups) {
      return .unviable("`\(id)` can fire no more")
    }
    return difference.map { .differs($0) } ?? (everDiffers ? .unmet : .equivalent)
  }

  private func wasAlive(_ id: String, in groups: [Int]) -> Bool {
    let all = model.rows.indices.filter { model.rows[$0].id == id }
    // An instance in a ladder that is as it was keeps the row alive.
    guard all.allSatisfy({ groups.contains(model.rows[$0].group) }) else { return false }
    return all.contains { witness(effective[$0]) != nil }
  }

  /// Where a row's updates come to something else, one condition a slot.
  private func effects(of row: Row, instead old: Row, in condition: Diagram) -> [Diagram] {
    guard row.updates != old.updates else { return [] }
    let slots = Set((row.updates + old.updates).map(\.slot)).sorted()
    return slots.compactMap { slot in
      let new = row.updates.first { $0.slot == slot }?.value ?? .slot(slot)
      let before = old.updates.first { $0.slot == slot }?.value ?? .slot(slot)
      guard new != before else { return nil }
      let same = space.condition(.equal(new, before))
      return space.diagrams.and(condition, space.diagrams.not(same))
    }
  }

  /// Something that the group answered and answers no more, where it must be answered.
  private func gap(in group: Int, left union: Diagram) -> String? {
    guard let first = model.groups[group].rows.first else { return nil }
    // Actions may do nothing; app calls may not.
    if case .action(let action) = model.rows[first].trigger, model.actions[action].actor != "app" {
      return nil
    }
    let before = space.diagrams.or(model.groups[group].rows.map { own[$0] })
    let lost = space.diagrams.and(before, space.diagrams.not(union))
    return witness(lost).map { "no row answers: \($0)" }
  }

  /// Something that the group takes and another one takes too.
  private func clash(of group: Int, taking union: Diagram) -> String? {
    guard let first = model.groups[group].rows.first.map({ model.rows[$0] }) else { return nil }
    let before = space.diagrams.or(model.groups[group].rows.map { own[$0] })
    let gained = space.diagrams.and(union, space.diagrams.not(before))
    guard gained != .no else { return nil }
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
