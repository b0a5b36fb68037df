public import TransitionTables

/// Runs cases of the client's own tests against the rows of the table's client.
///
/// A script takes the pool's place, so that the client meets answers that no pool would give. Where
/// the case ran against a real service, the table's own pool answers, in a configuration and with a
/// record that the case leaves open. What the app is told, the requests in their order and their
/// fields are compared as far as the case states them.
public struct CaseRunner: Sendable {
  public let model: Model
  let interpreter: Interpreter

  public init(model: Model) {
    self.model = model
    interpreter = Interpreter(model: model)
  }

  /// Runs one case. Linear in its steps, apart from cases without a script, which are tried in
  /// several pools.
  public func run(_ one: ClientCase) -> CaseReport {
    var report = CaseReport(one)
    if let step = one.steps.first(where: { isBelowCalls($0) }) {
      report.setAside("`\(step.call)` is a single action or resolver, no call of an app")
      return report
    }
    if one.steps.contains(where: { $0.script == nil }) {
      return LiveCase(model: model, interpreter: interpreter, one: one).run()
    }
    do {
      var session = try CaseSession(one, model: model, interpreter: interpreter)
      for step in one.steps where report.verdict == .agrees {
        session.run(step, of: one, into: &report)
      }
    } catch {
      report.setAside(error.reason)
    }
    return report
  }

  private func isBelowCalls(_ step: ClientCase.Step) -> Bool {
    step.call.contains(":") && !step.call.contains("(")
      || step.expectations.contains { $0.key == "expect_event" }
  }
}

/// The client of one case while its steps run.
struct CaseSession {
  let model: Model
  let interpreter: Interpreter
  var valuation: [Int]
  var memory: CaseMemory

  init(
    _ one: ClientCase, model: Model, interpreter: Interpreter
  ) throws(CaseInitialState.Unknown) {
    let initial = try CaseInitialState(one.initialState)
    self.model = model
    self.interpreter = interpreter
    memory = initial.memory
    let parameters = [
      "flows": "{userSRP, userPassword, custom, userAuth, refresh}", "externalProvider": "true",
      "firstFactors": "{password, emailOTP, smsOTP, webAuthn}",
    ]
    var fixed: [Int: Int] = [:]
    for (name, text) in parameters {
      if let slot = model.parameter(named: name) { fixed[slot] = model.value(text, in: slot) }
    }
    valuation = interpreter.initial(parameters: fixed)
    set("client.at", initial.location)
    set("signUp", initial.signUp)
    if initial.isSignedInByWeb { set("signedInBy", "webUI") }
    if initial.location == "signedIn" { set("grant", initial.grant ?? "valid") }
    if initial.keepsDevice ?? impliesDevice(one) { set("deviceKey", "kept") }
    if initial.hasClientSecret || one.expectsField(["SECRET_HASH", "SecretHash"]) {
      set("clientSecret", "true")
      set("appKnowsClientSecret", "true")
    }
    completeSignUp(one)
  }

  /// Requests in which the client names a device that it knows already.
  private static let deviceRequests: Set<String> = [
    "InitiateAuth", "RespondToAuthChallenge", "GetTokensFromRefreshToken", "ForgetDevice",
    "UpdateDeviceStatus",
  ]

  /// Whether the script speaks of a device that the client must know, where the initial state says
  /// nothing of it.
  private func impliesDevice(_ one: ClientCase) -> Bool {
    let replies = one.steps.flatMap { $0.script ?? [] }
    if replies.contains(where: { ["UpdateDeviceStatus", "ForgetDevice"].contains($0.operation) }) {
      return true
    }
    if one.expectsField(["DEVICE_KEY", "DeviceKey"], of: Self.deviceRequests) { return true }
    return zip(replies, replies.dropFirst()).contains { first, second in
      guard first.operation == "RespondToAuthChallenge", second.operation == first.operation else {
        return false
      }
      return first.returns?["error"]?.text == "ResourceNotFoundException"
        || first.returns?["challenge"]?.text == "DEVICE_PASSWORD_VERIFIER"
    }
  }

  /// A finished sign-up of which the initial state says no more is the one that the automatic
  /// sign-in of the script is for.
  private mutating func completeSignUp(_ one: ClientCase) {
    guard text("signUp") == "signedUp", memory.signUpName == nil,
      let step = one.steps.first(where: { $0.name == "autoSignIn" }),
      let expects = step.script?.first(where: { $0.operation == "InitiateAuth" })?.expects
    else { return }
    memory.signUpName = expects.first { $0.key == "USERNAME" && !$0.value.isNull }?.value.text
    memory.signUpSession = expects.first { $0.key == "Session" && !$0.value.isNull }?.value.text
    if memory.signUpSession != nil { set("signUp", "signedUpWithSession") }
  }

