/// The results of the steps from some sources, in the order in which the steps were taken, until
/// they are stored.
struct Finds<State: PackedState>: ~Copyable {
  /// The ends of steps that may be new states; an end found twice is listed twice.
  var unknown = PlainBuffer<Candidate<State>>()
  /// The sources from which there is no step.
  var deadEnds = PlainBuffer<UInt32>()
  /// The number of steps taken.
  var count = 0

  mutating func removeAll() {
    unknown.removeAll()
    deadEnds.removeAll()
    count = 0
  }

  /// A view of the results so far, valid until more steps are taken.
  var found: Found {
    Found(
      unknown: UnsafeBufferPointer(start: unknown.base, count: unknown.count),
      deadEnds: UnsafeBufferPointer(start: deadEnds.base, count: deadEnds.count), count: count)
  }

  /// A view of the results of steps.
  struct Found {
    let unknown: UnsafeBufferPointer<Candidate<State>>
    let deadEnds: UnsafeBufferPointer<UInt32>
    let count: Int
  }
}
