import Dispatch
import Synchronization

/// The threads that take the steps of a level side by side.
///
/// The sources of a round are cut into slices of one length. Threads take whole slices, whichever
/// is next, while the store stands still; then the search stores what the slices led to, one after
/// the other, and so in the very order in which one thread would have found it. Nothing of the
/// result depends on the number of threads.
///
/// A round is long enough for threads to be worth waking, and short enough for little to be found
/// twice in it.
///
/// It may call itself `Sendable` because each slice is used by one thread at a time: by the one
/// that counted it while steps are taken, by the search before and after.
struct Crew<State: PackedState>: ~Copyable, @unchecked Sendable {
  private static var slicesPerThread: Int { 2 }

  private let threads: Int
  let sliceCount: Int
  private let slices: UnsafeMutablePointer<PlainSteps<State>>

  init(
    threads: Int, _ row: (setWords: Int, cubes: Int), _ store: borrowing StateStore
  ) {
    self.threads = threads
    sliceCount = threads > 1 ? threads * Self.slicesPerThread : 0
    slices = .allocate(capacity: max(sliceCount, 1))
    for slice in 0..<sliceCount { (slices + slice).initialize(to: PlainSteps(row, store)) }
  }

  deinit {
    slices.deinitialize(count: sliceCount)
    slices.deallocate()
  }

  /// The most states whose steps are taken in one round.
  var mostSources: Int { 8192 }

  /// Whether there are states enough for every thread.
  func isWorthwhile(for sources: Int) -> Bool {
    sliceCount > 0 && sources >= mostSources / 2
  }

  /// Takes all steps from as many sources as make a round.
  ///
  /// - Returns: the first source whose steps were not taken.
  func take(
    from sources: Range<Int>, _ store: borrowing StateStore, _ index: borrowing RuleIndex<State>,
    rest: State
  ) -> Int {
    let end = min(sources.upperBound, sources.lowerBound + mostSources)
    let length = (end - sources.lowerBound + sliceCount - 1) / sliceCount
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while true {
        let slice = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if slice >= sliceCount { return }
        let first = min(sources.lowerBound + slice * length, end)
        slices[slice].takeAll(
          from: first..<min(first + length, end), store, index, rest: rest)
      }
    }
    return end
  }

  /// What the steps of a slice led to.
  func found(_ slice: Int) -> PlainSteps<State>.Found { slices[slice].found }
}
