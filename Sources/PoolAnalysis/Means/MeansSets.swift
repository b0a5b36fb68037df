import SignIn
import StateSpace
import Synchronization
import TransitionTables

/// Who comes to what with which means, in a pool of more states than can be listed.
///
/// States are sets as decision diagrams, in which what somebody holds is one more variable a means:
/// one search backwards from a goal answers for all records and all sets of means. It shares no
/// code with ``MeansReach``.
///
/// One question is answered at a time, but for ``ownActs(holding:)`` and what is asked about one
/// user: ``reaches(_:from:holding:)``, ``signsIn(at:holding:)``,
/// ``beginnings(_:holding:towards:)``, ``listed(from:most:progress:)`` and ``making(_:)`` may be
/// asked side by side, once their goals are found.
final class MeansSets: @unchecked Sendable {
  typealias Goal = Attacks.Outcome
  typealias Search = SymbolicTable.PartedSearch

  let held: HeldModel
  /// All states of the pool, from one without users.
  let origin: SymbolicTable
  /// The states from each record on, with an app that knows nothing.
  let table: SymbolicTable
  /// Records, and what is held.
  let space: SymbolicSpace
  let access: Access
  /// The slots that make up a record, and how many variables of the space they are: the first.
  let recordSlots: [Int]
  let recordVariables: Int
  /// The records with which somebody can begin, whatever is held.
  let users: Diagram
  /// The same one by one, those that users soon come to first, as bits by variable of the space,
  /// and as values of all slots.
  let patterns: [UInt64]
  let starts: [[Int]]
  /// The calls that are not answered with an error at some start.
  private(set) var workableCalls: Set<CompiledModel.Label> = []
  /// The states from which a goal is reached, and the records of those who begin there.
  private var reached: [Goal: (states: Diagram, users: Diagram)] = [:]
  private var known: [Goal: [UInt32: Diagram]] = [:]
  private var isCutOff = false
  /// What an administrator does, in the order of the rules.
  private(set) lazy var acts = administratorsActs()
  /// What the sets may take, and what may end the work on them.
  let limits: SymbolicTable.Limits
  let shouldStop: @Sendable () -> Bool
  /// How many threads may be used; no answer depends on it.
  let threads: Int
  /// Where users begin, and where a pool without any does. Nothing else works in its space.
  let everybody: StartingSet
  lazy var search = table.search(along: parts)
  /// The table of one person, who does what the means at hand allow.
  let restricted: CompiledModel
  /// Held by whoever works with the diagrams of ``space`` on one of several threads.
  let turn = Mutex(())

  /// - Parameters:
  ///   - held: the table.
  ///   - origin: all states of a pool, without means.
  ///   - carried: records of another pool's users who begin here too; see ``MeansAnalysis``.
  ///   - earliest: records, as `carried` has them, that come first among the users, in this order.
  ///   - limits: what the sets may take.
  ///   - threads: how many may be used.
  ///   - shouldStop: asked often; true stops, and what is answered then means nothing.
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
    // A record is kept in one word.
    guard recordVariables <= UInt64.bitWidth else { return nil }
    let diagrams = space.diagrams
    // An app that knows nothing, in this configuration.
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

  /// Whether everything was seen, in all that was asked until now too.
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

  /// The assignments of the first variables in a set, in ascending order.
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

  /// What a call is answered in some states.
  struct Reply: Sendable {
    var kind: StepKinds.Kind
    var answer: Answer?
    /// Those of the states in which nothing is needed for it.
    var free: Diagram
  }

  /// The answers to calls in the states found in which an expression holds.
  ///
  /// - Parameter isStart: whether only states count in which somebody begins.
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

  /// The states from which a goal is reached, and the records of those who begin there.
  func reaching(_ goal: Goal) -> (states: Diagram, users: Diagram) {
    if let found = reached[goal] { return found }
    find([goal])
    return reached[goal] ?? (.no, .no)
  }

  /// Looks for what ``reaching(_:)`` says of several goals, side by side.
  func find(_ goals: [Goal]) {
    let states = goals.map { goal in
      self.states(goal, goal == .locksOut ? reaching(.signsIn).states : .no, search)
    }
    let found = search.leading(toEach: states, threads: threads)
    isCutOff = isCutOff || search.search.completeness != .complete
    for (goal, states) in zip(goals, found) { reached[goal] = (states, usersReaching(states)) }
  }

  /// The states in which a step reaches a goal.
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
      // An address that the outsider has put in the place of the owner's is not the owner's.
      let still = diagrams.not(search.all(where: .slot(held.grows)))
      let taking = search.steps.map { step in
        diagrams.and(diagrams.minus(search.before(step, claimed), claimed), still)
      }
      return diagrams.or(taking)
    case .locksOut: return locking(signsIn, search)
    }
  }

  /// The states in which an outsider has taken, or takes by a call, the last way in from the owner.
  private func locking(_ signsIn: Diagram, _ search: Search) -> Diagram {
    let (model, diagrams) = (held.model, search.diagrams)
    let account = search.all(where: access.account)
    /// Where the owner, who lacks what was given to the outsider, has no way in.
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

  /// What the owner of an account holds.
  private var own: UInt32 {
    let others = Set(
      access.outsiders + access.places.map(\.means) + (access.help.map { [$0] } ?? []))
    return held.used.enumerated().reduce(0) {
      others.contains($1.element) ? $0 : $0 | 1 << UInt32($1.offset)
    }
  }

  // MARK: Answers

  /// Who can begin in some states, with what is held: at a start, or at a place that is held.
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

  /// The records that come to a goal with a set of means.
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

  /// For each set that is minimal for some users, those, in the order of sets.
  ///
  /// - Parameters:
  ///   - candidates: the smallest first.
  ///   - having: the records that have what is asked for with a set.
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

  /// The users of a set of records, by number.
  func starts(in users: Diagram) -> [Int] { patterns.indices.filter { isStart($0, in: users) } }

  /// Whether a set of records has that of a user.
  func isStart(_ number: Int, in users: Diagram) -> Bool {
    let pattern = patterns[number]
    return space.diagrams.evaluate(users) { pattern >> UInt64($0) & 1 == 1 }
  }

  /// The records of a set without those of another, that begin in some states.
  func users(startingIn states: Diagram, without others: Diagram) -> Diagram {
    let diagrams = space.diagrams
    let start = table.start
    let found = table.valuations(
      in: table.ask { $0.machine.diagrams.and(states, start) }, over: space)
    let own = diagrams.exists(Array(recordVariables..<diagrams.variableCount), in: found)
    return diagrams.minus(diagrams.and(own, users), others)
  }

  func union(_ one: Diagram, _ other: Diagram) -> Diagram { space.diagrams.or(one, other) }

  /// The sets of stolen means, minimal for some users, with which a goal is reached.
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

  /// The sets of losses, minimal for some users, after which they do not sign in.
  func lockouts(
    among candidates: [UInt32], keeping kept: (UInt32) -> UInt32
  ) -> [(set: UInt32, starts: [Int])] {
    minimal(among: candidates) {
      space.diagrams.not(users(reaching: .signsIn, holding: kept($0)))
    }
  }

  /// Whether somebody who holds a set can sign in from a state.
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
