import Findings
import Foundation
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct BenchCryptoTests {
  private func output(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: ["bench", "crypto"] + arguments, in: ToolEnvironment())
  }

  @Test func `the table has a row for one thread and one for all`() throws {
    let output = output("--runs", "1", "--handshakes", "1", "--threads", "2")
    #expect(output.status == .allHold)
    let rows = output.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows.map(\.first) == ["threads", "1", "2"])
    #expect(rows[1].last == "%")
  }

  @Test func `as JSON the rows carry rates and the overhead`() throws {
    let output = output(
      "--runs", "1", "--handshakes", "1", "--threads", "1", "--format", "json")
    let data = Data(output.text.utf8)
    let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(rows.count == 1)
    #expect(rows[0]["threads"] as? Int == 1)
    #expect(rows[0]["exponentiationsPerHandshake"] as? Int == 7)
    #expect(rows[0]["handshakesPerSecond"] as? Double ?? 0 > 0)
    #expect(rows[0]["overheadPercent"] as? Double != nil)
  }

  @Test(arguments: ["--runs", "--handshakes", "--threads"])
  func `a count of nothing is a usage error`(option: String) {
    #expect(output(option, "0").status == .usage)
  }
}
