import Foundation
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `waymark bench --growth` measures pools that the service would take.
@Suite(.long)
struct GrowthTests {
  @Test func `a pool grows with each factor`() throws {
    let pools = try EngineGrowth.pools(in: ToolEnvironment())
    #expect(
      pools.map(\.name) == [
        "retail, password", "retail, password + totp", "retail, password + sms + totp",
        "retail, password + email + sms + totp",
      ])
    let rules = pools.map(\.compiled.system.rules.count)
    #expect(rules == rules.sorted() && Set(rules).count == 4)
  }
}
