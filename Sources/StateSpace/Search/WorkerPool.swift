import Dispatch
import Synchronization

/// The threads that take the steps of plain machines side by side.
///
/// Steps are taken in *rounds* of some thousand sources, cut into slices of one length. Threads
/// take whole slices, whichever is next, and what a slice leads to waits for the search, which
/// stores slice by slice and so in the very order in which one thread would have found it. Nothing
/// of the result depends on the number of threads.
///
/// Neither waits for the other: while the search stores what one round led to, the others take the
/// steps of the next, and the search helps them once it is done. What the next round misses in the
/// table, because it is being stored just then, is found to be known when its turn comes.
///
/// It may call itself `Sendable` because each slice is used by one thread at a time, and each
/// worker by the thread that has its number.
final class WorkerPool<State: PackedState>: @unchecked Sendable {
  private static var slicesPerThread: Int { 8 }
  private static var sourcesPerSlice: Int { 1024 }

  private let threads: Int
  private let sliceCount: Int
  private let rules: RuleLookup<State>
  private let workers: UnsafeMutablePointer<PlainSteps<State>>
  /// Two rounds of slices: the one that waits, and the one that is taken.
  private let slices: UnsafeMutablePointer<Finds<State>>
  private var isSecond = false
  /// The next slice that nobody has taken.
  private let next = Atomic(0)
  /// The sources whose steps were taken and are not yet stored; empty where nothing waits.
  private(set) var waiting = 0..<0

  /// A pool of no use where there is a single thread.
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

  /// Whether there are states enough for every thread.
  func isWorthwhile(for sources: Int) -> Bool {
    sliceCount > 0 && sources >= sliceCount * Self.sourcesPerSlice / 4
  }

  /// The sources of the next round among some.
  func round(of sources: Range<Int>) -> Range<Int> {
    let most = sliceCount * Self.sourcesPerSlice
    let round = sources.lowerBound..<min(sources.upperBound, sources.lowerBound + most)
    return isWorthwhile(for: round.count) ? round : round.lowerBound..<round.lowerBound
  }

  /// How many ends wait to be stored.
  var waitingEnds: Int {
    (0..<sliceCount).reduce(0) { $0 + slices[place($1)].unknown.count }
  }

  /// Takes all steps from a round of sources, and meanwhile lets the search store what waits.
  ///
  /// - Parameters:
  ///   - round: see ``round(of:)``; where it is empty, what waits is stored and nothing else.
  ///   - store: as it is now; it must have room for what waits.
  ///   - keeping: is called with each slice that waits, in their order, until it says `false`.
  /// - Returns: the last answer.
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

  /// Forgets what waits: its steps will be taken again.
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
