/// What the steps from some sources led to, in the order in which they were taken, until it is
/// stored.
struct Finds<State: PackedState>: ~Copyable {
  /// Ends that may be new; what was found twice is there twice.
  var unknown = PlainBuffer<Candidate<State>>()
  /// The sources without a step.
  var deadEnds = PlainBuffer<UInt32>()
  /// The steps taken.
  var count = 0

  mutating func removeAll() {
    unknown.removeAll()
    deadEnds.removeAll()
    count = 0
  }

  /// What there is, until more steps are taken.
  var found: Found {
    Found(
      unknown: UnsafeBufferPointer(start: unknown.base, count: unknown.count),
      deadEnds: UnsafeBufferPointer(start: deadEnds.base, count: deadEnds.count), count: count)
  }

  /// A look at what steps led to.
  struct Found {
    let unknown: UnsafeBufferPointer<Candidate<State>>
    let deadEnds: UnsafeBufferPointer<UInt32>
    let count: Int
  }
}
