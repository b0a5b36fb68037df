import Findings
import Foundation
import SignIn
import StateSpace
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// A stranger who made an account with the address of somebody else, and comes back after its owner.
@Suite struct FirstComerTests {
  private static let means = "an account that the outsider had made with the user's address"

  @Test("Where sign-up confirms without a code, a stranger who came first comes back", .optimised)
  func comesBack() throws {
    let attacks = try Attacks(
      .bundled("flawed/account.taken-back-for-good/guesthouse"))
    let entry = try #require(
      attacks.entries.first { $0.outcome == .signsIn && $0.stolen == [Self.means] })
    #expect(entry.records == 252)
    #expect(
      entry.way == [
        "The stranger who made the account, on another device, comes back by what was kept"
      ])
    #expect(entry.places.contains { $0.parameter == "preSignUpTrigger" })
  }

  @Test("Where a code confirms, there is no such account", .optimised)
  func sendsACode() throws {
    let attacks = try Attacks(.bundled("sound/boarding-house"))
    #expect(attacks.entries.allSatisfy { !$0.stolen.contains(Self.means) })
  }
}
