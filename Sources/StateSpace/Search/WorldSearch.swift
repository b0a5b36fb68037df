/// The search of several machines at once. A state is expanded again only for the worlds that have
/// reached it since.
///
/// Source: Classen et al., "Featured Transition Systems", 2013, with sets of worlds as bit masks.
struct WorldSearch<State: PackedState>: ~Copyable {
  private static var reportInterval: Int { 256 }
  private static var longestChain: Int { 256 }
  private static var edgesOfRun: Int { 1 << 16 }

  private let machine: WorldSystem
  private let maximumStates: Int
  private let rest: State
  private let observed: State
  /// For each rule, a number that rules with the same effect and label share.
  private let effects: [Int32]
  private var index: RuleIndex<State>
  private var watch: StepWatch<State>
  private let matching: PlainBuffer<UInt64>
  private var states = Interner<State>()
  private var observations = Interner<State>()
  private var labels = Interner<UInt64>()
  /// For each state, the worlds that reach it; `pending` has those for which it is not yet
  /// expanded.
  private var worlds = PlainBuffer<UInt64>()
  private var pending = PlainBuffer<UInt64>()
  /// For each number of worlds, the states with so many pending worlds. If the number of a state
  /// has changed since, its entry is skipped.
  private var waiting = [[UInt32]](repeating: [], count: UInt64.bitWidth + 1)
  private var mostWaiting = 0
  /// The steps, in arrays of equal length, so that no step is ever copied.
  private var edges: [[WorldExploration.Edge]] = []
  private var latest: [WorldExploration.Edge] = []
  /// The urgent states of the step under way.
  private var chain: [State] = []
  private var broken: [UInt64]
  private var faulty: UInt64 = 0
  private var firstRule: Int32 = 0

  init(_ machine: WorldSystem, maximumStates: Int) {
    self.machine = machine
    self.maximumStates = maximumStates
    let system = machine.system
    var rest = State(system.transient.map { ~$0 })
    for word in system.restingWordCount..<State.wordCount { rest[word: word] = 0 }
    self.rest = rest
    observed = State(system.observed)
    var effects: [Int32] = []
    for (number, rule) in system.rules.enumerated() {
      let before = number > 0 ? system.rules[number - 1] : nil
      let isSame =
        before.map {
          $0.label == rule.label && $0.clear == rule.clear && $0.set == rule.set
        } ?? false
      effects.append(isSame ? effects[number - 1] : Int32(number))
    }
    self.effects = effects
    let index = RuleIndex<State>(system)
    matching = PlainBuffer(capacity: (Self.longestChain + 1) * index.mostSetWords)
    self.index = index
    let cubes = system.invariants.enumerated().flatMap { number, claim in
      claim.badCubes.filter(\.canMatch).map {
        (invariant: number, mask: State($0.mask), value: State($0.value))
      }
    }
    watch = StepWatch(cubes, rules: system.rules, rest: rest)
    broken = [UInt64](repeating: 0, count: system.invariants.count)
  }

  /// Explores all states; returns false if a limit stopped the search.
  mutating func run(_ progress: (Int) -> Bool) -> Bool {
    for words in machine.system.initialStates {
      let state = State(words)
      judge(state, machine.all)
      _ = reach(state, machine.all)
    }
    var taken = 0
    while let source = next() {
      taken += 1
      let fresh = pending[Int(source)]
      pending[Int(source)] = 0
      take(states.values[Int(source)], fresh, from: source, depth: 0)
      guard states.values.count <= maximumStates, faulty == 0 else { return faulty != 0 }
      guard latest.count < Self.edgesOfRun || beginRun() else { return false }
      if taken.isMultiple(of: Self.reportInterval), !progress(states.values.count) { return false }
    }
    return true
  }

  /// Begins a new array of edges; returns false if there is no memory for it and for sets of as
  /// many states as there are.
  private mutating func beginRun() -> Bool {
    if !latest.isEmpty { edges.append(latest) }
    latest = []
    let size = Self.edgesOfRun * MemoryLayout<WorldExploration.Edge>.stride
    guard ProcessMemory.hasRoom(for: (edges.count + 1) * size) else { return false }
    latest.reserveCapacity(Self.edgesOfRun + machine.system.rules.count)
    return true
  }

