import TransitionTables

/// A case that ran against a real service: the table's own pool answers.
///
/// What the pool was set up like, and what the user had, the case does not say. The case agrees if
/// there is a set-up in which the table does what was seen; else the set-up that goes furthest
/// tells where it differs.
struct LiveCase {
  let model: Model
  let interpreter: Interpreter
  let one: ClientCase

  func run() -> CaseReport {
    var best: (steps: Int, report: CaseReport)?
    guard let start = try? CaseSession(one, model: model, interpreter: interpreter) else {
      var report = CaseReport(one)
      report.setAside("the initial state `\(one.initialState)` is none that the table names")
      return report
    }
    let setUps = LiveSetUps(one: one).all
    for setUp in setUps {
      let (steps, report) = attempt(setUp, from: start)
      if report.verdict != .differs { return report }
      if steps > best?.steps ?? -1 { best = (steps, report) }
    }
    var report = best?.report ?? CaseReport(one)
    report.reasons.append("in \(setUps.count) set-ups the table does not do what was seen")
    return report
  }

  private func attempt(
    _ setUp: LiveSetUps.SetUp, from start: CaseSession
  ) -> (steps: Int, report: CaseReport) {
    var report = CaseReport(one)
    var session = start
    for (name, text) in setUp.parameters { session.set(name, text) }
    for (name, text) in setUp.record { session.set(record: name, text) }
    if Self.startsSignedIn.contains(one.steps.first?.name ?? "") {
      session.set("client.at", "signedIn")
      if session.text("grant") == "none" { session.set("grant", "valid") }
    }
    for (position, step) in one.steps.enumerated() {
      session.runLive(step, of: one, into: &report)
      if report.verdict != .agrees { return (position, report) }
    }
    report.note("with the table's own pool: \(setUp.text)")
    return (one.steps.count, report)
  }

  /// Calls that need a user who is signed in; the set-up of such a case signs in first.
  private static let startsSignedIn: Set<String> = [
    "updateMFAPreference", "fetchMFAPreference", "setUpTOTP", "verifyTOTPSetup", "fetchDevices",
    "rememberDevice", "forgetDevice", "deleteUser", "associateWebAuthnCredential",
    "listWebAuthnCredentials", "deleteWebAuthnCredential", "changePassword", "updateContact",
    "sendVerificationCode", "verifyContact",
  ]
}

extension CaseSession {
  /// Sets `contact[email]` and the like.
  mutating func set(record name: String, _ text: String) {
    guard let slot = model.slots.firstIndex(where: { $0.name == name && $0.isState }) else {
      return set(name, text)
    }
    if let value = model.value(text, in: slot) { valuation[slot] = value }
  }

  /// Runs one call against the table's pool and compares.
  mutating func runLive(
    _ step: ClientCase.Step, of one: ClientCase, into report: inout CaseReport
  ) {
    let reader = CaseCallReader(
      model: model, location: text("client.at"), step: step, flow: one.flow, isLive: true)
    guard let call = reader.call(&memory) else {
      return report.setAside("the table has no call `\(step.call)`")
    }
    let codes = [
      "waitingSMS", "waitingTOTP", "waitingEmailCode", "waitingSMSOTP", "waitingTOTPSetup",
    ]
    if codes.contains(text("client.at")), !memory.answer.isPlaceholder,
      !memory.answer.allSatisfy(\.isNumber)
    {
      return report.setAside("a code that is no number is none of the table's classes")
    }
    do {
      let firings = try interpreter.stepRegardless(
        call.action, inputs: call.inputs, from: valuation)
      let sent = firings.last.flatMap { model.rows[$0.row].sends }
      let answer = sent.flatMap { model.messages[$0].receiver == nil ? $0 : nil }
      valuation = firings.last?.valuation ?? valuation
      report.steps.append(
        CaseReport.Step(
          call: step.call, answer: answer.map { model.messages[$0].name }, requests: [],
          rows: firings.map { model.rows[$0.row].fullID }))
      CaseJudge(session: self, answer: answer, requests: [], action: call.action, isLive: true)
        .compare(step, into: &report)
    } catch {
      report.differ("the table cannot go on: \(error)")
    }
    valuation = interpreter.rested(valuation)
  }
}
