import StateSpace
import TransitionTables

/// Sorts the records of a pool by what a change does to them, and describes each sort.
struct UserComparisonBuilder {
  let before: SignInReach
  let after: SignInReach
  let records: RecordList

  /// What a change does to the users who have a record.
  private enum Fate: CaseIterable { case stays, out, lost, locked, helped }

  private var model: Model { before.explored.model }

  func comparison() throws(TableExploration.Disagreement) -> UserComparison {
    let fates = records.rows.indices.map(fate)
    var result = UserComparison()
    result.records = fates.count { $0 == .stays || $0 == .lost || $0 == .locked }
    result.hurtRecords = fates.count { $0 == .lost || $0 == .locked }
    result.helpedRecords = fates.count { $0 == .helped }
    // Who could not sign in either way says nothing about who is hurt.
    result.hurt =
      try groups(of: .locked, beside: [.stays, .lost], fates)
      + groups(of: .lost, beside: [.stays, .locked], fates)
    result.helped = try groups(of: .helped, beside: [.out, .stays, .lost, .locked], fates)
    return result
  }

  /// The records are the first states of the new exploration, in their order.
  private func fate(of record: Int) -> Fate {
    let could = before.attempts.contains(records.states[record])
    let can = after.attempts.contains(record)
    if could { return can ? .stays : after.helpless.contains(record) ? .lost : .locked }
    return can ? .helped : .out
  }

  // MARK: Descriptions

  private func groups(
    of fate: Fate, beside others: [Fate], _ fates: [Fate]
  ) throws(TableExploration.Disagreement) -> [UserComparison.Group] {
    let own = fates.indices.filter { fates[$0] == fate }
    guard !own.isEmpty else { return [] }
    let rest = fates.indices.filter { others.contains(fates[$0]) }
    let space = SymbolicSpace(
      model: model, slots: records.slots, fixed: before.explored.compiled.parameters)
    let cover = ConditionCover(space: space, slots: records.slots)
    let on = space.diagram(ofRows: own.map { records.rows[$0] }, over: records.slots)
    let off = space.diagram(ofRows: rest.map { records.rows[$0] }, over: records.slots)
    let possible = space.diagrams.or(on, off)
    var groups: [UserComparison.Group] = []
    for term in cover.terms(true: on, false: off) {
      let fitting = own.filter { holds(term, in: records.rows[$0]) }
      guard let first = fitting.min(by: { records.states[$0] < records.states[$1] }) else {
        continue
      }
      groups.append(
        UserComparison.Group(
          facts: cover.words(of: term, among: possible), records: fitting.count,
          needsAdministrator: fate == .locked,
          story: fate == .helped ? nil : try story(of: first)))
    }
    return groups
  }

  private func holds(_ term: [ConditionCover.Literal], in row: [Int]) -> Bool {
    term.allSatisfy { literal in
      guard let column = records.slots.firstIndex(of: literal.slot) else { return false }
      let value = row[column]
      return literal.values.contains(literal.member.map { value >> $0 & 1 } ?? value)
    }
  }

  // MARK: Stories

  private func story(
    of record: Int
  ) throws(TableExploration.Disagreement) -> UserComparison.Story? {
    let state = records.states[record]
    guard let success = before.success(from: state) else { return nil }
    let call = success.labels.first { before.isCall($0) }.map { before.label($0) }
    let failure = after.failure(from: record, beginningWith: call)
    return UserComparison.Story(
      record: try before.explored.trace(to: state),
      before: try success.trace(in: before.explored),
      after: try failure?.trace(in: after.explored) ?? Trace(steps: []))
  }
}
