import StateSpace

/// The conditions under which the rows of a table fire, as decision diagrams built on demand.
///
/// An inspection of the whole table uses all of them; the inspection of one mutant uses its ladders
/// and their rivals. Conditions are cached.
final class RowConditions {
  private let model: Model
  private let space: SymbolicSpace
  /// The conditions without the order of ladders; nil where this object holds those.
  private let own: RowConditions?
  private var known: [Diagram?]

  /// The conditions of the rows' own guards, or, given those, the conditions with the order of
  /// ladders.
  init(model: Model, space: SymbolicSpace, own: RowConditions? = nil) {
    self.model = model
    self.space = space
    self.own = own
    known = Array(repeating: nil, count: model.rows.count)
  }

  /// The condition under which a row, by position in ``Model/rows``, fires.
  subscript(row: Int) -> Diagram {
    if let condition = known[row] { return condition }
    let condition = own.map { build(row, $0) } ?? guardHolds(row)
    known[row] = condition
    return condition
  }

  private func guardHolds(_ row: Int) -> Diagram {
    space.condition(model.guardExpression(of: model.rows[row]))
  }

  /// Subtracts the earlier rungs from the rung's own guard, which is small; the complement of all
  /// earlier rungs is not.
  private func build(_ row: Int, _ own: RowConditions) -> Diagram {
    model.groups[model.rows[row].group].rows.prefix { $0 != row }.reduce(own[row]) {
      left, earlier in
      left == .no ? .no : space.diagrams.and(left, space.diagrams.not(own[earlier]))
    }
  }
}
