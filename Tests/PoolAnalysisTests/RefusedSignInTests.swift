import Findings
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// The sign-in that a counterexample goes on to.
@Suite struct RefusedSignInTests {
  /// The state of a pool after an administrator has made an account without a phone number.
  private func account(
    _ configuration: String, _ model: Model, calls: Int = 2
  ) throws -> [Int] {
    let made = [
      "createUser(givesEmail: true, givesPhone: false, marksEmail: false, marksPhone: false, "
        + "withoutPassword: false)", "setPermanentPassword()",
    ]
    return try state(configuration, model, after: made.prefix(calls).map { $0 })
  }

  /// The state of a pool after calls.
  private func state(_ configuration: String, _ model: Model, after calls: [String]) throws -> [Int]
  {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { \(configuration) }\n"])
    let request = PoolRequest(paths: [folder["p.yaml"]])
    let pool = try #require(try PoolLoader(model: model, request: request).load().first)
    let interpreter = Interpreter(model: model)
    var here = interpreter.initial(parameters: pool.closed)
    for call in calls {
      let (action, inputs) = try #require(self.action(named: call, model))
      let firings = try interpreter.step(action, inputs: inputs, from: here)
      here = interpreter.rested(try #require(firings.last).valuation)
    }
    return here
  }

  private func action(named call: String, _ model: Model) -> (Int, [Int])? {
    for action in model.actions.indices {
      let lists = model.actions[action].inputs.reduce([[]]) { lists, input in
        lists.flatMap { list in
          model.types.values(of: model.slots[input.slot].type).map { list + [$0] }
        }
      }
      for inputs in lists where model.actionText(action, inputs: inputs) == call {
        return (action, inputs)
      }
    }
    return nil
  }

  private static let bookshop =
    "mfa: required, mfaMethods: [sms], usernameAttributes: [email], requiredAttributes: [email], "
    + "recovery: email, smsConfigured: true, flows: [userSRP, refresh]"

  @Test func `a sign-in that no proof can end shows the answer that ends it`() throws {
    let model = try BundledTable.signIn()
    let refused = try #require(RefusedSignIn(model: model))
    let trace = try #require(refused.attempt(from: try account(Self.bookshop, model)))
    let steps = TraceWording(model: model).steps(trace)
    #expect(steps.map(\.call) == ["signIn(flow: userSRP, password: current)"])
    #expect(steps.last?.answer == "mfaMethodNotFound")
  }

  @Test func `a flow that is switched off is not what is shown where another one begins`() throws {
    let model = try BundledTable.signIn()
    let refused = try #require(RefusedSignIn(model: model))
    let start = try account(Self.bookshop, model, calls: 1)
    let steps = TraceWording(model: model).steps(try #require(refused.attempt(from: start)))
    #expect(
      steps.map(\.call) == [
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false, givesPresent: false)",
      ])
    #expect(steps.last?.answer == "mfaMethodNotFound")
  }

