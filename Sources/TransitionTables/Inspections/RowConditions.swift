import StateSpace

/// Where each row of a table fires, as decision diagrams that are built when they are asked for.
///
/// An inspection of the whole table asks for all; judging one mutant asks for the ladders that it
/// is in and their rivals. Cost of a row that was asked for before: none.
final class RowConditions {
  private let model: Model
  private let space: SymbolicSpace
  /// The conditions of the rows without their ladders' order; nil for those themselves.
  private let own: RowConditions?
  private var known: [Diagram?]

  /// Conditions by the rows' own guards, or, given those, by the order of their ladders too.
  init(model: Model, space: SymbolicSpace, own: RowConditions? = nil) {
    self.model = model
    self.space = space
    self.own = own
    known = Array(repeating: nil, count: model.rows.count)
  }

  /// Where the row, by position in ``Model/rows``, fires.
  subscript(row: Int) -> Diagram {
    if let condition = known[row] { return condition }
    let condition = own.map { build(row, $0) } ?? guardHolds(row)
    known[row] = condition
    return condition
  }

  private func guardHolds(_ row: Int) -> Diagram {
    space.condition(model.guardExpression(of: model.rows[row]))
  }

  /// What earlier rungs take is taken from the rung's own guard, which is narrow; what all earlier
  /// rungs leave is not.
  private func build(_ row: Int, _ own: RowConditions) -> Diagram {
    model.groups[model.rows[row].group].rows.prefix { $0 != row }.reduce(own[row]) {
      left, earlier in
      left == .no ? .no : space.diagrams.and(left, space.diagrams.not(own[earlier]))
    }
  }
}
