/// The breadth-first search of a machine, for one width of states.
///
/// States at rest are expanded in the order of discovery. Their successors go into a batch. Once it
/// is full, its states are looked up together, so that the processor overlaps many memory accesses,
/// and are then stored in the order in which they were made. So batching does not change the
/// result.
struct Search<State: PackedState>: ~Copyable {
  /// A state whose rules the search is trying; the set of its matching cubes is in `matching`.
  struct Frame: BitwiseCopyable {
    var state: State
    var row: Int32
    /// The first cube of the row that was not tried yet.
    var cursor: Int32
  }

  private static var batchSize: Int { 128 }
  /// The maximum number of states whose plain steps are taken together.
  private static var chunk: Int { 8192 }
  /// The number of states and steps between two progress reports: some milliseconds of work for
  /// every model.
  private static var reportInterval: Int { 8192 }
  private static var prefetchDistance: Int { 16 }
  private static var faultsKept: Int { 100 }
  /// The number of bytes that a search may grow by before it reserves memory again.
  private static var bytesUnasked: Int { 1 << 18 }

  private let options: ExplorationOptions
  private let wordCount: Int
  private let rest: State
  private let observed: State
  private var index: RuleIndex<State>
  private var watch: InvariantWatch<State>
  private var store: StateStore
  private var edges: EdgeRecorder<State>
  private var reservation = ProcessMemory.Reservation()
  private var peakWithRoom = 0
  private var batch = PlainBuffer<Candidate<State>>(capacity: batchSize)
  private var frames = PlainBuffer<Frame>(capacity: TransitionSystem.longestChain + 1)
  /// For each frame, the set of its row's cubes that match.
  private let matching: PlainBuffer<UInt64>
  /// For each rule, bit 0: whether it fired; bit 1: whether its firing is to be recorded.
  private let fired: PlainBuffer<UInt8>
  private var recorder: VisitRecorder<State>
  private var chain = PlainBuffer<Int32>(capacity: TransitionSystem.longestChain + 1)
  /// Whether each step is a single unobserved rule: there are no urgent states, no invariants
  /// within steps and no kept edges.
  private let isPlain: Bool
  private var plainSteps: PlainSteps<State>
  private var plainFinds = Finds<State>()
  private let rules: RuleLookup<State>
  private let workers: WorkerPool<State>
  private var levels: [Int] = [0]
  private var deadEnds: [Int] = []
  private var faults: [ExplorationFault] = []
  private var faultCount = 0
  private var transitions = 0
  private var explored = 0
  private var completeness: Completeness

  init(_ system: TransitionSystem, _ options: ExplorationOptions) {
    self.options = options
    completeness = system.isWhole ? .complete : .cancelled
    fired = PlainBuffer(repeating: 0, count: system.rules.count)
    for rule in system.rules.indices where options.watch.group(of: rule) != nil {
      fired.base[rule] = 2
    }
    recorder = VisitRecorder(options.watch, wordCount: system.wordCount)
    wordCount = system.wordCount
    var rest = State(system.transient.map { ~$0 })
    for word in system.restingWordCount..<State.wordCount { rest[word: word] = 0 }
    self.rest = rest
    observed = State(system.observed)
    var index = RuleIndex<State>(system)
    let watch = InvariantWatch<State>(system, rest: rest)
    let isPlain = system.urgent.isEmpty && !watch.watchesSteps && !options.keepEdges
    if isPlain { index.layOutAllRows() }
    let row = (setWords: index.mostSetWords, cubes: index.mostCubes)
    matching = PlainBuffer(capacity: (TransitionSystem.longestChain + 1) * row.setWords)
    let store = StateStore(system, findsIndices: options.keepEdges)
    edges = EdgeRecorder(keeps: options.keepEdges)
    rules = index.lookup(rest: rest)
    plainSteps = PlainSteps(row, store.view)
    workers = WorkerPool(threads: isPlain ? options.threads : 1, row, rules, store.view)
    self.store = store
    self.index = index
    self.watch = watch
    self.isPlain = isPlain
    batch.reserve(Self.batchSize + row.cubes)
  }

  private var limit: Int { min(options.maximumStates, StateStore.mostStates) }