  @Test func `an unconfirmed user is shown the flow that the client allows`() throws {
    let model = try BundledTable.signIn()
    let refused = try #require(RefusedSignIn(model: model))
    let baker =
      "selfSignUp: true, usernameAttributes: [email], flows: [userPassword, refresh]"
    let signUp =
      "signUp(givesEmail: true, givesPhone: false, withoutPassword: false, weakPassword: false, "
      + "name: plain)"
    let start = try state(baker, model, after: [signUp])
    let steps = TraceWording(model: model).steps(try #require(refused.attempt(from: start)))
    #expect(steps.map(\.call) == ["signIn(flow: userPassword, password: current)"])
    #expect(steps.last?.answer == "confirmSignUp")
  }

  @Test func `a flow that somebody has seen at work is shown before one that is a guess`() throws {
    let model = try BundledTable.signIn()
    let refused = try #require(RefusedSignIn(model: model))
    let signUp =
      "signUp(givesEmail: false, givesPhone: false, withoutPassword: false, weakPassword: false, "
      + "name: plain)"
    let start = try state(
      "selfSignUp: true, flows: [userSRP, custom, refresh]", model, after: [signUp])
    let steps = TraceWording(model: model).steps(try #require(refused.attempt(from: start)))
    #expect(steps.map(\.call) == ["signIn(flow: userSRP, password: current)"])
  }

  @Test func `a sign-in that waits for a lost authenticator is shown, not a flow that is refused`()
    throws
  {
    let model = try BundledTable.signIn()
    let refused = try #require(RefusedSignIn(model: model))
    let totp = Self.bookshop.replacing("[sms]", with: "[totp]")
    var lost = try account(totp, model)
    for (name, text) in [("totp", "verified"), ("authenticatorLost", "true")] {
      let slot = try #require(model.slots.firstIndex { $0.name == name })
      lost[slot] = try #require(
        model.types.values(of: model.slots[slot].type).first {
          model.types.text(of: $0, as: model.slots[slot].type) == text
        })
    }
    let steps = TraceWording(model: model).steps(try #require(refused.attempt(from: lost)))
    #expect(steps.map(\.call) == ["signIn(flow: userSRP, password: current)"])
    #expect(steps.last?.answer == "confirmSignInWithTOTPCode")
  }

  @Test func `who cannot recover is shown the refused recovery, not a sign-in`() throws {
    let model = try BundledTable.signIn()
    let refused = try #require(RefusedSignIn(model: model))
    let closed = Self.bookshop.replacing("recovery: email", with: "recovery: adminOnly")
    let start = try account(closed, model)
    let steps = TraceWording(model: model).steps(
      try #require(refused.attempt(from: start, within: ["resetPassword"])))
    #expect(steps.map(\.call) == ["resetPassword()"])
    #expect(steps.last?.answer == "notAuthorized(reason: contactAdministrator)")
  }

  @Test func `a selection that is in vain joins the error that one of its answers meets`()
    throws
  {
    let model = try BundledTable.signIn()
    let refused = try #require(RefusedSignIn(model: model))
    let wording = TraceWording(model: model)
    let optional =
      "mfa: optional, mfaMethods: [sms], usernameAttributes: [email], "
      + "requiredAttributes: [email], recovery: email, smsConfigured: true, "
    let made = [
      "createUser(givesEmail: true, givesPhone: true, marksEmail: false, marksPhone: false, "
        + "withoutPassword: false)",
      "setPermanentPassword()", "signIn(flow: userSRP, password: current)",
      "updateMFAPreference(factor: sms, value: enabled)", "deleteUserAttribute(attribute: phone)",
      "signOut()",
    ]
    let outside = try state(optional + "flows: [userSRP, refresh]", model, after: made)
    let choosing = try state(
      optional + "flows: [userSRP, userAuth, refresh]", model,
      after: made + ["signIn(preferred: none, password: current)"])
    var found = [
      PropertyReport(id: "sign-in.stays-reachable", severity: .error, verdict: .fails),
      PropertyReport(id: "sign-in.right-answers-end", severity: .warning, verdict: .fails),
    ]
    for (place, here) in [outside, choosing].enumerated() {
      found[place].refusal = wording.steps(try #require(refused.attempt(from: here)))
    }
    #expect(found.map { $0.refusal.last?.answer } == ["mfaMethodNotFound", "invalidParameter"])
    let claims = try found.map { finding in
      try #require(model.properties.first { $0.fullID == finding.id })
    }
    func joined(after end: [Int]) -> [String?] {
      var report = PoolReport(
        pool: "p", configuration: ConfigurationReport(closed: []),
        coverage: .init(states: 1, transitions: 1, depth: 1), properties: found)
      let step = Trace.Step(action: nil, inputs: [], firings: [], before: end, after: end)
      FindingCauses(model: model).join(
        in: &report, claims: claims, runs: [1: Trace(steps: [step])])
      return report.properties.map(\.cause)
    }
    #expect(joined(after: choosing) == [nil, "sign-in.stays-reachable"])
    // Where no sign-in is under way, the one that is shown decides.
    #expect(joined(after: outside) == [nil, nil])
  }

  @Test func `nothing is shown where a sign-in comes to the tokens`() throws {
    let model = try BundledTable.signIn()
    let refused = try #require(RefusedSignIn(model: model))
    let sound = Self.bookshop.replacing("[sms]", with: "[sms, totp]")
    #expect(refused.attempt(from: try account(sound, model)) == nil)
  }

  @Test func `a provider's web page is a way on only where the property counts it`() throws {
    let model = try BundledTable.signIn()
    let refused = try #require(RefusedSignIn(model: model))
    let start = try account(Self.bookshop + ", externalProvider: true", model)
    #expect(refused.attempt(from: start) == nil)
    let trace = try #require(refused.attempt(from: start, without: ["signInWithWebUI"]))
    #expect(TraceWording(model: model).steps(trace).last?.answer == "mfaMethodNotFound")
  }

  @Test func `a table without attempts has none to show`() throws {
    #expect(RefusedSignIn(model: try SmallTable.model()) == nil)
  }

  @Test func `what only properties keep is shown where everything is asked for`() {
    var property = PropertyReport(id: "a", severity: .error, verdict: .fails)
    var kept = TraceStepReport.Change("sessionSpent", from: "false", to: "true")
    kept.isBookkeeping = true
    property.trace = [
      TraceStepReport(
        actor: "app", call: "signIn()",
        changes: [.init("session", from: "none", to: "fresh"), kept])
    ]
    property.refusal = [TraceStepReport(actor: "app", call: "signIn()", answer: "notAuthorized")]
    var report = PoolReport(
      pool: "p", configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1, transitions: 1, depth: 1), properties: [property])
    report.command = "waymark check p"
    let short = TextSink(level: .findings).text(of: report)
    #expect(short.contains("session: none ⇒ fresh\n"))
    #expect(!short.contains("sessionSpent"))
    #expect(
      short.contains(
        """
          What the user meets then, every proof right:
            1. app  signIn()
                    → notAuthorized
            and nothing leads further

        """))
    #expect(TextSink(level: .everything).text(of: report).contains("sessionSpent: false ⇒ true"))
  }

  @Test func `of a long way the middle is left out, which everything shows`() {
    var property = PropertyReport(id: "a", severity: .error, verdict: .fails)
    property.trace = (1...9).map { TraceStepReport(actor: "user", call: "call\($0)()") }
    let report = PoolReport(
      pool: "p", configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1, transitions: 1, depth: 1), properties: [property])
    let short = TextSink(level: .findings).text(of: report)
    #expect(
      short.contains(
        """
            3. user  call3()
            …  2 steps that --verbose shows
            6. user  call6()

        """))
    #expect(TextSink(level: .everything).text(of: report).contains("    4. user  call4()\n"))
  }
}
