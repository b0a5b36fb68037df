import SignIn
import StateSpace
import TransitionTables

/// The records of users: the data that the pool keeps of a user, independently of any app.
extension MeansAnalysis {
  /// Returns the slots of a record, in the order of the table.
  static func recordSlots(of model: Model) -> [Int] {
    model.slots.indices.filter { model.slots[$0].kind == .variable(component: nil) }
  }

  /// Returns a record of another pool in this one; variables that this configuration does not use
  /// are reset.
  static func projected(_ record: [Int], _ slots: [Int], _ compiled: CompiledModel) -> [Int] {
    zip(slots, record).map { slot, value in
      compiled.layout.fields[slot] == nil ? compiled.model.slots[slot].initial : value
    }
  }

  /// Returns the user here with each record of another pool; nil where nobody can begin with it.
  func starts(having records: [[Int]]) -> [Int?] {
    let known = numbers
    let compiled = sets?.origin.compiled ?? graph.explored.compiled
    return records.map { known[Self.projected($0, slots, compiled)] }
  }

  /// The numbers of users, by their records.
  private var numbers: [[Int]: Int] {
    Dictionary(starts.map { ($0.record, $0.number) }) { first, _ in first }
  }

  /// Returns a function that finds the user with a listed state's record; nil where nobody begins
  /// with it.
  func userFinder(in explored: TableExploration) -> (Int) -> Int? {
    let (known, slots) = (numbers, slots)
    return { state in
      let valuation = explored.valuation(state)
      return known[slots.map { valuation[$0] }]
    }
  }

  /// Returns the variables that a step changes.
  func changes(from before: [Int], to after: [Int]) -> Set<Int> {
    Set(model.slots.indices.filter { before[$0] != after[$0] })
  }

  /// Returns the last user whose record a run passes; nil where it passes nobody's.
  func lastUser(of run: Trace) -> Int? {
    let known = numbers
    return run.steps.lazy.reversed().compactMap { step in
      known[self.slots.map { step.before[$0] }]
    }.first
  }
}

/// The users that a question is about: everybody, or those for whom the result is new.
struct AnswerScope {
  /// A result about users; means have their names in the table.
  enum Answer: Hashable, Sendable {
    case attack(Attacks.Outcome, [String])
    case leak([String])
    case lockout([String], isBeyondHelp: Bool)
    /// A call by which users lock themselves out.
    case act(String)
    /// A call that may never return.
    case hang(String)
  }

  /// Some users, with their description.
  struct Users {
    var starts: [Int]
    var who: [String]
    /// The position of a description that the first user fulfils; nil for everybody.
    var shown: Int?
    /// The number of records.
    var records: Int
  }

  /// Whether a question is about a user, given by number; nil stands for a record of no user.
  let asks: @Sendable (Answer) -> @Sendable (Int?) -> Bool
  /// Selects the users that a question is about; nil where there are none.
  let users: (Answer, [Int]) -> Users?

  /// The scope of all users.
  init(_ analysis: MeansAnalysis) {
    let words = RecordWords(analysis)
    asks = { _ in { _ in true } }
    users = { _, starts in
      let described = words.described(starts)
      return Users(
        starts: starts, who: described.texts, shown: described.first, records: starts.count)
    }
  }

  init(
    asking asks: @escaping @Sendable (Answer) -> @Sendable (Int?) -> Bool,
    users: @escaping (Answer, [Int]) -> Users?
  ) {
    (self.asks, self.users) = (asks, users)
  }
}
