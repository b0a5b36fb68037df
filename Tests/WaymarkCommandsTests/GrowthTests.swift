import Foundation
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `waymark bench --growth` measures pools that the service would take.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["WAYMARK_LONG"] != nil,
    "too slow for a debug build; set WAYMARK_LONG to run it"))
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
