import SignInTestBed
import Testing
import TransitionTables

/// Keys, names, values and set-ups that do not exist are refused where they stand.
@Suite struct CaseReadingTests {
  /// A case that is right, of which one text is replaced.
  private static let right = """
    {"cases": [{
     "id": "own",
     "configuration": {"flows": ["userSRP", "refresh"]},
     "record": {"status": "confirmed"},
     "state": {"client.at": "waitingSMS"},
     "kept": {"session": "s"},
     "steps": [{
      "call": "confirmSignIn(answer: current)",
      "texts": {"challengeResponse": "1"},
      "record": {"grant": "none"},
      "server": [{"op": "RespondToAuthChallenge",
       "expects": {"SMS_MFA_CODE": "1"},
       "returns": {"ChallengeName": "SMS_OTP", "Session": "t"}}],
      "expect": {"nextStep": "confirmSignInWithOTP", "medium": "none"},
      "receives": {"destination": null},
      "leaves": {"client.at": "waitingSMSOTP"},
      "keeps": {"session": "t"}}]}]}
    """

  @Test func `what is right is read`() throws {
    #expect(try CaseSample.complaints(Self.right).isEmpty)
  }

  /// What is written, what stands there instead, the code, the line and the remedy.
  @Test(arguments: [
    ("\"kept\"", "\"kep\"", "cases.shape", 6, "did you mean `kept`?"),
    ("\"texts\"", "\"text\"", "cases.shape", 9, "did you mean `texts`?"),
    ("\"expects\"", "\"expect\"", "cases.shape", 12, "did you mean `expects`?"),
    ("\"session\": \"s\"", "\"sesion\": \"s\"", "cases.name", 6, "did you mean `session`?"),
    ("challengeResponse", "challengeRespons", "cases.name", 9, "did you mean `challengeResponse`?"),
    ("SMS_MFA_CODE", "SMS_MFA_COD", "cases.name", 12, "did you mean `SMS_MFA_CODE`?"),
    ("\"Session\"", "\"Sesion\"", "cases.name", 13, "did you mean `Session`?"),
    ("\"SMS_OTP\"", "\"SMS_OPT\"", "cases.name", 13, "did you mean `SMS_OTP`?"),
    ("RespondToAuth", "RespondAuth", "cases.name", 11, "did you mean `RespondToAuthChallenge`?"),
    ("destination", "destinaton", "cases.name", 15, "did you mean `destination`?"),
    (
      "\"medium\": \"none\"", "\"error\": {\"kind\": \"servic\"}", "cases.name", 14,
      "did you mean `service`?"
    ),
    (
      "\"medium\": \"none\"", "\"error\": {\"underlying\": \"codeMismach\"}", "cases.name", 14,
      "did you mean `codeMismatch`?"
    ),
    (
      "WithOTP", "WithOTB", "scenario.unknown-expectation", 14,
      "did you mean `confirmSignInWithOTP`?"
    ),
    (
      "confirmSignIn(", "confirmSignUn(", "scenario.unknown-call", 8,
      "did you mean `confirmSignIn`?"
    ),
    ("waitingSMSOTP", "waitingSMSOPT", "table.unknown-name", 16, "did you mean `waitingSMSOTP`?"),
    (
      "client.at\": \"waitingSMS\"", "clent.at\": \"waitingSMS\"", "scenario.unknown-name", 5,
      "did you mean `client.at`?"
    ),
    ("\"waitingSMS\"}", "\"waitingSMZ\"}", "table.unknown-name", 5, "did you mean `waitingSMS`?"),
    ("\"status\"", "\"statsu\"", "scenario.unknown-name", 4, "did you mean `status`?"),
    ("\"flows\"", "\"flow\"", "scenario.unknown-name", 3, "did you mean `flows`?"),
    (
      "\"returns\": {\"ChallengeName\": \"SMS_OTP\", ",
      "\"returns\": {\"__type\": \"CodeMismachException\", \"message\": \"m\"}, \"x\": {",
      "cases.shape", 13, "use one of `op`, `expects` or `returns`"
    ),
    ("\"id\": \"own\"", "\"id\": \"\"", "cases.shape", 2, "give it one"),
    ("\"keeps\": {\"session\": \"t\"}", "\"keeps\": 7", "cases.shape", 17, "write one"),
  ])
  func `a mistake is reported at its place`(
    _ text: String, _ mistake: String, code: String, line: Int, remedy: String
  ) throws {
    let written = Self.right.replacing(text, with: mistake, maxReplacements: 1)
    #expect(written != Self.right)
    let found = try #require(try CaseSample.complaints(written).first)
    #expect(found.code == code && found.location.line == line, "\(found)")
    #expect(found.remedy == remedy)
    let lines = written.split(separator: "\n").map(String.init)
    #expect(found.sourceLine == lines[line - 1])
  }

