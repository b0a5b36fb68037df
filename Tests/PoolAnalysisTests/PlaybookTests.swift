import Foundation
import SignIn
import Testing
import TransitionTables

@testable import PoolAnalysis

/// What a support desk reads: symptoms, what helps, and what is tried in vain.
@Suite("Playbook") struct PlaybookTests {
  private static let retail = Result {
    let analysis = try MeansAnalysis.bundled("sound/retail")
    return PlaybookText(playbook: try Playbook(analysis), refusals: try Refusals(analysis))
  }

  private static func text() throws -> PlaybookText { try retail.get() }

  @Test func `a shell takes what stands for a value as one word`() throws {
    let model = try BundledTable.signIn()
    let parts = model.actions.flatMap(\.command).map(\.text)
    #expect(parts.count { $0.contains("$NAME") } == 13)
    for part in parts {
      let bare = part.replacing(/"\$[A-Z_]+"/, with: "")
      #expect(!bare.contains("$"), "\(part)")
    }
  }

  @Test func `what happens without a call is a sentence, and a spinner's help says whose it is`()
    throws
  {
    let analysis = try MeansAnalysis.bundled("flawed/app.every-call-returns/carpool")
    let playbook = try Playbook(analysis, upTo: 0)
    let text = PlaybookText(playbook: playbook, refusals: try Refusals(analysis))
    let page = try #require(text.pages.first { $0.name == "spinner.md" }).text
    #expect(
      page.contains(
        """

        What helps, without an administrator:

        * The app is ended and started again; no tokens were stored, and the session \
        of a challenge is gone.
        * `signIn
        """))
    #expect(
      page.hasSuffix(
        """
        * `signIn(preferred: passwordSRP, password: current) → continueSignInWithTOTPSetup`
        * `confirmSignIn(answer: current) → done`

        Replayed with cryptography, up to the tokens.

        """), "\(page)")
    #expect(playbook.hangs.map(\.help.needsAdministrator) == [false])
    let late = try #require(text.pages.first { $0.text.contains("grows too old") }).text
    #expect(late.contains("\n* The code that was sent grows too old, after 1 hour for a reset, "))
  }

  @Test func `an act that changes nothing is named where one of its kind helps somebody`() throws {
    let text = try Self.text()
    func idle(_ title: String) throws -> [[String]] {
      let symptom = try #require(text.playbook.symptoms.first { $0.title == title })
      return symptom.helps.map { help in
        help.failures.filter { $0.because.hasPrefix("accepted, but it changes nothing") }.map {
          String($0.command.split(separator: "\"$NAME\" ").last ?? "")
        }
      }
    }
    #expect(try idle("I do not have the password any more") == [[]])
    let settings = "Enabled=false,PreferredMfa=false"
    #expect(
      try idle("I do not have the authenticator any more").first == [
        "--sms-mfa-settings \(settings)",
        "--software-token-mfa-settings Enabled=true,PreferredMfa=false",
      ])
  }

  @Test func `what is tried in vain changes something that an act changes which helps`() throws {
    let symptoms = try Self.text().playbook.symptoms
    func tried(_ page: String) throws -> Set<String> {
      let symptom = try #require(symptoms.first { $0.page == page })
      #expect(symptom.helps.allSatisfy { !$0.commands.isEmpty })
      return Set(
        symptom.helps.flatMap(\.failures).map { String($0.command.split(separator: " ")[2]) })
    }
    #expect(try tried("lost-password") == ["admin-update-user-attributes"])
    // Neither a password nor an address stands in for the second factor.
    #expect(try tried("lost-authenticator") == ["admin-set-user-mfa-preference"])
  }

  @Test func `users whose calls are answered otherwise have ways of their own`() throws {
    let symptoms = try Self.text().playbook.symptoms
    let lost = try #require(symptoms.first { $0.page == "lost-authenticator" })
    let ways = try #require(lost.helps.first).ways
    #expect(
      Set(ways.map(\.afterwards)) == [
        ["signIn → done"],
        ["signIn → confirmSignInWithNewPassword", "confirmSignIn → done"],
        [
          "signIn → confirmSignInWithNewPassword", "confirmSignIn → confirmSignInWithSMSMFACode",
          "confirmSignIn → done",
        ],
        [
          "resetPassword → confirmResetPasswordWithCode",
          "confirmResetPassword → resetPasswordDone", "signIn → done",
        ],
        [
          "resetPassword → confirmResetPasswordWithCode",
          "confirmResetPassword → resetPasswordDone", "signIn → confirmSignInWithSMSMFACode",
          "confirmSignIn → done",
        ],
      ])
    #expect(ways.allSatisfy { $0.replay.agrees && $0.isOfAll })
    #expect(ways.reduce(0) { $0 + $1.records } == lost.helps.first?.records)
  }

  @Test func `a temporary password is replaced behind a new number, and no other is`() throws {
    // Whether the act is allowed depends on its inputs.
    let symptoms = try Self.text().playbook.symptoms
    let lost = try #require(symptoms.first { $0.page == "lost-phone" }?.helps.first)
    #expect(lost.records == 80)
    #expect(
      Set(lost.ways.map(\.afterwards)) == [
        ["signIn → confirmSignInWithSMSMFACode", "confirmSignIn → done"],
        [
          "signIn → confirmSignInWithNewPassword", "confirmSignIn → confirmSignInWithSMSMFACode",
          "confirmSignIn → done",
        ],
      ])
    #expect(lost.ways.map(\.records) == [40, 40])
  }

  @Test(arguments: [1, 5_000_000])
  func `an act is said to be in vain of those alone whom it does not help`(
    mostListed: Int
  ) throws {
    // Whoever is confirmed resets the password by a verified address.
    let analysis = try MeansAnalysis.bundled("sound/retail", mostListed: mostListed)
    let symptoms = try Playbook(analysis, upTo: 1).symptoms
    let lost = try #require(symptoms.first { $0.page == "lost-password" }?.helps.first)
    #expect(
      lost.who == [
        "who is confirmed, and who has an unverified e-mail address",
        "who has a temporary password",
      ])
    // In sets an act is named where it shows within the states that are walked through.
    guard mostListed > 1 else {
      #expect(lost.failures.isEmpty)
      return
    }
    // Nobody would change the telephone number, which helps nobody who forgot a password.
    #expect(lost.failures.count == 1)
    let failure = try #require(lost.failures.first { $0.command.contains("Name=email") })
    #expect(failure.who == ["who has a temporary password"])
    #expect(failure.users == ", for a user who has a temporary password")
    #expect(failure.because == "accepted, but afterwards signIn needs the password")
  }

  @Test(arguments: [1, 5_000_000])
  func `a code that was used already is a symptom, with the way on`(mostListed: Int) throws {
    let analysis = try MeansAnalysis.bundled("sound/retail", mostListed: mostListed)
    #expect((analysis.sets == nil) == (mostListed > 1))
    let used = try #require(try Refusals(analysis).all.first)
    #expect(used.text == "Your software token has already been used once.")
    #expect(used.exception == "ExpiredCodeException")
    #expect(used.row == "pool.totp.used")
    #expect(used.run.last == "confirmSignIn(answer: current) → codeExpired")
    // The session has ended with it. In sets the user is another one, whom nothing more is asked.
    let signIn = "signIn(flow: userSRP, password: current)"
    #expect(
      used.afterwards
        == (mostListed > 1
          ? ["\(signIn) → confirmSignInWithTOTPCode", "confirmSignIn(answer: adjacent) → done"]
          : ["\(signIn) → done"]))
    #expect(used.replay.agrees)
  }

  @Test(arguments: [1, 5_000_000])
  func `a call that no answer ends is found where none can be right`(mostListed: Int) throws {
    let name = "flawed/app.every-call-returns/warehouse"
    let analysis = try MeansAnalysis.bundled(name, mostListed: mostListed)
    #expect((analysis.sets == nil) == (mostListed > 1))
    let hangs = try Hangs(analysis).all
    #expect(hangs.map(\.call) == ["confirmSignIn"])
    #expect(
      hangs.map { analysis.calls(of: $0.run).suffix(2) } == [
        [
          "confirmSignIn(choice: totp) → notAuthorized(reason: sessionExpired)",
          "confirmSignIn(answer: neverIssued) → the call never returns",
        ]
      ])
  }

  @Test func `whoever waited too long with a code for a reset asks for another`() throws {
    let refusals = try Refusals(.bundled("sound/bike-rental")).all
    let stale = try #require(refusals.first { $0.row == "pool.confirmResetPassword.expired" })
    // Nobody resets a password that is known.
    #expect(
      stale.afterwards == [
        "resetPassword() → confirmResetPasswordWithCode(medium: email)",
        "confirmResetPassword(answer: current, newPassword: valid) → resetPasswordDone",
        "signIn(flow: userSRP, password: current) → done",
      ])
    #expect(stale.replay.agrees)
  }

  @Test func `each symptom has a page of its own, and the index leads to all`() throws {
    let pages = try Self.text().pages
    #expect(
      pages.map(\.name) == [
        "index.md", "lost-nothing.md", "lost-password.md", "lost-mailbox.md", "lost-phone.md",
        "lost-authenticator.md", "lost-password-mailbox.md", "lost-phone-authenticator.md",
        "refused-pool.totp.used.md", "refused-pool.confirmResetPassword.expired.md",
      ])
    let index = try #require(pages.first).text
    // One text, two calls, two ways on.
    let stale = try #require(pages.last).text
    #expect(
      stale.matches(of: /## When `(\w+)`/).map(\.1) == ["confirmResetPassword", "confirmSignUp"])
    for page in pages.dropFirst() {
      #expect(index.contains("](\(page.name))\n"))
      #expect(page.text.hasPrefix("# I ") || page.text.hasPrefix("# The app says “"))
      #expect(page.text.contains("`$POOL` is the pool's id"))
    }
  }

  @Test func `who is let in without the authenticator is to be asked who it is, and for a new one`()
    throws
  {
    let text = try Self.text()
    let lost = try #require(text.playbook.symptoms.first { $0.page == "lost-authenticator" })
    let ways = try #require(lost.helps.first).ways
    #expect(ways.contains { $0.afterwards == ["signIn → done"] && $0.dropsFactor })
    #expect(ways.allSatisfy { !$0.dropsFactor || !$0.afterwards.joined().contains("SMSMFACode") })
    // Without a password nobody had a second factor less.
    let forgotten = try #require(text.playbook.symptoms.first { $0.page == "lost-password" })
    #expect(forgotten.helps.allSatisfy { $0.ways.allSatisfy { !$0.dropsFactor } })
    let page = try #require(text.pages.first { $0.name == "lost-authenticator.md" }).text
    #expect(page.contains("Make sure first that it is the user who asks"))
    #expect(page.contains(MeansAnalysis.factorAnew))
  }

  @Test func `pages of an earlier run go, and nobody else's`() throws {
    let text = try Self.text()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ text: String) throws {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    #expect(text.stalePages(in: folder.path) == [])
    for page in text.pages { try write(page.name, page.text) }
    #expect(text.stalePages(in: folder.path) == [])
    let mark = try #require(text.pages.last).text
    try write(
      "index.md",
      mark + "* [a](old.md)\n* [b](theirs.md)\n* [c](gone.md)\n* [d](../out.md)\n")
    try write("old.md", mark)
    try write("unlisted.md", mark)
    try write("theirs.md", "# A page of somebody else\n")
    #expect(text.stalePages(in: folder.path) == ["old.md"])
  }
}
