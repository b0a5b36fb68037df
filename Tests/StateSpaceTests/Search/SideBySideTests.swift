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

  private struct Failure: Error, Equatable {
    var number: Int
  }

  @Test(arguments: [1, 3])
  func `the first piece that fails is the one that is reported`(threads: Int) {
    #expect(throws: Failure(number: 5)) {
      try SideBySide.run(24, threads: threads) { number throws(Failure) -> Int in
        // The later ones fail before it.
        if number == 5 { Thread.sleep(forTimeInterval: 0.01) }
        if number % 5 == 0, number > 0 { throw Failure(number: number) }
        return number
      }
    }
  }
}
