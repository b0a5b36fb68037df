import SignIn
import SignInTestBed
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Which run decides an assumption on somebody's own pool.
@Suite struct AssumptionProbeTests {
  /// The run of calls that distinguishes the values of an assumption where users have to give a phone
  /// number, as an experiment.
  private func experiment(on assumption: String) throws -> Experiment? {
    let model = try BundledTable.signIn()
    let text = """
      pool: p
      configuration:
        { mfa: required, mfaMethods: [sms], smsConfigured: true, requiredAttributes: [phone],
          autoVerified: [phone], selfSignUp: false, recovery: adminOnly,
          administratorActs: [creates, setsPasswords, disables], flows: [userPassword, refresh] }
      """
    let pool = try PoolLoader(model: model, request: PoolRequest(paths: []))
      .load(.init(name: "p.yaml", bytes: Array(text.utf8)))
    let parameters = try ClosedConfiguration(model: model, pool: pool).parameters()
    let others = model.slots.filter { $0.kind == .assumption && $0.name != assumption }
    let probe = AssumptionProbe(model: model, environment: ToolEnvironment())
    let results = probe.results(for: parameters, without: Set(others.map(\.name)))
    guard case .experiment(let found)? = results.first?.result else { return nil }
    return found
  }

  @Test func `a run that only the app distinguishes gives way to one that requests do`() throws {
    let found = try #require(try experiment(on: "refusedUserEndsSession"))
    let answer =
      "app: confirmSignIn(newPassword: valid, givesMissing: false, givesPresent: false)"
    #expect(
      found.calls.dropFirst() == [
        "app: signIn(flow: userPassword, password: current)", "administrator: disableUser()",
        answer, "administrator: enableUser()", answer,
      ])
    #expect(
      found.outcomes.map(\.answer.serialized) == [
        #"{"__type":"InvalidParameterException"}"#, #"{"__type":"NotAuthorizedException"}"#,
      ])
  }

  @Test func `a request says which attributes go with a new password`() throws {
    let found = try #require(try experiment(on: "sessionSurvivesWrongCode"))
    let steps = found.steps.map(\.serialized)
    let given = #""userAttributes.$":"missingAttributes","userAttributes.givesMissing":"true""#
    #expect(steps.count { $0.contains(given) } == 1)
  }
}
