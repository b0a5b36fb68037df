public import StateSpace
public import TransitionTables

/// What becomes of the users of a pool when its configuration changes.
///
/// Every record that users can get into under the old configuration, with nobody signing in, is
/// put under the new one: the record stays as it is, sessions are forgotten. Who could sign in
/// before, by calls of the app and waiting alone, and cannot afterwards, is **affected**; who could
/// not and now can is **helped**. Affected users are distinguished by whether anything but an
/// administrator gets them back in. Who could not sign in, could help themselves, and cannot now,
/// is **stranded**: whoever had to confirm an account or to reset a password. What users do not
/// decide, such as whether the triggers work, is as at the beginning. Each kind is described by the
/// facts of the record that matter, as an irredundant sum of prime implicants; what no user of the
/// kind can be is a don't-care.
///
/// Costs two explorations, the second one from all the records of the first, state by state or by
/// sets, see `Backend`.
public struct UserComparison: Sendable {
  /// Users whom one description fits.
  public struct Group: Sendable {
    /// What their records have in common in the table's words, one part a variable; empty where all
    /// users are meant.
    public var facts: [String]
    /// The same in words for people who do not know the table, one clause a part: `who has no phone
    /// number`.
    public var clauses: [String]
    /// How many records the description fits. Descriptions may overlap.
    public var records: Int
    /// Whether only an administrator gets them in again.
    public var needsAdministrator: Bool
    /// The example of the record that is reached soonest; nil for users who are helped, and for a
    /// description that others divide.
    public var example: Example?
  }

  /// What happens to one user, rebuilt row by row.
  public struct Example: Sendable {
    /// How the record comes about under the old configuration.
    public var record: Trace
    /// How that user signs in before the change.
    public var before: Trace
    /// What becomes of the same attempt, every proof right, after the change.
    public var after: Trace
  }

  /// The distinct records of users who could sign in before.
  public internal(set) var records = 0
  /// Those among them who cannot sign in afterwards.
  public internal(set) var affectedRecords = 0
  /// Records of users who could not sign in before and can afterwards.
  public internal(set) var helpedRecords = 0
  /// Records of users who could get in by themselves, if not by signing in alone, and cannot now.
  public internal(set) var strandedRecords = 0
  /// All who are affected together, whatever helps them.
  public internal(set) var affectedInShort: [Group] = []
  public internal(set) var affected: [Group] = []
  public internal(set) var stranded: [Group] = []
  public internal(set) var helped: [Group] = []
  /// Calls that began a sign-in, every proof right, brought somebody in, and bring nobody in now.
  public internal(set) var lostBeginnings: [String] = []
  /// Calls that bring somebody in now and brought nobody in before.
  public internal(set) var gainedBeginnings: [String] = []
  /// The new pool with the old one's users in it; nil where nothing was compared.
  public private(set) var live: Explored?

  /// Why users cannot be compared.
  public enum Failure: Error, Sendable {
    /// The table declares no attempt to sign in.
    case noAttempt
    /// A limit was reached in the old pool or in the new one: which.
    case incomplete(Completeness)
    case system(TransitionSystemError)
    case disagreement(TableExploration.Disagreement)
  }

  /// Compares the users of an explored pool under another configuration of the same table.
  ///
  /// - Parameters:
  ///   - old: the pool as it is, all its states explored, without observers.
  ///   - new: the compiled table under the new configuration, without observers.
  ///   - explorer: how the new configuration is explored from the records of the old one;
  ///     symbolically at once, where the old one was.
  public init(
    _ old: Explored, under new: CompiledModel, exploringBy explorer: TableExplorer
  ) throws(Failure) {
    guard old.isComplete else { throw .incomplete(old.completeness) }
    let records: RecordSpace
    switch old {
    case .explicit(let table): records = RecordSpace(model: table.model)
    case .symbolic(let table): records = RecordSpace(model: table.model, order: table.ordered)
    }
    guard let before = Self.reach(old) else { throw .noAttempt }
    let users = before.records(having: nil, in: records)
    // Where nobody can begin a sign-in, nobody is affected.
    guard users != .no else { return }
    let start = StartingSet(users, in: records.space)
    let explored: Explored
    do {
      if let listed = before as? ListedReach {
        explored = try explorer.explore(
          new, startingFrom: listed.valuations(of: users, in: records), or: start)
      } else {
        explored = try explorer.explore(new, startingFrom: start)
      }
    } catch {
      throw .system(error)
    }
    guard explored.isComplete else { throw .incomplete(explored.completeness) }
    guard let after = Self.reach(explored) else { throw .noAttempt }
    do {
      let builder = UserComparisonBuilder(before: before, after: after, records: records)
      self = try builder.comparison()
    } catch {
      // Sets that were stopped on the way answer with less than there is.
      guard let stop = Self.stop(of: old, explored) else { throw .disagreement(error) }
      throw .incomplete(stop)
    }
    if let stop = Self.stop(of: old, explored) { throw .incomplete(stop) }
    live = explored
  }

  private static func stop(of explored: Explored...) -> Completeness? {
    explored.first { !$0.isComplete }?.completeness
  }

  private static func reach(_ explored: Explored) -> (any SignInReach)? {
    switch explored {
    case .explicit(let table): ListedReach(table)
    case .symbolic(let table): SymbolicReach(table)
    }
  }

  /// A comparison in which nothing was found.
  public init() {}
}
