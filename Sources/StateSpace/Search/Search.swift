/// The breadth-first search of a machine, for one width of states.
///
/// States at rest are taken in the order of discovery. Each one's successors go into a batch;
/// once it is full, its states are looked up together, so that the processor waits for many
/// memory accesses at a time, and are then stored in the order in which they were made. So the
/// batch changes nothing about the result.
struct Search<State: PackedState>: ~Copyable {
  /// A step's end on its way into the store.
  struct Candidate: BitwiseCopyable {
    var state: State
    var source: UInt32
    var rule: Int32
    var label: UInt32
    /// First the entry in the table, then the index plus one where the state is known.
    var known: UInt32
    var slot: Int
  }

  /// An urgent state in whose row of guards the search is.
  struct Frame: BitwiseCopyable {
    var state: State
    var cursor: Int
  }

  private static var batchSize: Int { 512 }
  private static var reportInterval: Int { 8192 }
  private static var faultsKept: Int { 100 }

  private let options: ExplorationOptions
  private let wordCount: Int
  private let rest: State
  private let observed: State
  private let index: RuleIndex<State>
  private var watch: InvariantWatch<State>
  private var store: StateStore
  private var edges: EdgeRecorder<State>
  private var batch = PlainBuffer<Candidate>(capacity: batchSize)
  private var frames = PlainBuffer<Frame>(capacity: TransitionSystem.longestChain + 1)
  private var chain = PlainBuffer<Int32>(capacity: TransitionSystem.longestChain + 1)
  private var levels: [Int] = [0]
  private var deadEnds: [Int] = []
  private var faults: [ExplorationFault] = []
  private var faultCount = 0
  private var transitions = 0
  private var explored = 0
  private var completeness = Completeness.complete

  init(_ system: TransitionSystem, _ options: ExplorationOptions) {
    self.options = options
    wordCount = system.wordCount
    var rest = State(system.transient.map { ~$0 })
    for word in system.restingWordCount..<State.wordCount { rest[word: word] = 0 }
    self.rest = rest
    observed = State(system.observed)
    index = RuleIndex(system)
    watch = InvariantWatch(system)
    store = StateStore(words: system.restingWordCount)
    edges = EdgeRecorder(keeps: options.keepEdges)
  }

  private var limit: Int { min(options.maximumStates, StateStore.mostStates) }

  /// Explores until everything is seen or something stops it.
  mutating func run(
    from initialStates: [[UInt64]], _ progress: (ExplorationProgress) -> Bool
  ) {
    begin(with: initialStates)
    var levelEnd = store.count
    var nextReport = Self.reportInterval
    while completeness == .complete {
      if explored == levelEnd {
        flush()
        if completeness != .complete || store.count == levelEnd { break }
        levels.append(levelEnd)
        levelEnd = store.count
      }
      if levels.count - 1 == options.maximumDepth {
        completeness = .depthLimit
        break
      }
      expand(explored)
      if completeness == .complete { explored += 1 }
      if explored >= nextReport {
        nextReport += Self.reportInterval
        let state = ExplorationProgress(
          states: store.count, transitions: transitions, depth: levels.count - 1)
        if !progress(state) { completeness = .cancelled }
      }
    }
    if completeness == .cancelled { flush() }
    if store.count > levelEnd { levels.append(levelEnd) }
  }

  private mutating func begin(with initialStates: [[UInt64]]) {
    for words in initialStates where completeness == .complete {
      let state = State(words)
      store.reserve(1)
      let place = store.find(state, from: store.slot(of: state))
      if place.index != nil { continue }
      if store.count == limit {
        completeness = .stateLimit
        break
      }
      let parent = StateStore.Parent(source: StateStore.noSource, rule: -1)
      let number = store.insert(state, at: place.slot, from: parent)
      watch.judge(state, at: number)
      watch.judge(state, from: number, after: [])
    }
  }

  /// Takes every step from one state at rest.
  private mutating func expand(_ source: Int) {
    let transitionsBefore = transitions + batch.count
    edges.beginSource(at: transitionsBefore)
    var ended = 0
    var depth = 0
    var matched = false
    var state = store.load(source, as: State.self)
    var cursor = index.row(of: state)
    while true {
      let entry = index.guards.base[cursor]
      if !state.matches(entry.mask, entry.value) {
        cursor += 1
        continue
      }
      let action = index.actions.base[cursor]
      if action.rule < 0 {
        if depth == 0 { break }
        if !matched { recordFault(.stuck, source, depth, state) }
        depth -= 1
        (state, cursor, matched) = (frames.base[depth].state, frames.base[depth].cursor, true)
        continue
      }
      cursor = Int(action.next)
      matched = true
      let following = (state & action.keep) | action.set
      chain.base[depth] = action.rule
      if watch.watchesSteps { judgeWithin(following, source, depth + 1) }
      if !index.isUrgent(following) {
        add(following, source)
        ended += 1
        continue
      }
      frames.base[depth] = Frame(state: state, cursor: cursor)
      if depth == TransitionSystem.longestChain || revisits(following, depth) {
        recordFault(.urgentCycle, source, depth + 1, following)
        (state, cursor, depth) = (frames.base[0].state, frames.base[0].cursor, 0)
      } else {
        depth += 1
        (state, cursor, matched) = (following, index.row(of: following), false)
      }
    }
    if ended == 0 { deadEnds.append(source) }
  }

