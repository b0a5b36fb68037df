import Findings
import SafeText
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// What a support desk and a security review read of losses and thefts.
@Suite("Lockouts and attacks in words") struct LockoutTextTests {
  private static let style = TerminalStyle(isTerminal: false, environment: [:])

  private static let retail = Result {
    let analysis = try MeansAnalysis.bundled("sound/retail")
    return (lockouts: try Lockouts(analysis), attacks: try Attacks(analysis))
  }

  private static func lockouts() throws -> LockoutText {
    LockoutText(lockouts: try retail.get().lockouts, style: style)
  }

  @Test func `whose ways are shown is marked, and whom the help is for is counted`() throws {
    let report = try Self.lockouts()
    let password = try #require(report.lockouts.entries.first { $0.losses == ["the password"] })
    #expect(password.shown == 1 && password.helped == 135)
    #expect(report.text.contains("   · who has a temporary password (shown below)\n"))
    let phone = try #require(report.lockouts.entries.first { $0.losses == ["the phone number"] })
    #expect(phone.records == 100 && phone.helped == 80)
    #expect(phone.helpLabel == "Help for 80 of the 100 records")
    #expect(report.text.contains("   Help for 80 of the 100 records: administrator:"))
  }

  @Test func `a page on lockouts says what its lines are`() throws {
    let page = try Self.lockouts().markdown
    #expect(page.contains("\n## Locked out with nothing lost: only an administrator can help\n"))
    #expect(!page.contains("Without nothing"))
    #expect(
      page.contains(
        "Every way back is refused, here to a user who has a temporary password:\n\n"
          + "- `signIn` needs the password\n\nWith the password: "
          + "`signIn → confirmSignInWithNewPassword`; `confirmSignIn → done`.\n"))
  }

  @Test func `of a row without words of the service the first sentence is shown`() throws {
    let page = try Self.lockouts().markdown
    #expect(page.contains("- `signIn → notAuthorized` (Incorrect username or password.)\n"))
    #expect(!page.contains("DefineAuthChallenge"))
    #expect("One. Two".firstSentence == "One.")
    #expect("For 1.5 s".firstSentence == "For 1.5 s")
  }

  @Test func `a recovery that helps nobody is shown where nothing else is refused`() throws {
    let lockouts = try Lockouts(.bundled("flawed/app.handles-every-step/ticket-office"))
    let nothing = try #require(lockouts.entries.first { $0.losses.isEmpty })
    #expect(nothing.ends.count == 1)
    #expect(nothing.ends.first?.calls == ["resetPassword → notAuthorized"])
    #expect(nothing.places.map(\.parameter) == ["recovery"])
    // Where something is asked for, it is left out.
    let password = try #require(lockouts.entries.first { $0.losses == ["the password"] })
    #expect(!password.ends.contains { $0.calls == ["resetPassword → notAuthorized"] })
  }

  @Test func `what is asked for at once stands behind no other call`() throws {
    let report = try Self.lockouts()
    let both = try #require(
      report.lockouts.entries.first { $0.losses == ["the password", "the mailbox"] })
    #expect(
      both.stops.map(\.text) == [
        "signIn needs the password",
        "resetPassword → confirmResetPasswordWithCode, then confirmResetPassword needs the mailbox",
      ])
  }

  @Test func `a page says what is taken for granted`() throws {
    #expect(
      try Self.lockouts().markdown.contains(
        "Each user still has everything that is not named as lost, but no app that is signed in, "
          + "unless that is named. Ways back and help are shown for one record of each; "
          + "`waymark playbook` has the help for all. A number says how many records"))
    let attacks = AttackText(attacks: try Self.retail.get().attacks, style: Self.style)
    let known =
      "The outsider knows the user's name and has an app, a telephone, a mailbox and an account in"
      + " the same pool. "
    #expect(attacks.markdown.contains(" of 318. \(known)"))
    let words = attacks.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("the cheapest first. \(known)"))
  }

  @Test func `a page says too that nothing was found`() throws {
    let page = try Self.lockouts().markdown
    #expect(page.hasSuffix("\n\nNo call of an app locks out a user who has lost nothing.\n"))
  }

  @Test(.optimised) func `a call that locks its user out leaves the administrator`() throws {
    // Whoever has to reset the password locks themselves out, where their calls are taken.
    let taken = [Assignment(name: "changePasswordAsksStatus", value: "false")]
    let pool = try MeansAnalysis.bundled("sound/reseller", assuming: taken)
    let report = LockoutText(lockouts: try Lockouts(pool), style: Self.style)
    let words = report.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let effect =
      "after which a user who has lost nothing, once signed out, cannot sign in again without an"
      + " administrator"
    #expect(
      words.contains(
        " Calls \(effect) ✗ updateUserAttribute(attribute: email) (in 27 states) how:"
          + " administrator: createUser(givesEmail, marksEmail); administrator:"
          + " setPermanentPassword(); signIn(flow: userSRP, password: current) → done;"))
    #expect(
      report.markdown.contains("\n## `deleteUserAttribute(attribute: email)`, \(effect)\n"))
    #expect(
      report.lockouts.actCases.map(\.title) == [
        "updateUserAttribute(attribute: email), \(effect)",
        "deleteUserAttribute(attribute: email), \(effect)",
      ])
  }

  @Test func `only code stands in code marks`() throws {
    let page = try Self.lockouts().markdown
    #expect(
      page.contains(
        "- `signIn → notAuthorized` (Temporary password has expired and must be reset by an "
          + "administrator.)\n"))
    #expect(
      page.contains(
        "- `confirmSignIn → confirmSignInWithTOTPCode`, then `confirmSignIn` needs the "
          + "authenticator\n"))
    let call = "signIn(flow: userSRP, password: current) → done"
    #expect(MarkdownText.event(call) == "`\(call)`")
    #expect(MarkdownText.event("administrator: linkProvider") == "`administrator: linkProvider`")
    #expect(MarkdownText.event("The code grows too old") == "The code grows too old.")
    #expect(
      MarkdownText.event("signIn(a: b) → the call never returns")
        == "`signIn(a: b)` → the call never returns")
    #expect(
      MarkdownText.events(["signIn → done", "The lock ends", "signOut"])
        == "`signIn → done`; the lock ends; `signOut`")
  }

  @Test func `a page says of whom something is learnt, and what makes the answers alike`() throws {
    var attacks = try Self.retail.get().attacks
    try attacks.trySettings()
    let report = AttackText(attacks: attacks, style: Self.style)
    let words = report.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "alike with: selfSignUp = false, but then confirmResetPassword(answer: neverIssued,"
          + " newPassword: valid) answers codeExpired, and codeMismatch for a name that nobody has")
    )
    #expect(
      report.markdown.hasSuffix(
        """

        ## An outsider learns that an account exists, or its status

        ### With nothing: 318 of 318 records

        `signUp(givesEmail, givesPhone, name: plain)` answers `usernameExists`, and \
        `confirmUser(medium: email)` for a name that nobody has.

        Both are answered alike with `selfSignUp = false`, but then \
        `confirmResetPassword(answer: neverIssued, newPassword: valid)` answers `codeExpired`, and \
        `codeMismatch` for a name that nobody has.

        Everybody.

        """))
  }

  @Test(.optimised) func `of what is left of a leak the further setting is named`() throws {
    var attacks = try Attacks(.bundled("flawed/account.taken-back-for-good/guesthouse"))
    try attacks.trySettings()
    let words = AttackText(attacks: attacks, style: Self.style).text
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "alike with: selfSignUp = false, but then confirmSignUp(answer: neverIssued) answers"
          + " notAuthorized(reason: alreadyConfirmed), and userNotFound for a name that nobody has;"
          + " alike with existenceErrors = prevent as well (whether another call gives accounts"
          + " away with both was not tried)"))
  }

  @Test func `an outsider does not wait for what a call does at once`() throws {
    let attacks = try Self.retail.get().attacks
    let found = attacks.entries.first { $0.outcome == .locksOut && $0.stolen == ["the password"] }
    #expect(
      found?.way == [
        "signIn → confirmSignInWithNewPassword", "confirmSignIn → done", "deleteUser → userDeleted",
      ])
    let text = AttackText(attacks: attacks, style: Self.style).text
    #expect(text.contains("      how: as A, then deleteUser → userDeleted\n"))
    #expect(!text.contains("then The"))
  }

  @Test func `what happens by itself is no new sentence within one`() {
    #expect(
      MeansAnalysis.sentence(of: ["signIn → done", "The lock ends", "signOut"])
        == "signIn → done; the lock ends; signOut")
    #expect(
      MeansAnalysis.sentence(of: ["signOut", "Somebody else confirms", "A stranger, afar, comes"])
        == "signOut; somebody else confirms; a stranger, afar, comes")
    #expect(
      MeansAnalysis.sentence(of: ["signIn", "AuthSessionValidity passes without an answer"])
        == "signIn; AuthSessionValidity passes without an answer")
  }

  @Test func `what opens a means is not empty`() throws {
    let document = try LocatedDocument(
      parsing: "openedBy:\n  mailbox:\n", file: "means.yaml")
    let accounts = try LinkedAccounts(document)
    let failure = #expect(throws: CommandFailure.self) {
      try accounts.ways(in: BundledTable.signIn())
    }
    #expect(failure?.diagnostics.map(\.message) == ["what opens the mailbox is empty"])
  }
}
