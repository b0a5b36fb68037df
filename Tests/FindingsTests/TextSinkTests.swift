import Findings
import Testing

@Suite struct TextSinkTests {
  /// A report with one of everything.
  static func report() -> PoolReport {
    var report = PoolReport(
      pool: "retail",
      configuration: ConfigurationReport(
        closed: [
          .init("mfa", .member("optional"), by: .document("line 4")),
          .init("mfaMethods", .set(["sms", "totp"]), by: .commandLine),
          .init("tier", .member("essentials"), by: .byDefault),
          .init("codesCount", .bool(false), by: .byDefault, isAssumption: true),
        ], open: [.init("recovery", valueCount: 6, reason: "the pool file leaves it open")]),
      coverage: .init(states: 12_345, transitions: 67_890, depth: 14))
    report.documentation = "A shop."
    report.sources = ["retail.yaml (Waymark pool file)"]
    report.coverage.configurations = 6
    report.coverage.explored = 2
    report.properties = properties()
    report.cryptography = cryptography()
    report.paths = [
      PathReport(id: "1", calls: [.init("signIn(userSRP)", step: "done")], outcome: "done"),
      PathReport(
        id: "2",
        calls: [
          .init("signIn(userSRP)", step: "confirmSignInWithTOTPCode"),
          .init("confirmSignIn(right answer)", step: "done"),
        ], outcome: "done"),
      PathReport(
        id: "3", calls: [.init("signIn(userSRP)", step: "notAuthorized", fields: "reason: locked")],
        outcome: "error"),
    ]
    report.sideSteps = [
      SideStepReport(
        id: "4", from: "confirmSignInWithTOTPCode", to: "confirmSignInWithTOTPCode",
        call: .init("confirmSignIn(wrong answer)", step: "codeMismatch"))
    ]
    report.command = "waymark explore retail.yaml"
    return report
  }

  private static func properties() -> [PropertyReport] {
    var holds = PropertyReport(id: "a.holds", severity: .error, verdict: .holds)
    holds.prose = "It is so."
    var fails = PropertyReport(id: "b.fails", severity: .error, verdict: .fails)
    fails.prose = "Everybody can get in."
    fails.condition = "recovery = adminOnly"
    fails.remedy = "Let them."
    fails.source = "cognito-server §9, M12, confidence B"
    fails.command = "waymark check retail.yaml --property b.fails"
    fails.trace = [
      TraceStepReport(
        actor: "administrator", call: "createUser()",
        changes: [.init("status", from: "none", to: "confirmed")]),
      TraceStepReport(actor: "app", call: "signIn(flow: userSRP)", answer: "resetPassword"),
    ]
    let vacuous = PropertyReport(id: "c.vacuous", severity: .warning, verdict: .vacuous)
    return [holds, fails, vacuous]
  }

  private static func cryptography() -> CryptographyReport {
    var cryptography = CryptographyReport()
    cryptography.exploration = .init(srp: 1, totp: 2)
    cryptography.judgements = 3
    cryptography.replay = .init(srp: 4, codes: 1)
    cryptography.replayedPaths = 3
    cryptography.replayedSideSteps = 1
    return cryptography
  }