  /// Explores until all states are explored or a limit stops the search.
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
      if isPlain {
        let chunkEnd = (explored / Self.chunk + 1) * Self.chunk
        takePlainSteps(upTo: min(levelEnd, chunkEnd), levelEnd: levelEnd)
      } else {
        expand(explored)
        if completeness == .complete { explored += 1 }
      }
      let work = explored + transitions
      if work >= nextReport {
        nextReport = work + Self.reportInterval
        let state = ExplorationProgress(
          states: store.count, transitions: transitions, bytes: store.bytes + edges.peakBytes,
          depth: levels.count - 1)
        if !progress(state) || Task.isCancelled { completeness = .cancelled }
      }
    }
    if completeness == .cancelled { flush() }
    if store.count > levelEnd { levels.append(levelEnd) }
  }

  private mutating func begin(with initialStates: [[UInt64]]) {
    for words in initialStates {
      let state = State(words)
      store.reserve(1)
      let hash = store.hash(state)
      let place = store.find(state, hash: hash)
      // With so few states, every hash has a free slot.
      if place >= 0 || place == StateStore.nowhere { continue }
      if store.count == limit {
        completeness = .stateLimit
        break
      }
      let parent = StateStore.Parent(source: StateStore.noSource, rule: -1)
      let number = store.insert(state, hash: hash, at: -1 - place, from: parent)
      watch.judge(state, at: number)
      watch.judge(state, from: number, after: [])
    }
  }

  /// Takes every step from one state at rest, depth first through urgent states.
  private mutating func expand(_ source: Int) {
    edges.beginSource(at: transitions + batch.count)
    var ended = false
    var depth = 0
    var state = store.load(source, as: State.self)
    var row = index.row(index.row(meeting: state))
    var bits = matching.base
    index.match(state, row, into: bits)
    var cursor = 0
    while true {
      let cube = bits.member(from: cursor, words: row.guards.setWords)
      if cube < 0 {
        if depth == 0 { break }
        if cursor == 0 { recordFault(.stuck, source, depth, state) }
        depth -= 1
        resume(depth, &state, &row, &cursor, &bits)
        continue
      }
      let action = index.actions.base[row.firstAction + cube]
      cursor = Int(action.next)
      let following = (state & action.keep) | action.set
      chain.base[depth] = action.rule
      fired.base[Int(action.rule)] |= 1
      if fired.base[Int(action.rule)] & 2 != 0 {
        recorder.note(Int(action.rule), in: state, from: source, first: Int(chain.base[0]))
      }
      if watch.watchesSteps && watch.breaksWithin(following, after: action.rule) {
        watch.judge(following, from: source, after: rules(depth + 1))
      }
      if !index.isUrgent(following) {
        if watch.watchesSteps && watch.breaksWithin(atRest: following & rest) {
          watch.judge(following & rest, from: source, after: rules(depth + 1))
        }
        add(following, source)
        ended = true
        continue
      }
      frames.base[depth] = Frame(
        state: state, row: index.row(meeting: state), cursor: Int32(cursor))
      if depth == TransitionSystem.longestChain || revisits(following, depth) {
        recordFault(.urgentCycle, source, depth + 1, following)
        depth = 0
        resume(depth, &state, &row, &cursor, &bits)
      } else {
        depth += 1
        (state, row, cursor) = (following, index.row(index.row(meeting: following)), 0)
        bits = matching.base + depth * index.mostSetWords
        index.match(state, row, into: bits)
      }
    }
    if !ended { deadEnds.append(source) }
  }

  /// Restores the frame at `depth`, to continue after the cube tried last.
  @inline(__always)
  private func resume(
    _ depth: Int, _ state: inout State, _ row: inout RuleIndex<State>.Row, _ cursor: inout Int,
    _ bits: inout UnsafeMutablePointer<UInt64>
  ) {
    let frame = frames.base[depth]
    (state, row, cursor) = (frame.state, index.row(frame.row), Int(frame.cursor))
    bits = matching.base + depth * index.mostSetWords
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
    let state = end & rest
    let hash = store.hash(state)
    store.prefetch(hash)
    batch.append(
      Candidate(
        state: state, source: UInt32(truncatingIfNeeded: source), rule: rule, label: label,
        hash: hash))
    if batch.count == Self.batchSize { flush() }
  }

  /// Looks up and stores the contents of the batch, in order.
  private mutating func flush() {
    guard completeness == .complete || completeness == .cancelled else { return }
    if isOutOfMemory {
      completeness = .memoryLimit
      explored = Int(batch.base[0].source)
      batch.removeAll()
      return
    }
    store.reserve(batch.count)
    let candidates = batch.base
    let view = store.view
    if !view.probe.tagsDecide {
      for position in 0..<batch.count { view.prefetchState(candidates[position].hash) }
    }
    var position = 0
    while position < batch.count {
      if !settle(candidates[position]) {
        completeness = .stateLimit
        explored = Int(candidates[position].source)
        break
      }
      position += 1
    }
    transitions += position
    batch.removeAll()
  }

  /// Whether there is no memory to store the batch.
  private var isOutOfMemory: Bool {
    mutating get { batch.count > 0 && !hasMemory(for: batch.count) }
  }

  /// Whether there is memory to store so many more states.
  private mutating func hasMemory(for additional: Int) -> Bool {
    let peak = store.peak(reserving: additional)
    let whole = peak + edges.peakBytes
    guard whole <= options.maximumBytes ?? .max else { return false }
    guard whole > peakWithRoom else { return true }
    peakWithRoom = whole + Self.bytesUnasked
    return reservation.holds(edges.peakBytes - edges.bytes, and: peak - store.bytes)
  }

  /// Stores the end of a step if it is new; returns false if there is no room for it.
  @inline(__always)
  private mutating func settle(_ candidate: Candidate<State>) -> Bool {
    var target = store.find(candidate.state, hash: candidate.hash)
    if target < 0 {
      if store.count >= limit { return false }
      while target == StateStore.nowhere {
        store.relieve()
        target = store.find(candidate.state, hash: candidate.hash)
      }
      target = store.insert(
        candidate.state, hash: candidate.hash, at: -1 - target,
        from: StateStore.Parent(source: candidate.source, rule: candidate.rule))
      watch.judge(candidate.state, at: target)
    }
    if edges.keeps { edges.append(target: target, label: candidate.label) }
    return true
  }
}

