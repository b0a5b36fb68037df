import TransitionTables

/// The requests of one call and their scripted answers, in order.
struct CaseExchange {
  let script: [ClientCase.Reply]
  let call: String
  private var next = 0
  var requests: [WireRequest] = []
  var rows: [String] = []
  var problems: [String] = []
  var unjudged: [String] = []
  var notes: [String] = []
  /// The error that the script answered with last.
  var exception: String?
  /// Why the whole call cannot be judged.
  var beyond: String?

  init(script: [ClientCase.Reply], call: String) {
    // The web page and the passkey dialogue are no requests.
    self.script = script.filter { !$0.operation.isWebPage && !$0.operation.isCeremony }
    self.call = call
  }

  /// Follows the client from its first row until it tells the app something.
  /// - Returns: the message to the app; nil where the call does not return.
  mutating func run(
    from first: Interpreter.Firing, in session: inout CaseSession
  ) throws(Interpreter.Fault) -> Int? {
    let model = session.model
    var firing = first
    for _ in 0..<64 {
      rows.append(model.rows[firing.row].fullID)
      session.valuation = firing.valuation
      guard let sent = model.rows[firing.row].sends else { return nil }
      guard model.messages[sent].receiver != nil else { return sent }
      guard let delivery = answer(to: sent, in: &session) else { return nil }
      let taken = try session.interpreter.deliver(
        delivery.message, fields: delivery.fields, to: session.valuation)
      guard let taken else {
        problems.append("no row receives \(model.messages[delivery.message].name)")
        return nil
      }
      firing = taken
    }
    problems.append("the client goes on asking")
    return nil
  }

  private mutating func answer(
    to message: Int, in session: inout CaseSession
  ) -> (message: Int, fields: [Int: Int])? {
    let model = session.model
    let name = model.messages[message].name
    if name == "AssociateSoftwareToken" { session.memory.setsUpTOTP = true }
    let request = CaseRequest(
      model: model, message: message, valuation: session.valuation, memory: session.memory
    ).request
    requests.append(request)
    guard let reply = reply(to: request) else { return nil }
    let returns = reply.isAssumed ? nil : reply.value?.returns ?? LocatedNode.empty
    let read = CaseReply(model: model, operation: name, returns: returns)
    exception = read.errorName
    let answer = read.message(&session.memory)
    let answerName = answer.map { model.messages[$0.message].name }
    if answerName == "TOKENS" { session.set("grant", "valid") }
    if answerName == "GetTokensFromRefreshTokenResult", tokensAreWhole(answer, in: session) {
      session.set("grant", "valid")
    }
    if answer == nil { problems.append("\(name) has no answer of that kind in the table") }
    return answer
  }

  private func tokensAreWhole(
    _ answer: (message: Int, fields: [Int: Int])?, in session: CaseSession
  ) -> Bool {
    let model = session.model
    return answer?.fields.contains { slot, value in
      model.text(of: value, in: slot) == "true"
        && model.slots[slot].name.hasSuffix(".incomplete")
    } == false
  }

  /// Whether the script's next answer is to this operation.
  func awaits(_ operation: String) -> Bool {
    next < script.count && Self.matches(script[next].operation, operation)
  }

  /// The script's answer, or an assumed success for an operation that goes with the scripted one.
  private mutating func reply(
    to request: WireRequest
  ) -> (value: ClientCase.Reply?, isAssumed: Bool)? {
    if next < script.count, Self.matches(script[next].operation, request.operation) {
      let reply = script[next]
      // One entry for two operations answers the last of them.
      if reply.operation != request.operation, reply.operation.contains("/"),
        !reply.operation.isTokenEndpoint, reply.operation.hasSuffix(request.operation) == false,
        reply.returns?["error"] == nil
      {
        return (nil, true)
      }
      next += 1
      compare(request, reply.expects)
      return (reply, false)
    }
    if isSurrounding(request.operation) {
      notes.append("\(request.operation), which the script leaves out, is answered by success")
      return (nil, true)
    }
    let awaited = next < script.count ? "the script awaits \(script[next].operation)" : nil
    problems.append(
      "the client sends \(request.operation), where \(awaited ?? "the script awaits no request")")
    return nil
  }

  /// Some scripts hold only the operation that they are about: a single one. These go with it.
  private func isSurrounding(_ operation: String) -> Bool {
    let scripted = script.map(\.operation)
    switch operation {
    case "GetUser": return scripted == ["SetUserMFAPreference"]
    case "GlobalSignOut", "RevokeToken": return scripted == ["DeleteUser"] && next == 1
    // Whatever comes of it, the sign-in is done.
    case "ConfirmDevice": return !scripted.contains(operation)
    case "StartWebAuthnRegistration": return scripted == ["CompleteWebAuthnRegistration"]
    default: return false
    }
  }