  /// What is written, what stands there instead, the code and what it says.
  @Test(arguments: [
    (
      "\"flows\": [", "\"mfa\": \"required\", \"flows\": [", "cases.illegal",
      "L8: the service refuses this configuration"
    ),
    (
      "\"status\": \"confirmed\"", "\"password\": \"permanent\"", "scenario.impossible-record",
      "Without an account there is no password and no address."
    ),
    // A place that is met only while a request is under way.
    (
      "\"waitingSMS\"}", "\"respondingPasswordVerifier\"}", "scenario.impossible-record",
      "Every request is answered within the step that made it."
    ),
    (
      "\"grant\": \"none\"", "\"locked\": true", "scenario.impossible-record",
      "Four failures never lock."
    ),
  ])
  func `an illegal set-up is refused`(
    _ text: String, _ mistake: String, code: String, message: String
  ) throws {
    let found = try CaseSample.complaints(
      Self.right.replacing(text, with: mistake, maxReplacements: 1))
    #expect(found.map(\.code) == [code])
    #expect(found.first?.message.contains(message) == true, "\(found)")
  }

  @Test func `where none of the set-ups is legal the case is refused`() throws {
    let text = CaseSample.text(
      "{\"call\": \"signOut\", \"expect\": {\"result\": \"signedOutComplete\"}}",
      with:
        "\"live\": true, \"among\": {\"configuration\": {\"mfa\": [\"optional\", \"required\"]}},")
    let found = try CaseSample.complaints(text).map(\.message)
    #expect(found == ["none of the 2 set-ups is legal"])
  }

  @Test(arguments: ["server", "texts", "record", "receives", "keeps"])
  func `a live case has no script`(_ key: String) throws {
    let value = key == "server" ? "[]" : "{}"
    let step = """
      {"call": "signOut", "\(key)": \(value), "expect": {"result": "signedOutComplete"}}
      """
    let text = CaseSample.text(step, with: "\"live\": true,")
    let found = try CaseSample.complaints(text).map(\.message)
    #expect(found == ["a live case has no `\(key)`: its pool answers"])
  }

  @Test(arguments: [
    "[{\"id\": \"a\", \"initial_state\": \"signedOut\", \"steps\": []}]",
    "{\"cases\": [{\"id\": \"a\", \"initial_state\": \"signedOut\", \"steps\": []}]}", "[]",
  ])
  func `the older form is refused with the way to convert it`(_ text: String) throws {
    let found = try CaseSample.complaints(text)
    #expect(found.map(\.code) == ["cases.old-form"])
    #expect(
      found.map(\.remedy)
        == ["convert them: python3 Tests/Oracles/convert_cases.py OLD.json NEW.json"])
  }

  @Test func `every complaint of a file comes at once`() throws {
    let text = """
      {"cases": [{"id": "a", "steps": []},
       {"id": "a", "setAside": "why", "steps": [{"call": "signOut"}]},
       {"id": "b", "stepz": []}]}
      """
    let found = try CaseSample.complaints(text).map { "\($0.location.line) \($0.message)" }
    #expect(
      found == [
        "1 a case has either steps or a reason to set it aside",
        "2 a case has either steps or a reason to set it aside",
        "2 each case has an id of its own", "3 a case has no key `stepz`",
      ])
  }
}
