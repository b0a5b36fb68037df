import Foundation

/// What some work gives, and the processor time in seconds that this thread took for it: how busy the
/// machine is with other things does not count.
package func processorTime<Value>(
  of work: () throws -> Value
) rethrows -> (value: Value, seconds: Double) {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  let value = try work()
  return (value, now() - start)
}
