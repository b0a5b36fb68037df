import SignIn
import StateSpace
import TransitionTables

/// The records of users: what the pool keeps of them, whatever their apps do.
extension MeansAnalysis {
  /// The variables that make up a record, in the order of the table.
  static func recordSlots(of model: Model) -> [Int] {
    model.slots.indices.filter { model.slots[$0].kind == .variable(component: nil) }
  }

  /// A record of another pool in this one: what this configuration makes no use of is forgotten.
  static func projected(_ record: [Int], _ slots: [Int], _ compiled: CompiledModel) -> [Int] {
    zip(slots, record).map { slot, value in
      compiled.layout.fields[slot] == nil ? compiled.model.slots[slot].initial : value
    }
  }

  /// For each record of another pool the user here who has it; nil where nobody can begin with it.
  func starts(having records: [[Int]]) -> [Int?] {
    let known = numbers
    let compiled = sets?.origin.compiled ?? graph.explored.compiled
    return records.map { known[Self.projected($0, slots, compiled)] }
  }

  /// The users by their records.
  private var numbers: [[Int]: Int] {
    Dictionary(starts.map { ($0.record, $0.number) }) { first, _ in first }
  }

  /// Finds the user whose record a listed state has; nil where nobody begins with it.
  func userFinder(in explored: TableExploration) -> (Int) -> Int? {
    let (known, slots) = (numbers, slots)
    return { state in
      let valuation = explored.valuation(state)
      return known[slots.map { valuation[$0] }]
    }
  }

  /// The variables that a step changes.
  func changes(from before: [Int], to after: [Int]) -> Set<Int> {
    Set(model.slots.indices.filter { before[$0] != after[$0] })
  }

  /// The user whose record a run passes last; nil where it passes nobody's.
  func lastUser(of run: Trace) -> Int? {
    let known = numbers
    return run.steps.lazy.reversed().compactMap { step in
      known[self.slots.map { step.before[$0] }]
    }.first
  }
}

/// Whom answers are asked for: everybody, or those of whom something was not so before.
struct AnswerScope {
  /// What may be said of users; means are named as in the table.
  enum Answer: Hashable, Sendable {
    case attack(Attacks.Outcome, [String])
    case leak([String])
    case lockout([String], isBeyondHelp: Bool)
    /// A call by which users lock themselves out.
    case act(String)
    /// A call that may never return.
    case hang(String)
  }

  /// Some users, with what is said of them.
  struct Users {
    var starts: [Int]
    var who: [String]
    /// Which of the descriptions the first user meets; nil for everybody.
    var shown: Int?
    /// How many records they are.
    var records: Int
  }

  /// Of whom an answer is asked: users by number, and nil for whoever has the record of none.
  let asks: @Sendable (Answer) -> @Sendable (Int?) -> Bool
  /// Those among some users of whom an answer is asked; nil where there are none.
  let users: (Answer, [Int]) -> Users?

  /// Everybody.
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
