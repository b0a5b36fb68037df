public import StateSpace
public import TransitionTables

/// The effects of a configuration change on the users of a pool.
///
/// Every record that users can reach under the old configuration, with nobody signing in, is put
/// under the new one: the record stays as it is, sessions are forgotten. Users who could sign in
/// before, by calls of the app and waiting alone, and cannot afterwards are **affected**; users who
/// could not and now can are **helped**. Affected users are distinguished by whether anything but
/// an administrator gets them back in. Users who could not sign in but could help themselves, such
/// as by confirming an account or resetting a password, and now cannot, are **stranded**. What
/// users do not decide, such as whether the triggers work, has its initial value. Each kind is
/// described by the facts of the record that matter, as an irredundant sum of prime implicants;
/// records that no user of the kind can have are don't-cares.
///
/// Costs two explorations, explicit or symbolic (see `Backend`); the second starts from all the
/// records of the first.
public struct UserComparison: Sendable {
  /// The users that one description fits.
  public struct Group: Sendable {
    /// The facts that their records share, in the table's words, one per variable; empty where the
    /// group contains all users.
    public var facts: [String]
    /// The same facts for readers who do not know the table, one clause per fact:
    /// `who has no phone number`.
    public var clauses: [String]
    /// The number of records that the description fits. Descriptions may overlap.
    public var records: Int
    /// Whether only an administrator can get these users back in.
    public var needsAdministrator: Bool
    /// The example whose record is reached soonest; nil for users who are helped, and for a group
    /// that combines several kinds.
    public var example: Example?
  }

  /// An example of one user, replayed row by row.
  public struct Example: Sendable {
    /// The run that produces the record under the old configuration.
    public var record: Trace
    /// The user's sign-in before the change.
    public var before: Trace
    /// The same attempt after the change, with every proof right.
    public var after: Trace
  }

  /// The number of distinct records of users who could sign in before.
  public internal(set) var records = 0
  /// The number of these records whose users cannot sign in afterwards.
  public internal(set) var affectedRecords = 0
  /// The number of records of users who could not sign in before and can afterwards.
  public internal(set) var helpedRecords = 0
  /// The number of records of users who could get in by themselves, though not by signing in alone,
  /// and cannot now.
  public internal(set) var strandedRecords = 0
  /// All affected users, not divided by whether an administrator is needed.
  public internal(set) var affectedInShort: [Group] = []
  public internal(set) var affected: [Group] = []
  public internal(set) var stranded: [Group] = []
  public internal(set) var helped: [Group] = []
  /// The calls that began a successful sign-in for somebody before, with every proof right, and for
  /// nobody now.
  public internal(set) var lostBeginnings: [String] = []
  /// The calls that begin a successful sign-in for somebody now and did for nobody before.
  public internal(set) var gainedBeginnings: [String] = []
  /// The exploration of the new pool that starts with the old pool's users; nil where nothing was
  /// compared.
  public private(set) var live: Explored?

  /// The reasons why users cannot be compared.
  public enum Failure: Error, Sendable {
    /// The table declares no attempt to sign in.
    case noAttempt
    /// A limit was reached in the old pool or in the new one; the value names the limit.
    case incomplete(Completeness)
    case system(TransitionSystemError)
    case disagreement(TableExploration.Disagreement)
  }

  /// Compares the users of an explored pool with the same users under another configuration.
  ///
  /// - Parameters:
  ///   - old: the pool as it is, all its states explored, without observers.
  ///   - new: the compiled table under the new configuration, without observers.
  ///   - explorer: explores the new configuration from the records of the old one; it begins
  ///     symbolically where the old pool was explored symbolically.
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
      // An exploration that was stopped has only part of the sets, so the two disagree.
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

  /// Creates a comparison without findings.
  public init() {}
}
