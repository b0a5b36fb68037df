import Dispatch
import Synchronization

/// Parallel work on many independent values, over the machine's cores.
public enum Batches {
  /// The results of `compute` for every index from 0 on, in the order of the indices.
  ///
  /// Each worker takes the next index that is not taken, so workers end together although items
  /// differ. Which worker computes an index is not determined; the result is, provided that
  /// `compute` depends on its index alone (with a stream of randomness for each index, say).
  ///
  /// Cost: in addition to the work, an atomic addition for each item.
  ///
  /// - Parameters:
  ///   - count: the number of values, 0 or more.
  ///   - threads: the number of workers, 1 or more.
  ///   - compute: computes the value of an index; called once for each, from several threads at a
  ///     time.
  /// - Throws: the error of `compute` for the smallest index at which it throws.
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
