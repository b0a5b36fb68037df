import Dispatch
import Synchronization

/// Does independent pieces of work, as many at a time as there are threads, and gives their results
/// in order.
func concurrently<Result: Sendable>(
  _ count: Int, threads: Int, _ work: @Sendable (Int) -> Result
) -> [Result] {
  let results = Mutex([Result?](repeating: nil, count: count))
  let next = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: max(1, min(threads, count))) { _ in
    while true {
      let position = next.add(1, ordering: .relaxed).oldValue
      guard position < count else { return }
      let result = work(position)
      results.withLock { $0[position] = result }
    }
  }
  return results.withLock { $0.compactMap(\.self) }
}
