import Diagrams
import Findings
import Foundation
import SignIn
import Testing
import TransitionTables

@testable import Atlas

/// A report of one path and one finding, written by hand with the names of the bundled table.
enum AtlasSample {
  static func step(
    _ actor: String, _ call: String, rows: [String] = [], messages: [String] = [],
    answer: String? = nil, changes: [TraceStepReport.Change] = []
  ) -> TraceStepReport {
    var step = TraceStepReport(actor: actor, call: call, answer: answer, changes: changes)
    (step.rows, step.messages) = (rows, messages)
    return step
  }

  static let signIn = step(
    "app", "signIn(flow: userSRP, password: current)",
    rows: [
      "client.signIn.startSRP", "pool.receive.InitiateAuth", "pool.flow.srp",
      "client.challenge.PASSWORD_VERIFIER", "pool.receive.RespondToAuthChallenge",
      "pool.challenge.SMS_MFA", "client.challenge.SMS_MFA",
    ],
    messages: [
      "InitiateAuth(flow: userSRP, preferred: none, secretHash: true)",
      "PASSWORD_VERIFIER(lacksParameters: false)",
      "RespondToAuthChallenge(challenge: passwordVerifier, code: current)",
      "SMS_MFA(medium: own)",
    ],
    answer: "confirmSignInWithSMSMFACode(medium: sms)",
    changes: [.init("session", from: "none", to: "fresh")])
  static let expiry = step(
    "clock", "expireSession()", rows: ["pool.time.sessionExpires"],
    changes: [.init("session", from: "fresh", to: "expired")])

  static func report(named name: String = "corner-shop") -> PoolReport {
    var path = PathReport(
      id: "userSRP.sms/done", calls: [.init("signIn(userSRP)", step: "done")], outcome: "done")
    path.record = [RecordEntry("contact", member: "phone", "verified")]
    path.trace = [signIn, expiry, signIn]
    var finding = PropertyReport(id: "session.short", severity: .error, verdict: .fails)
    finding.prose = "Nobody waits </script><img src=x onerror=alert(1)> in vain."
    finding.trace = [signIn, expiry]
    var report = PoolReport(
      pool: name, configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1234, transitions: 5, depth: 2), properties: [finding])
    report.paths = [path]
    return report
  }
}

@Suite struct AtlasTests {
  private func data(
    _ report: PoolReport = AtlasSample.report(), transcript: String = ""
  ) throws -> String {
    var data = AtlasData(
      report: report, model: try BundledTable.signIn(), transcript: transcript)
    return data.json()
  }

  @Test func `what paths share stands in the data once`() throws {
    let text = try data()
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect((found["steps"] as? [Any])?.count == 2)
    #expect((found["changes"] as? [Any])?.count == 2)
    let strings = try #require(found["strings"] as? [String])
    #expect(Set(strings).count == strings.count)
  }

  @Test func `the counterexample of the page goes on to the refusal`() throws {
    var report = AtlasSample.report()
    report.properties[0].refusal = [AtlasSample.step("app", "signIn()", answer: "limitExceeded")]
    let object = try JSONSerialization.jsonObject(with: Data(try data(report).utf8))
    let properties = (object as? [String: Any])?["properties"] as? [[String: Any]]
    #expect(properties?.first?["steps"] as? [Int] == [0, 1, 2])
  }

  @Test func `what weighs most is shown first, what it causes behind it`() throws {
    var report = AtlasSample.report()
    func failing(_ id: String, _ severity: PropertyReport.Severity) -> PropertyReport {
      PropertyReport(id: id, severity: severity, verdict: .fails)
    }
    report.properties = [
      failing("a", .note), failing("b", .warning), failing("c", .error), failing("d", .error),
    ]
    report.properties[2].cause = "d"
    report.properties[3].sameCause = ["c"]
    let text = AtlasPage(report: report, model: try BundledTable.signIn()).text()
    let shown = text.matches(of: /<details id="finding-(.)"/).map { String($0.1) }
    #expect(shown == ["d", "b", "c", "a"])
    #expect(text.contains("<dt>cause</dt><dd>that of d</dd>"))
    #expect(text.contains("<dt>with it</dt><dd>c</dd>"))
  }