  @Test func `properties that rest on the same assumptions are named together`() {
    var report = Self.report()
    report.properties = ["a", "b", "c", "d"].map {
      PropertyReport(id: $0, severity: .error, verdict: .holds)
    }
    var rich = ConfigurationReport.Decisive("rich", otherwise: "true", flips: ["b", "d"])
    rich.says = "They are rich."
    var bold = ConfigurationReport.Decisive("bold", otherwise: "false", flips: ["d"])
    bold.says = "They are bold."
    report.configuration.trial = .tried([
      .init("lucky", otherwise: "false", flips: ["a", "b", "c"]), rich, bold,
    ])
    let text = TextSink(level: .findings).text(of: report)
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("!") } == [
        "! a, c rest on what is assumed of lucky",
        "! b rests on what is assumed of lucky, rich (not so: They are rich.)",
        "! d rests on what is assumed of rich (not so: They are rich.), bold (They are bold.)",
      ])
  }

  @Test func `many assumptions that were not tried are counted, and named at length`() {
    var report = Self.report()
    let names = (1...6).map { "assumption\($0)" }
    report.configuration.trial = .cutOff([], untried: names)
    let short = TextSink(level: .findings).text(of: report)
    #expect(short.contains("! stopped before 6 assumptions were tried; --verbose names them\n"))
    #expect(!short.contains("assumption1"))
    #expect(TextSink(width: 200).text(of: report).contains(names.joined(separator: ", ")))
  }

  @Test func `a report reads from the summary to the command that makes it again`() {
    #expect(TextSink(width: 80).text(of: Self.report()) == Self.expected)
  }

  @Test func `colour adds nothing but escape sequences`() {
    let coloured = TextSink(style: TerminalStyle(isColoured: true), width: 80)
      .text(of: Self.report())
    #expect(coloured.contains("\u{1B}["))
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == Self.expected)
  }

  @Test func `differences of the test bed are shown once with their number`() {
    var report = Self.report()
    var difference = CryptographyReport.Difference(
      row: "pool.totp.right", evidence: "totp", sentClass: "current", expected: "accepted",
      actual: "refused (mismatch)")
    difference.context = "path 1"
    var other = difference
    other.context = "path 2"
    report.cryptography?.differences = [difference, other]
    let text = TextSink().text(of: report)
    #expect(text.contains("✗ 2 differences from the table"))
    #expect(
      text.contains(
        """
        ✗ Test bed and table differ
          pool.totp.right: current totp is accepted by the table, refused (mismatch) by the bytes
            at path 1, and 1 more

        """))
  }

  @Test func `one document keeps to one line, whatever it is called, and several are wrapped`() {
    var report = Self.report()
    let name = "pools of (all), the shops in a long folder/retail.yaml (Waymark pool file)"
    report.sources = [name]
    #expect(TextSink(width: 60).text(of: report).hasPrefix("retail  \(name)\nA shop.\n"))
    report.sources = ["a-long-name.yaml (Waymark pool file)", "b.json (describe-user-pool)"]
    #expect(
      TextSink(width: 60).text(of: report).hasPrefix(
        "retail  a-long-name.yaml (Waymark pool file), b.json\n  (describe-user-pool)\nA shop.\n"))
  }

  @Test func `a stopped search never claims to have seen all`() {
    var report = Self.report()
    report.coverage.isComplete = false
    let text = TextSink().text(of: report)
    #expect(text.contains("depth 14; stopped at a limit, there may be more\n"))
    #expect(!text.contains("all there are"))
    report.isInterrupted = true
    #expect(TextSink().text(of: report).contains("depth 14; interrupted, there may be more\n"))
    #expect(
      TextSink().summary(of: report).hasSuffix(
        "\ninterrupted after 12,345 states, there may be more\n"))
  }

  @Test func `a report whose verdicts are all known says what else a limit cut off`() {
    var report = Self.report()
    report.coverage.isJudged = false
    let sink = TextSink(width: 80)
    let known = "stopped at a limit before every counterexample and path was worked out\n"
    #expect(sink.summary(of: report).hasSuffix(known))
    report.properties[0].verdict = .undetermined
    #expect(
      sink.summary(of: report).hasSuffix("stopped at a limit before every property was judged\n"))
  }

  @Test func `a finding for which no remedy was tried says why`() {
    var report = Self.report()
    for position in report.properties.indices {
      report.properties[position].remedy = ""
      report.properties[position].lackOfRemedies = "A limit was reached first."
    }
    let text = TextSink(width: 80).text(of: report)
    #expect(text.contains("  Remedy: None was tried. A limit was reached first.\n"))
  }

  private static let expected = """
    retail  retail.yaml (Waymark pool file)
    A shop.

    Configuration
      mfa         optional     line 4
      mfaMethods  {sms, totp}  command line
      recovery    open         6 values; the pool file leaves it open
      defaults: tier = essentials
      assumed: codesCount = false

    Explored
      12,345 states, 67,890 transitions, depth 14; all there are
      6 legal configurations, 2 of them different
      cryptography: 5 SRP proofs, 2 authenticator codes, 1 mailed or texted code
      3 distinct judgements; 3 paths and 1 side step replayed; all agree with the table

    Properties  1 holds, 1 fails, 1 vacuous
      ✓ holds  a.holds
               It is so.
      ✗ fails  b.fails
               Everybody can get in.
      ○ vacuous  c.vacuous (warning)

    ✗ Finding  b.fails (error)
      Broken: Everybody can get in.
      Who:    users after createUser (administrator), signIn → resetPassword
      It fails exactly if recovery = adminOnly
      Remedy: Let them.
      The shortest way there, 2 steps:
        1. administrator  createUser()
                          status: none ⇒ confirmed
        2. app            signIn(flow: userSRP)
                          → resetPassword
      Source: cognito-server §9, M12, confidence B
      Again:  waymark check retail.yaml --property b.fails

    Paths  3: 2 ✓ signed in, 1 ✗ ends with an error

      ✓ signed in
        userSRP → done
        userSRP → confirmSignInWithTOTPCode  right answer → done

      ✗ ends with an error
        userSRP → notAuthorized(reason: locked)

    Next to the paths  1

      at confirmSignInWithTOTPCode
        wrong answer  → codeMismatch

    again: waymark explore retail.yaml

    """

  @Test func `members with one verdict share a line, which is wrapped between them`() {
    var report = PoolReport(
      pool: "p", configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1, transitions: 0, depth: 0))
    report.properties = ["secondTOTPSetUp", "passkeyAsked", "credentialStore"].map {
      PropertyReport(id: "app.returns[u = \($0)]", severity: .warning, verdict: .holds)
    }
    #expect(
      TextSink(width: 62).text(of: report).contains(
        """
          ✓ holds  app.returns[u = secondTOTPSetUp; u = passkeyAsked;
                   u = credentialStore] (warning)

        """))
  }

  @Test func `members that nobody decided and that are alike are one line`() {
    let list: [ConfigurationReport.Closed] = [
      .init("define[start]", .member("fail"), by: .byDefault),
      .init("define[right]", .member("fail"), by: .byDefault),
      .init("after[a]", .member("fail"), by: .byDefault),
      .init("after[b]", .member("tokens"), by: .commandLine),
      .init("after[c]", .member("fail"), by: .byDefault),
      .init("mfa", .member("off"), by: .byDefault),
    ]
    #expect(list.folded.map(\.name) == ["define[…]", "after[a]", "after[b]", "after[c]", "mfa"])
  }

  @Test func `what several pools have alike is written in full of the first`() {
    var (first, second) = (Self.report(), Self.report())
    let place = FindingPlace(file: "a.tf", line: 3, column: 1, parameter: "recovery")
    first.properties[1].places = [place]
    second.pool = "staff"
    second.properties[1].places = [
      FindingPlace(file: "b.tf", line: 7, column: 1, parameter: "recovery")
    ]
    second.properties[1].remedy = "Let them, too."
    let text = TextSink(level: .findings).text(of: [first, second])
    #expect(text.ranges(of: "Broken: Everybody can get in.").count == 1)
    #expect(
      text.contains(
        """
        ✗ Finding  b.fails (error)
          As above, of retail.
          It fails exactly if recovery = adminOnly
          Where:  b.tf:7:1 recovery
          Remedy: Let them, too.
          Again:  waymark check retail.yaml --property b.fails

        """))
    (first.warnings, second.warnings) = (["a.tf:1: one\n"], ["a.tf:1: one\n", "two\n"])
    let warned = TextSink(level: .findings).text(of: [first, second])
    #expect(warned.ranges(of: "a.tf:1: one\n").count == 1)
    #expect(warned.contains("two\n1 message as above, of retail\n"))
    // A note with the same text at another place counts as repeated; such a warning does not.
    let places = ["a.tf:1", "b.tf:7"]
    let kinds = [("note", PropertyReport.Severity.note, 1), ("warning", .warning, 2)]
    for (kind, severity, count) in kinds {
      first.problems = [
        DocumentProblem(code: "a.b", severity: severity, message: "one", remedy: "")
      ]
      second.problems = first.problems
      (first.warnings, second.warnings) = (["a.tf:1: \(kind): one\n"], ["b.tf:7: \(kind): one\n"])
      let text = TextSink(level: .findings).text(of: [first, second])
      #expect(places.count { text.contains("\($0): \(kind): one\n") } == count)
    }
    // For a pool of the same name the places suffice.
    second.problems[0].file = "b.tf"
    second.problems[0].line = 7
    let names = (first.pool, second.pool)
    (first.pool, second.pool) = ("shop (a)", "shop (b)")
    let folded = TextSink(level: .findings).text(of: [first, second])
    #expect(places.count { folded.contains("\($0): warning: one\n") } == 1)
    #expect(folded.contains("\n1 message as above, of shop (a): b.tf:7\n"))
    (first.pool, second.pool) = names
    (first.problems, second.problems) = ([], [])
    (first.warnings, second.warnings) = (["a.tf:1: one\n"], ["a.tf:1: one\n", "two\n"])
    var third = Self.report()
    (third.pool, third.warnings) = ("depot", ["two\n", "a.tf:1: one\n"])
    #expect(
      TextSink(level: .findings).text(of: [first, second, third]).contains(
        "1 message as above, of retail\n1 message as above, of staff\n"))
    // Another way there is another finding, and where all is written nothing is left out.
    second.properties[1].trace?.removeLast()
    #expect(!TextSink(level: .findings).text(of: [first, second]).contains("As above"))
    #expect(!TextSink(level: .everything).text(of: [first, first]).contains("As above"))
  }
}
