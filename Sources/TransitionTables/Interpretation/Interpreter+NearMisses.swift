extension Interpreter {
  /// Rows that stood where another one fired, under the same trigger, and whose guard was false:
  /// those with the fewest false parts first, then in the order of the table.
  ///
  /// - Parameters:
  ///   - firing: what fired.
  ///   - before: the valuation in which it fired, inputs included.
  ///   - limit: how many to name.
  /// - Returns: positions in ``Model/rows``. Linear in the number of rows.
  public func nearMisses(of firing: Firing, before: [Int], limit: Int = 3) -> [Int] {
    let evaluator = ConcreteEvaluator(before)
    let fired = model.rows[firing.row]
    var candidates: [(row: Int, wrong: Int)] = []
    for (position, row) in model.rows.enumerated()
    where position != firing.row && row.trigger == fired.trigger
      && evaluator.holds(model.placeExpression(of: row)) && !evaluator.holds(row.when)
    {
      candidates.append((position, Self.conjuncts(of: row.when).count { !evaluator.holds($0) }))
    }
    let ordered = candidates.sorted { ($0.wrong, $0.row) < ($1.wrong, $1.row) }
    return ordered.prefix(limit).map(\.row)
  }

  private static func conjuncts(of expression: Expression) -> [Expression] {
    guard case .and(let parts) = expression else { return [expression] }
    return parts.flatMap(conjuncts)
  }
}
