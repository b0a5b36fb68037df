import Findings
import Foundation
import TestSupport
import Testing
import TransitionTables

@testable import Atlas
@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct BundledTests {
  @Test func `a folder says what is expected of a pool`() {
    #expect(BundledPool.expectation(ofPath: "sound/retail.yaml") == .sound)
    #expect(BundledPool.expectation(ofPath: "flawed/a.b/x.json") == .flawed("a.b"))
    #expect(BundledPool.expectation(ofPath: "malformed/L7/l7.yaml") == .malformed("L7"))
    #expect(BundledPool.expectation(ofPath: "README.md") == nil)
    #expect(BundledPool.expectation(ofPath: "flawed/stray.yaml") == nil)
  }

  @Test func `sound pools come first and every pool is found`() throws {
    let pools = try BundledPool.all()
    #expect(pools.count > 20)
    #expect(pools[0].name.hasPrefix("Models/pools/sound/"))
    #expect(pools.contains { $0.name == "Models/pools/sound/field-service.yaml" })
  }

  private func refused(_ code: String) -> CommandFailure {
    CommandFailure(
      [Diagnostic(code, at: SourceLocation(file: "x"), "no")], status: .illegal)
  }

  @Test func `a refusal is judged by its code`() {
    #expect(BundledJudgement.complaint(about: refused("L7"), expecting: .malformed("L7")) == "")
    #expect(
      BundledJudgement.complaint(about: refused("legality.L3"), expecting: .malformed("L3")) == "")
    #expect(
      BundledJudgement.complaint(about: refused("legality.L30"), expecting: .malformed("L3"))
        == "is refused by legality.L30, not by L3")
    #expect(
      BundledJudgement.complaint(about: refused("L8"), expecting: .malformed("L7"))
        == "is refused by L8, not by L7")
    #expect(
      BundledJudgement.complaint(about: refused("L7"), expecting: .sound) == "is refused by L7")
  }

  private func result(failing ids: [String]) -> PoolResult {
    let properties = ["a", "b", "c[f = sms]"].map { id in
      PropertyReport(id: id, severity: .error, verdict: ids.contains(id) ? .fails : .holds)
    }
    let report = PoolReport(
      pool: "p", configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1, transitions: 1, depth: 1), properties: properties)
    return PoolResult(report: report, statuses: [], otherStatus: .allHold)
  }

  private func complaint(_ failing: [String], _ expectation: BundledPool.Expectation) throws
    -> String
  {
    let loader = PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: []))
    let pool = try loader.load(.init(name: "p.yaml", bytes: Array("pool: p\n".utf8)))
    return BundledJudgement.complaint(
      about: result(failing: failing), pool, expecting: expectation)
  }

  @Test func `findings are judged in both directions`() throws {
    #expect(try complaint([], .sound) == "")
    #expect(try complaint(["a"], .sound) == "a fails")
    #expect(try complaint(["c[f = sms]"], .flawed("c")) == "")
    #expect(try complaint([], .flawed("a")) == "a should fail")
    #expect(try complaint(["a", "b"], .flawed("a")) == "b fails")
    #expect(try complaint([], .malformed("L1")) == "is explored, but L1 should refuse it")
  }
}

@Suite(.long)
struct ExploreTests {
  @Test func `a small pool is explored and replayed, and every file is whole`() throws {
    let pool = try #require(try BundledPool.all().first { $0.name.hasSuffix("/hotline.yaml") })
    let folder = try Folder(["hotline.yaml": String(decoding: pool.bytes, as: UTF8.self)])
    let output = WaymarkTool.output(
      for: ["explore", folder["hotline.yaml"], "--output", "Output", "--verbose"],
      in: ToolEnvironment())
    #expect(
      output.files.map(\.path) == [
        "Output/hotline/index.html", "Output/hotline/report.txt", "Output/hotline/report.json",
        "Output/hotline/catalogue.md", "Output/hotline/next-steps.dot",
        "Output/hotline/next-steps.mmd", "Output/hotline/next-steps.svg",
      ])
    // The terminal prints every word of the report in its order, in shorter lines, and adds the
    // summary and the places in the document.
    let words = [output.files[1].bytes, output.stdout].map { bytes in
      String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    }
    #expect(words[0].count > 1_000)
    var rest = words[1][...]
    for word in words[0] {
      let place = try #require(rest.firstIndex(of: word), "\(word), then \(rest.prefix(9))")
      rest = rest[rest.index(after: place)...]
    }
    #expect(output.text.contains("✗ fails  sign-in.no-dead-end"))
    #expect(output.text.contains("SRP proofs"))
    #expect(output.text.contains("paths and"))
    #expect(output.status == .safetyViolated || output.status == .livenessViolated)
  }

  @Test func `an atlas with answers has the commands of the playbook, and says how it was made`()
    throws
  {
    let pool = try #require(try BundledPool.all().first { $0.name.hasSuffix("/hotline.yaml") })
    let folder = try Folder(["hotline.yaml": String(decoding: pool.bytes, as: UTF8.self)])
    func page(_ options: String...) -> String {
      let output = WaymarkTool.output(
        for: ["explore", folder["hotline.yaml"], "--output", "Output"] + options,
        in: ToolEnvironment())
      return String(decoding: output.files.first?.bytes ?? [], as: UTF8.self)
    }
    let (plain, answered) = (page(), page("--answers"))
    #expect(!plain.contains("<h2 id=\"means\">") && !plain.contains("--answers"))
    #expect(answered.contains("<h2 id=\"means\">"))
    #expect(answered.contains("hotline.yaml --answers</code>"))
    let playbook = WaymarkTool.output(
      for: ["playbook", folder["hotline.yaml"], "--format", "json"], in: ToolEnvironment())
    let commands = playbook.text.matches(of: /"aws cognito-idp ([a-z-]+) [^"]*"/).map(\.1)
    #expect(!commands.isEmpty)
    for command in commands { #expect(answered.contains("aws cognito-idp \(command) ")) }
  }

  @Test func `a fault in one half of the test bed is 14 and named`() throws {
    let pool = try #require(try BundledPool.all().first { $0.name.hasSuffix("/hotline.yaml") })
    let folder = try Folder(["hotline.yaml": String(decoding: pool.bytes, as: UTF8.self)])
    var environment = ToolEnvironment()
    environment.conventions.pool.srp.keyInfo = "Caldera Derived Kex"
    let output = WaymarkTool.output(
      for: ["explore", folder["hotline.yaml"], "--output", "Output"], in: environment)
    #expect(output.status == .testBedDiffers)
    #expect(output.text.contains("✗ Test bed and table differ"))
    #expect(output.text.contains("pool.password.right"))
  }
}

@Suite struct BenchTests {
  @Test func `the median does not mind one slow run`() {
    #expect(EngineBench.median([3, 1, 100]) == 3)
    #expect(EngineBench.median([4, 1, 2, 3]) == 2.5)
    #expect(EngineBench.median([]) == 0)
  }
}
