import Foundation
import Synchronization
import Testing

@testable import StateSpace

@Suite struct SideBySideTests {
  @Test(arguments: [1, 2, 3, .max])
  func `pieces keep their order, and no more run at a time than there are threads`(threads: Int) {
    let running = Mutex((now: 0, most: 0))
    let results = SideBySide.run(24, threads: threads) { number in
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      Thread.sleep(forTimeInterval: 0.001)
      running.withLock { $0.now -= 1 }
      return number * number
    }
    #expect(results == (0..<24).map { $0 * $0 })
    #expect(running.withLock(\.most) <= threads)
  }
}
