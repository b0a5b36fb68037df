/// Composes rules into ``WholeSteps``, by extending chains of rules by one rule at a time.
struct StepComposer {
  /// The part of a chain of rules that matters later: the kind of its first rule and everything
  /// that it wrote, including transient variables.
  private struct Key: Hashable {
    var kind: Int
    var change: Diagram
  }

  private struct EndKey: Hashable {
    var kind: Int
    var change: Diagram
    var observation: Diagram
  }

  private struct VisitKey: Hashable {
    var kind: Int
    var group: Int
    var change: Diagram
  }

  /// A rule that can match in an urgent state.
  private struct Continuation {
    var rule: SymbolicMachine.Rule
    /// The literals that the rule writes.
    var literals: [(variable: Int, value: Bool)]
    /// The group in which the rule is watched, if any.
    var group: Int?
  }

  /// Conditions by key, with the keys in the order in which they were first added.
  private struct Table<K: Hashable> {
    private(set) var keys: [K] = []
    private var conditions: [K: Diagram] = [:]

    subscript(_ key: K) -> Diagram { conditions[key] ?? .no }

    mutating func add(_ key: K, _ condition: Diagram, _ diagrams: DecisionDiagrams) {
      if let known = conditions[key] {
        conditions[key] = diagrams.or(known, condition)
      } else {
        keys.append(key)
        conditions[key] = condition
      }
    }
  }

  /// A rule that leads from one urgent state of a chain to the next.
  private struct Link {
    var from: Key
    var to: Key
    var condition: Diagram
  }

  private let machine: SymbolicMachine
  private let diagrams: DecisionDiagrams
  private let unobserved: Diagram
  private let continuations: [Continuation]
  /// Finds the continuations whose guards may hold after some literals were written.
  private let hints: LiteralIndex
  /// The guard of each continuation, and last the urgent states, as conditions on the state before
  /// a chain.
  private var behind: WrittenFunctions
  private var ends = Table<EndKey>()
  /// The chains that lead into urgent states; `open` has those that are not followed yet.
  private var chains = Table<Key>()
  private var open = Table<Key>()
  private var passages = Table<Diagram>()
  private let watch: RuleWatch
  private var visits = Table<VisitKey>()
  private var links: [Link] = []
  private var stuck = Diagram.no
  private var ambiguous = Diagram.no
  private var isComplete = true

  init(machine: SymbolicMachine, watch: RuleWatch) {
    self.machine = machine
    self.watch = watch
    let diagrams = machine.diagrams
    self.diagrams = diagrams
    let shown = Set(machine.observed)
    unobserved = diagrams.conjunction(of: machine.bits.indices.filter { !shown.contains($0) })
    continuations = machine.rules.enumerated().compactMap { index, rule in
      guard diagrams.and(rule.condition, machine.urgent) != .no else { return nil }
      return Continuation(
        rule: rule, literals: diagrams.smallestAssignment(of: rule.change) ?? [],
        group: watch.group(of: index))
    }
    let guards = continuations.map(\.rule.condition)
    hints = LiteralIndex(of: guards, in: diagrams)
    behind = WrittenFunctions(guards + [machine.urgent], in: diagrams)
  }

  /// Begins a chain with each rule that matches in a state at rest.
  mutating func begin(kind: (Int) -> Int) {
    // A state at rest results from a state that is not urgent; whether it is urgent itself, once
    // transient variables are cleared, does not matter.
    let resting = diagrams.exists(machine.transient, in: diagrams.not(machine.urgent))
    for (index, rule) in machine.rules.enumerated() {
      let condition = diagrams.and(machine.atRest(rule.condition), resting)
      guard condition != .no else { continue }
      if let group = watch.group(of: index) {
        let key = VisitKey(kind: kind(index), group: group, change: machine.cleared)
        visits.add(key, condition, diagrams)
      }
      let change = diagrams.overwriting(machine.cleared, by: rule.change)
      add(
        Key(kind: kind(index), change: change), condition, after: nil,
        writing: diagrams.literals(of: change))
    }
  }

  /// Extends every open chain by one rule; returns false if no chain is open or a limit is reached.
  mutating func goOn(within limits: WholeSteps.Limits) -> Bool {
    guard !open.keys.isEmpty else { return false }
    let current = open
    open = Table()
    for key in current.keys { chains.add(key, current[key], diagrams) }
    for key in current.keys {
      guard chains.keys.count + open.keys.count <= limits.chains,
        diagrams.bytes <= limits.bytes ?? .max, diagrams.limit?.stop == nil
      else {
        isComplete = false
        return false
      }
      follow(key, current[key])
    }
    return true
  }

