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

  /// A pool and a record that a user may have set up.
  private struct SetUp {
    var parameters: [String: String]
    var record: [String: String]
    var text: String
  }

  func run() -> CaseReport {
    var best: (steps: Int, report: CaseReport)?
    guard let start = try? CaseSession(one, model: model, interpreter: interpreter) else {
      var report = CaseReport(one)
      report.setAside("the initial state `\(one.initialState)` is none that the table names")
      return report
    }
    let setUps = self.setUps
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
    _ setUp: SetUp, from start: CaseSession
  ) -> (steps: Int, report: CaseReport) {
    var report = CaseReport(one)
    var session = start
    for (name, text) in setUp.parameters { session.set(name, text) }
    for (name, text) in setUp.record { session.set(record: name, text) }
    if Self.startsSignedIn.contains(one.steps.first?.call ?? "") {
      session.set("client.at", "signedIn")
      session.set("grant", "valid")
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
    "listWebAuthnCredentials", "deleteWebAuthnCredential",
  ]

  // MARK: Set-ups

  /// The set-ups in the order in which they are tried, plain ones first.
  private var setUps: [SetUp] {
    let pools = Self.mfa.flatMap { mfa in
      ["legacy", "adminOnly"].map { recovery in mfa.merging(["recovery": recovery]) { $1 } }
    }
    return pools.flatMap { pool in
      records.map { record in
        SetUp(
          parameters: pool.merging(Self.common) { first, _ in first }, record: record,
          text: Self.text(pool, record))
      }
    }
  }

  private static let common = [
    "smsConfigured": "true", "emailSender": "ses", "autoVerified": "{email, phone}",
    "firstFactors": "{password, emailOTP, smsOTP}",
  ]

  private static let mfa: [[String: String]] =
    [["mfa": "off", "mfaMethods": "{}"]]
    + ["optional", "required"].flatMap { mfa in
      ["{sms}", "{totp}", "{sms, totp}", "{email}", "{sms, totp, email}"].map {
        ["mfa": mfa, "mfaMethods": $0]
      }
    }

  /// A sign-up needs a name that nobody has; others need an account.
  private var records: [[String: String]] {
    let none = ["status": "none"]
    if one.steps.first?.call == "signUp" { return [none] }
    let contacts = [("verified", "verified"), ("verified", "absent"), ("absent", "absent")]
    let preferences = ["", "sms", "totp", "sms totp"]
    let confirmed = contacts.flatMap { email, phone in
      ["none", "verified"].flatMap { totp in
        preferences.map { chosen -> [String: String] in
          var record = [
            "status": "confirmed", "password": "permanent", "contact[email]": email,
            "contact[phone]": phone, "totp": totp,
          ]
          for factor in chosen.split(separator: " ") { record["preference[\(factor)]"] = "enabled" }
          return record
        }
      }
    }
    let forced = [
      "status": "forceChangePassword", "password": "temporary", "contact[email]": "verified",
      "contact[phone]": "verified",
    ]
    let knowsNobody = one.steps.first?.input?["username"]?.text?.contains("not-exist") == true
    return knowsNobody ? [none] : confirmed + [forced, none]
  }

  private static func text(_ pool: [String: String], _ record: [String: String]) -> String {
    let pairs = pool.merging(record) { first, _ in first }.sorted { $0.key < $1.key }
    return pairs.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}

extension CaseSession {
  /// Sets `contact[email]` and the like.
  mutating func set(record name: String, _ text: String) {
    guard let slot = model.slots.firstIndex(where: { $0.name == name && $0.isState }),
      let value = model.value(text, in: slot)
    else { return }
    valuation[slot] = value
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
