import StateSpace
import TransitionTables

/// Describes sets of a pool's users in the words of the table, or as its conditions.
struct RecordWords {
  private let space: SymbolicSpace
  private let cover: ConditionCover
  /// The values of ``slots`` in each record.
  private let rows: [[Int]]
  private let everybody: Diagram
  /// The variables in which the records differ.
  let slots: [Int]

  init(_ analysis: MeansAnalysis) {
    self.init(analysis.starts.map(\.record), over: analysis.slots, of: analysis.model)
  }

  /// Creates descriptions, which only mention variables in which the users differ.
  ///
  /// - Parameters:
  ///   - records: the values of some slots, for each record.
  ///   - all: these slots.
  ///   - model: the table.
  init(_ records: [[Int]], over all: [Int], of model: Model) {
    let columns = all.indices.filter { column in
      records.contains { $0[column] != records[0][column] }
    }
    slots = columns.map { all[$0] }
    space = SymbolicSpace(model: model, slots: slots)
    cover = ConditionCover(space: space, slots: slots)
    rows = records.map { record in columns.map { record[$0] } }
    everybody = space.diagram(ofRows: rows, over: slots)
  }

  private func terms(of users: [Int]) -> [[ConditionCover.Literal]] {
    let on = space.diagram(ofRows: users.map { rows[$0] }, over: slots)
    return cover.terms(true: on, false: space.diagrams.minus(everybody, on))
  }

  /// Returns the descriptions of some users, one for each element; empty for everybody.
  func descriptions(of users: [Int]) -> [String] { described(users).texts }

  /// Returns the descriptions, and the position of one that the first user fulfils; nil for
  /// everybody.
  func described(_ users: [Int]) -> (texts: [String], first: Int?) {
    guard users.count < rows.count, !slots.isEmpty else { return ([], nil) }
    let terms = terms(of: users)
    let first = users.first.flatMap { user in
      terms.firstIndex { $0.allSatisfy { meets($0, rows[user]) } }
    }
    let texts = terms.map { term in
      let clauses = cover.clauses(of: term, among: everybody)
      guard let last = clauses.last else { return "who has an account" }
      return clauses.count == 1
        ? last : clauses.dropLast().joined(separator: ", ") + ", and " + last
    }
    return (texts, first)
  }

  private func meets(_ literal: ConditionCover.Literal, _ row: [Int]) -> Bool {
    guard let column = slots.firstIndex(of: literal.slot) else { return false }
    return literal.values.contains(literal.member.map { row[column] >> $0 & 1 } ?? row[column])
  }

  /// Returns conditions for some users: each of them fulfils at least one, and no other user of the
  /// pool fulfils any. The result is `true` for everybody, and empty for nobody.
  func conditions(of users: [Int]) -> [String] { terms(of: users).map(text) }

  /// The conditions for all records that no user has; each such record fulfils at least one.
  var impossible: [String] {
    let valid = space.diagrams.and(slots.map(space.validity))
    return cover.terms(true: space.diagrams.minus(valid, everybody), false: everybody).map(text)
  }

  private func text(of term: [ConditionCover.Literal]) -> String {
    let parts = term.map { $0.expression(in: space.model) }
    return space.model.text(of: parts.count == 1 ? parts[0] : .and(parts))
  }
}

extension ConditionCover.Literal {
  fileprivate func expression(in model: Model) -> Expression {
    let type = model.slots[slot].type
    if let member {
      let has = Expression.contains(set: .slot(slot), member: .constant(member))
      return values == [1] ? has : .not(has)
    }
    let own = values.map { Expression.equal(.slot(slot), .constant($0)) }
    let others = model.types.values(of: type).filter { !values.contains($0) }
    if own.count > 1, others.count == 1 { return .not(.equal(.slot(slot), .constant(others[0]))) }
    return own.count == 1 ? own[0] : .or(own)
  }
}
