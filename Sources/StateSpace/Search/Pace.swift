/// When a search asks next whether it may go on: by number of states, so that asking costs nothing,
/// and often enough that a model whose states cost much is stopped within some milliseconds.
struct Pace {
  private static let shortest = 64
  private static let longest = 1 << 16

  /// The number of states at which to ask.
  private(set) var next = shortest
  private var interval = shortest
  private var last = ContinuousClock.now

  /// Notes that somebody was asked at a number of states.
  mutating func note(at count: Int) {
    let now = ContinuousClock.now
    let passed = now - last
    last = now
    if passed < .milliseconds(2) {
      interval = min(interval * 2, Self.longest)
    } else if passed > .milliseconds(10) {
      interval = max(interval / 2, Self.shortest)
    }
    next = count + interval
  }
}
