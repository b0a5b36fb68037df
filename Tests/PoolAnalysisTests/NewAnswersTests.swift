import Findings
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// What a pool allows that a reference does not, and of whom.
@Suite struct NewAnswersTests {
  private func analysis(
    _ settings: String, carrying records: [[Int]] = [], mostListed: Int = 5_000_000
  ) throws -> MeansAnalysis {
    let document = """
      pool: new
      configuration:
        { usernameAttributes: [email], requiredAttributes: [email], autoVerified: [email],
          flows: [userSRP, refresh], \(settings) }
      """
    let model = try BundledTable.signIn()
    let pool = try PoolLoader(model: model, request: PoolRequest(paths: []))
      .load(.init(name: "new.yaml", bytes: Array(document.utf8)))
    return try MeansAnalysis(
      pool, model: model, request: ExplorationRequest(), environment: ToolEnvironment(),
      carrying: records, mostListed: mostListed)
  }

  private func read(_ text: String) throws -> AnswerBaseline {
    try AnswerBaseline(
      LocatedDocument(parsing: text, file: "answers.json"), model: BundledTable.signIn())
  }

  private static let byMail = "recovery: email, administratorActs: []"

  @Test("Recovery by mail is a new way in, and nothing is new against itself", .optimised)
  func findsTheNewWay() throws {
    let old = try analysis("recovery: adminOnly, administratorActs: []")
    let written = try AnswerBaseline(old).text
    let reference = try read(written)
    #expect(reference.pool == "new" && reference.text == written)
    #expect(Set(reference.records) == Set(old.starts.map(\.record)))
    #expect(try NewAnswers(reference, old).entries.isEmpty)
    let text = try NewAnswers(
      reference, try analysis(Self.byMail, carrying: reference.records)
    ).text
    #expect(text.contains("✗ new: an outsider signs in as the owner, with the mailbox\n"))
    #expect(text.contains("       Where: new.yaml:4:42 recovery\n"))
    // Who forgot the password was locked out before, too.
    #expect(!text.contains("without the password\n"))
  }

  @Test("What the new pool leaves open is named, where the answer is yes too", .optimised)
  func namesWhatIsOpen() throws {
    let closed = "administratorActs: []"
    let reference = try AnswerBaseline(try analysis(closed))
    let answers = try NewAnswers(
      reference,
      try analysis(
        "\(closed) }\nopen: [recovery]\nexpect: { findings: []", carrying: reference.records))
    #expect(answers.entries.isEmpty)
    let taken = "Left open by the documents and taken at the default: recovery = "
    #expect(answers.text.contains("\n  \(taken)"))
    #expect(answers.markdown.contains("\n\n\(taken)"))
    guard case .object(let members) = answers.value else { throw CancellationError() }
    #expect(members["takenAtDefault"] == .strings(["recovery"]))
    #expect(members["referenceTakenAtDefault"] == .strings([]))
  }

