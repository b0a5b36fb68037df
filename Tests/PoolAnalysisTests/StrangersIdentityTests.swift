import Findings
import Foundation
import SignIn
import StateSpace
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// An account at the external provider that a stranger made with the address of somebody else.
@Suite struct StrangersIdentityTests {
  private static let means = "a stranger's account at the provider with the user's address"

  private func ways(_ outcome: Attacks.Outcome, _ attacks: Attacks) -> [[String]] {
    attacks.entries.filter { $0.outcome == outcome }.map(\.stolen)
  }

  @Test("Where a trigger links by the address alone, a stranger's account is enough", .optimised)
  func linksByAddress() throws {
    let analysis = try MeansAnalysis.bundled("flawed/identity.linked-by-proof/ski-rental")
    let attacks = try Attacks(analysis)
    let entry = try #require(
      attacks.entries.first { $0.outcome == .signsIn && $0.stolen == [Self.means] })
    #expect(entry.records == 96)
    #expect(
      entry.way == [
        "A stranger, on another device, signs in on the web page of the external provider with an "
          + "account that has the owner's address there"
      ])
    #expect(ways(.takesOver, attacks).contains([Self.means]))
    #expect(
      AttackText(attacks: attacks, style: TerminalStyle()).text.contains(
        """
        ✗ 3  With \(Self.means) (cost 2)
           A  signs in as the owner: 96 of 108 records

        """))
    // The owner has no such account and loses none.
    #expect(try Lockouts(analysis).entries.allSatisfy { !$0.losses.contains(Self.means) })
  }

  @Test("Where whoever is signed in links an identity, it opens nothing", .optimised)
  func linksAfterSignIn() throws {
    let analysis = try MeansAnalysis.bundled("sound/bike-rental")
    let attacks = try Attacks(analysis)
    #expect(attacks.entries.allSatisfy { !$0.stolen.contains(Self.means) })
    #expect(ways(.signsIn, attacks).contains(["the account at the external provider"]))
  }

  @Test("The table names what no owner has")
  func namesOutsiders() throws {
    let model = try BundledTable.signIn()
    let outsiders = model.access?.outsiders.map { model.means[$0].name }
    #expect(outsiders == ["strangersProvider", "firstComer"])
  }
}
