import Findings
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Sets of means against what they come to, as a page shows them.
@Suite struct MeansMatrixTests {
  private static let guesthouse = "flawed/account.taken-back-for-good/guesthouse"

  @Test("Records of one set that were found apart are counted together", .optimised)
  func countsTogether() throws {
    let lockouts = try Lockouts(.bundled(Self.guesthouse))
    let style = TerminalStyle(isTerminal: false, environment: [:])
    let page = LockoutText(lockouts: lockouts, style: style).markdown
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("| the password and the acc") }
    #expect(lines == ["| the password and the account at the external provider |  | 114 |"])
  }

  @Test("What a part of a set comes to, the set comes to as well", .optimised)
  func isMonotone() throws {
    let analysis = try MeansAnalysis.bundled(Self.guesthouse)
    let attacks = try Attacks(analysis)
    let matrix = attacks.matrix
    let leaks = matrix.columns.count - 1
    #expect(matrix.rows[0].means == "nothing" && matrix.rows[0].cases(leaks).count == 1)
    for row in matrix.rows.dropFirst() { #expect(row.cells[leaks] == .lessSuffices([0])) }
    // The account at the provider suffices for some, and with an administrator's help for others.
    let row = try #require(matrix.rows.last)
    #expect(row.size == 2 && row.cost == 9)
    #expect(row.cases(0).map(\.records) == [114])
    guard case .suffices(_, let isElsewhereLess) = row.cells[0] else {
      Issue.record("\(row.cells[0])")
      return
    }
    #expect(isElsewhereLess)
  }

  @Test("Three losses have the commands of the playbook", .optimised)
  func hasCommandsForThreeLosses() throws {
    let analysis = try MeansAnalysis.bundled("sound/bank")
    let lockouts = try Lockouts(analysis)
    let entry = try #require(lockouts.entries.first { $0.losses.count == 3 })
    #expect(entry.losses == ["the mailbox", "the phone number", "the authenticator"])
    #expect(!entry.commands.isEmpty && entry.commands.allSatisfy { $0.hasPrefix("aws ") })
    let matrix = lockouts.matrix(with: try Playbook(analysis, upTo: Lockouts.mostLosses))
    let notes = matrix.rows.first { $0.size == 3 }?.cases(0).first?.notes ?? []
    #expect(
      notes.contains { $0.form == .commands && $0.lines == entry.commands })
    #expect(notes.contains { $0.lines == ["replayed with cryptography, up to the tokens"] })
  }

  @Test("A run goes from the record to the outsider, and says where", .optimised)
  func saysWhereTheOutsiderBegins() throws {
    let attacks = try Attacks(.bundled(Self.guesthouse))
    let one = try #require(attacks.matrix.cases.first { $0.id == "attack-signsIn-6" })
    #expect(
      one.steps.map(\.callName) == [
        "signUp", "the outsider begins, with another app and in the place of the user",
        "updateUserAttribute", "confirmUserAttribute", "signOut", "resetPassword",
        "confirmResetPassword", "signIn",
      ])
    #expect(one.steps[1].actor == "" && !one.steps[1].changes.isEmpty)
    // Each step begins where the one before has ended.
    var state: [String: String] = [:]
    for change in one.steps.flatMap(\.changes) {
      #expect(state[change.name] ?? change.before == change.before, "\(change.name)")
      state[change.name] = change.after
    }
  }
}
