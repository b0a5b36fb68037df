import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `waymark diff` of bundled pools, once state by state and once symbolically: two ways to
/// find the users and what becomes of them, with a reach, records and examples of their own.
@Suite struct DiffAgreementTests {
  /// A small pool with a change, and how many of its records could sign in before, cannot
  /// afterwards, and could get in without an administrator and cannot now.
  struct Change: Sendable {
    var pool: String
    var setting: String
    var counts: [Int]
  }

  private static let changes = [
    Change(
      pool: "flawed/mfa.preferred-is-usable/pharmacy", setting: "mfa=required",
      counts: [462, 66, 0]),
    Change(
      pool: "flawed/recovery.reachable/quarry", setting: "mfa=required",
      counts: [924, 660, 84]),
    Change(pool: "sound/club", setting: "flows={userPassword}", counts: [792, 0, 0]),
    Change(pool: "sound/post-office", setting: "usernameAttributes={}", counts: [902, 0, 0]),
  ]

  /// A report without its examples: of users who are reached equally soon either may be shown.
  private func report(_ arguments: [String]) throws -> NSDictionary {
    let output = WaymarkTool.output(
      for: ["diff"] + arguments + ["--format", "json"], in: ToolEnvironment())
    let value = try JSONSerialization.jsonObject(with: Data(output.stdout))
    return try #require(withoutStories(value) as? NSDictionary)
  }

  private func withoutStories(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(withoutStories) }
    guard let object = value as? [String: Any] else { return value }
    return object.filter { !["example", "trace", "witness"].contains($0.key) }
      .mapValues(withoutStories)
  }

  @Test(
    .optimised, arguments: changes)
  func `lists of states and sets of states find the same users`(change: Change) throws {
    let path = BundledTable.directory.appending(path: "pools/\(change.pool).yaml").path
    let reports = try ["explicit", "symbolic"].map { backend in
      try report([path, "--after", change.setting, "--backend", backend])
    }
    #expect(reports[0] == reports[1])
    let users = try #require(reports[0]["users"] as? [String: Any])
    let counts = ["records", "affectedRecords", "strandedRecords"].map { users[$0] as? Int }
    #expect(counts == change.counts)
  }
}
