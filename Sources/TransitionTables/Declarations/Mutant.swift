/// A mistake that a person could make in one row of the table.
///
/// A row that is written once is mutated in all its instances together. Rungs are mutated as they
/// stand in their ladder; the order of the ladder is compiled in afterwards.
public struct Mutant: Sendable {
  /// The kinds of mutants.
  public enum Operation: String, Sendable, CaseIterable {
    case conjunctDropped = "conjunct dropped"
    case conjunctAdded = "conjunct added"
    case comparisonFlipped = "comparison flipped"
    case comparisonChanged = "comparison changed"
    case updateRemoved = "update removed"
    case targetSwapped = "target swapped"
  }

  /// The id of the row, without its instance.
  public var row: String
  /// The kind of the mutant.
  public var operation: Operation
  /// The replacement, for a target, a comparison and an added conjunct; empty otherwise.
  public var detail: String
  /// The place of the part that is changed.
  public var place: SourceLocation
  /// The changed rows, by position in ``Model/rows``, ascending.
  public var rows: [(position: Int, row: Row)]

  /// The changed rows, by position in ``Model/rows``.
  var changedRows: [Int: Row] {
    Dictionary(rows.map { ($0.position, $0.row) }, uniquingKeysWith: { first, _ in first })
  }

  /// The identification of the mutant: `pool.mfa.M5: comparison flipped at 42:17`.
  public var id: String {
    "\(row): \(operation.rawValue)\(detail) at \(place.line):\(place.column)"
  }
}

/// A guard with one change.
public struct GuardMutant: Sendable {
  /// The row, by position in ``Model/rows``.
  public var row: Int
  /// The kind of the change.
  public var operation: Mutant.Operation
  /// The place of the part that is dropped or changed, or that another is put before.
  public var place: SourceLocation
  /// The replacement; empty where the kind determines it.
  public var detail = ""
  /// The guard after the change.
  public var when: Expression
}

extension Model {
  /// Returns all mutants, in the order of the rows; those of guards only where the loader kept
  /// them.
  public func mutants() -> [Mutant] {
    var order: [String] = []
    var byID: [String: Mutant] = [:]
    func add(
      _ operation: Mutant.Operation, _ position: Int, at place: SourceLocation,
      _ detail: String = "", _ change: (inout Row) -> Void
    ) {
      var row = rows[position]
      change(&row)
      guard row != rows[position] else { return }
      var mutant = Mutant(
        row: row.id, operation: operation, detail: detail, place: place, rows: [])
      if let known = byID[mutant.id] { mutant = known } else { order.append(mutant.id) }
      mutant.rows.append((position, row))
      byID[mutant.id] = mutant
    }
    let guards = Dictionary(grouping: mutantsOfGuards, by: \.row)
    for position in rows.indices {
      for mutant in guards[position] ?? [] {
        add(mutant.operation, position, at: mutant.place, mutant.detail) { $0.when = mutant.when }
      }
      for place in settings(of: rows[position]) {
        add(.updateRemoved, position, at: place) { row in
          row.updates.removeAll { $0.location == place && isSetting($0) }
        }
      }
      for target in otherTargets(of: rows[position]) {
        let name = types.enums[components[rows[position].component ?? 0].locations].members[target]
        add(.targetSwapped, position, at: rows[position].location, " for `\(name)`") { row in
          swapTarget(of: &row, for: target)
        }
      }
    }
    return order.compactMap { byID[$0] }.map(withReceivers)
  }

  /// Adjusts the guards of receivers to a mutant. A mutant in a ladder that comes before the
  /// receivers takes up more or less of their messages; its order is compiled in after the mutant,
  /// as for every ladder.
  private func withReceivers(_ mutant: Mutant) -> Mutant {
    guard mutant.operation != .updateRemoved, mutant.operation != .targetSwapped,
      mutant.rows.contains(where: { groups[$0.row.group].isBefore })
    else { return mutant }
    let changed = mutant.changedRows
    var whole = mutant
    for trigger in Set(mutant.rows.map(\.row.trigger)) {
      let ladders = groups.filter { group in
        group.isBefore && group.rows.first.map { rows[$0].trigger == trigger } ?? false
      }
      let taken = Expression.or(
        ladders.flatMap { group in group.rows.map { (changed[$0] ?? rows[$0]).when } })
      for position in rows.indices where rows[position].trigger == trigger {
        guard !groups[rows[position].group].isBefore, let own = rows[position].ownWhen else {
          continue
        }
        var row = rows[position]
        row.when = .and([.not(taken), own])
        whole.rows.append((position, row))
      }
    }
    whole.rows.sort { $0.position < $1.position }
    return whole
  }

  /// Returns the model with a mutant applied.
  public func applying(_ mutant: Mutant) -> Model {
    var model = self
    for (position, row) in mutant.rows { model.rows[position] = row }
    return model
  }

  /// The places of a row's assignments to variables, without duplicates, in order.
  private func settings(of row: Row) -> [SourceLocation] {
    var found: [SourceLocation] = []
    for update in row.updates where isSetting(update) && !found.contains(update.location) {
      found.append(update.location)
    }
    return found
  }

  private func isSetting(_ update: Row.Update) -> Bool {
    if case .variable = slots[update.slot].kind { true } else { false }
  }

  /// The targets of the other rungs in a row's ladder, ascending.
  private func otherTargets(of row: Row) -> [Int] {
    guard let target = row.target, row.component != nil else { return [] }
    let others = groups[row.group].rows.compactMap { rows[$0].target }
    return Set(others).subtracting([target]).sorted()
  }

  private func swapTarget(of row: inout Row, for target: Int) {
    guard let component = row.component else { return }
    let slot = components[component].locationSlot
    row.target = target
    for position in row.updates.indices where row.updates[position].slot == slot {
      row.updates[position].value = .constant(target)
    }
  }
}
