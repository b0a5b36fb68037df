import StateSpace
import TransitionTables

/// Sorts the records of a pool by the effect of a change on them, and describes each class.
struct UserComparisonBuilder {
  private let before: any SignInReach
  private let after: any SignInReach
  private let records: RecordSpace
  private let fates: [Fate: Diagram]

  /// The effect of a change on the users who have a record.
  private enum Fate { case stays, out, waits, lost, locked, stranded, helped }

  /// - Parameters:
  ///   - before: the pool under the old configuration.
  ///   - after: the new pool, started with the records of the old one.
  ///   - records: the space of the sets of records.
  init(before: any SignInReach, after: any SignInReach, records: RecordSpace) {
    (self.before, self.after, self.records) = (before, after, records)
    let diagrams = records.diagrams
    let everybody = before.records(having: nil, in: records)
    let signedIn = before.records(having: .signingIn, in: records)
    let helpedSelf = before.records(having: .withoutAdministrator, in: records)
    let signsIn = after.starts(having: .signingIn, among: everybody, in: records)
    let helpsSelf = after.starts(having: .withoutAdministrator, among: everybody, in: records)
    let stranger = diagrams.minus(everybody, signedIn)
    let left = diagrams.minus(stranger, signsIn)
    let affected = diagrams.minus(signedIn, signsIn)
    let waiting = diagrams.and(left, helpedSelf)
    fates = [
      .stays: diagrams.and(signedIn, signsIn),
      .lost: diagrams.and(affected, helpsSelf),
      .locked: diagrams.minus(affected, helpsSelf),
      .helped: diagrams.and(stranger, signsIn),
      .waits: diagrams.and(waiting, helpsSelf),
      .stranded: diagrams.minus(waiting, helpsSelf),
      .out: diagrams.minus(left, helpedSelf),
    ]
  }

  private var model: Model { before.model }

  private func set(_ kinds: [Fate]) -> Diagram {
    records.diagrams.or(kinds.map { fates[$0] ?? .no })
  }

  private func count(_ kinds: Fate...) -> Int { records.count(set(kinds)) }

  func comparison() throws(TableExploration.Disagreement) -> UserComparison {
    var result = UserComparison()
    result.records = count(.stays, .lost, .locked)
    result.affectedRecords = count(.lost, .locked)
    result.helpedRecords = count(.helped)
    result.strandedRecords = count(.stranded)
    // Users who can sign in under neither configuration are no contrast for those who are affected.
    result.affected =
      try groups(of: [.locked], nextTo: [.stays, .lost])
      + groups(of: [.lost], nextTo: [.stays, .locked])
    if result.affected.count > 1 {
      result.affectedInShort = try groups(of: [.locked, .lost], nextTo: [.stays])
    }
    result.stranded = try groups(of: [.stranded], nextTo: [.waits, .stays, .helped])
    result.helped = try groups(
      of: [.helped], nextTo: [.out, .waits, .stays, .lost, .locked, .stranded])
    let (had, has) = (before.beginnings, after.beginnings)
    result.lostBeginnings = texts(of: had, without: has)
    result.gainedBeginnings = texts(of: has, without: had)
    return result
  }

  private func texts(
    of calls: [ReachCall], without others: [ReachCall]
  ) -> [String] {
    func key(_ call: ReachCall) -> [Int] { [call.action ?? -1] + call.inputs }
    return calls.filter { !others.contains($0) }
      .sorted { key($0).lexicographicallyPrecedes(key($1)) }
      .compactMap { call in call.action.map { model.actionText($0, inputs: call.inputs) } }
  }

  // MARK: Descriptions

  private func groups(
    of kinds: [Fate], nextTo others: [Fate]
  ) throws(TableExploration.Disagreement) -> [UserComparison.Group] {
    let (on, off) = (set(kinds), set(others))
    guard on != .no else { return [] }
    let diagrams = records.diagrams
    let cover = ConditionCover(space: records.space, slots: records.slots)
    let possible = diagrams.or(on, off)
    var groups: [UserComparison.Group] = []
    var described = Diagram.no
    for term in cover.terms(true: on, false: off) {
      let fitting = diagrams.and(on, cover.diagram(of: [term]))
      // Descriptions may overlap, so each gets an example that no earlier description fits.
      let fresh = diagrams.minus(fitting, described)
      described = diagrams.or(described, fitting)
      groups.append(
        UserComparison.Group(
          facts: cover.words(of: term, among: possible),
          clauses: cover.clauses(of: term, among: possible), records: records.count(fitting),
          needsAdministrator: kinds == [.locked] || kinds == [.stranded],
          example: kinds.count == 1
            ? try example(ofOneIn: fresh == .no ? fitting : fresh, kinds[0]) : nil))
    }
    return groups
  }

  // MARK: Examples

  private func example(
    ofOneIn users: Diagram, _ fate: Fate
  ) throws(TableExploration.Disagreement) -> UserComparison.Example? {
    let way: WayIn
    switch fate {
    case .helped, .stays, .waits, .out: return nil
    case .stranded: way = .withoutAdministrator
    case .lost, .locked: way = .signingIn
    }
    guard let state = before.firstState(among: users, having: way, in: records),
      let start = after.start(at: records.start(with: before.table.valuation(state))),
      let success = before.shortestWay(way, from: state)
    else { return nil }
    let failure: ReachRun?
    if fate == .stranded {
      failure = after.following(success, from: start)
    } else {
      let call = success.steps.first { before.isCall($0.call) }?.call
      failure = after.failure(from: start, beginningWith: call)
    }
    return UserComparison.Example(
      record: try before.table.trace(to: state), before: try success.trace(in: before.table),
      after: try failure?.trace(in: after.table) ?? Trace(steps: []))
  }
}
