import Dispatch
import Synchronization

/// The threads that take the steps of plain machines in parallel.
///
/// Steps are taken in *rounds* of some thousand sources, cut into slices of equal length. Threads
/// take whole slices, one after the other. The results of a slice wait for the search, which stores
/// them slice by slice and so in the order in which one thread would have found them. The result
/// does not depend on the number of threads.
///
/// The search and the workers do not wait for each other: while the search stores the results of
/// one round, the workers take the steps of the next, and the search helps them when it is done. A
/// state that the next round does not find in the table, because it is being stored just then, is
/// found when that round's results are stored.
///
/// The pool is `Sendable` because each slice is used by one thread at a time, and each worker by
/// the thread with its number.
final class WorkerPool<State: PackedState>: @unchecked Sendable {
  private static var slicesPerThread: Int { 8 }
  private static var sourcesPerSlice: Int { 1024 }

  private let threads: Int
  private let sliceCount: Int
  private let rules: RuleLookup<State>
  private let workers: UnsafeMutablePointer<PlainSteps<State>>
  /// The slices of two rounds: the one that waits to be stored, and the one under way.
  private let slices: UnsafeMutablePointer<Finds<State>>
  private var isSecond = false
  /// The next slice that no thread has taken.
  private let next = Atomic(0)
  /// The sources whose steps were taken and whose results are not stored yet; empty if there are
  /// none.
  private(set) var waiting = 0..<0

  /// Makes a pool, which takes no steps if there is a single thread.
  init(
    threads: Int, _ row: (setWords: Int, cubes: Int), _ rules: RuleLookup<State>,
    _ store: StoreView
  ) {
    self.threads = threads > 1 ? threads : 0
    self.rules = rules
    sliceCount = self.threads * Self.slicesPerThread
    workers = .allocate(capacity: max(self.threads, 1))
    for worker in 0..<self.threads {
      (workers + worker).initialize(to: PlainSteps(row, store))
    }
    slices = .allocate(capacity: max(sliceCount * 2, 1))
    for slice in 0..<sliceCount * 2 { (slices + slice).initialize(to: Finds()) }
  }

  deinit {
    workers.deinitialize(count: threads)
    workers.deallocate()
    slices.deinitialize(count: sliceCount * 2)
    slices.deallocate()
  }

  /// Whether there are enough states for every thread.
  func isWorthwhile(for sources: Int) -> Bool {
    sliceCount > 0 && sources >= sliceCount * Self.sourcesPerSlice / 4
  }

  /// The first sources of a range, as many as one round takes; empty if there are too few.
  func round(of sources: Range<Int>) -> Range<Int> {
    let most = sliceCount * Self.sourcesPerSlice
    let round = sources.lowerBound..<min(sources.upperBound, sources.lowerBound + most)
    return isWorthwhile(for: round.count) ? round : round.lowerBound..<round.lowerBound
  }

  /// The number of ends that wait to be stored.
  var waitingEnds: Int {
    (0..<sliceCount).reduce(0) { $0 + slices[place($1)].unknown.count }
  }

  /// Takes all steps from a round of sources, and meanwhile lets the search store the waiting
  /// results.
  ///
  /// - Parameters:
  ///   - round: see ``round(of:)``; if it is empty, the waiting results are stored and nothing else
  ///     is done.
  ///   - store: a view of the store as it is now; the store must have room for the waiting results.
  ///   - keeping: called with each waiting slice, in order, until it returns `false`.
  /// - Returns: the last result of `keeping`.
  func take(
    _ round: Range<Int>, _ store: StoreView, keeping: (Finds<State>.Found) -> Bool
  ) -> Bool {
    if round.isEmpty {
      defer { waiting = round }
      return keepWaiting(keeping)
    }
    let view = store.shared
    next.store(0, ordering: .relaxed)
    let others = DispatchGroup()
    for worker in 1..<threads {
      DispatchQueue.global().async(group: others) { self.takeSlices(worker, round, view) }
    }
    let goesOn = keepWaiting(keeping)
    takeSlices(0, round, view)
    others.wait()
    isSecond.toggle()
    waiting = round
    return goesOn
  }

  /// Drops the waiting results: their steps will be taken again.
  func drop(_ store: StoreView) {
    waiting = 0..<0
    for worker in 0..<threads { workers[worker].forget(store) }
  }

  /// Takes slices of a round until none is left.
  private func takeSlices(_ worker: Int, _ round: Range<Int>, _ store: StoreView) {
    let length = (round.count + sliceCount - 1) / sliceCount
    while true {
      let slice = next.wrappingAdd(1, ordering: .relaxed).oldValue
      if slice >= sliceCount { return }
      let first = min(round.lowerBound + slice * length, round.upperBound)
      let last = min(first + length, round.upperBound)
      let finds = slices + place(slice, isNext: true)
      finds.pointee.removeAll()
      workers[worker].takeAll(from: first..<last, store, rules, into: &finds.pointee)
    }
  }

  private func keepWaiting(_ keeping: (Finds<State>.Found) -> Bool) -> Bool {
    guard !waiting.isEmpty else { return true }
    for slice in 0..<sliceCount where !keeping(slices[place(slice)].found) { return false }
    return true
  }

  private func place(_ slice: Int, isNext: Bool = false) -> Int {
    slice + (isSecond != isNext ? sliceCount : 0)
  }
}
