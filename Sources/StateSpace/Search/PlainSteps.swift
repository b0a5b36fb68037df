/// A step's end on its way into the store.
struct Candidate<State: PackedState>: BitwiseCopyable {
  var state: State
  var source: UInt32
  var rule: Int32
  /// The number of its label, or of the step among those taken together, which nobody labels.
  var label: UInt32
  var hash: UInt64
}

/// Takes steps of single rules and keeps those that may lead to new states.
///
/// The store stands still meanwhile, so that several threads can take steps from it at a time. Ends
/// go into a batch that stays in the first-level cache, their table lines are asked for as they are
/// made, and the batch is looked up as a whole. Eleven of twelve ends are known and gone then; the
/// others wait in ``found``, in the order in which they were made, for one who stores them.
struct PlainSteps<State: PackedState>: ~Copyable {
  /// What the steps led to, until more are taken.
  struct Found {
    /// What may be new; what was found twice is there twice.
    let unknown: UnsafeBufferPointer<Candidate<State>>
    /// The sources without a step.
    let deadEnds: UnsafeBufferPointer<UInt32>
    /// The steps taken.
    let count: Int
  }

  private var unknown = PlainBuffer<Candidate<State>>()
  private var deadEnds = PlainBuffer<UInt32>()
  private var count = 0
  private var batch = PlainBuffer<Candidate<State>>()
  private var matching: PlainBuffer<UInt64>

  private static var batchSize: Int { 192 }

  /// - Parameter row: how large the rows of the machine's rules are at most.
  init(_ row: (setWords: Int, cubes: Int)) {
    matching = PlainBuffer(capacity: row.setWords)
    batch.reserve(Self.batchSize + row.cubes)
  }

  var found: Found {
    Found(
      unknown: UnsafeBufferPointer(start: unknown.base, count: unknown.count),
      deadEnds: UnsafeBufferPointer(start: deadEnds.base, count: deadEnds.count), count: count)
  }

  /// Forgets what was found so far.
  mutating func removeAll() {
    unknown.removeAll()
    deadEnds.removeAll()
    count = 0
  }

  /// Takes all steps from some sources, one batch of steps at the most.
  ///
  /// - Returns: the first source whose steps were not taken.
  @inline(__always)
  mutating func take(
    from sources: Range<Int>, _ store: borrowing StateStore, _ index: borrowing RuleIndex<State>,
    rest: State
  ) -> Int {
    let probe = store.probe
    var next = batch.base
    let full = next + Self.batchSize
    var source = sources.lowerBound
    while source < sources.upperBound && next < full {
      let state = store.load(source, as: State.self)
      let row = index.row(index.row(of: state))
      let bits = matching.base
      index.match(state, row, into: bits)
      let actions = index.actions.base + row.firstAction
      let first = next
      var cursor = bits.member(from: 0, words: row.guards.setWords)
      while cursor >= 0 {
        let action = actions[cursor]
        let end = ((state & action.keep) | action.set) & rest
        let hash = store.hash(end)
        probe.prefetch(hash)
        next.initialize(
          to: Candidate(
            state: end, source: UInt32(truncatingIfNeeded: source), rule: action.rule, label: 0,
            hash: hash))
        next += 1
        cursor = bits.member(from: Int(action.next), words: row.guards.setWords)
      }
      if next == first { deadEnds.append(UInt32(truncatingIfNeeded: source)) }
      source += 1
    }
    keepUnknown(next - batch.base, probe, store)
    return source
  }

  /// Takes all steps from some sources, after forgetting what was found before.
  mutating func takeAll(
    from sources: Range<Int>, _ store: borrowing StateStore, _ index: borrowing RuleIndex<State>,
    rest: State
  ) {
    removeAll()
    var first = sources.lowerBound
    while first < sources.upperBound {
      first = take(from: first..<sources.upperBound, store, index, rest: rest)
    }
  }

  /// Looks the batch up.
  @inline(__always)
  private mutating func keepUnknown(_ made: Int, _ probe: Probe, _ store: borrowing StateStore) {
    unknown.reserve(made)
    if !probe.tagsDecide {
      for position in 0..<made { store.prefetchState(batch.base[position].hash) }
    }
    let start = unknown.base + unknown.count
    var end = start
    for position in 0..<made {
      var candidate = batch.base[position]
      candidate.label = UInt32(truncatingIfNeeded: count &+ position)
      // Written in any case and taken back where known: no branch that cannot be foreseen.
      end.initialize(to: candidate)
      let isKnown =
        probe.tagsDecide
        ? probe.hasTagAtHome(candidate.hash)
        : store.isAtHome(candidate.state, hash: candidate.hash)
      end += isKnown ? 0 : 1
    }
    unknown.noteAppended(end - start)
    count += made
  }
}

extension UnsafePointer<UInt64> {
  /// The first member of a set from `cursor` on, or -1.
  @inline(__always)
  func member(from cursor: Int, words: Int) -> Int {
    var word = cursor &>> 6
    guard word < words else { return -1 }
    var rest = self[word] & (.max &<< UInt64(truncatingIfNeeded: cursor & 63))
    while rest == 0 {
      word += 1
      if word == words { return -1 }
      rest = self[word]
    }
    return word &<< 6 | rest.trailingZeroBitCount
  }
}

extension UnsafeMutablePointer<UInt64> {
  /// The first member of a set from `cursor` on, or -1.
  @inline(__always)
  func member(from cursor: Int, words: Int) -> Int {
    UnsafePointer(self).member(from: cursor, words: words)
  }
}