  /// Whether a scripted operation is the one that is sent. `Start/CompleteWebAuthnRegistration` is
  /// either of two.
  private static func matches(_ scripted: String, _ sent: String) -> Bool {
    if scripted == sent { return true }
    if scripted.isTokenEndpoint || sent.isTokenEndpoint {
      return scripted.isTokenEndpoint && sent.isTokenEndpoint
    }
    guard scripted.contains("/") else { return false }
    let parts = scripted.split(separator: "/").map(String.init)
    return parts.contains { sent == $0 || sent.hasPrefix($0) }
  }

  /// What the script still awaits when the call has come back.
  mutating func finish() {
    guard problems.isEmpty else { return }
    for reply in script[next...] {
      guard ["GetId", "GetCredentialsForIdentity"].contains(reply.operation) else {
        if beyond == nil {
          problems.append("the script awaits \(reply.operation), which the client does not send")
        }
        continue
      }
      if reply.returns?["error"] != nil {
        beyond = "an identity pool that fails is no part of the model"
      } else {
        notes.append("\(reply.operation) belongs to an identity pool and is left out")
      }
    }
  }

  // MARK: Fields

  private mutating func compare(_ request: WireRequest, _ expected: [LocatedNode.Entry]) {
    for (key, value) in Self.flat(expected) {
      let actual = request.fields[key]
      guard let value else {
        let isThere = request.fields.keys.contains { $0 == key || $0.hasPrefix("\(key).") }
        if isThere { problems.append("\(request.operation) has \(key), which must be absent") }
        continue
      }
      guard let actual else {
        if Self.isFollowed(key) {
          problems.append("\(request.operation) has no \(key); expected \(value)")
        } else {
          unjudged.append("the field \(key) of \(request.operation) is not followed")
        }
        continue
      }
      guard actual != CaseRequest.made, !value.isPlaceholder, actual != value else { continue }
      problems.append("\(request.operation).\(key) is \(actual); expected \(value)")
    }
  }

  /// The fields with dots for those within others; nil for what must be absent.
  private static func flat(
    _ entries: [LocatedNode.Entry], within prefix: String = ""
  ) -> [(key: String, value: String?)] {
    entries.flatMap { entry -> [(key: String, value: String?)] in
      let wrappers = ["AuthParameters", "ChallengeResponses"]
      let key = wrappers.contains(entry.key) ? "" : prefix + entry.key
      if let inner = entry.value.entries {
        return flat(inner, within: key.isEmpty ? "" : key + ".")
      }
      return [(key, entry.value.isNull ? nil : entry.value.text)]
    }
  }

  private static func isFollowed(_ key: String) -> Bool {
    let first = key.split(separator: ".").first.map(String.init) ?? key
    return followed.contains(first)
  }

  /// The fields that ``CaseRequest`` knows; the absence of one of these is a fact.
  private static let followed: Set<String> = [
    "AuthFlow", "USERNAME", "PASSWORD", "SRP_A", "CHALLENGE_NAME", "PREFERRED_CHALLENGE",
    "SECRET_HASH", "DEVICE_KEY", "Session", "ChallengeName", "SMS_MFA_CODE", "EMAIL_OTP_CODE",
    "SMS_OTP_CODE", "SOFTWARE_TOKEN_MFA_CODE", "NEW_PASSWORD", "ANSWER", "EMAIL", "CREDENTIAL",
    "ClientMetadata", "userAttributes", "UserCode", "FriendlyDeviceName", "SMSMfaSettings",
    "SoftwareTokenMfaSettings", "EmailMfaSettings", "Username", "Password", "ConfirmationCode",
    "ForceAliasCreation", "AccessToken", "TIMESTAMP", "PASSWORD_CLAIM_SIGNATURE",
    "PASSWORD_CLAIM_SECRET_BLOCK", "PreviousPassword", "ProposedPassword", "AttributeName", "Code",
    "SecretHash",
  ]
}

extension LocatedNode {
  /// A mapping without entries.
  static let empty = LocatedNode(.mapping([]), at: SourceLocation(file: ""))
}

extension String {
  /// `<…>`: the test bed makes it.
  var isPlaceholder: Bool { hasPrefix("<") && hasSuffix(">") }
}
