import Findings
import Foundation
import MeansSearch
import SignIn
import StateSpace
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Sets of means, against a search for each set by itself.
@Suite struct MeansTests {
  private static let pools = [
    "flawed/mfa.phone-required/bookshop", "sound/kiosk", "sound/newsletter", "sound/club",
    "sound/library", "sound/bakery", "sound/choir", "sound/forum", "sound/gym", "sound/inn",
  ]

  /// How many records are looked at: in a debug build a sample.
  private static let mostStarts = Effort.isLong ? 12 : 2
  private static let sample = Effort.isLong ? pools : Array(pools.prefix(2))

  @Test("What one pass says of all sets, a search for each set finds", arguments: sample)
  func agreesWithSearches(name: String) throws {
    let analysis = try MeansAnalysis.bundled(name)
    let graph = analysis.graph
    #expect(!analysis.starts.isEmpty)
    for start in analysis.starts.prefix(Self.mostStarts) {
      for set in analysis.sets(of: graph.allMeans & ~graph.places, upTo: 3) {
        let found = MeansWalk(graph, from: [start.state], holding: set).way != nil
        #expect(analysis.signsIn(from: start.state, holding: set) == found)
        let held = graph.own & ~set
        let back = MeansWalk(graph, from: [start.state], holding: held).way != nil
        #expect(analysis.signsIn(from: start.state, holding: held) == back)
      }
    }
  }

  @Test("Every set is minimal, and every other locked set has one in it", arguments: sample)
  func isMinimalAndComplete(name: String) throws {
    let analysis = try MeansAnalysis.bundled(name)
    let graph = analysis.graph
    let sets = analysis.sets(of: graph.own, upTo: 3)
    let found = try analysis.minimal(among: sets) {
      !analysis.reaches($0, holding: graph.own & ~$1)
    }
    for start in analysis.starts.indices.prefix(Self.mostStarts) {
      let state = analysis.starts[start].state
      let locked = sets.filter { set in
        MeansWalk(graph, from: [state], holding: graph.own & ~set).way == nil
      }
      let minimal = locked.filter { set in
        !locked.contains { $0 != set && $0 & ~set == 0 }
      }
      #expect(minimal == found.filter { $0.starts.contains(start) }.map(\.set))
    }
  }

  @Test("Evidence that nothing accepts brings nobody in")
  func uselessAnswersChangeNothing() throws {
    let (short, whole) = (
      try MeansAnalysis.bundled(Self.pools[0]),
      try MeansAnalysis.bundled(Self.pools[0], omitsUselessAnswers: false)
    )
    func answers(_ analysis: MeansAnalysis) -> [String] {
      analysis.sets(of: analysis.graph.allMeans, upTo: 3).map { set in
        let records = analysis.starts.filter { analysis.reaches($0, holding: set) }.map(\.record)
        return "\(analysis.text(of: set)): \(Set(records).count)"
      }
    }
    #expect(answers(short) == answers(whole))
  }
}

/// Where in a document an answer about means has its cause.
@Suite struct MeansPlacesTests {
  @Test("An attack and a lockout name the setting that decides their way", .optimised)
  func nameTheSetting() throws {
    let document = """
      pool: mail
      configuration:
        usernameAttributes: [email]
        requiredAttributes: [email]
        autoVerified: [email]
        recovery: email
        flows: [userSRP, refresh]
        mfa: off
        devices: always
      """
    let analysis = try MeansAnalysis.reading(document)
    let entries = try Attacks(analysis).entries.filter { $0.outcome == .signsIn }
    let attack = try #require(entries.first { $0.stolen == ["the mailbox"] })
    #expect(attack.places.contains { $0.parameter == "recovery" && $0.line == 6 })
    // A device is remembered on the way, and without that the thief signs in as well.
    let withPassword = try #require(
      entries.first { $0.stolen == ["the password"] })
    #expect(withPassword.places.contains { $0.parameter == "mfa" && $0.line == 8 })
    #expect(entries.allSatisfy { !$0.places.contains { $0.parameter == "devices" } })
    let lockout = try #require(
      try Lockouts(analysis).entries.first { $0.losses == ["the password", "the mailbox"] })
    #expect(lockout.places.first?.parameter == "recovery")
    #expect(lockout.places.first?.line == 6)
  }
}