  @Test func `the same report gives the same page`() throws {
    let model = try BundledTable.signIn()
    let pages = (0..<2).map { _ in AtlasPage(report: AtlasSample.report(), model: model).text() }
    #expect(pages[0] == pages[1])
    #expect(pages[0].hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
  }

  @Test func `no text of a report becomes markup`() throws {
    let page = AtlasPage(
      report: AtlasSample.report(named: "<b onclick='x'>\"&"), model: try BundledTable.signIn())
    let text = page.text()
    #expect(!text.contains("<img"))
    #expect(!text.contains("<b onclick"))
    #expect(text.contains("Atlas of &lt;b onclick=&#39;x&#39;&gt;&quot;&amp;"))
    #expect(text.components(separatedBy: "</script>").count == 3)
  }

  @Test func `each part of the page is filled in once`() throws {
    let text = AtlasPage(
      report: AtlasSample.report(named: "{{data}}"), model: try BundledTable.signIn()
    ).text()
    #expect(text.contains("<h1>Atlas of {{data}}</h1>"))
    #expect(text.replacing("{{data}}", with: "").contains("{{") == false)
    #expect(AtlasFiles.filled("{{a}} {{b}}", with: ["a": "{{b}}", "b": "c"]) == "{{b}} c")
  }

  private static let node = ["/usr/bin/node", "/usr/local/bin/node", "/opt/homebrew/bin/node"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What node prints about a script, or what it complains of.
  private func answer(of script: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.node))
    process.arguments = arguments + ["-"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    try input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: answer, as: UTF8.self)
  }

  @Test(.enabled(if: node != nil, "node is not installed"))
  func `the script of the page has no syntax error`() throws {
    #expect(try answer(of: AtlasFiles.script, "--check") == "")
    #expect(
      try answer(of: AtlasFiles.script + "\nconst = 1;", "--check").contains("SyntaxError"))
  }

  @Test(.enabled(if: node != nil, "node is not installed"))
  func `the heads of lanes between which nothing is said lie apart`() throws {
    let script = AtlasFiles.sequence + "\nconsole.log(measure([], ['user', 'app']), HEAD);"
    #expect(try answer(of: script) == "[ 64, 188 ] 112\n")
  }

  @Test func `the script makes no markup of texts and the style sheet is closed`() {
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!AtlasFiles.script.contains(word), "\(word)")
    }
    let open = AtlasFiles.style.count { $0 == "{" }
    #expect(open > 80 && open == AtlasFiles.style.count { $0 == "}" })
  }

  @Test func `a page asks for nothing from outside`() throws {
    let text = AtlasPage(report: AtlasSample.report(), model: try BundledTable.signIn()).text()
    for word in ["http://", "https://", "@import", "url(", "fetch(", "src="] {
      let outside = text.replacing("http://www.w3.org/2000/svg", with: "")
        .replacing("src=x", with: "")
      #expect(!outside.contains(word), "\(word)")
    }
  }

  @Test func `a transcript stands with the path that it is of, the first seed's alone`() {
    let log = """
      ## seed 1: 2 runs

      # a/done
      app signIn()
        → X {"SRP_A":"\(String(repeating: "f", count: 100))"}

      # b
      clock
      ## seed 2: 1 runs

      # a/done
      again
      """
    let sections = AtlasData.sections(of: log)
    #expect(sections.keys.sorted() == ["a/done", "b"])
    #expect(sections["b"] == ["clock"])
    #expect(
      sections["a/done"] == [
        "app signIn()", "  → X {\"SRP_A\":\"ffffffffffffffff… 100 characters\"}",
      ])
  }

  @Test func `a drawing's colours have a counterpart on a dark ground`() {
    #expect(
      AtlasPage.mapColours.contains(
        ".map [fill=\"\(Theme.light.text)\"] { fill: \(Theme.dark.text); }"))
  }
}