  // MARK: State

  mutating func set(_ name: String, _ text: String) {
    guard let slot = model.symbols[name]?.slots.first, let value = model.value(text, in: slot)
    else { return }
    valuation[slot] = value
  }

  func text(_ name: String) -> String {
    guard let slot = model.symbols[name]?.slots.first else { return "" }
    return model.text(of: valuation[slot], in: slot)
  }

  // MARK: Steps

  /// Runs one call with its script and compares.
  mutating func run(
    _ step: ClientCase.Step, of one: ClientCase, into report: inout CaseReport
  ) {
    if let reason = unjudged(step) { return report.setAside(reason) }
    let place = text("client.at") == "signedIn" && text("signedInBy") == "webUI"
    let reader = CaseCallReader(
      model: model, location: place ? "signedIn by web" : text("client.at"), step: step,
      flow: one.flow)
    guard let call = reader.call(&memory) else {
      return report.setAside("the table has no call `\(step.call)`")
    }
    var exchange = CaseExchange(script: step.script ?? [], call: step.call)
    var told = CaseReport.Step(call: step.call, answer: nil, requests: [], rows: [])
    do {
      let refused = try renewTokens(before: step, by: &exchange)
      guard let first = try interpreter.begin(call.action, inputs: call.inputs, from: valuation)
      else { return report.setAside("the table's client does not take `\(step.call)` here") }
      let answer = try refused ?? exchange.run(from: first, in: &self)
      told.requests = exchange.requests
      told.rows = exchange.rows
      told.answer = answer.map { model.messages[$0].name }
      report.steps.append(told)
      exchange.finish()
      if let reason = exchange.beyond { return report.setAside(reason) }
      var judge = CaseJudge(
        session: self, answer: answer, requests: exchange.requests, action: call.action)
      judge.exception = exchange.exception
      judge.compare(step, into: &report)
    } catch {
      report.differ("the table cannot go on: \(error)")
    }
    for problem in exchange.problems { report.differ(problem) }
    for reason in exchange.unjudged { report.setAside(reason) }
    for note in exchange.notes { report.note(note) }
    valuation = interpreter.rested(valuation)
    if let slot = model.messageSlot { valuation[slot] = 0 }
  }

  /// A call with tokens that are past their life is two steps of the table: the client asks for
  /// new ones first, and where it gets none the call ends as that does.
  /// - Returns: what the app is told where there are none.
  private mutating func renewTokens(
    before step: ClientCase.Step, by exchange: inout CaseExchange
  ) throws(Interpreter.Fault) -> Int? {
    let isPast = ["stale", "expired"].contains(text("grant")) && text("client.at") == "signedIn"
    guard isPast, step.name != "fetchAuthSession", exchange.awaits("GetTokensFromRefreshToken"),
      let fetch = CaseCall("fetchAuthSession", of: model),
      let first = try interpreter.begin(fetch.action, inputs: fetch.inputs, from: valuation)
    else { return nil }
    let answer = try exchange.run(from: first, in: &self)
    if text("grant") != "valid" { return answer }
    valuation = interpreter.rested(valuation)
    return nil
  }

  /// Why a step is about something that the table does not follow.
  private func unjudged(_ step: ClientCase.Step) -> String? {
    if step.input?["sharedKeychain"] != nil {
      return "a keychain that several apps share is no part of the model"
    }
    // The page came back as it should, and yet there is an error before the tokens are asked for.
    let pages = step.script?.filter(\.operation.isWebPage) ?? []
    let isWell =
      !pages.isEmpty && pages.allSatisfy { CaseCallback($0.returns).outcome == "completed" }
    let isRefused = step.expectations.contains { $0.key == "expect_error" }
    let hasTokens = step.script?.contains { $0.operation.isTokenEndpoint } == true
    if isWell, isRefused, !hasTokens {
      return "what is wrong with the app's own configuration stands nowhere in the case"
    }
    return nil
  }
}

extension ClientCase {
  /// Whether a request must have one of the fields.
  fileprivate func expectsField(_ keys: [String], of operations: Set<String>? = nil) -> Bool {
    steps.flatMap { $0.script ?? [] }.contains { reply in
      guard operations?.contains(reply.operation) ?? true else { return false }
      let entries = reply.expects + reply.expects.flatMap { $0.value.entries ?? [] }
      return entries.contains { keys.contains($0.key) && !$0.value.isNull }
    }
  }
}

extension Model {
  /// A value by its text, or nil where the slot has none of that text.
  func value(_ text: String, in slot: Int) -> Int? {
    types.values(of: slots[slot].type).first { self.text(of: $0, in: slot) == text }
  }
}
