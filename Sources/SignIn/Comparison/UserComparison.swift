import StateSpace
public import TransitionTables

/// What becomes of the users of a pool when its configuration changes.
///
/// Every record that users can get into under the old configuration, with nobody signing in, is
/// put under the new one: the record stays as it is, sessions are forgotten. Who could sign in
/// before, by calls of the app and waiting alone, and cannot afterwards, is **hurt**; who could not
/// and now can is **helped**. Hurt users are told apart by whether anything but an administrator
/// gets them back in. Who could not sign in, could help themselves, and cannot now, is
/// **stranded**: whoever had to confirm an account or to reset a password. What users do not
/// decide, such as whether the triggers work, is as at the beginning. Each kind is described by the
/// facts of the record that matter, as an irredundant sum of prime implicants; what no user of the
/// kind can be is a don't-care.
///
/// Costs two explorations, the second one from all the records of the first.
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
    /// The story of the record that is reached soonest; nil for users who are helped, and for a
    /// description that others divide.
    public var story: Story?
  }

  /// What happens to one user, rebuilt row by row.
  public struct Story: Sendable {
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
  public internal(set) var hurtRecords = 0
  /// Records of users who could not sign in before and can afterwards.
  public internal(set) var helpedRecords = 0
  /// Records of users who could get in by themselves, if not by signing in alone, and cannot now.
  public internal(set) var strandedRecords = 0
  /// All who are hurt together, whatever helps them.
  public internal(set) var hurtInShort: [Group] = []
  public internal(set) var hurt: [Group] = []
  public internal(set) var stranded: [Group] = []
  public internal(set) var helped: [Group] = []
  /// Calls that began a sign-in, every proof right, brought somebody in, and bring nobody in now.
  public internal(set) var lostBeginnings: [String] = []
  /// Calls that bring somebody in now and brought nobody in before.
  public internal(set) var gainedBeginnings: [String] = []
  /// The new pool with the old one's users in it; nil where nothing was compared.
  public private(set) var live: TableExploration?

  /// Why users cannot be compared.
  public enum Failure: Error, Sendable {
    /// The table declares no attempt to sign in.
    case noAttempt
    /// A limit was reached in the old pool or in the new one.
    case incomplete
    case system(TransitionSystemError)
    case disagreement(TableExploration.Disagreement)
  }

  /// Compares the users of an explored pool under another configuration of the same table.
  ///
  /// - Parameters:
  ///   - old: the pool as it is, all its states explored, without observers.
  ///   - new: the compiled table under the new configuration, without observers.
  ///   - maximumStates: where to stop.
  ///   - progress: called now and then; returning false stops.
  public init(
    _ old: TableExploration, under new: CompiledModel, maximumStates: Int = 1 << 31,
    progress: (ExplorationProgress) -> Bool = { _ in true }
  ) throws(Failure) {
    guard old.exploration.completeness == .complete else { throw .incomplete }
    guard let before = SignInReach(old) else { throw .noAttempt }
    let records = RecordList(before)
    let start = new.starting(from: records.valuations)
    let explored: TableExploration
    do {
      explored = try TableExploration(start, maximumStates: maximumStates, progress: progress)
    } catch {
      throw .system(error)
    }
    guard explored.exploration.completeness == .complete else { throw .incomplete }
    guard let after = SignInReach(explored) else { throw .noAttempt }
    let builder = UserComparisonBuilder(before: before, after: after, records: records)
    do {
      self = try builder.comparison()
    } catch {
      throw .disagreement(error)
    }
    live = explored
  }

  /// A comparison in which nothing was found.
  public init() {}
}

/// The distinct records of an explored pool while nobody is signing in.
struct RecordList {
  /// The slots that make up a record, ascending: variables that belong to no component.
  let slots: [Int]
  /// The values of each record in those slots, in the order of discovery.
  private(set) var rows: [[Int]] = []
  /// For each record the first state that has it, of those from which a user can sign in if any.
  private(set) var states: [Int] = []
  /// A valuation for each record: the record, and everything else as at the beginning of all time.
  private(set) var valuations: [[Int]] = []

  init(_ reach: SignInReach) {
    let model = reach.explored.model
    slots = model.slots.indices.filter { model.slots[$0].kind == .variable(component: nil) }
    let initial = model.slots.map(\.initial)
    let moods = Self.moods(of: model)
    var positions: [[Int]: Int] = [:]
    for state in reach.ready.members {
      let valuation = reach.explored.valuation(state)
      if moods.contains(where: { valuation[$0] != initial[$0] }) { continue }
      let row = slots.map { valuation[$0] }
      if let known = positions[row] {
        let isBetter = reach.attempts.contains(state) && !reach.attempts.contains(states[known])
        if isBetter { states[known] = state }
        continue
      }
      positions[row] = rows.count
      rows.append(row)
      states.append(state)
      var start = initial
      for (slot, value) in zip(slots, row) { start[slot] = value }
      valuations.append(start)
    }
  }

  /// The slots that only the environment changes: no facts of a user.
  private static func moods(of model: Model) -> [Int] {
    var setters: [Int: Set<Bool>] = [:]
    for row in model.rows {
      var isEnvironment = false
      if case .action(let action) = row.trigger {
        isEnvironment = model.actions[action].actor == "environment"
      }
      for update in row.updates { setters[update.slot, default: []].insert(isEnvironment) }
    }
    return setters.filter { $0.value == [true] }.map(\.key).sorted()
  }
}