@Suite struct SequenceWordingTests {
  private func step(_ reported: TraceStepReport) throws -> SequenceDiagram.Step {
    SequenceWording(model: try BundledTable.signIn()).step(reported)
  }

  @Test func `a sign-in is drawn from the user to the pool and back, without a secret`() throws {
    let step = try step(AtlasSample.signIn)
    #expect(
      step.messages.map { "\($0.from)>\($0.to) \($0.kind) \($0.text) [\($0.detail)]" } == [
        "user>app delivery user name, password []",
        "app>amplify call signIn(flow: userSRP, password: current) []",
        "amplify>cognito call InitiateAuth [USER_SRP_AUTH, USERNAME, SRP_A, "
          + "SECRET_HASH ‹redacted›]",
        "cognito>amplify answer PASSWORD_VERIFIER []",
        "amplify>cognito call RespondToAuthChallenge [PASSWORD_VERIFIER, USERNAME, TIMESTAMP, "
          + "PASSWORD_CLAIM_SECRET_BLOCK ‹redacted›, PASSWORD_CLAIM_SIGNATURE ‹redacted›]",
        "cognito>user delivery code by SMS []",
        "cognito>amplify answer SMS_MFA [medium: own]",
        "amplify>app answer confirmSignInWithSMSMFACode [medium: sms]",
      ])
    #expect(step.messages.flatMap(\.rows) == AtlasSample.signIn.rows)
    #expect(step.changes == ["session: none ⇒ fresh"])
  }

  @Test func `time is a remark that nobody says`() throws {
    let step = try step(AtlasSample.expiry)
    #expect(step.isRemark)
    #expect(step.title == "clock: expireSession()")
    #expect(step.messages == [])
  }

  @Test func `the code of a factor that a layer adds is drawn by the layer's words`() throws {
    let layer = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/PushApproval/layer")
    let model = try BundledTable.signIn(
      layers: [LayerName(layer.path, at: .init(file: "test"))], statements: false)
    let reported = AtlasSample.step(
      "app", "confirmSignIn(answer: current)", rows: ["pool.challenge.PUSH_APPROVAL"],
      messages: ["PUSH_APPROVAL"])
    #expect(
      SequenceWording(model: model).step(reported).messages
        .map { "\($0.from)>\($0.to) \($0.text)" } == [
          "user>app code", "app>amplify confirmSignIn(answer: current)",
          "cognito>user code by push", "cognito>amplify PUSH_APPROVAL",
        ])
  }

  @Test func `an authenticator's digits come from the authenticator`() throws {
    let reported = AtlasSample.step(
      "app", "confirmSignIn(answer: current)",
      messages: ["RespondToAuthChallenge(challenge: softwareTokenMFA, code: current)"])
    #expect(
      try step(reported).messages.map { "\($0.from)>\($0.to) \($0.text)" } == [
        "authenticator>user six digits", "user>app code",
        "app>amplify confirmSignIn(answer: current)",
      ])
  }

  @Test(arguments: [
    ("userSRP", "USER_SRP"), ("softwareTokenMFA", "SOFTWARE_TOKEN_MFA"),
    ("selectMFAType", "SELECT_MFA_TYPE"), ("webAuthn", "WEB_AUTHN"),
    ("deviceSRPAuth", "DEVICE_SRP_AUTH"), ("smsMFA", "SMS_MFA"), ("emailOTP", "EMAIL_OTP"),
  ])
  func `the table's names are the API's in other letters`(name: String, capitals: String) {
    #expect(WireWords.capitals(name) == capitals)
  }

  @Test func `the fields of a message are taken apart at its own commas`() {
    let reported = WireWords.Phrase("SELECT_MFA_TYPE(canChoose: {sms, totp}, x: false)")
    #expect(reported.fields.map(\.name) == ["canChoose", "x"])
    #expect(reported.fields.map(\.value) == ["{sms, totp}", "false"])
    #expect(reported.spoken == "canChoose: {sms, totp}")
  }
}
