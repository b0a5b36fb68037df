import StateSpace

/// Explores a family of configurations once. Every reachable resting state is stored once, labelled
/// with the configurations that reach it.
///
/// The search goes level by level. A state is expanded again only for the configurations that have
/// reached it since, so each configuration meets its states at its own distance from the initial
/// state, and common work is done once. Sets of configurations are decision diagrams over the open
/// parameters, so their number does not matter; illegal ones are excluded from the start.
///
/// Source: Classen et al., "Featured Transition Systems", 2013.
struct FamilySearch {
  typealias State = FamilyMachine.State

  /// A step between states at rest; source and target may be equal.
  struct Edge {
    var source: Int32
    var target: Int32
    /// The action that begins the step, or -1.
    var action: Int32
    /// The configurations in which the step exists.
    var configurations: Diagram
  }

  /// The expansion of a state for some configurations.
  struct Visit {
    var state: Int32
    var level: Int32
    var configurations: Diagram
  }

  /// A fault of the table, with the configurations in which it occurs.
  struct Fault {
    var configurations: Diagram
    var kind: String
  }

  let machine: FamilyMachine
  let maximumStates: Int
  private var numbers = StateNumbers()
  /// For each state, the configurations that reach it.
  private(set) var labels: [Diagram] = []
  private(set) var visits: [Visit] = []
  private(set) var edges: [Edge] = []
  private(set) var faults: [Fault] = []
  private(set) var isComplete = true
  private(set) var transitionCount = 0
  private var pending: [Diagram] = []
  private var next: [Int32] = []
  private let never: [FamilyMachine.Guard]
  /// The claims about urgent states, by a number that the caller chooses.
  private(set) var watches: [Int: Watch] = [:]

  /// A claim that is checked in every state within steps, with its findings so far.
  struct Watch {
    let bad: [FamilyMachine.Guard]
    let premise: [FamilyMachine.Guard]
    var failed = Diagram.no
    /// The configurations that fail in the first bad state found; none fails on an earlier level.
    var soonest = Diagram.no
    var premiseMet = Diagram.no
  }

  init(_ machine: FamilyMachine, maximumStates: Int) {
    self.machine = machine
    self.maximumStates = maximumStates
    never = machine.model.never.flatMap { machine.guards(where: $0.states) }
  }

  private var diagrams: DecisionDiagrams { machine.diagrams }

  /// The states at rest, in the order of discovery.
  var states: [State] { numbers.states }

  /// The number of levels after the first.
  var depth: Int { Int(visits.last?.level ?? 0) }

  /// Explores from the initial state, for some configurations.
  ///
  /// - Parameters:
  ///   - configurations: a set of legal configurations.
  ///   - progress: called from time to time with the states and the level so far; returning false
  ///     stops.
  mutating func run(for configurations: Diagram, progress: (Int, Int) -> Bool) {
    guard configurations != .no else { return }
    reach(machine.initial, configurations)
    var level = 0
    while !next.isEmpty {
      let now = next
      next = []
      for state in now {
        let fresh = pending[Int(state)]
        pending[Int(state)] = .no
        visits.append(Visit(state: state, level: Int32(level), configurations: fresh))
        expand(state, fresh)
        if visits.count.isMultiple(of: 256) {
          if !progress(states.count, level) { isComplete = false }
        }
        if diagrams.limit?.stop != nil { isComplete = false }
        guard isComplete, faults.isEmpty else { return }
      }
      level += 1
    }
  }

  /// Records that configurations reach a state at rest and returns its number.
  @discardableResult
  private mutating func reach(_ state: State, _ configurations: Diagram) -> Int32? {
    if let known = numbers.number(of: state) {
      let fresh = diagrams.and(configurations, diagrams.not(labels[Int(known)]))
      guard fresh != .no else { return known }
      judge(state, fresh)
      labels[Int(known)] = diagrams.or(labels[Int(known)], fresh)
      if pending[Int(known)] == .no { next.append(known) }
      pending[Int(known)] = diagrams.or(pending[Int(known)], fresh)
      return known
    }
    guard states.count < maximumStates, mayGrow(states), mayGrow(labels) else {
      isComplete = false
      return nil
    }
    let number = numbers.add(state)
    labels.append(configurations)
    pending.append(configurations)
    next.append(number)
    judge(state, configurations)
    return number
  }

