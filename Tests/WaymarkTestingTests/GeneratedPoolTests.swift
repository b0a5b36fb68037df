import Testing

@testable import WaymarkTesting

@Suite struct GeneratedPoolTests {
  private func generator(varying parameters: [String]) throws -> PoolGenerator {
    try PoolGenerator(
      asking: SmallPools.question("pool: p\nconfiguration:\n  mfa: off\n  recovery: email\n"),
      of: SmallPools.answers(), varying: parameters)
  }

  @Test func `a failure is shrunk to what differs, and recorded once in the pool file`() throws {
    let pools = try generator(varying: ["mfa", "mfaMethods", "recovery"])
    let issues = recorded {
      forEachPool(of: pools, count: 50) { pool in
        #expect(pool["recovery"] != "adminOnly", "administrators alone")
      }
    }
    #expect(issues.count == 1)
    let lines = issues.first?.split(separator: "\n").map(String.init) ?? []
    #expect(lines.first?.hasPrefix("p.yaml:4:13: a generated pool fails, after ") == true)
    #expect(lines.first?.hasSuffix(" tried: recovery = adminOnly") == true)
    #expect(lines.dropFirst().first == "  administrators alone")
    let again = "again: WAYMARK_REPLAY=0.0.2 swift test --filter 'a failure is shrunk"
    #expect(lines.last?.hasPrefix(again) == true)
  }

  @Test func `a property of explored pools fails by what the exploration says`() throws {
    let pools = try generator(varying: ["mfa", "recovery"])
    let issues = recorded {
      forEachPool(of: pools, count: 50) { pool in
        let broken = try pool.explored().failingProperties
        #expect(broken.isEmpty)
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("tried: recovery = adminOnly\n") == true)
  }

  @Test func `an error that the body throws is a failure`() throws {
    struct Wrong: Error {}
    let pools = try generator(varying: ["mfa"])
    let issues = recorded { forEachPool(of: pools) { _ in throw Wrong() } }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("tried: the pool as it is\n  Wrong()\nagain:") == true)
    #expect(issues.first?.hasPrefix("p.yaml:1:1:") == true)
  }

  @Test func `the same seed makes the same pools, all legal, another seed makes others`() throws {
    let pools = try generator(varying: ["mfa", "mfaMethods", "recovery"])
    func made(seed: UInt64) -> [String] {
      var made: [String] = []
      _ = PropertyRun(generator: pools, count: 30, seed: seed).outcome(replaying: nil) {
        made.append($0.description)
      }
      return made
    }
    #expect(made(seed: 1).count == 30)
    #expect(made(seed: 1) == made(seed: 1))
    #expect(made(seed: 1) != made(seed: 2))
    #expect(Set(made(seed: 1)).count > 10)
    #expect(!made(seed: 1).contains { $0.contains("required") && $0.contains("adminOnly") })
  }

  @Test func `choices are replayed`() throws {
    let pools = try generator(varying: ["mfa", "recovery"])
    var seen: [String] = []
    let run = PropertyRun(generator: pools, count: 30, seed: 1)
    let outcome = run.outcome(replaying: [1, 2]) { seen.append($0.description) }
    #expect(seen == ["mfa = optional, recovery = adminOnly"])
    guard case .passed = outcome else {
      Issue.record("nothing fails")
      return
    }
  }

  @Test func `a family without a legal member is an issue of the test`() throws {
    let pools = try PoolGenerator(
      asking: SmallPools.question(
        "pool: p\nconfiguration: { mfa: required, recovery: adminOnly }\n"),
      of: SmallPools.answers(), varying: ["mfaMethods"])
    let issues = recorded { forEachPool(of: pools) { _ in } }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("GeneratedPoolTests.swift:") == true)
  }

  @Test func `an unknown parameter is reported with its neighbour`() throws {
    let error = #expect(throws: PoolGenerator.UnknownParameter.self) {
      try generator(varying: ["mfaMethod"])
    }
    #expect(error?.description == "there is no parameter `mfaMethod`; did you mean `mfaMethods`?")
  }
}
