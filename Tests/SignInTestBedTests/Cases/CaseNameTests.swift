import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// Names that do not exist are refused where they stand.
@Suite struct CaseNameTests {
  private func slips(_ step: String) throws -> [Diagnostic] {
    let text = "[{\"id\": \"a\", \"steps\": [\n\(step)\n]}]"
    let model = try BundledTable.signIn()
    let document = try LocatedDocument(parsing: text, file: "cases.json")
    do {
      _ = try ClientCase.read(document, against: model)
      return []
    } catch {
      return error.diagnostics
    }
  }

  private static func step(
    _ call: String, _ input: String, _ operation: String, _ expectation: String
  ) -> String {
    CaseSample.call(call, input, CaseSample.reply(operation, ""), expectation)
  }

  private static func step(_ call: String, _ input: String, _ expectation: String) -> String {
    step(call, input, "InitiateAuth", expectation)
  }

  private static func step(_ call: String, _ expectation: String) -> String {
    step(call, "", expectation)
  }

  private static func step(_ expectation: String) -> String { step("signIn", expectation) }

  @Test(arguments: [
    (
      step("signInn", CaseSample.isDone), "no call of the client is `signInn`",
      "did you mean `signIn`?"
    ),
    (
      step("signIn", "", "InitiateAuthh", CaseSample.isDone),
      "no operation of the service is `InitiateAuthh`", "did you mean `InitiateAuth`?"
    ),
    (
      step(CaseSample.step("confirmSignInWithSMSCode")),
      "no next step is `confirmSignInWithSMSCode`", "did you mean `confirmSignInWithSMSMFACode`?"
    ),
    (
      step(CaseSample.error("services")), "no kind of error is `services`",
      "did you mean `service`?"
    ),
    (
      step(CaseSample.error("service", "userNotfound")),
      "no error of the client is `userNotfound`", "did you mean `userNotFound`?"
    ),
    (
      step("signOut", "", "RevokeToken", CaseSample.result("{\"failed\": \"invalidStat\"}")),
      "no kind of error is `invalidStat`", "did you mean `invalidState`?"
    ),
    (
      step("signIn", "\"options\": {\"authFlowType\": \"userSRPP\"}", CaseSample.isDone),
      "no flow is `userSRPP`", "did you mean `userSRP`?"
    ),
    (
      step("updateMFAPreference", "\"sms\": \"on\"", "GetUser", CaseSample.result("\"ok\"")),
      "no preference is `on`",
      "write one of `enabled`, `disabled`, `preferred` or `notPreferred`"
    ),
  ])
  func `a name that is none`(
    _ step: String, message: String, remedy: String
  ) throws {
    let found = try slips(step)
    #expect(found.map(\.code) == ["cases.name"] && found.map(\.message) == [message])
    #expect(found.map(\.remedy) == [remedy])
    // The place is the name's own.
    let word = message.split(separator: "`").last.map(String.init) ?? ""
    let lines = step.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = try #require(found.first?.location)
    let line = lines[place.line - 2]
    #expect(line.dropFirst(place.column - 1).drop { $0 == "\"" }.hasPrefix(word))
    #expect(found.first?.sourceLine == line)
  }

  @Test(arguments: [
    step("getCurrentUser", "", "GetId", CaseSample.result("\"ok\"")),
    step("action:VerifyPasswordSRP", "\"expect_event\": \"x\""),
    step("signIn(username:password:)", CaseSample.error("any", "<any>")),
    step("signIn", CaseSample.error("notAuthorized | service", "userNotFound | limitExceeded")),
    step("signIn", CaseSample.error("notAuthorized", "NotAuthorizedException")),
    step("signInWithWebUI", "", "HostedUI callback", CaseSample.isDone),
    step("signInWithWebUI", "", "POST /oauth2/token", CaseSample.isDone),
    step(
      "associateWebAuthnCredential", "", "Start/CompleteWebAuthnRegistration", CaseSample.isDone),
    step("signIn", "\"options\": {\"authFlowType\": \"USER_SRP_AUTH\"}", CaseSample.isDone),
  ])
  func `names beyond the table are names`(_ step: String) throws {
    #expect(try slips(step).isEmpty)
  }
}