/// Steps of plain machines: see `isPlain`.
extension Search {
  /// Takes the steps of the next states of a level, as many as are efficient at once.
  ///
  /// - Parameters:
  ///   - end: if one thread takes the steps, the end of the range of states whose steps are taken.
  ///   - levelEnd: the first state of the next level.
  private mutating func takePlainSteps(upTo end: Int, levelEnd: Int) {
    if takeStepsTogether(levelEnd: levelEnd) { return }
    plainFinds.removeAll()
    let end = plainSteps.take(
      from: explored..<end, store.view, rules, into: &plainFinds)
    let ends = plainFinds.unknown.count
    guard hasMemory(for: ends) else {
      completeness = .memoryLimit
      return
    }
    store.reserve(ends)
    if keep(plainFinds.found) { explored = end }
  }

  /// Lets the workers take steps while this thread stores the results of the last round; returns
  /// false if the work is too little for several threads.
  private mutating func takeStepsTogether(levelEnd: Int) -> Bool {
    let workers = workers
    let waiting = workers.waiting
    if waiting.isEmpty {
      let round = workers.round(of: explored..<levelEnd)
      if round.isEmpty { return false }
      return workers.take(round, store.view) { _ in true }
    }
    let ends = workers.waitingEnds
    guard store.count + ends <= limit, hasMemory(for: ends) else {
      workers.drop(store.view)
      return false
    }
    store.reserve(ends)
    // After a level's last round, the states of the next level follow, as far as they are stored.
    let known = waiting.upperBound == levelEnd ? store.count : levelEnd
    let round = workers.round(of: waiting.upperBound..<max(known, waiting.upperBound))
    _ = workers.take(round, store.view) { keep($0) }
    explored = waiting.upperBound
    return true
  }

  /// Stores the results of steps, in the order in which they were taken; returns false if the
  /// maximum number of states is reached.
  private mutating func keep(_ found: Finds<State>.Found) -> Bool {
    for position in found.unknown.indices {
      let candidate = found.unknown[position]
      let ahead = position &+ Self.prefetchDistance
      if ahead < found.unknown.count { store.prefetch(found.unknown[ahead].hash) }
      if !settle(candidate) {
        completeness = .stateLimit
        explored = Int(candidate.source)
        transitions += Int(candidate.label)
        return false
      }
    }
    for source in found.deadEnds { deadEnds.append(Int(source)) }
    transitions += found.count
    return true
  }
}

/// Rare cases, kept out of the search's loop.
extension Search {
  @inline(never)
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

/// The result of the search.
extension Search {
  consuming func finish() -> Exploration {
    let explored = explored
    var firedRules: [Bool] = []
    if edges.keeps { for rule in 0..<fired.count { firedRules.append(fired.base[rule] & 1 == 1) } }
    let graph =
      edges.keeps
      ? edges.graph(stateCount: store.count, initialCount: initialCount, wordCount: wordCount)
      : nil
    return Exploration(
      store: StateArchive(store),
      counts: Exploration.Counts(
        transitions: transitions, explored: explored, faults: faultCount,
        fired: firedRules, visits: recorder.visits),
      levels: levels,
      deadEnds: deadEnds.filter { $0 < explored },
      violations: watch.violations,
      faults: faults,
      completeness: completeness,
      graph: graph)
  }

  /// The number of initial states, which are those at depth 0.
  private var initialCount: Int { levels.count > 1 ? levels[1] : store.count }
}