  /// Registers a watch for bad states; to be called before ``run(for:progress:)``.
  mutating func watch(_ number: Int, for bad: Expression, premise: Expression?) {
    watches[number] = Watch(
      bad: machine.guards(where: bad), premise: premise.map(machine.guards(where:)) ?? [])
  }

  private mutating func judge(_ state: State, _ configurations: Diagram) {
    let bad = diagrams.and(configurations, machine.configurations(of: state, never))
    if bad != .no { faults.append(Fault(configurations: bad, kind: "never")) }
    for number in watches.keys.sorted() {
      guard var watch = watches[number] else { continue }
      let failed = diagrams.and(configurations, machine.configurations(of: state, watch.bad))
      if watch.soonest == .no { watch.soonest = failed }
      watch.failed = diagrams.or(watch.failed, failed)
      watch.premiseMet = diagrams.or(
        watch.premiseMet,
        diagrams.and(configurations, machine.configurations(of: state, watch.premise)))
      watches[number] = watch
    }
  }

  // MARK: Steps

  /// Returns the rules that match a state, each with the configurations in which it does.
  private func matches(
    _ state: State, _ configurations: Diagram
  ) -> [(rule: Int, configurations: Diagram)] {
    var found: [(rule: Int, configurations: Diagram)] = []
    var last: Int32 = -1
    machine.matcher(at: state).forEachMatch(of: state) { entry in
      let own = diagrams.and(configurations, entry.when.configurations)
      guard own != .no else { return }
      if entry.rule == last {
        let place = found.count - 1
        found[place].configurations = diagrams.or(found[place].configurations, own)
      } else {
        found.append((Int(entry.rule), own))
        last = entry.rule
      }
    }
    return found
  }

  private mutating func expand(_ number: Int32, _ configurations: Diagram) {
    let first = edges.count
    let state = states[Int(number)]
    for match in matches(state, configurations) {
      let action = machine.labels[machine.rules[match.rule].label].action ?? -1
      follow(match.rule, from: state, match.configurations) { search, target, own in
        search.transitionCount += 1
        guard let target = search.reach(target, own) else { return }
        search.note(
          Edge(source: number, target: target, action: Int32(action), configurations: own),
          since: first)
      }
    }
  }

  /// Adds an edge of the current state, merged with one that differs only in its configurations.
  private mutating func note(_ edge: Edge, since first: Int) {
    for position in first..<edges.count
    where edges[position].target == edge.target && edges[position].action == edge.action {
      edges[position].configurations = diagrams.or(
        edges[position].configurations, edge.configurations)
      return
    }
    guard mayGrow(edges) else {
      isComplete = false
      return
    }
    edges.append(edge)
  }

  /// Whether an array may get one more element; growing copies it into twice the space.
  private func mayGrow<Value>(_ values: [Value]) -> Bool {
    guard values.count == values.capacity else { return true }
    let more = 2 * values.count * MemoryLayout<Value>.stride
    return diagrams.limit?.endsWork(before: more) != true
  }

  /// Follows a rule through urgent states and calls a closure for each state at rest.
  private mutating func follow(
    _ rule: Int, from start: State, _ configurations: Diagram,
    arrive: (inout FamilySearch, State, Diagram) -> Void
  ) {
    var open = [Chain(states: [updated(start, rule)], configurations: configurations)]
    while let chain = open.popLast(), let here = chain.states.last {
      guard machine.isUrgent(here) else {
        arrive(&self, here & machine.lasting, chain.configurations)
        continue
      }
      judge(here, chain.configurations)
      if chain.states.dropLast().contains(here) {
        faults.append(Fault(configurations: chain.configurations, kind: "cycle"))
      }
      let matching = matches(here, chain.configurations)
      let covered = diagrams.or(matching.map(\.configurations))
      let stuck = diagrams.and(chain.configurations, diagrams.not(covered))
      if stuck != .no { faults.append(Fault(configurations: stuck, kind: "stuck")) }
      // One fault is enough; a separate exploration of its configuration reports it.
      guard faults.isEmpty else { return }
      for match in matching.reversed() {
        open.append(
          Chain(
            states: chain.states + [updated(here, match.rule)],
            configurations: match.configurations))
      }
    }
  }

  /// The urgent states that a step has passed through; the last is the current one.
  private struct Chain {
    var states: [State]
    var configurations: Diagram
  }

  private func updated(_ state: State, _ rule: Int) -> State {
    state & machine.rules[rule].keep | machine.rules[rule].set
  }
}
