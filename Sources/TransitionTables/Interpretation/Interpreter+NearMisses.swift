extension Interpreter {
  /// Returns rows with the same trigger that did not fire in place of another row because their
  /// guard was false. The same row for another member comes first, such as `f = sms` next to
  /// `f = totp`, then rows with the fewest false conjuncts, then the nearest in the table.
  ///
  /// Rows are omitted that no state of the configuration lets fire, as far as one conjunct of the
  /// guard shows that.
  ///
  /// - Parameters:
  ///   - firing: the row that fired.
  ///   - before: the valuation in which it fired, inputs included.
  ///   - limit: the largest number of rows in the result.
  ///   - consequences: slots that earlier rows of the step have set. A row that only another value
  ///     of these would let fire is omitted, since the earlier row decided it.
  /// - Returns: positions in ``Model/rows``. Linear in the number of rows.
  public func nearMisses(
    of firing: Firing, before: [Int], limit: Int = 3, apartFrom consequences: Set<Int> = []
  ) -> [Int] {
    let evaluator = ConcreteEvaluator(before)
    let fired = model.rows[firing.row]
    var candidates: [(row: Int, isSibling: Bool, wrong: Int, distance: Int)] = []
    for (position, row) in model.rows.enumerated()
    where position != firing.row && row.trigger == fired.trigger
      && evaluator.holds(model.placeExpression(of: row)) && !evaluator.holds(row.when)
    {
      let wrong = Self.conjuncts(of: row.when).filter { !evaluator.holds($0) }
      let isOutOfReach = wrong.contains { part in
        part.slots.allSatisfy { slot in
          model.slots[slot].isParameter || !evaluator.holds(model.slots[slot].presence)
        }
      }
      let follows = wrong.contains { part in part.slots.contains(where: consequences.contains) }
      guard !isOutOfReach, !follows else { continue }
      candidates.append(
        (position, row.id == fired.id, wrong.count, abs(position - firing.row)))
    }
    let ordered = candidates.sorted {
      ($0.isSibling ? 0 : 1, $0.wrong, $0.distance, $0.row)
        < ($1.isSibling ? 0 : 1, $1.wrong, $1.distance, $1.row)
    }
    return ordered.prefix(limit).map(\.row)
  }

  private static func conjuncts(of expression: Expression) -> [Expression] {
    guard case .and(let parts) = expression else { return [expression] }
    return parts.flatMap(conjuncts)
  }
}
