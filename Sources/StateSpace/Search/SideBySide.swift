import Dispatch
import Synchronization

/// Runs independent pieces of work in parallel.
package enum SideBySide {
  /// Returns the results of the pieces `0..<count`, in order. If several pieces fail, throws the
  /// error of the first.
  ///
  /// - Parameter threads: the maximum number of threads, at least 1.
  package static func run<Value: Sendable, Failure: Error>(
    _ count: Int, threads: Int, _ piece: @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    var found: [Value] = []
    guard threads > 1, count > 1 else {
      for number in 0..<count { found.append(try piece(number)) }
      return found
    }
    let results = Mutex<[Int: Result<Value, Failure>]>([:])
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(count, threads)) { _ in
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        let result = Result { () throws(Failure) in try piece(number) }
        results.withLock { $0[number] = result }
      }
    }
    let done = results.withLock { results in (0..<count).compactMap { results[$0] } }
    for result in done { found.append(try result.get()) }
    return found
  }

  /// Returns the results of both closures. If both fail, throws the error of the first.
  package static func run<First: Sendable, Second: Sendable, Failure: Error>(
    threads: Int, _ first: @Sendable () throws(Failure) -> First,
    _ second: @Sendable () throws(Failure) -> Second
  ) throws(Failure) -> (First, Second) {
    guard threads > 1 else { return (try first(), try second()) }
    let one = Mutex<Result<First, Failure>?>(nil)
    let two = Mutex<Result<Second, Failure>?>(nil)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      if number == 0 {
        let result = Result { () throws(Failure) in try first() }
        one.withLock { $0 = result }
      } else {
        let result = Result { () throws(Failure) in try second() }
        two.withLock { $0 = result }
      }
    }
    guard let one = one.withLock({ $0 }), let two = two.withLock({ $0 }) else {
      return (try first(), try second())
    }
    return (try one.get(), try two.get())
  }
}
