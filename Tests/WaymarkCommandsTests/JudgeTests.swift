import Foundation
import PoolAnalysis
import TestSupport
import Testing

@testable import WaymarkCommands

/// `waymark judge`: recorded sign-ins, explained by rows or not.
@Suite struct JudgeTests {
  private static let pool = """
    pool: desk
    configuration: { selfSignUp: false, flows: [userPassword, refresh] }

    """

  /// An entry of the log of `waymark serve`.
  private static func entry(_ user: String, _ outcome: String) -> String {
    """
    { "operation": "InitiateAuth", "user": "\(user)", \(outcome),
      "request": { "ClientId": "c", "AuthFlow": "USER_PASSWORD_AUTH",
        "AuthParameters": { "USERNAME": "\(user)", "PASSWORD": "p" } } }
    """
  }

  private static let tokens = #""answer": { "AuthenticationResult": { "AccessToken": "t" } }"#
  private static let code = #""answer": { "ChallengeName": "SMS_MFA", "Session": "s" }"#
  private static let setUp =
    #""answer": { "ChallengeName": "MFA_SETUP", "Session": "s", "ChallengeParameters": "#
    + #"{ "MFAS_CAN_SETUP": "[\"SMS_MFA\"]" } }"#

  private func judged(_ entries: [String], _ options: [String] = []) throws -> CommandOutput {
    try judged("[\(entries.joined(separator: ",\n"))]", options)
  }

  private func judged(_ log: String, _ options: [String] = []) throws -> CommandOutput {
    let folder = try Folder(["desk.yaml": Self.pool, "log.json": log])
    return WaymarkTool.output(
      for: ["judge", folder["log.json"], "--pool", folder["desk.yaml"]] + options,
      in: ToolEnvironment())
  }