/// A setting of the command line as the cause of an answer.
@Suite struct MeansOptionTests {
  @Test("What an option sets is named by the option, and nothing else by its line", .optimised)
  func namesTheOption() throws {
    let document = """
      pool: mail
      configuration:
        usernameAttributes: [email]
        requiredAttributes: [email]
        autoVerified: [email]
        recovery: email
        flows: [userSRP, refresh]
        mfa: optional
        mfaMethods: [totp]
      """
    let analysis = try MeansAnalysis.reading(
      document,
      [
        try Assignment(parsing: "mfa=off", of: "--after"),
        try Assignment(parsing: "mfaMethods={}", of: "--after"),
      ])
    let entries = try Attacks(analysis).entries.filter { $0.outcome == .signsIn }
    let withPassword = try #require(entries.first { $0.stolen == ["the password"] })
    #expect(withPassword.places.map(\.text).contains("command line: --after mfa=off"))
    #expect(analysis.whereText(withPassword.places).contains("command line: --after mfa=off"))
    let place = try #require(withPassword.places.first { $0.parameter == "mfa" })
    #expect(
      analysis.json(of: [place])
        == .array([
          .object(["option": .string("--after mfa=off"), "parameter": .string("mfa")])
        ]))
    let withMailbox = try #require(entries.first { $0.stolen == ["the mailbox"] })
    #expect(withMailbox.places.map(\.text).contains("mail.yaml:6:13 recovery"))
  }
}

/// A second account of the pool, which takes the address of the first.
@Suite struct SecondAccountTests {
  private func analysis(_ settings: String) throws -> MeansAnalysis {
    let document = """
      pool: mail
      configuration:
        { \(settings), autoVerified: [email], recovery: email, flows: [userSRP, refresh] }
      """
    return try MeansAnalysis.reading(document)
  }

  private func takers(_ analysis: MeansAnalysis) throws -> [[String]] {
    try Attacks(analysis).entries.filter { $0.outcome == .takesAddress }.map(\.stolen)
  }

  @Test("Whoever reads the mailbox takes an alias for another account", .optimised)
  func takesTheAlias() throws {
    let analysis = try self.analysis("aliasAttributes: [email]")
    #expect(try takers(analysis).first == ["the mailbox"])
    // Who signs up with an address that another account has already cannot be confirmed.
    let lockout = try #require(try Lockouts(analysis).entries.first)
    #expect(lockout.losses.isEmpty && !lockout.isBeyondHelp)
    #expect(lockout.who.contains { $0.contains("somebody else's alias too") })
  }

  @Test("No alias is taken where there is none, or nobody asks", .optimised)
  func takesNothing() throws {
    #expect(try takers(try analysis("usernameAttributes: [email]")).isEmpty)
    let left = "aliasAttributes: [email], aliasConflicts: false"
    #expect(try takers(try analysis(left)).isEmpty)
  }
}

/// Calls by which users who have lost nothing lock themselves out.
@Suite struct OwnActsTests {
  private func acts(_ settings: String, mostListed: Int = 5_000_000) throws -> [OwnActs.Act] {
    let model = try BundledTable.signIn()
    let document = """
      pool: own
      configuration:
        { \(settings), usernameAttributes: [email], requiredAttributes: [email],
          autoVerified: [email], recovery: email, flows: [userSRP, refresh], administratorActs: [] }
      """
    let pool = try PoolLoader(model: model, request: PoolRequest(paths: []))
      .load(.init(name: "own.yaml", bytes: Array(document.utf8)))
    let analysis = try MeansAnalysis(
      pool, model: model, request: ExplorationRequest(), environment: ToolEnvironment(),
      mostListed: mostListed)
    #expect((analysis.sets != nil) == (mostListed == 1))
    return try #require(try Lockouts(analysis).acts)
  }

  @Test("Who prefers SMS and deletes the number is locked out, and the run ends so", .optimised)
  func deletesTheNumber() throws {
    let call = "deleteUserAttribute(attribute: phone)"
    let acts = try acts("mfa: optional, mfaMethods: [sms], smsConfigured: true")
    #expect(acts.map(\.call) == [call])
    #expect(acts.allSatisfy { $0.states > 0 && $0.run.steps.last?.action != nil })
  }

  @Test("Sets of states find the same call in as many states, by no longer a run", .optimised)
  func deletesTheNumberInSets() throws {
    let settings = "mfa: optional, mfaMethods: [sms], smsConfigured: true"
    let (listed, sets) = (try acts(settings), try acts(settings, mostListed: 1))
    #expect(sets.map(\.call) == listed.map(\.call))
    #expect(sets.map(\.states) == listed.map(\.states))
    // There a run begins with a user whom the pool has.
    #expect(sets[0].run.steps.count <= listed[0].run.steps.count)
    #expect(sets.allSatisfy { $0.run.steps.last?.action == listed[0].run.steps.last?.action })
  }