  @Test("A file says what its pool left open, and so does a comparison with it", .optimised)
  func namesWhatTheReferenceLeftOpen() throws {
    let closed = "administratorActs: []"
    let open = try analysis("\(closed) }\nopen: [recovery]\nexpect: { findings: []")
    let text = try AnswerBaseline(open).text
    let taken = open.takenSettings
    #expect(taken.count == 1 && taken[0].hasPrefix("recovery = "))
    #expect(text.contains("\"takenAtDefault\": [\n    \"\(taken[0])\"\n  ]"))
    let reference = try read(text)
    #expect(reference.text == text && reference.taken == taken)
    let answers = try NewAnswers(reference, try analysis(closed, carrying: reference.records))
    let note = "Left open by what new was made of and taken at the default: \(taken[0])."
    let words = answers.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(" only that has \(note) "))
    #expect(answers.markdown.contains("\n\nLeft open by what new was made of"))
    let whole = try AnswerBaseline(try analysis("\(closed), recovery: email")).text
    #expect(!whole.contains("takenAtDefault"))
  }

  @Test("What happens by itself is no new sentence within a way", .optimised)
  func writesWaysAsSentences() throws {
    // Whoever has to reset the password locks themselves out, where their calls are taken.
    let taken = [Assignment(name: "changePasswordAsksStatus", value: "false")]
    let reference = try AnswerBaseline(.bundled("sound/gym", assuming: taken))
    let answers = try NewAnswers(
      reference, .bundled("sound/reseller", carrying: reference.records, assuming: taken))
    let words = answers.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "; administrator: resetUserPassword(); the code that was sent grows too old, after 1 "))
    // Nobody begins with that record: it is said who gets to it.
    let own = try #require(answers.entries.last)
    #expect(own.what == "users lock themselves out by deleteUserAttribute(attribute: email)")
    #expect(own.isExample && own.records == 0 && own.who.count == 1)
    #expect(
      answers.text.contains(
        "attribute: email)\n       among them, on the way shown, a user\n       · who "))
    #expect(answers.markdown.contains(" | among them a user who "))
  }

  @Test func `a file that is missing names the call that writes it`() throws {
    let folder = try Folder([:])
    let failure = #expect(throws: CommandFailure.self) {
      try AnswerBaseline(path: folder["gone.json"], model: BundledTable.signIn())
    }
    #expect(failure?.status == .unreadable)
    #expect(
      failure?.diagnostics.map(\.remedy) == [
        "check the path, or write it: `waymark diff --no-new POOL --baseline FILE"
          + " --update-baseline`"
      ])
  }

  @Test("A file that does not say for whom it is is refused, and so are other records", .optimised)
  func refusesOtherFiles() throws {
    let text = try AnswerBaseline(try analysis(Self.byMail)).text
    func complaint(_ old: String, _ new: String) throws -> String? {
      #expect(text.contains(old))
      let failure = #expect(throws: DiagnosticList.self) {
        try read(text.replacing(old, with: new))
      }
      return failure?.diagnostics.first?.message
    }
    #expect(
      try complaint("\"version\": 2", "\"version\": 1")
        == "this baseline has version 1, which does not say for whom its answers are; this program"
        + " reads version 2")
    #expect(
      try complaint("\"count\": ", "\"count\": 9")?.hasPrefix("the records of this file are not 9")
        == true)
  }

  @Test(
    "Who had an authenticator and needs a password alone now is named", .optimised,
    arguments: [5_000_000, 1])
  func findsForWhom(mostListed: Int) throws {
    let old = try analysis("recovery: email, mfa: optional, mfaMethods: [totp]")
    let reference = try read(try AnswerBaseline(old).text)
    let new = try analysis(
      "recovery: email, mfa: off", carrying: reference.records, mostListed: mostListed)
    #expect((new.sets != nil) == (mostListed == 1))
    // Every record of the old pool has its place under the new one.
    #expect(new.starts(having: reference.records).allSatisfy { $0 != nil })
    let entries = try NewAnswers(reference, new).entries.filter {
      $0.what == "an outsider signs in as the owner"
    }
    #expect(entries.map(\.means) == [["the password"], ["the mailbox"]])
    #expect(entries.map(\.records) == [60, 30])
    #expect(
      entries.allSatisfy { entry in
        !entry.who.isEmpty && entry.who.allSatisfy { $0.contains("authenticator") }
      })
    #expect(entries.allSatisfy { !$0.way.isEmpty })
    // The way back takes nothing from anybody's protection.
    let back = try analysis(
      "recovery: email, mfa: optional, mfaMethods: [totp]",
      carrying: try AnswerBaseline(try analysis("recovery: email, mfa: off")).records)
    #expect(back.starts.count == old.starts.count)
  }

  @Test("A lockout with nothing lost hides no other loss, nor a call that locks out", .optimised)
  func findsTheNewLoss() throws {
    let creates = "recovery: email, administratorActs: [creates]"
    let old = try AnswerBaseline(try analysis("\(creates), mfa: off"))
    #expect(old.lockouts.contains { $0.means.isEmpty })
    let new = try analysis(
      "\(creates), mfa: optional, mfaMethods: [totp]", carrying: old.records)
    #expect(try NewAnswers(old, new).text.contains("without the authenticator\n"))
    // Of a reference that was cut off nothing is said of calls.
    var own = try AnswerBaseline(new)
    own.acts = nil
    #expect(!own.text.contains("lockingCalls"))
    #expect(try NewAnswers(own, new).entries.isEmpty)
    own.acts = []
    let acts = try #require(try Lockouts(new).acts).map(\.call)
    #expect(try NewAnswers(own, new).entries.map(\.what).count == acts.count)
  }

  @Test("A call that never returns has its run, its cause and a replay", .optimised)
  func showsTheHang() throws {
    let pool = try MeansAnalysis.bundled("flawed/app.every-call-returns/carpool")
    var reference = try AnswerBaseline(pool)
    #expect(reference.hangs.map(\.call) == ["signIn"])
    reference.hangs = []
    let entry = try #require(try NewAnswers(reference, pool).entries.first)
    #expect(entry.what == "a call of signIn may never return")
    #expect(entry.way.last?.hasPrefix("signIn(") == true)
    #expect(entry.way.last?.hasSuffix(" → the call never returns") == true)
    #expect(entry.places.map(\.parameter) == ["mfa", "mfaMethods"])
    let page = try #require(
      PlaybookText(playbook: try Playbook(pool), refusals: try Refusals(pool)).pages
        .first { $0.name == "spinner.md" }
    ).text
    #expect(page.contains("When `signIn` never returns"))
    #expect(page.contains("continueSignInWithTOTPSetup"))
    #expect(page.contains("carpool.yaml:8:8"))
    #expect(page.contains("Replayed with cryptography, up to the tokens."))
  }
}
