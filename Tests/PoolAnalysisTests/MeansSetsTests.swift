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

  /// One line a set of means: what comes of it, for whom.
  private static func attacks(_ analysis: MeansAnalysis) throws -> [String] {
    let found = try Attacks(analysis)
    #expect(found.entries.allSatisfy { !$0.way.isEmpty })
    let entries = found.entries.map {
      "\($0.outcome.rawValue): \($0.stolen), \($0.records) records: \($0.who)"
    }
    let leaks = found.leaks.map {
      "\($0.calls), \($0.withoutAccount), \($0.withAccount), \($0.records) records: \($0.who)"
    }
    return entries.sorted() + leaks.sorted()
  }

  private static func lockouts(_ analysis: MeansAnalysis) throws -> [String] {
    let found = try Lockouts(analysis)
    let acts = try #require(found.acts).map { act in
      "\(act.call) in \(act.states) states of \(act.starts.count) users"
    }
    let entries = found.entries.map { entry in
      #expect(entry.spared.allSatisfy { !$0.way.isEmpty })
      #expect(entry.isBeyondHelp == entry.help.isEmpty)
      return "\(entry.losses), \(entry.isBeyondHelp), \(entry.savedBy), "
        + "\(entry.records) records: \(entry.who)"
    }
    return (acts + entries).sorted()
  }

  /// How many users a playbook brings back, and by how many acts in all, by the symptom; every way
  /// was replayed.
  private static func helps(
    _ analysis: MeansAnalysis, upTo mostLosses: Int = 2
  ) throws -> (hangs: [String], records: [String: Int], acts: [String: Int]) {
    let found = try Playbook(analysis, upTo: mostLosses)
    #expect(found.hangs.allSatisfy { !$0.help.words.isEmpty && $0.help.replay.agrees })
    let hangs = found.hangs.map { "\($0.hang.call) of \($0.hang.starts.count) users" }
    var records: [String: Int] = [:]
    var acts: [String: Int] = [:]
    for symptom in found.symptoms {
      for help in symptom.helps {
        #expect(help.commands.isEmpty == help.ways.isEmpty)
        #expect(help.isReplayed && help.ways.allSatisfy { !$0.afterwards.isEmpty && $0.isOfAll })
        #expect(help.ways.isEmpty || help.ways.reduce(0) { $0 + $1.records } == help.records)
        records[symptom.title + (help.commands.isEmpty ? " -" : ""), default: 0] += help.records
        acts[symptom.title, default: 0] += help.records * help.commands.count
      }
    }
    return (hangs.sorted(), records, acts)
  }

  /// The lines that only one of two has.
  private static func apart(
    _ sets: [String], _ listed: [String]
  ) -> (sets: [String], listed: [String]) {
    (sets.filter { !listed.contains($0) }, listed.filter { !sets.contains($0) })
  }

  @Test("Sets of states answer of means as a list of them does", .optimised, arguments: sample)
  func agreeWithListing(name: String) throws {
    let listed = try MeansAnalysis.bundled(name)
    let sets = try MeansAnalysis.bundled(name, mostListed: 1)
    #expect(listed.sets == nil && sets.sets != nil)
    #expect(Set(sets.starts.map(\.record)) == Set(listed.starts.map(\.record)))
    let attacks = Self.apart(try Self.attacks(sets), try Self.attacks(listed))
    #expect(attacks.sets == attacks.listed)
    let lockouts = Self.apart(try Self.lockouts(sets), try Self.lockouts(listed))
    #expect(lockouts.sets == lockouts.listed)
    let (own, known) = (try Self.helps(sets), try Self.helps(listed))
    #expect(own.hangs == known.hangs && own.records == known.records)
    // The list tries what helped another user before it looks for fewer acts.
    for (symptom, acts) in own.acts { #expect(acts <= known.acts[symptom] ?? 0, "\(symptom)") }
    #expect(sets.workableCalls == listed.workableCalls)
  }

  @Test func `users of sets come in the order in which their records are reached`() throws {
    let listed = try MeansAnalysis.bundled("sound/retail")
    let sets = try MeansAnalysis.bundled("sound/retail", mostListed: 30_000)
    #expect(sets.sets != nil && sets.starts.count == 318)
    #expect(sets.starts.prefix(250).map(\.record) == listed.starts.prefix(250).map(\.record))
  }
}
