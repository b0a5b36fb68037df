import StateSpace
import TransitionTables

/// Sorts the records of a pool by what a change does to them, and describes each sort.
struct UserComparisonBuilder {
  let before: SignInReach
  let after: SignInReach
  let records: RecordList

  /// What a change does to the users who have a record.
  private enum Fate: CaseIterable { case stays, out, waits, lost, locked, stranded, helped }

  private var model: Model { before.explored.model }

  func comparison() throws(TableExploration.Disagreement) -> UserComparison {
    let fates = records.rows.indices.map(fate)
    var result = UserComparison()
    result.records = fates.count { $0 == .stays || $0 == .lost || $0 == .locked }
    result.hurtRecords = fates.count { $0 == .lost || $0 == .locked }
    result.helpedRecords = fates.count { $0 == .helped }
    result.strandedRecords = fates.count { $0 == .stranded }
    // Who could not sign in either way says nothing about who is hurt.
    result.hurt =
      try groups(of: [.locked], beside: [.stays, .lost], fates)
      + groups(of: [.lost], beside: [.stays, .locked], fates)
    if result.hurt.count > 1 {
      result.hurtInShort = try groups(of: [.locked, .lost], beside: [.stays], fates)
    }
    result.stranded = try groups(of: [.stranded], beside: [.waits, .stays, .helped], fates)
    result.helped = try groups(
      of: [.helped], beside: [.out, .waits, .stays, .lost, .locked, .stranded], fates)
    let (had, has) = (before.beginnings, after.beginnings)
    result.lostBeginnings = texts(of: had, without: has)
    result.gainedBeginnings = texts(of: has, without: had)
    return result
  }

  private func texts(
    of calls: [CompiledModel.Label], without others: [CompiledModel.Label]
  ) -> [String] {
    calls.compactMap { call in
      guard let action = call.action,
        !others.contains(where: { $0.action == action && $0.inputs == call.inputs })
      else { return nil }
      return model.actionText(action, inputs: call.inputs)
    }
  }

  /// The records are the first states of the new exploration, in their order.
  private func fate(of record: Int) -> Fate {
    let state = records.states[record]
    let can = after.attempts.contains(record)
    let isHelpless = !after.helpless.contains(record)
    if before.attempts.contains(state) { return can ? .stays : isHelpless ? .locked : .lost }
    if can { return .helped }
    guard before.helpless.contains(state) else { return .out }
    return isHelpless ? .stranded : .waits
  }

  // MARK: Descriptions

  private func groups(
    of kinds: [Fate], beside others: [Fate], _ fates: [Fate]
  ) throws(TableExploration.Disagreement) -> [UserComparison.Group] {
    let own = fates.indices.filter { kinds.contains(fates[$0]) }
    guard !own.isEmpty else { return [] }
    let rest = fates.indices.filter { others.contains(fates[$0]) }
    let space = SymbolicSpace(
      model: model, slots: records.slots, fixed: before.explored.compiled.parameters)
    let cover = ConditionCover(space: space, slots: records.slots)
    let on = space.diagram(ofRows: own.map { records.rows[$0] }, over: records.slots)
    let off = space.diagram(ofRows: rest.map { records.rows[$0] }, over: records.slots)
    let possible = space.diagrams.or(on, off)
    var groups: [UserComparison.Group] = []
    var told: Set<Int> = []
    for term in cover.terms(true: on, false: off) {
      let fitting = own.filter { holds(term, in: records.rows[$0]) }
      // Descriptions may overlap; each gets the story of somebody whom none before it fits.
      let fresh = fitting.filter { !told.contains($0) }
      guard
        let first = (fresh.isEmpty ? fitting : fresh)
          .min(by: { records.states[$0] < records.states[$1] })
      else { continue }
      told.formUnion(fitting)
      groups.append(
        UserComparison.Group(
          facts: cover.words(of: term, among: possible),
          clauses: cover.clauses(of: term, among: possible), records: fitting.count,
          needsAdministrator: kinds == [.locked] || kinds == [.stranded],
          story: kinds.count == 1 ? try story(of: first, kinds[0]) : nil))
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
    of record: Int, _ fate: Fate
  ) throws(TableExploration.Disagreement) -> UserComparison.Story? {
    let state = records.states[record]
    let way: (success: SignInReach.Run, failure: SignInReach.Run?)
    switch fate {
    case .helped, .stays, .waits, .out: return nil
    case .stranded:
      guard let success = before.wayIn(from: state) else { return nil }
      way = (success, after.following(success, of: before, from: record))
    case .lost, .locked:
      guard let success = before.success(from: state) else { return nil }
      let call = success.labels.first { before.isCall($0) }.map { before.label($0) }
      way = (success, after.failure(from: record, beginningWith: call))
    }
    return UserComparison.Story(
      record: try before.explored.trace(to: state),
      before: try way.success.trace(in: before.explored),
      after: try way.failure?.trace(in: after.explored) ?? Trace(steps: []))
  }
}