  @Test("A sign-in that ends the last attempt is not what locked the user out", .optimised)
  func endsAnAttempt() throws {
    let analysis = try MeansAnalysis.bundled("flawed/sign-in.stays-reachable/marketplace")
    let acts = try #require(try Lockouts(analysis).acts)
    #expect(acts.contains { $0.call == "deleteUserAttribute(attribute: phone)" })
    #expect(acts.filter { $0.call.hasPrefix("signIn(") }.map(\.call) == [])
  }

  @Test("Where the password alone signs in, no call locks anybody out", .optimised)
  func locksNobodyOut() throws {
    #expect(try acts("mfa: off").map(\.call) == [])
  }
}

/// Accounts elsewhere that open a mailbox or a phone number.
@Suite struct LinkedAccountTests {
  @Test("An owner keeps what is still opened, an outsider gets what a set opens")
  func closes() {
    let (password, mailbox, phone, other) = (UInt32(1), UInt32(2), UInt32(4), UInt32(8))
    let links = MeansLinks(opened: [(mailbox, [password | phone, other])])
    #expect(links.kept(of: 15, losing: 0) == 15)
    #expect(links.kept(of: 15, losing: phone) == password | mailbox | other)
    #expect(links.kept(of: 15, losing: phone | other) == password)
    #expect(links.kept(of: 15, losing: mailbox) == password | phone | other)
    #expect(links.closure(phone) == phone)
    #expect(links.closure(phone | password) == phone | password | mailbox)
    #expect(links.uses(of: other).map(\.means) == [mailbox])
  }

  @Test("Means that open each other open nothing by themselves")
  func cyclesOpenNothing() {
    let links = MeansLinks(opened: [(1, [2]), (2, [1])])
    #expect(links.kept(of: 7, losing: 0) == 4)
    #expect(links.closure(4) == 4)
  }

  private func answers(_ text: String) throws -> (attacks: [[String]], losses: [[String]]) {
    let accounts = try LinkedAccounts(try LocatedDocument(parsing: text, file: "accounts.yaml"))
    let model = try BundledTable.signIn(asking: accounts.declared.map { [$0] } ?? [])
    let document = """
      pool: mail
      configuration:
        { usernameAttributes: [email], requiredAttributes: [email], autoVerified: [email],
          recovery: email, flows: [userSRP, refresh] }
      """
    let pool = try PoolLoader(model: model, request: PoolRequest(paths: []))
      .load(.init(name: "mail.yaml", bytes: Array(document.utf8)))
    let analysis = try MeansAnalysis(
      pool, model: model, request: ExplorationRequest(), environment: ToolEnvironment(),
      linked: accounts)
    let baseline = try AnswerBaseline(analysis)
    let read = try AnswerBaseline(
      LocatedDocument(parsing: baseline.text, file: "b.json"), model: model)
    #expect(read.text == baseline.text)
    #expect(analysis.openText.contains("is taken from accounts.yaml."))
    return (
      baseline.attacks.filter { $0.outcome == "signsIn" }.map(\.means),
      baseline.lockouts.map(\.means)
    )
  }

  @Test("A mailbox that a telephone opens lets whoever stole the telephone in", .optimised)
  func opensThePool() throws {
    let plain = try answers("openedBy: {}")
    #expect(plain.attacks.contains(["mailbox"]))
    #expect(!plain.attacks.contains(["phone"]))
    let linked = try answers(
      """
      means: { mailPassword: { says: the mail password, factor: knowledge, cost: 1, rarity: 1 } }
      openedBy: { mailbox: [[mailPassword]] }
      """)
    #expect(linked.attacks.contains(["mailbox"]))
    #expect(linked.attacks.contains(["mailPassword"]))
    #expect(linked.losses.contains { $0.contains("mailPassword") })
  }