  private mutating func follow(_ key: Key, _ condition: Diagram) {
    var served = Diagram.no
    let written = diagrams.literals(of: key.change)
    for number in hints.candidates(where: written) {
      let next = continuations[number]
      let matching = diagrams.and(behind.function(number, writing: written), condition)
      guard matching != .no else { continue }
      ambiguous = diagrams.or(ambiguous, diagrams.and(served, matching))
      served = diagrams.or(served, matching)
      if let group = next.group {
        let visit = VisitKey(kind: key.kind, group: group, change: key.change)
        visits.add(visit, matching, diagrams)
      }
      let change = diagrams.overwriting(key.change, by: next.rule.change)
      var literals = written
      for (variable, value) in next.literals { literals[variable] = value }
      add(Key(kind: key.kind, change: change), matching, after: key, writing: literals)
    }
    stuck = diagrams.or(stuck, diagrams.minus(condition, served))
  }

  private mutating func add(
    _ key: Key, _ condition: Diagram, after before: Key?, writing literals: [Bool?]
  ) {
    passages.add(key.change, condition, diagrams)
    let urgent = diagrams.and(
      behind.function(continuations.count, writing: literals), condition)
    let ended = diagrams.minus(condition, urgent)
    if ended != .no {
      let end = EndKey(
        kind: key.kind, change: diagrams.exists(machine.transient, in: key.change),
        observation: diagrams.exists(unobserved, in: key.change))
      ends.add(end, ended, diagrams)
    }
    guard urgent != .no else { return }
    if let before { links.append(Link(from: before, to: key, condition: urgent)) }
    let new = diagrams.minus(urgent, chains[key])
    if new != .no { open.add(key, new, diagrams) }
  }

  /// The steps found; incomplete and without steps if a limit was reached.
  func finish() -> WholeSteps {
    var result = WholeSteps()
    let endless = cyclic
    guard isComplete, diagrams.limit?.stop == nil else {
      result.isComplete = false
      return result
    }
    result.steps = ends.keys.map {
      WholeSteps.Step(
        kind: $0.kind, condition: ends[$0], change: $0.change, observation: $0.observation)
    }
    result.inside = StepInteriors(
      machine,
      passages: passages.keys.map { WholeSteps.Passage(condition: passages[$0], change: $0) },
      visits: visits.keys.map {
        WholeSteps.Visit(kind: $0.kind, group: $0.group, condition: visits[$0], change: $0.change)
      })
    (result.stuck, result.cyclic) = (stuck, endless)
    result.ambiguous = ambiguous
    return result
  }

  /// The states from which a chain can continue for ever: what remains of the chains after those
  /// that end are removed repeatedly. If no chain repeats a combination of values, this takes as
  /// many rounds as the longest chain has rules.
  private var cyclic: Diagram {
    let endless = linksBeforeLoops
    var left: [Key: Diagram] = [:]
    for link in endless { left[link.from] = chains[link.from] }
    while !left.isEmpty {
      var next: [Key: Diagram] = [:]
      for link in endless {
        guard let from = left[link.from], let to = left[link.to] else { continue }
        let going = diagrams.and(diagrams.and(from, to), link.condition)
        if going != .no { next[link.from] = diagrams.or(next[link.from] ?? .no, going) }
      }
      if next == left { break }
      left = next
    }
    return diagrams.or(chains.keys.compactMap { left[$0] })
  }

  /// The links from which a cycle of links can be reached, regardless of conditions: those that
  /// remain after keys without links are removed repeatedly. Mostly none.
  private var linksBeforeLoops: [Link] {
    var count: [Key: Int] = [:]
    var before: [Key: [Key]] = [:]
    for link in links {
      count[link.from, default: 0] += 1
      before[link.to, default: []].append(link.from)
    }
    var ends = before.keys.filter { count[$0] == nil }
    while let end = ends.popLast() {
      for key in before[end] ?? [] {
        let left = (count[key] ?? 0) - 1
        count[key] = left
        if left == 0 { ends.append(key) }
      }
    }
    return links.filter { (count[$0.from] ?? 0) > 0 && (count[$0.to] ?? 0) > 0 }
  }
}
