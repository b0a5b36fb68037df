import Dispatch
import Synchronization
import Testing

@testable import PoolAnalysis

struct HeadStartTests {
  @Test func `an answer is the work's, which is done once`() {
    let head = HeadStart<Int>()
    let count = Mutex(0)
    for _ in 0..<2 {
      head.begin { _ in
        count.withLock { $0 += 1 }
        return 7
      }
    }
    #expect(head.take() == 7)
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `work that is not needed any more is asked to end, and has no answer`() {
    let head = HeadStart<Int>()
    let isRunning = DispatchSemaphore(value: 0)
    head.begin { isCancelled in
      isRunning.signal()
      while !isCancelled() {}
      return 7
    }
    isRunning.wait()
    head.cancel()
    #expect(head.take() == nil)
  }

  @Test func `nothing is begun that was cancelled before, or taken that was not begun`() {
    let head = HeadStart<Int>()
    #expect(head.take() == nil)
    head.cancel()
    head.begin { _ in
      Issue.record("begun")
      return 7
    }
    #expect(head.take() == nil)
  }
}
