import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Pools whose states are found as sets, against the same pools listed state by state.
@Suite struct MeansSetsTests {
  private static let pools = [
    "flawed/mfa.phone-required/bookshop", "sound/kiosk", "sound/newsletter", "sound/club",
    "sound/library", "sound/bakery", "sound/choir", "sound/forum", "sound/gym", "sound/inn",
    "flawed/account.taken-back-for-good/guesthouse", "sound/retail", "sound/depot",
  ]
  private static let sample = Effort.isLong ? pools : Array(pools.prefix(3))

  /// One line a set of means: for what, of which means, for how many records, by which way.
  private static func attacks(_ analysis: MeansAnalysis) throws -> [String] {
    let found = try Attacks(analysis)
    let entries = found.entries.map {
      "\($0.outcome.rawValue): \($0.stolen), \($0.records) records, \($0.way.count) steps"
    }
    let leaks = found.leaks.filter { $0.calls.count == 1 }.map {
      "\($0.calls), \($0.withoutAccount), \($0.withAccount), \($0.records) records"
    }
    return entries.sorted() + leaks.sorted()
  }

  private static func lockouts(_ analysis: MeansAnalysis) throws -> [String] {
    try Lockouts(analysis).entries.map { entry in
      let spared = entry.spared.map { "\($0.means) in \($0.way.count)" }
      return "\(entry.losses), \(entry.isBeyondHelp), \(entry.records) records, saved by "
        + "\(entry.savedBy), spared \(spared), \(entry.stops.sorted()), "
        + "\(entry.refusals.sorted()), help in \(entry.help.count)"
    }.sorted()
  }

  @Test("Sets of states answer of means as a list of them does", .optimised, arguments: sample)
  func agreeWithListing(name: String) throws {
    let listed = try MeansAnalysis.bundled(name)
    let sets = try MeansAnalysis.bundled(name, mostListed: 1)
    #expect(listed.sets == nil && sets.sets != nil)
    #expect(Set(sets.starts.map(\.record)) == Set(listed.starts.map(\.record)))
    #expect(try Self.attacks(sets) == Self.attacks(listed))
    #expect(try Self.lockouts(sets) == Self.lockouts(listed))
    #expect(sets.hangingCalls == listed.hangingCalls)
  }
}