  @Test func `an answer has the rows that make it, and other requests are not judged`() throws {
    let other = #"{ "operation": "GetUser", "user": "ada", "answer": { "Username": "ada" } }"#
    let output = try judged([Self.entry("ada", Self.tokens), other])
    #expect(output.status == .allHold, "\(output.stderr)")
    #expect(
      output.text.contains(
        """
        1 of 1 sign-in is explained by rows of the table; 1 other request not judged.

        Sign-in 1  ada
          ✓ 1  InitiateAuth USER_PASSWORD_AUTH → tokens
              pool.receive.InitiateAuth, pool.gates.passed,
        """))
  }

  @Test func `a log may be as large, as deep and begin as programs write it`() throws {
    var scripts = "null"
    for _ in 0..<200 { scripts = "{ \"parent\": \(scripts) }" }
    let page = #"{ "operation": "Page", "initiator": \#(scripts), "answer": ""#
    let picture = page + String(repeating: "A", count: 3 << 20) + #"" }"#
    let folder = try Folder([
      "desk.yaml": Self.pool,
      "log.json": "\u{FEFF}[\(picture), \(Self.entry("ada", Self.tokens))]",
      "cut.json": "[\(picture), ",
    ])
    try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: folder["trail.json.gz"]))
    func judged(_ file: String) -> CommandOutput {
      WaymarkTool.output(
        for: ["judge", folder[file], "--pool", folder["desk.yaml"]], in: ToolEnvironment())
    }
    #expect(judged("log.json").text.contains("1 of 1 sign-in is explained by rows of the table"))
    #expect(judged("cut.json").status == .unreadable)
    #expect(judged("cut.json").stderr.contains("judge.shape"))
    #expect(judged("trail.json.gz").stderr.contains("decompress it first: `gunzip`"))
  }

  @Test func `an answer that no row makes is named, with what rows would answer`() throws {
    let output = try judged([Self.entry("ada", Self.tokens), Self.entry("bob", Self.code)])
    #expect(output.status == .testBedDiffers)
    #expect(output.text.contains("1 of 2 sign-ins is explained by rows of the table.\n"))
    #expect(
      output.text.contains(
        """
        Sign-in 2  bob
          ✗ 2  InitiateAuth USER_PASSWORD_AUTH → SMS_MFA
              nearest:
                NEW_PASSWORD_REQUIRED [] by pool.receive.InitiateAuth,
        """))
  }

  @Test func `a refusal has the rows of its words, and those that refuse alike`() throws {
    func refused(_ words: String) throws -> String {
      let outcome = #""exception": "NotAuthorizedException", "answer": "\#(words)""#
      let output = try judged(
        [Self.entry("ada", outcome)], ["--set", "existenceErrors=prevent", "--format", "json"])
      #expect(output.status == .allHold, "\(output.stderr)")
      return output.text
    }
    let wrong = try refused("Incorrect username or password.")
    #expect(wrong.contains("pool.password.wrong"))
    #expect(!wrong.contains("pool.status.disabled"))
    let disabled = try refused("User is disabled.")
    #expect(disabled.contains("pool.status.disabled"))
    #expect(!disabled.contains("pool.password.wrong"))
    // Other words say nothing against a row.
    let unknown = try refused("Nobody has seen these words.")
    #expect(unknown.contains("pool.password.wrong") && unknown.contains("pool.status.disabled"))
  }

  /// Two requests of a sign-in by SRP, the second with this answer.
  private static func proven(_ outcome: String) -> [String] {
    [
      """
      { "operation": "InitiateAuth", "user": "ada", "request": { "AuthFlow": "USER_SRP_AUTH" },
        "answer": { "ChallengeName": "PASSWORD_VERIFIER" } }
      """,
      """
      { "operation": "RespondToAuthChallenge", "user": "ada", \(outcome),
        "request": { "ChallengeName": "PASSWORD_VERIFIER" } }
      """,
    ]
  }
  private static let srp = [
    "--set", "flows={userSRP, refresh}", "--set", "existenceErrors=prevent",
  ]

  @Test func `a row from which the later answers cannot come is not named`() throws {
    let tokens = try judged(Self.proven(Self.tokens), Self.srp)
    #expect(tokens.status == .allHold, "\(tokens.stderr)")
    #expect(tokens.text.contains("pool.gates.passed, pool.flow.srp"))
    #expect(!tokens.text.contains("pool.gates.G11-srp"), "\(tokens.text)")
    // Nobody's name gets a challenge too, and is refused after it.
    let refusal = #""exception": "NotAuthorizedException""#
    let refused = try judged(Self.proven(refusal), Self.srp)
    #expect(refused.text.contains("pool.gates.G11-srp; or"), "\(refused.text)")
    // The answers to other challenges refuse alike, but not this request.
    #expect(refused.text.contains("pool.password.wrong"), "\(refused.text)")
    #expect(!refused.text.contains("pool.assertion."), "\(refused.text)")
  }

  @Test func `a refusal in the words of rows that are elsewhere is not explained`() throws {
    func refused(_ words: String) throws -> CommandOutput {
      try judged(
        [
          """
          { "operation": "InitiateAuth", "user": "ada", "request": { "AuthFlow": "USER_SRP_AUTH" },
            "exception": "NotAuthorizedException", "answer": "\(words)" }
          """
        ], Self.srp)
    }
    // What is said of a wrong password, before there was a proof of it.
    let other = try refused("Incorrect username or password.")
    #expect(other.status == .testBedDiffers)
    #expect(
      other.text.contains(
        """
          ✗ 1  InitiateAuth USER_SRP_AUTH → NotAuthorizedException
              it says: Incorrect username or password.
              nearest:
                NotAuthorizedException: Password attempts exceeded by
        """), "\(other.text)")
    #expect(!other.text.contains("PASSWORD_VERIFIER"))
    let own = try refused("Password attempts exceeded")
    #expect(own.status == .allHold && own.text.contains("pool.gates.G15"), "\(own.text)")
    // Words that no row has may be those of another day.
    #expect(try refused("Nobody has seen these words.").status == .allHold)
  }

  @Test func `one event alone is read, as EventBridge hands it out too`() throws {
    let event = """
      { "eventSource": "cognito-idp.amazonaws.com", "eventName": "InitiateAuth",
        "eventTime": "2026-01-01T00:00:00Z", "additionalEventData": { "sub": "ada" },
        "requestParameters": { "authFlow": "USER_PASSWORD_AUTH" },
        "responseElements": { "authenticationResult": "HIDDEN" } }
      """
    for log in [event, "{ \"version\": \"0\", \"detail\": \(event) }"] {
      let output = try judged(log)
      #expect(output.status == .allHold, "\(output.stderr)")
      #expect(output.text.contains("✓ 1  InitiateAuth USER_PASSWORD_AUTH → tokens"))
    }
  }

  /// An event and an entry of our own, as loggers write them.
  private static func lines(_ before: String = "") -> [String] {
    let event = """
      { "eventSource": "cognito-idp.amazonaws.com", "eventName": "InitiateAuth",
        "eventTime": "2026-01-01T00:00:00Z", "additionalEventData": { "sub": "eve" },
        "requestParameters": { "authFlow": "USER_PASSWORD_AUTH" },
        "responseElements": { "authenticationResult": "HIDDEN" } }
      """
    let other = #"{ "eventSource": "s3.amazonaws.com", "eventName": "GetObject" }"#
    return [event, other, entry("ada", tokens)].map {
      before + $0.replacing("\n", with: " ")
    }
  }

  private func judged(lines: String, named name: String) throws -> CommandOutput {
    let folder = try Folder(["desk.yaml": Self.pool, name: lines])
    return WaymarkTool.output(
      for: ["judge", folder[name], "--pool", folder["desk.yaml"]], in: ToolEnvironment())
  }

  @Test(arguments: ["", "2026-01-01T00:00:00.000Z ", "1767225600000 stream/1 "])
  func `a log with an entry a line is read, and what is passed over is counted`(
    before: String
  ) throws {
    // By its first line, and, where that is the only one, by its name.
    let output = try judged(
      lines: Self.lines(before).joined(separator: "\r\n\r\n"), named: "app.log")
    #expect(output.status == .allHold, "\(output.stderr)")
    #expect(
      output.text.contains(
        """
        app.log (CloudTrail and log of waymark serve, one a line) at desk
        2 of 2 sign-ins are explained by rows of the table.
        1 entry passed over: no request of an app to Cognito, or without an answer.

        Sign-in 1  ada
          ✓ 5  InitiateAuth USER_PASSWORD_AUTH → tokens
        """), "\(output.text)")
    let alone = try judged(lines: Self.lines(before)[0] + "\n", named: "one.jsonl")
    #expect(alone.text.contains("one.jsonl (CloudTrail, one a line) at desk\n1 of 1 sign-in"))
    // One line with a time before it is such a log by itself.
    guard !before.isEmpty else { return }
    let timed = try judged(lines: Self.lines(before)[0] + "\n", named: "one.log")
    #expect(timed.text.contains("one.log (CloudTrail, one a line) at desk\n1 of 1 sign-in"))
  }

  @Test func `a request of an operation that nobody knows is passed over in a line, too`() throws {
    // Such an entry has no operation in the log of `serve`.
    let unknown =
      #"{"number":2,"clock":1,"exception":"UnknownOperationException","rows":[],"answer":"x"}"#
    let output = try judged(
      lines: (Self.lines("") + [unknown]).joined(separator: "\n"), named: "app.jsonl")
    #expect(output.status == .allHold, "\(output.stderr)")
    #expect(output.text.contains("2 entries passed over"), "\(output.text)")
  }

  @Test func `a line that cannot be read is pointed at, and nothing is judged without it`() throws {
    let time = "2026-01-01T00:00:00Z "
    let lines = Self.lines(time) + [time + #"{ "message": "x" }"#, time + #"{ "operation": "#]
    let output = try judged(lines: lines.joined(separator: "\n"), named: "app.ndjson")
    #expect(output.status == .unreadable && output.text == "")
    #expect(output.stderr.contains("app.ndjson:4:1: error: the line holds no event of CloudTrail"))
    #expect(output.stderr.contains("app.ndjson:5:37: error: the line is no JSON [judge.shape]"))
    #expect(output.stderr.contains("it may be cut off"))
  }

  /// Seven events of one second, the first of which came last.
  @Test func `events of one second are put in an order that rows explain`() throws {
    func event(_ operation: String, _ request: String, _ answer: String) -> String {
      """
      { "eventSource": "cognito-idp.amazonaws.com", "eventName": "\(operation)",
        "eventTime": "2026-01-01T00:00:00Z", "additionalEventData": { "sub": "ada" },
        "requestParameters": { \(request) }, \(answer) }
      """
    }
    let flow = #""authFlow": "USER_PASSWORD_AUTH""#
    let new = #""challengeName": "NEW_PASSWORD_REQUIRED""#
    let refused = event("InitiateAuth", flow, #""errorCode": "NotAuthorizedException""#)
    let events =
      [
        event(
          "RespondToAuthChallenge", new,
          #""responseElements": { "authenticationResult": "HIDDEN" }"#)
      ] + Array(repeating: refused, count: 5)
      + [event("InitiateAuth", flow, #""responseElements": { \#(new) }"#)]
    let output = try judged(events)
    #expect(output.status == .allHold, "\(output.text)\(output.stderr)")
    #expect(!output.text.contains("✗"))
  }

  @Test func `a log that is cut off is pointed at where it ends`() throws {
    let folder = try Folder(["desk.yaml": Self.pool, "log.json": "[\n  { \"operation\":"])
    let output = WaymarkTool.output(
      for: ["judge", folder["log.json"], "--pool", folder["desk.yaml"]], in: ToolEnvironment())
    #expect(output.status == .unreadable)
    #expect(output.stderr.hasPrefix("\(folder["log.json"]):2:17: error: "), "\(output.stderr)")
  }

  @Test func `of half the paths nothing is said, in so much time for all assumptions`() throws {
    let options = ["--timeout", "0.0000001", "--try-assumptions"]
    let output = try judged([Self.entry("ada", Self.code)], options)
    #expect(output.status == .limitReached)
    #expect(output.text == "")
    #expect(output.stderr.hasPrefix("stopped: the time of `--timeout` is over"))
    #expect(output.stderr.contains("; nothing is reported; "))
  }

  @Test func `judging ends where the run is stopped, and says so`() throws {
    let folder = try Folder([
      "desk.yaml": Self.pool, "log.json": "[\(Self.entry("ada", Self.code))]",
    ])
    var environment = ToolEnvironment()
    environment.progress = { [limits = environment.limits] in
      if $0 == "desk: judging the log" { #expect(limits.interrupt()) }
    }
    for (format, said) in [
      ("text", "0 of 0 sign-ins are explained by rows of the table.\nThe log was not read to"),
      ("json", "\"isCutOff\": true"),
    ] {
      let output = WaymarkTool.output(
        for: ["judge", folder["log.json"], "--pool", folder["desk.yaml"], "--format", format],
        in: environment)
      #expect(output.status == .limitReached)
      #expect(output.text.contains(said), "\(output.text)")
      #expect(output.stderr.hasPrefix("stopped: interrupted"))
    }
  }

  @Test func `what somebody else has recorded is not obeyed`() throws {
    let answer = #""exception": "\u001b[31mx\n::error::y""#
    let output = try judged([Self.entry(#"ada\u202e\n::error::z"#, answer)])
    #expect(output.status == .testBedDiffers)
    #expect(output.text.contains("\nSign-in 1  ada\u{FFFD} ::error::z\n"))
    #expect(output.text.contains(" → \u{FFFD}[31mx ::error::y\n"))
  }

  @Test(.long) func `an assumption is named where the log decides it`() throws {
    let output = try judged(
      [Self.entry("ada", Self.setUp)],
      [
        "--set", "mfa=required", "--set", "mfaMethods={sms}", "--set", "smsConfigured=true",
        "--try-assumptions",
      ])
    #expect(output.status == .allHold, "\(output.stderr)")
    let decided = output.text.split(separator: "\n").filter { $0.hasPrefix("The log decides") }
    #expect(
      decided == ["The log decides smsOnlySetupIsOffered=false: 1 unexplained in place of 0."])
  }
}
