import StateSpace

extension RuleCompiler {
  /// Returns the cubes of states in which a group of rows behaves differently with changed rows:
  /// another row fires, or the same row writes other values. For an action's rows, any inputs
  /// count.
  func difference(of group: RowGroup, changed: [Int: Row]) -> [PackedCube] {
    var all = Diagram.no
    forEachInputs(of: group) { _, _ in all = space.diagrams.or(all, difference(group, changed)) }
    return all == .no ? [] : packedCubes(of: all)
  }

  private func difference(_ group: RowGroup, _ changed: [Int: Row]) -> Diagram {
    let diagrams = space.diagrams
    var left = (old: Diagram.yes, new: Diagram.yes)
    var found = Diagram.no
    for position in group.rows {
      let old = model.rows[position]
      let new = changed[position]
      let ownOld = space.condition(model.guardExpression(of: old))
      let ownNew = new.map { space.condition(model.guardExpression(of: $0)) } ?? ownOld
      let firesOld = diagrams.and(left.old, ownOld)
      let firesNew = diagrams.and(left.new, ownNew)
      left.old = diagrams.and(left.old, diagrams.not(ownOld))
      left.new = diagrams.and(left.new, diagrams.not(ownNew))
      found = diagrams.or([
        found, diagrams.and(firesNew, diagrams.not(firesOld)),
        diagrams.and(firesOld, diagrams.not(firesNew)),
      ])
      guard let new, new.updates != old.updates, firesNew != .no else { continue }
      found = diagrams.or(found, diagrams.and(firesNew, otherEffect(of: new, instead: old)))
    }
    return found
  }

  /// The condition under which one row's updates have another result than another row's.
  private func otherEffect(of new: Row, instead old: Row) -> Diagram {
    func value(_ slot: Int, _ row: Row) -> Expression {
      row.updates.first { $0.slot == slot }?.value ?? .slot(slot)
    }
    let slots = Set((new.updates + old.updates).map(\.slot)).filter {
      layout.fields[$0] != nil && value($0, new) != value($0, old)
    }
    return space.diagrams.or(
      slots.sorted().map { slot in
        space.diagrams.not(space.condition(.equal(value(slot, new), value(slot, old))))
      })
  }
}
