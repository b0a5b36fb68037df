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
/// Two sieves hold back what is known:
/// - Of the last ends made, one for each value of some bits of the hash is remembered. States found
///   one after the other have many successors in common: where actions commute, three ends of five
///   were made a moment ago. They cost no look at the table.
/// - The others go into a batch that stays in the first-level cache. Their table lines are asked
///   for together and then looked at.
///
/// What passes both, about an end of twelve, goes into ``Finds``, in the order in which it was
/// made, for one who stores it. Neither sieve has a branch on its answer, which could not be
/// foreseen.
/// Since the first sieve holds back what was made before, all that is found has to be stored, or
/// else ``forget(_:)`` comes first.
struct PlainSteps<State: PackedState>: ~Copyable {
  private static var batchSize: Int { 256 }
  private static var recentCount: Int { 4096 / max(State.wordCount / 2, 1) }

  private var batch = PlainBuffer<Candidate<State>>()
  private let matching: PlainBuffer<UInt64>
  /// The last end made, for each value of the low bits of its hash.
  private let recent = PlainBuffer<State>(repeating: .zero, count: recentCount)

  /// - Parameters:
  ///   - row: how large the rows of the machine's rules are at most.
  ///   - store: where the steps' ends will be looked for.
  init(_ row: (setWords: Int, cubes: Int), _ store: StoreView) {
    matching = PlainBuffer(capacity: row.setWords)
    batch.reserve(Self.batchSize + row.cubes)
    forget(store)
  }

  /// Forgets the last ends made: in each place lies one that is never looked for there, zero, and
  /// in its own place another.
  func forget(_ store: StoreView) {
    recent.base.update(repeating: .zero, count: Self.recentCount)
    let place = Int(truncatingIfNeeded: store.hash(State.zero)) & (Self.recentCount - 1)
    var other = State.zero
    repeat {
      other[word: 0] += 1
    } while Int(truncatingIfNeeded: store.hash(other)) & (Self.recentCount - 1) == place
    recent.base[place] = other
  }

  /// Takes all steps from some sources.
  mutating func takeAll(
    from sources: Range<Int>, _ store: StoreView, _ rules: RuleLookup<State>,
    into finds: inout Finds<State>
  ) {
    var first = sources.lowerBound
    while first < sources.upperBound {
      first = take(from: first..<sources.upperBound, store, rules, into: &finds)
    }
  }

  /// Takes all steps from some sources, one batch of steps at the most.
  ///
  /// - Returns: the first source whose steps were not taken.
  @inline(__always)
  mutating func take(
    from sources: Range<Int>, _ store: StoreView, _ rules: RuleLookup<State>,
    into finds: inout Finds<State>
  ) -> Int {
    var ends = Ends(next: batch.base, made: finds.count, recent: recent.base, rest: rules.rest)
    let full = batch.base + Self.batchSize
    var source = sources.lowerBound
    while source < sources.upperBound && ends.next < full {
      let state = store.load(source, as: State.self)
      let row = rules.row(of: state)
      let actions = rules.actions + row.firstAction
      let made = ends.made
      if row.guards.setWords == 1 {
        var set = rules.guards.match(state, row.guards)
        while set != 0 {
          let action = actions[set.trailingZeroBitCount]
          ends.add(state, action, source, store)
          set &= (.max - 1) &<< UInt64(truncatingIfNeeded: action.next &- 1)
        }
      } else {
        rules.guards.match(state, row.guards, into: matching.base)
        var cursor = matching.base.member(from: 0, words: row.guards.setWords)
        while cursor >= 0 {
          ends.add(state, actions[cursor], source, store)
          cursor = matching.base.member(
            from: Int(actions[cursor].next), words: row.guards.setWords)
        }
      }
      if ends.made == made { finds.deadEnds.append(UInt32(truncatingIfNeeded: source)) }
      source += 1
    }
    finds.count = ends.made
    keepUnknown(ends.next - batch.base, store, &finds.unknown)
    return source
  }

  /// The first sieve.
  private struct Ends {
    var next: UnsafeMutablePointer<Candidate<State>>
    var made: Int
    let recent: UnsafeMutablePointer<State>
    let rest: State

    @inline(__always)
    mutating func add(
      _ state: State, _ action: RuleIndex<State>.Action, _ source: Int, _ store: StoreView
    ) {
      let end = ((state & action.keep) | action.set) & rest
      let hash = store.hash(end)
      let place = recent + (Int(truncatingIfNeeded: hash) & (recentCount &- 1))
      let isKnown = (place.pointee ^ end).isZero
      place.pointee = end
      next.initialize(
        to: Candidate(
          state: end, source: UInt32(truncatingIfNeeded: source), rule: action.rule,
          label: UInt32(truncatingIfNeeded: made), hash: hash))
      next += isKnown ? 0 : 1
      made &+= 1
    }
  }

  /// The second sieve.
  @inline(__always)
  private func keepUnknown(
    _ made: Int, _ store: StoreView, _ unknown: inout PlainBuffer<Candidate<State>>
  ) {
    let probe = store.probe
    let batch = batch.base
    for position in 0..<made { probe.prefetch(batch[position].hash) }
    unknown.reserve(made)
    if !probe.tagsDecide {
      for position in 0..<made { store.prefetchState(batch[position].hash) }
    }
    let start = unknown.base + unknown.count
    var end = start
    for position in 0..<made {
      let candidate = batch[position]
      end.initialize(to: candidate)
      let isKnown =
        probe.tagsDecide
        ? probe.hasTagAtHome(candidate.hash)
        : store.isAtHome(candidate.state, hash: candidate.hash)
      end += isKnown ? 0 : 1
    }
    unknown.noteAppended(end - start)
  }
}

extension UnsafeMutablePointer<UInt64> {
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
