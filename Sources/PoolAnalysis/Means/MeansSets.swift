import SignIn
import StateSpace
import Synchronization
import TransitionTables

/// The outcomes that users and outsiders reach with sets of means, in a pool with too many states
/// to list.
///
/// States are sets as decision diagrams, with one more variable for each means that a person may
/// hold. One backward search from a goal gives the result for all records and all sets of means.
/// The implementation shares no code with ``MeansReach``.
///
/// Only one query may run at a time, except ``ownActs(holding:asking:)`` and queries about one
/// user: ``reaches(_:from:holding:)``, ``signsIn(at:holding:)``,
/// ``beginnings(_:holding:towards:)``, ``listed(from:most:progress:)`` and ``making(_:)`` may run
/// concurrently, once their goals were searched.
final class MeansSets: @unchecked Sendable {
  typealias Goal = Attacks.Outcome
  typealias Search = SymbolicTable.PartedSearch

  let held: HeldModel
  /// All states reachable from a pool without users.
  let origin: SymbolicTable
  /// The states reachable from each record, with an app without a session.
  let table: SymbolicTable
  /// The space of records and held means.
  let space: SymbolicSpace
  let access: Access
  /// The slots of a record, and the number of their variables, which are the first of ``space``.
  let recordSlots: [Int]
  let recordVariables: Int
  /// The records with which a person can begin, with any means.
  let users: Diagram
  /// The records of ``users`` as a list, the soonest reached first: as bits by variable of the
  /// space, and as values of all slots.
  let patterns: [UInt64]
  let starts: [[Int]]
  /// The calls that succeed, without an error answer, in some starting state.
  private(set) var workableCalls: Set<CompiledModel.Label> = []
  /// The states from which each goal is reached, and the records of those who begin there.
  private var reached: [Goal: (states: Diagram, users: Diagram)] = [:]
  private var known: [Goal: [UInt32: Diagram]] = [:]
  private var isCutOff = false
  /// The calls of an administrator, in the order of the rules.
  private(set) lazy var acts = administratorsActs()
  /// The limits of the symbolic searches, and the check that stops them.
  let limits: SymbolicTable.Limits
  let shouldStop: @Sendable () -> Bool
  /// The number of threads; no result depends on it.
  let threads: Int
  /// The starting states of all users, and of a pool without users. Its space is not used
  /// elsewhere.
  let everybody: StartingSet
  lazy var search = table.search(along: parts)
  /// The table of one person, who does only what the held means permit.
  let restricted: CompiledModel
  /// The lock on the diagrams of ``space`` for concurrent queries.
  let turn = Mutex(())

