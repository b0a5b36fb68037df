/// The end of a step, before it is stored.
struct Candidate<State: PackedState>: BitwiseCopyable {
  var state: State
  var source: UInt32
  var rule: Int32
  /// The number of its edge label; in steps taken without labels, the number of the step.
  var label: UInt32
  var hash: UInt64
}

/// Takes steps of single rules and keeps the ends that may be new states.
///
/// Two filters drop ends that are known:
/// - The first remembers, for each value of some bits of the hash, the last end with that value.
///   States found one after the other have many successors in common: where actions commute, three
///   ends of five were made a moment ago. They cost no table look-up.
/// - The other ends go into a batch that fits the first-level cache. Their table lines are
///   prefetched together and then compared.
///
/// The ends that pass both, about one in twelve, go into ``Finds`` in the order in which they were
/// made, to be stored. Neither filter branches on its result, which the processor could not
/// predict. The first filter drops ends made before, so all finds must be stored; otherwise call
/// ``forget(_:)`` first.
struct PlainSteps<State: PackedState>: ~Copyable {
  private static var batchSize: Int { 256 }
  private static var recentCount: Int { 4096 / max(State.wordCount / 2, 1) }

  private var batch = PlainBuffer<Candidate<State>>()
  private let matching: PlainBuffer<UInt64>
  /// The last end made for each value of the low bits of the hash.
  private let recent = PlainBuffer<State>(repeating: .zero, count: recentCount)

  /// - Parameters:
  ///   - row: the maximum size of the rows of the machine's rules.
  ///   - store: the store in which the ends are looked up.
  init(_ row: (setWords: Int, cubes: Int), _ store: StoreView) {
    matching = PlainBuffer(capacity: row.setWords)
    batch.reserve(Self.batchSize + row.cubes)
    forget(store)
  }

  /// Forgets the last ends made: each place gets a state that is never looked up there, which is
  /// zero except in zero's own place.
  func forget(_ store: StoreView) {
    recent.base.update(repeating: .zero, count: Self.recentCount)
    let place = Int(truncatingIfNeeded: store.hash(State.zero)) & (Self.recentCount - 1)
    var other = State.zero
    repeat {
      other[word: 0] += 1
    } while Int(truncatingIfNeeded: store.hash(other)) & (Self.recentCount - 1) == place
    recent.base[place] = other
  }

  /// Takes all steps from a range of sources.
  mutating func takeAll(
    from sources: Range<Int>, _ store: StoreView, _ rules: RuleLookup<State>,
    into finds: inout Finds<State>
  ) {
    var first = sources.lowerBound
    while first < sources.upperBound {
      first = take(from: first..<sources.upperBound, store, rules, into: &finds)
    }
  }

  /// Takes all steps from the first sources of a range, until a batch is full.
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

  /// The ends of steps as they are made, with the first filter.
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

  /// The second filter: keeps the ends that are not found in the home line of their hash.
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
  /// The first member of a set at or after `cursor`, or -1.
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
