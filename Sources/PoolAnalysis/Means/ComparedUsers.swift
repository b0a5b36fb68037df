import TransitionTables

/// The users of a reference, each with the record carried over to a new pool, and the users of the
/// new pool alone; with the results of the reference for each.
struct ComparedUsers {
  struct User: Sendable {
    /// The user of the new pool with the record, by number.
    var start: Int
    /// The record's number in the reference; nil for a user of the new pool alone.
    var known: Int?
  }

  private let users: [User]
  var count: Int { users.count }
  /// The positions of the users of each start.
  private let numbers: [Int: [Int]]
  private let reference: AnswerBaseline
  private let words: RecordWords

  /// - Parameters:
  ///   - reference: the results of the reference pool.
  ///   - new: the analysis of the new pool, with the records of the reference carried over.
  init(_ reference: AnswerBaseline, _ new: MeansAnalysis) {
    self.reference = reference
    let records = reference.list.records
    var users: [User] = []
    var rows: [[Int]] = []
    for (number, start) in new.starts(having: records).enumerated() {
      // A record with which nobody can begin in the new pool is not compared.
      guard let start else { continue }
      users.append(User(start: start, known: number))
      rows.append(records[number])
    }
    let carried = Set(users.map(\.start))
    for start in new.starts where !carried.contains(start.number) {
      users.append(User(start: start.number, known: nil))
      rows.append(start.record)
    }
    numbers = Dictionary(grouping: users.indices) { users[$0].start }
    words = RecordWords(rows, over: new.slots, of: new.model)
    self.users = users
  }

  /// The scope of the users for whom a result is new.
  var scope: AnswerScope {
    let (users, numbers, reference, words) = (users, numbers, reference, words)
    return AnswerScope { answer in
      let isNew = Self.isNew(answer, reference)
      return { start in
        guard let start else { return isNew(nil) }
        return (numbers[start] ?? []).contains { isNew(users[$0].known) }
      }
    } users: { answer, starts in
      let isNew = Self.isNew(answer, reference)
      let found = starts.flatMap { numbers[$0] ?? [] }.filter { isNew(users[$0].known) }
      guard !found.isEmpty else { return nil }
      let own = Set(found.map { users[$0].start })
      return AnswerScope.Users(
        starts: starts.filter(own.contains), who: words.descriptions(of: found),
        records: found.count)
    }
  }

  /// Returns whether a result is new for each user of the reference, or for a user that it does not
  /// know.
  ///
  /// For an unknown user all results of the reference count, with one exception: that some users
  /// are locked out, or entered, with no means at all covers no other set. Nearly every pool has a
  /// user whose temporary password has expired.
  private static func isNew(
    _ answer: AnswerScope.Answer, _ reference: AnswerBaseline
  ) -> @Sendable (Int?) -> Bool {
    var isKnown = false
    var known = [Bool](repeating: false, count: reference.list.records.count)
    func mark(_ users: [Int]) { for user in users { known[user] = true } }
    func covers(_ part: [String], _ means: [String], _ users: [Int]) {
      guard Set(part).isSubset(of: means) else { return }
      mark(users)
      isKnown = isKnown || part.isEmpty == means.isEmpty
    }
    switch answer {
    case .attack(let outcome, let means):
      for one in reference.attacks where one.outcome == outcome.rawValue {
        covers(one.means, means, one.users)
      }
    case .leak(let calls):
      // A user whose account another call revealed already gives away nothing new.
      for one in reference.leaks { mark(one.users) }
      isKnown = reference.leaks.contains { $0.calls == calls }
    case .lockout(let means, let isBeyondHelp):
      for one in reference.lockouts where one.isBeyondHelp || !isBeyondHelp {
        covers(one.means, means, one.users)
      }
    case .act(let call):
      guard let acts = reference.acts else { return { _ in false } }
      for one in acts where one.call == call { covers([], [], one.users) }
    case .hang(let call):
      for one in reference.hangs where one.call == call { covers([], [], one.users) }
    }
    return { [isKnown, known] user in user.map { !known[$0] } ?? !isKnown }
  }
}