  /// - Parameters:
  ///   - held: the table with variables for held means.
  ///   - origin: all states of a pool, without variables for means.
  ///   - carried: records of another pool's users who also begin here; see ``MeansAnalysis``.
  ///   - earliest: records, in the form of `carried`, that come first among the users, in this
  ///     order.
  ///   - limits: the limits of the symbolic searches.
  ///   - threads: the number of threads.
  ///   - shouldStop: called often; true stops, and later results are meaningless.
  /// - Throws: a `TransitionSystemError` where the compiled system is malformed.
  init?(
    _ held: HeldModel, origin: SymbolicTable, carrying carried: [[Int]] = [],
    earliest: [[Int]] = [], limits: SymbolicTable.Limits, threads: Int,
    shouldStop: @escaping @Sendable () -> Bool
  ) throws(TransitionSystemError) {
    guard let access = held.model.access, held.model.attempt != nil else { return nil }
    (self.held, self.origin, self.access) = (held, origin, access)
    (self.limits, self.threads, self.shouldStop) = (limits, threads, shouldStop)
    let model = held.model
    restricted = TableCompiler(model: held.restricted).compiled(
      parameters: origin.compiled.parameters, observers: held.observers)
    let slots = origin.ordered(
      model.slots.indices.filter {
        $0 < held.firstOwn && model.slots[$0].kind == .variable(component: nil)
          && origin.compiled.layout.fields[$0] != nil
      })
    let own = Array(held.firstOwn..<model.slots.count)
    let space = SymbolicSpace(model: model, slots: slots + own)
    recordVariables = slots.reduce(0) { $0 + (space.bits[$1]?.count ?? 0) }
    // A record must fit into one word.
    guard recordVariables <= UInt64.bitWidth else { return nil }
    let diagrams = space.diagrams
    // The state of an app without a session, in this configuration.
    for slot in model.slots.indices where space.bits[slot] == nil {
      space.fixed[slot] = origin.compiled.parameters[slot] ?? model.slots[slot].initial
    }
    let found = origin.valuations(in: origin.states(where: access.start), over: space)
    let fresh = diagrams.and(found, space.condition(access.start))
    let ownUsers = diagrams.exists(Array(recordVariables..<diagrams.variableCount), in: fresh)
    let all = MeansAnalysis.recordSlots(of: model).filter { $0 < held.firstOwn }
    let rows = carried.map { record in
      let known = Dictionary(uniqueKeysWithValues: zip(all, record))
      return slots.map { known[$0] ?? model.slots[$0].initial }
    }
    let others = diagrams.and(
      space.diagram(ofRows: rows, over: slots), space.condition(access.start))
    users = diagrams.or(
      ownUsers, diagrams.exists(Array(recordVariables..<diagrams.variableCount), in: others))
    recordSlots = slots
    self.space = space
    everybody = Self.everybody(users, of: space, slots, own, origin.compiled)
    let listed = Self.list(users, recordVariables, diagrams).map { pattern in
      var valuation = model.slots.map(\.initial)
      for (slot, value) in origin.compiled.parameters { valuation[slot] = value }
      for slot in slots {
        let bits = (space.bits[slot] ?? []).enumerated().reduce(UInt64(0)) {
          $0 | (pattern >> UInt64($1.element) & 1) << UInt64($1.offset)
        }
        valuation[slot] = model.types.decode(bits, as: model.slots[slot].type)
      }
      return (pattern: pattern, valuation: valuation)
    }
    let places = Dictionary(
      earliest.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
    let rank = { (valuation: [Int]) in places[all.map { valuation[$0] }] ?? earliest.count }
    let ordered = listed.enumerated().map { (place: (rank($1.valuation), $0), start: $1) }
      .sorted { $0.place < $1.place }.map(\.start)
    (patterns, starts) = (ordered.map(\.pattern), ordered.map(\.valuation))
    table = try SymbolicTable(
      origin.compiled, limits: limits,
      startingFrom: patterns.isEmpty ? nil : StartingSet(users, in: space), measuresDepth: false,
      shouldStop: shouldStop)
    guard !patterns.isEmpty else { return }
    workableCalls = Set(
      replies(where: .and([access.start, access.account]), atStart: true).filter { reply in
        reply.answer.map { !held.model.messages[$0.message].isKind(.error) } ?? true
      }.map { CompiledModel.Label(row: 0, action: $0.kind.action, inputs: $0.kind.inputs) })
  }

  /// Whether the explorations and all queries until now are complete.
  var isComplete: Bool {
    !isCutOff && origin.completeness == .complete && table.completeness == .complete
  }

  private static func everybody(
    _ users: Diagram, of space: SymbolicSpace, _ slots: [Int], _ own: [Int],
    _ compiled: CompiledModel
  ) -> StartingSet {
    let apart = SymbolicSpace(model: space.model, slots: slots + own, fixed: space.fixed)
    var copies = DiagramTranslation(
      from: space.diagrams, to: apart.diagrams,
      variables: Array(0..<space.diagrams.variableCount))
    let first = compiled.system.initialStates.map { state in
      let valuation = compiled.valuation(of: state)
      return apart.diagrams.and(slots.map { apart.equality($0, valuation[$0]) })
    }
    return StartingSet(apart.diagrams.or(first + [copies.translate(users)]), in: apart)
  }

  /// Returns the assignments of the first variables in a set, in ascending order.
  private static func list(
    _ set: Diagram, _ count: Int, _ diagrams: DecisionDiagrams
  ) -> [UInt64] {
    var found: [UInt64] = []
    func go(_ set: Diagram, _ variable: Int, _ pattern: UInt64) {
      guard set != .no else { return }
      guard variable < count else { return found.append(pattern) }
      go(diagrams.restrict(set, variable, to: false), variable + 1, pattern)
      go(diagrams.restrict(set, variable, to: true), variable + 1, pattern | 1 << UInt64(variable))
    }
    go(set, 0, 0)
    return found
  }

  // MARK: Steps

  func parts(_ step: WholeSteps.Step, _ search: Search) -> [WholeSteps.Part] {
    let (model, diagrams) = (held.model, search.diagrams)
    let kind = table.kinds.all[step.kind]
    let account = search.all(where: access.account)
    let begun = diagrams.and(step.condition, account)
    guard let action = kind.action else { return [WholeSteps.Part(condition: begun)] }
    guard !model.actions[action].isBy(.attacker) else { return [] }
    let compiled = table.compiled
    var condition = begun
    for use in compiled.needs(of: action, inputs: kind.inputs) {
      let asks = search.all(where: use.condition)
      let has = search.all(where: .slot(variable(of: use.means, among: held.held)))
      condition = diagrams.and(condition, diagrams.or(diagrams.not(asks), has))
    }
    let isError = search.answer(of: step).map { model.messages[$0.message].isKind(.error) }
    var parts = [(condition: condition, given: [Int]())]
    if isError != true {
      for use in compiled.gives(of: action, inputs: kind.inputs) {
        let gives = search.all(where: use.condition)
        parts = parts.flatMap { part in
          [
            (diagrams.minus(part.condition, gives), part.given),
            (diagrams.and(part.condition, gives), part.given + [use.means]),
          ]
        }
      }
    }
    let grows = search.all(where: .slot(held.grows))
    return parts.flatMap { part -> [WholeSteps.Part] in
      guard !part.given.isEmpty else { return [WholeSteps.Part(condition: part.condition)] }
      func all(_ variables: [Int]) -> Diagram {
        diagrams.and(
          part.given.map { search.all(where: .slot(variable(of: $0, among: variables))) })
      }
      return [
        WholeSteps.Part(
          condition: diagrams.and(part.condition, grows),
          writing: diagrams.and(all(held.held), all(held.given))),
        WholeSteps.Part(
          condition: diagrams.minus(part.condition, grows), writing: all(held.given)),
      ]
    }
  }

  private func variable(of means: Int, among variables: [Int]) -> Int {
    variables[held.used.firstIndex(of: means) ?? 0]
  }

  private func gives(_ step: WholeSteps.Step, _ search: Search) -> Bool {
    let given = Set(held.given.compactMap(search.variable))
    return search.diagrams.support(of: step.change).contains(where: given.contains)
  }

  /// The answer to a call in some states.
  struct Reply: Sendable {
    var kind: StepKinds.Kind
    var answer: Answer?
    /// The states among them in which the call needs no means.
    var free: Diagram
  }

  /// Returns the answers to calls in the reached states where an expression holds.
  ///
  /// - Parameter isStart: whether to consider only starting states.
  func replies(where expression: Expression, atStart isStart: Bool) -> [Reply] {
    table.askAlongAll { search in
      let (machine, diagrams) = (search.search.machine, search.diagrams)
      let all = search.all(where: expression)
      let here = isStart ? diagrams.and(all, machine.atRest(machine.initial)) : all
      return search.steps.compactMap { step in
        let kind = table.kinds.all[step.kind]
        let begun = diagrams.and([step.condition, here, search.reached])
        guard begun != .no, let action = kind.action else { return nil }
        let asks = table.compiled.needs(of: action, inputs: kind.inputs).map {
          search.all(where: $0.condition)
        }
        return Reply(
          kind: kind, answer: search.answer(of: step),
          free: diagrams.minus(begun, diagrams.or(asks)))
      }
    }
  }

  // MARK: Goals

  /// Returns the states from which a goal is reached, and the records of those who begin there.
  func reaching(_ goal: Goal) -> (states: Diagram, users: Diagram) {
    if let found = reached[goal] { return found }
    find([goal])
    return reached[goal] ?? (.no, .no)
  }

  /// Searches for the results of ``reaching(_:)`` for several goals concurrently.
  func find(_ goals: [Goal]) {
    let states = goals.map { goal in
      self.states(goal, goal == .locksOut ? reaching(.signsIn).states : .no, search)
    }
    let found = search.leading(toEach: states, threads: threads)
    isCutOff = isCutOff || search.search.completeness != .complete
    for (goal, states) in zip(goals, found) { reached[goal] = (states, usersReaching(states)) }
  }

  /// Returns the states in which a step reaches a goal.
  func states(_ goal: Goal, _ signsIn: Diagram, _ search: Search) -> Diagram {
    let (model, diagrams) = (held.model, search.diagrams)
    switch goal {
    case .signsIn:
      guard let attempt = model.attempt else { return .no }
      let calls = Set(attempt.begins + attempt.continues)
      let signing = search.steps.filter { step in
        calls.contains(table.kinds.all[step.kind].action ?? -1)
          && model.isDone(search.answer(of: step))
      }
      let attempts = search.all(where: .or([attempt.ready, attempt.underway]))
      return diagrams.and(diagrams.or(signing.map(\.condition)), attempts)
    case .takesOver:
      return diagrams.or(search.steps.filter { gives($0, search) }.map(\.condition))
    case .takesAddress:
      guard let claim = access.claim else { return .no }
      let claimed = search.all(where: claim)
      // An address with which the outsider has replaced the owner's does not count.
      let still = diagrams.not(search.all(where: .slot(held.grows)))
      let taking = search.steps.map { step in
        diagrams.and(diagrams.minus(search.before(step, claimed), claimed), still)
      }
      return diagrams.or(taking)
    case .locksOut: return locking(signsIn, search)
    }
  }

  /// The states in which an outsider has blocked, or blocks by a call, the owner's last way in.
  private func locking(_ signsIn: Diagram, _ search: Search) -> Diagram {
    let (model, diagrams) = (held.model, search.diagrams)
    let account = search.all(where: access.account)
    /// Returns the states in which the owner, without the means given to the outsider, has no way
    /// in.
    func locked(_ given: UInt32) -> Diagram {
      var able = signsIn
      for (slot, value) in held.values(holding: own & ~given) where !held.given.contains(slot) {
        guard let variable = search.variable(of: slot) else { continue }
        able = diagrams.restrict(able, variable, to: value == 1)
      }
      return diagrams.minus(diagrams.and(search.reached, account), able)
    }
    let canGive = held.given.enumerated().filter { _, slot in
      guard let variable = search.variable(of: slot) else { return false }
      return search.steps.contains { search.diagrams.support(of: $0.change).contains(variable) }
    }.map(\.offset)
    var found: [Diagram] = []
    for number in 1..<max(1, 1 << canGive.count) {
      let given = canGive.enumerated().reduce(UInt32(0)) {
        number >> $1.offset & 1 == 1 ? $0 | 1 << UInt32($1.element) : $0
      }
      let exactly = diagrams.and(
        canGive.map { position in
          let was = search.all(where: .slot(held.given[position]))
          return given >> UInt32(position) & 1 == 1 ? was : diagrams.not(was)
        })
      found.append(diagrams.and(locked(given), exactly))
    }
    let before = locked(0)
    for step in search.steps {
      found.append(search.before(step, diagrams.not(account)))
      let kind = table.kinds.all[step.kind]
      guard let action = kind.action else { continue }
      let isCall = model.actions[action].isBy(.app, .administrator)
      let asks =
        isCall
        ? Diagram.yes
        : diagrams.or(
          table.compiled.needs(of: action, inputs: kind.inputs).map {
            search.all(where: $0.condition)
          })
      guard asks != .no else { continue }
      found.append(diagrams.and(diagrams.minus(search.before(step, before), before), asks))
    }
    return diagrams.or(found)
  }

  /// The means that the owner of an account holds.
  private var own: UInt32 {
    let others = Set(
      access.outsiders + access.places.map(\.means) + (access.help.map { [$0] } ?? []))
    return held.used.enumerated().reduce(0) {
      others.contains($1.element) ? $0 : $0 | 1 << UInt32($1.offset)
    }
  }

  // MARK: Answers

  /// The records and held means with which a person begins in some states: at a start, or at a held
  /// place.
  private func usersReaching(_ states: Diagram) -> Diagram {
    let diagrams = space.diagrams
    func users(among others: Diagram) -> Diagram {
      table.valuations(
        in: table.ask { $0.machine.diagrams.and(states, others) }, over: space)
    }
    var found = users(among: table.start)
    for place in access.places where held.used.contains(place.means) {
      let own = place.condition.slots.flatMap { space.bits[$0] ?? [] }
      let there = diagrams.exists(own, in: users(among: table.states(where: place.condition)))
      let has = space.equality(variable(of: place.means, among: held.held), 1)
      found = diagrams.or(found, diagrams.and(there, has))
    }
    return diagrams.and(found, self.users)
  }

  /// The records that reach a goal with a set of means.
  private func users(reaching goal: Goal, holding set: UInt32) -> Diagram {
    if let found = known[goal]?[set] { return found }
    var found = reaching(goal).users
    for (slot, value) in held.values(holding: set) {
      let isSet = slot == held.grows ? goal != .takesAddress : value == 1
      for variable in space.bits[slot] ?? [] {
        found = space.diagrams.restrict(found, variable, to: isSet)
      }
    }
    known[goal, default: [:]][set] = found
    return found
  }

  func reaches(_ goal: Goal, from start: Int, holding set: UInt32) -> Bool {
    turn.withLock { _ in isStart(start, in: users(reaching: goal, holding: set)) }
  }

  /// Returns each set that is minimal for some users, with those users, in the order of sets.
  ///
  /// - Parameters:
  ///   - candidates: the sets to test, the smallest first.
  ///   - having: returns the records that have the property with a set.
  func minimal(
    among candidates: [UInt32], _ having: (UInt32) -> Diagram
  ) -> [(set: UInt32, starts: [Int])] {
    let diagrams = space.diagrams
    var found: [(set: UInt32, users: Diagram)] = []
    for set in candidates {
      let smaller = diagrams.or(found.filter { $0.set & ~set == 0 }.map(\.users))
      let users = diagrams.minus(diagrams.and(users, having(set)), smaller)
      if users != .no { found.append((set, users)) }
    }
    return found.map { ($0.set, starts(in: $0.users)) }
  }

  /// Returns the users in a set of records, by number.
  func starts(in users: Diagram) -> [Int] { patterns.indices.filter { isStart($0, in: users) } }

  /// Whether a set of records contains that of a user.
  func isStart(_ number: Int, in users: Diagram) -> Bool {
    let pattern = patterns[number]
    return space.diagrams.evaluate(users) { pattern >> UInt64($0) & 1 == 1 }
  }

  /// Returns the records of users that begin in some states, without those of another set.
  func users(startingIn states: Diagram, without others: Diagram) -> Diagram {
    let diagrams = space.diagrams
    let start = table.start
    let found = table.valuations(
      in: table.ask { $0.machine.diagrams.and(states, start) }, over: space)
    let own = diagrams.exists(Array(recordVariables..<diagrams.variableCount), in: found)
    return diagrams.minus(diagrams.and(own, users), others)
  }

  func union(_ one: Diagram, _ other: Diagram) -> Diagram { space.diagrams.or(one, other) }

  /// Returns the sets of stolen means, minimal for some users, with which a goal is reached.
  func attacks(
    _ goal: Goal, among candidates: [UInt32], opening: (UInt32) -> UInt32
  ) -> [(set: UInt32, starts: [Int])] {
    var against = Diagram.yes
    if goal == .locksOut { against = users(reaching: .signsIn, holding: own) }
    if goal == .takesAddress, let claim = access.claim {
      against = space.diagrams.not(space.condition(claim))
    }
    return minimal(among: candidates) {
      space.diagrams.and(users(reaching: goal, holding: opening($0)), against)
    }
  }

  /// Returns the sets of losses, minimal for some users, after which they cannot sign in.
  func lockouts(
    among candidates: [UInt32], keeping kept: (UInt32) -> UInt32
  ) -> [(set: UInt32, starts: [Int])] {
    minimal(among: candidates) {
      space.diagrams.not(users(reaching: .signsIn, holding: kept($0)))
    }
  }

  /// Whether a person with a set of means can sign in from a state.
  func signsIn(at valuation: [Int], holding set: UInt32) -> Bool {
    let states = reaching(.signsIn).states
    let words = table.compiled.pack(laying(set, over: valuation))
    return table.ask { $0.machine.contains(states, words) }
  }

  func laying(_ set: UInt32, over valuation: [Int]) -> [Int] {
    var valuation = valuation
    for (slot, value) in held.values(holding: set) { valuation[slot] = value }
    return valuation
  }
}
