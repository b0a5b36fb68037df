import Dispatch
import Synchronization

/// Work on many independent values at once, over the machine's cores.
public enum Batches {
  /// `compute` of every index from 0 on, in the order of the indices.
  ///
  /// Each worker takes the next index that nobody has taken, so workers end together although items
  /// differ. Which worker computes what is not determined; the result is, provided `compute`
  /// depends on its index alone (a stream of randomness for each index, say).
  ///
  /// Cost: next to the work, an atomic addition for each item.
  ///
  /// - Parameters:
  ///   - count: how many, 0 or more.
  ///   - threads: how many workers, 1 or more.
  ///   - compute: makes the value of an index; called once for each, from several threads at a
  ///     time.
  /// - Throws: what `compute` throws, for the smallest index at which it does.
  public static func concurrentMap<Value: Sendable, Failure: Error>(
    count: Int, threads: Int,
    _ compute: @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    guard count > 0 else { return [] }
    let next = Atomic(0)
    let results = Mutex([Result<Value, Failure>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, count))) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let result = Result { () throws(Failure) in try compute(index) }
        results.withLock { $0[index] = result }
      }
    }
    var values: [Value] = []
    values.reserveCapacity(count)
    for result in results.withLock({ $0 }) {
      if let result { values.append(try result.get()) }
    }
    return values
  }
}