  @Test(arguments: [
    ("openedBy:\n  password: [[phon]]\n", "  password: [[phon]]\n"),
    ("openedBy:\n  password:\n    - [phon]\n", "    - [phon]\n"),
    ("openedBy:\n  password: [[Tr0ub4dor&3]]\n", "  password: ••"),
  ])
  func `names under a means called password are shown, and nothing but names`(
    text: String, shown: String
  ) throws {
    let accounts = try LinkedAccounts(try LocatedDocument(parsing: text, file: "accounts.yaml"))
    let failure = #expect(throws: CommandFailure.self) {
      _ = try accounts.ways(in: try BundledTable.signIn())
    }
    let rendered = try #require(failure?.diagnostics.first).rendered
    #expect(rendered.contains("\n  " + shown), "\(rendered)")
  }

  @Test(arguments: [5_000_000, 1])
  func `a leak of existence is located where a setting causes it`(mostListed: Int) throws {
    let analysis = try MeansAnalysis.bundled("sound/hostel", mostListed: mostListed)
    let open = try #require(try Attacks(analysis).leaks.first)
    #expect(open.words == ["signUp(givesEmail, givesPhone, name: plain)"])
    #expect(open.endings.map(\.setting) == ["selfSignUp = false", "writeAttributes = {email}"])
    #expect(open.endings.allSatisfy { $0.isForAll && $0.endsLeak == nil })
    // Nobody signs up there, and the client says who exists.
    let text = """
      pool: portal
      configuration:
        mfa: off
        usernameAttributes: [email]
        selfSignUp: false
        recovery: email
        flows: [userSRP, refresh]
        existenceErrors: legacy

      """
    let folder = try Folder(["portal.yaml": text])
    let model = try BundledTable.signIn()
    let request = PoolRequest(paths: [folder["portal.yaml"]])
    let pool = try #require(try PoolLoader(model: model, request: request).load().first)
    var attacks = try Attacks(
      try MeansAnalysis(
        pool, model: model, request: ExplorationRequest(), environment: ToolEnvironment(),
        mostListed: mostListed))
    let leak = try #require(attacks.leaks.first)
    #expect(leak.withoutAccount == "userNotFound")
    let ending = try #require(leak.endings.first { $0.setting == "existenceErrors = prevent" })
    #expect(
      ending.remark
        == " (whether another call gives accounts away then was not tried)")
    #expect(leak.places.map(\.line) == [8], "\(leak.places)")
    #expect(leak.places.map(\.parameter) == ["existenceErrors"])
    // The setting ends that call, and not what other calls give away.
    try attacks.trySettings()
    let tried = try #require(
      attacks.leaks.first?.endings.first { $0.setting == "existenceErrors = prevent" })
    #expect(tried.endsLeak == false)
    #expect(tried.remark.hasPrefix(", but then "), "\(tried.remark)")
    if mostListed > 1 {
      #expect(
        tried.remark == ", but then confirmResetPassword(answer: neverIssued, newPassword: valid)"
          + " answers codeExpired, and codeMismatch for a name that nobody has")
    }
    let report = AttackText(attacks: attacks, style: TerminalStyle()).text
    let words = report.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("portal.yaml:8:20 existenceErrors"), "\(report)")
    #expect(
      words.contains(
        "Whoever has an app that is still signed in is in the account from the beginning; "
          + "A is then a sign-in anew, which lasts when that session has ended."))
  }

  @Test func `a setting is said to end a leak where that was tried of all users alone`() {
    var ending = Attacks.Leak.Ending(
      slot: 0, value: 0, setting: "a = b", users: 3, isForAll: true)
    #expect(ending.endsLeak == nil)
    ending.rest = .nothing
    #expect(ending.endsLeak == true)
    #expect(ending.remark == " (tried: no call gives an account away then)")
    ending.isForAll = false
    ending.rest = .untried
    #expect(ending.endsLeak == false)
    #expect(ending.remark == ", but for 3 records of these alone")
  }

  @Test("A name that is no means is refused where it stands")
  func refusesUnknownNames() throws {
    let accounts = try LinkedAccounts(
      try LocatedDocument(parsing: "openedBy:\n  mailbox: [[phon]]\n", file: "accounts.yaml"))
    let model = try BundledTable.signIn()
    do {
      _ = try accounts.ways(in: model)
      Issue.record("it was accepted")
    } catch {
      #expect(error.diagnostics.first?.location.line == 2)
      #expect(error.diagnostics.first?.remedy == "did you mean `phone`?")
    }
  }

  @Test(
    "Ways that open for everybody, or for nobody, are refused where they stand",
    arguments: [
      ("openedBy:\n  mailbox: [[]]\n", "2:13 what opens the mailbox is empty"),
      (
        "openedBy:\n  mailbox: [[phone]]\n  phone: [mailbox]\n",
        "2:3 nothing that a person has opens the mailbox: its ways lead back to it"
      ),
    ])
  func refusesWaysWithoutEnd(text: String, complaint: String) throws {
    let accounts = try LinkedAccounts(
      try LocatedDocument(parsing: text, file: "accounts.yaml"))
    let model = try BundledTable.signIn()
    let failure = #expect(throws: CommandFailure.self) { _ = try accounts.ways(in: model) }
    let first = try #require(failure?.diagnostics.first)
    #expect("\(first.location.line):\(first.location.column) \(first.message)" == complaint)
    let ordinary = try LinkedAccounts(
      try LocatedDocument(
        parsing: "openedBy:\n  mailbox: [phone, [password]]\n  phone: [[mailbox], [password]]\n",
        file: "accounts.yaml"))
    #expect(try ordinary.ways(in: model).map(\.ways.count) == [2, 2])
  }
}