  /// Whether the step has been in this urgent state before. Frame 0 is the state at rest.
  @inline(__always)
  private func revisits(_ state: State, _ depth: Int) -> Bool {
    var place = 1
    while place <= depth {
      if (frames.base[place].state ^ state).isZero { return true }
      place += 1
    }
    return false
  }

  @inline(__always)
  private mutating func add(_ end: State, _ source: Int) {
    let rule = chain.base[0]
    let label = edges.keeps ? edges.label(rule, end & observed) : 0
    batch.append(
      Candidate(
        state: end & rest, source: UInt32(truncatingIfNeeded: source), rule: rule, label: label,
        known: 0, slot: 0))
    if batch.count == Self.batchSize { flush() }
  }

  /// Looks up and stores what the batch holds, in its order.
  private mutating func flush() {
    guard completeness == .complete || completeness == .cancelled else { return }
    store.reserve(batch.count)
    let candidates = batch.base
    for position in 0..<batch.count {
      let slot = store.slot(of: candidates[position].state)
      candidates[position].slot = slot
      candidates[position].known = store.entry(at: slot)
    }
    for position in 0..<batch.count {
      let candidate = candidates[position]
      if !store.holds(candidate.state, entry: candidate.known) { candidates[position].known = 0 }
    }
    for position in 0..<batch.count where !settle(candidates[position]) {
      completeness = .stateLimit
      explored = Int(candidates[position].source)
      break
    }
    batch.removeAll()
  }

  /// Counts one step and stores its end where it is new; false where there is no room for it.
  @inline(__always)
  private mutating func settle(_ candidate: Candidate) -> Bool {
    var target = Int(candidate.known) - 1
    if target < 0 {
      let place = store.find(candidate.state, from: candidate.slot)
      if let index = place.index {
        target = index
      } else {
        if store.count >= limit { return false }
        target = store.insert(
          candidate.state, at: place.slot,
          from: StateStore.Parent(source: candidate.source, rule: candidate.rule))
        if watch.watchesRest { watch.judge(candidate.state, at: target) }
      }
    }
    transitions += 1
    if edges.keeps { edges.append(target: target, label: candidate.label) }
    return true
  }
}

/// What seldom happens on the way.
extension Search {
  @inline(never)
  private mutating func judgeWithin(_ state: State, _ source: Int, _ length: Int) {
    if watch.breaksWithin(state) { watch.judge(state, from: source, after: rules(length)) }
    let atRest = state & rest
    if !index.isUrgent(state) && watch.breaksWithin(atRest) {
      watch.judge(atRest, from: source, after: rules(length))
    }
  }

  private func rules(_ length: Int) -> [Int] { (0..<length).map { Int(chain.base[$0]) } }

  @inline(never)
  private mutating func recordFault(
    _ kind: StepFault.Kind, _ source: Int, _ length: Int, _ state: State
  ) {
    faultCount += 1
    let words = state.words(wordCount)
    let isKnown = faults.contains { $0.step.kind == kind && $0.step.state == words }
    guard faults.count < Self.faultsKept, !isKnown else { return }
    let fault = StepFault(kind: kind, rules: rules(length), state: words)
    faults.append(ExplorationFault(source: source, step: fault))
  }
}

/// What remains of the search once it is over.
extension Search {
  consuming func finish() -> Exploration {
    let explored = explored
    let graph =
      edges.keeps
      ? edges.graph(stateCount: store.count, initialCount: initialCount, wordCount: wordCount)
      : nil
    return Exploration(
      store: StateArchive(store),
      counts: Exploration.Counts(
        transitions: transitions, explored: explored, faults: faultCount),
      levels: levels,
      deadEnds: deadEnds.filter { $0 < explored },
      violations: watch.violations,
      faults: faults,
      completeness: completeness,
      graph: graph)
  }

  /// The initial states are those at depth 0.
  private var initialCount: Int { levels.count > 1 ? levels[1] : store.count }
}
