/// The steps of a search as they are taken: their targets in order, and a number for each distinct
/// label.
struct EdgeRecorder<State: PackedState>: ~Copyable {
  let keeps: Bool
  private var starts = PlainBuffer<Int>()
  private var targets = PlainBuffer<UInt32>()
  private var labels = PlainBuffer<UInt32>()
  private var observations = Interner<State>()
  private var labelNumbers = Interner<UInt64>()

  init(keeps: Bool) { self.keeps = keeps }

  /// The maximum memory that the edges will take in the end, in bytes, without labels and
  /// observations: as recorded, grouped by source, and grouped by target.
  var peakBytes: Int { 3 * bytes }

  /// The memory that the edges take now, in bytes, without labels and observations.
  var bytes: Int { starts.bytes + targets.bytes + labels.bytes }

  /// Begins the next source state, whose first edge will have the number `edge`.
  mutating func beginSource(at edge: Int) {
    if keeps { starts.append(edge) }
  }

  /// The number of the label made of the step's first rule and its observation.
  mutating func label(_ rule: Int32, _ observation: State) -> UInt32 {
    let seen = observations.number(observation)
    return labelNumbers.number(UInt64(UInt32(bitPattern: rule)) << 32 | UInt64(seen))
  }

  mutating func append(target: Int, label: UInt32) {
    targets.append(UInt32(truncatingIfNeeded: target))
    labels.append(label)
  }

  /// The graph over `stateCount` states; states that were never expanded have no edges.
  func graph(stateCount: Int, initialCount: Int, wordCount: Int) -> StateGraph {
    // If the search stops in the middle of a batch, the edges of some sources were never stored.
    var offsets = (0..<min(starts.count, stateCount)).map { min(starts[$0], targets.count) }
    let missing = stateCount + 1 - offsets.count
    offsets += [Int](repeating: targets.count, count: missing)
    return StateGraph(
      edges: EdgeLists(
        starts: offsets,
        ends: (0..<targets.count).map { targets[$0] },
        labels: (0..<labels.count).map { labels[$0] }),
      initialCount: initialCount,
      labels: (0..<labelNumbers.values.count).map { number in
        let packed = labelNumbers.values[number]
        return EdgeLabel(
          firstRule: Int(packed >> 32), observation: Int(packed & 0xFFFF_FFFF))
      },
      observations: (0..<observations.values.count).map {
        observations.values[$0].words(wordCount)
      })
  }
}