  /// The state with the most pending worlds, so that a state which all worlds reach is expanded
  /// once and not separately for each world.
  private mutating func next() -> UInt32? {
    while mostWaiting > 0 {
      guard let state = waiting[mostWaiting].popLast() else {
        mostWaiting -= 1
        continue
      }
      if pending[Int(state)].nonzeroBitCount == mostWaiting { return state }
    }
    return nil
  }

  /// Records that worlds reach a state at rest, and returns the state's number.
  private mutating func reach(_ state: State, _ own: UInt64) -> UInt32 {
    let number = states.number(state)
    if Int(number) == worlds.count {
      worlds.append(0)
      pending.append(0)
    }
    let fresh = own & ~worlds[Int(number)]
    guard fresh != 0 else { return number }
    worlds[Int(number)] |= fresh
    pending[Int(number)] |= fresh
    let count = pending[Int(number)].nonzeroBitCount
    waiting[count].append(number)
    mostWaiting = max(mostWaiting, count)
    return number
  }

  /// Takes all steps of some worlds from a state at rest, or continues a step from an urgent state.
  private mutating func take(_ state: State, _ own: UInt64, from source: UInt32, depth: Int) {
    let row = index.row(index.row(meeting: state))
    let bits = matching.base + depth * index.mostSetWords
    index.match(state, row, into: bits)
    var covered: UInt64 = 0
    var cursor = 0
    var cube = bits.member(from: cursor, words: row.guards.setWords)
    while cube >= 0 {
      let action = index.actions.base[row.firstAction + cube]
      cursor = Int(action.next)
      cube = bits.member(from: cursor, words: row.guards.setWords)
      var taken = own & machine.worldsOfRule[Int(action.rule)]
      // Rules that differ only in their worlds are one step.
      while cube >= 0 {
        let next = index.actions.base[row.firstAction + cube]
        guard effects[Int(next.rule)] == effects[Int(action.rule)] else { break }
        taken |= own & machine.worldsOfRule[Int(next.rule)]
        cursor = Int(next.next)
        cube = bits.member(from: cursor, words: row.guards.setWords)
      }
      guard taken != 0 else { continue }
      covered |= taken
      if depth == 0 { firstRule = action.rule }
      follow((state & action.keep) | action.set, action.rule, taken, from: source, depth: depth)
    }
    if depth > 0 { faulty |= own & ~covered }
  }

  private mutating func follow(
    _ state: State, _ rule: Int32, _ own: UInt64, from source: UInt32, depth: Int
  ) {
    if watch.isBroken(by: state, after: rule) { judge(state, own) }
    guard index.isUrgent(state) else {
      let label = labels.number(
        UInt64(UInt32(bitPattern: firstRule)) << 32
          | UInt64(observations.number(state & observed)))
      let end = state & rest
      if watch.isBroken(atRest: end) { judge(end, own) }
      let target = reach(end, own)
      latest.append(
        WorldExploration.Edge(source: source, target: target, label: label, worlds: own))
      return
    }
    guard depth + 1 < Self.longestChain, !chain.contains(state) else {
      faulty |= own
      return
    }
    chain.append(state)
    take(state, own, from: source, depth: depth + 1)
    chain.removeLast()
  }

  /// Records the invariants that a state breaks, and stops checking those that all their worlds
  /// break.
  @inline(never)
  private mutating func judge(_ state: State, _ own: UInt64) {
    var settled: [Int] = []
    for claim in watch.broken(by: state) {
      broken[claim] |= own & machine.worldsOfClaim[claim]
      if broken[claim] == machine.worldsOfClaim[claim] { settled.append(claim) }
    }
    if !settled.isEmpty { watch = watch.without(settled) }
  }

  consuming func finish() -> WorldExploration {
    let width = machine.system.restingWordCount
    let count = states.values.count
    var words: [UInt64] = []
    words.reserveCapacity(count * width)
    for state in 0..<count { words += states.values[state].words(width) }
    return WorldExploration(
      restingWordCount: width, words: words, worlds: (0..<count).map { worlds[$0] },
      edges: edges + [latest],
      labels: (0..<labels.values.count).map {
        EdgeLabel(
          firstRule: Int(labels.values[$0] >> 32), observation: Int(labels.values[$0] & 0xFFFF_FFFF)
        )
      },
      observations: (0..<observations.values.count).map {
        observations.values[$0].words(machine.system.wordCount)
      }, broken: broken, faulty: faulty)
  }
}
