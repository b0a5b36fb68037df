import TransitionTables

/// A call of a case, resolved to an action of the table with the classes of its arguments.
struct CaseCall {
  var action: Int
  var inputs: [Int]

  /// The members by input, as the table writes them; what is left out has its first value.
  init?(_ name: String, _ members: [String: String] = [:], of model: Model) {
    guard let action = model.action(named: name) else { return nil }
    self.action = action
    inputs = model.actions[action].inputs.map { input in
      let type = model.slots[input.slot].type
      let text = members[input.name]
      return model.types.values(of: type).first { model.types.text(of: $0, as: type) == text }
        ?? model.types.first(of: type)
    }
  }
}

/// Reads the calls of cases: which form of the call is meant, and what class each argument has.
struct CaseCallReader {
  let model: Model
  /// The location of the client, which says what `confirmSignIn` answers.
  let location: String
  let step: ClientCase.Step
  let flow: String
  /// Whether a pool will judge the evidence; a script judges by itself.
  var isLive = false

  private var input: LocatedNode? { step.input }
  private var options: LocatedNode? { input?["options"] }
  private var name: String { step.name }

  /// The action, or nil where the table has no such call.
  func call(_ memory: inout CaseMemory) -> CaseCall? {
    let known = memory.signUpName
    remember(&memory)
    switch name {
    case "signIn": return signIn()
    case "confirmSignIn": return confirmSignIn()
    case "signInWithWebUI": return make("signInWithWebUI", ["outcome": webOutcome])
    case "signOut": return signOut()
    case "signUp":
      if isEmpty("username") { return withoutName("signUp") }
      return make(
        "signUp",
        ["givesEmail": "true", "withoutPassword": isMissing("password") ? "true" : "false"])
    case "confirmSignUp":
      if isEmpty("username") { return withoutName("confirmSignUp") }
      let other = text("username").map { $0 != (known ?? $0) } ?? false
      return make(
        "confirmSignUp",
        [
          "answer": secret(["code", "confirmationCode"]),
          "otherUser": other ? "true" : "false",
        ])
    case "resendSignUpCode", "resetPassword":
      return isEmpty("username") ? withoutName(name) : make(name)
    case "confirmResetPassword":
      if isEmpty("username") { return withoutName(name) }
      return make(
        name,
        [
          "answer": secret(["confirmationCode", "code"]),
          "newPassword": isEmpty("newPassword") ? "empty" : "valid",
        ])
    default: return account()
    }
  }

  private func account() -> CaseCall? {
    switch name {
    case "updateMFAPreference":
      let arguments = ["sms", "totp", "email"].map {
        ($0, text($0).map(CaseWords.last) ?? "absent")
      }
      return make(
        "updateMFAPreferences", Dictionary(arguments, uniquingKeysWith: { first, _ in first }))
    case "verifyTOTPSetup": return make(name, ["answer": secret(["code", "totpCode"])])
    case "forgetDevice":
      return make(name, ["named": input?["device"]?.isNull == false ? "true" : "false"])
    case "fetchAuthSession":
      let force = text("forceRefresh") ?? options?["forceRefresh"]?.text
      return make(name, ["force": force == "true" ? "true" : "false"])
    case "associateWebAuthnCredential": return make(name, ["ceremony": ceremony])
    case "changePassword" where isLive:
      return make(name, ["password": evidence(text("oldPassword") ?? "")])
    case "updateContact", "sendVerificationCode": return make(name, ["attribute": attribute])
    case "verifyContact":
      return make(
        name, ["attribute": attribute, "answer": secret(["confirmationCode", "code"])])
    default: return make(name)
    }
  }

  // MARK: Sign-in

  private func signIn() -> CaseCall? {
    let flow = flowName
    if isEmpty("username") { return make("signInWithoutName", ["flow": flow]) }
    let password = evidence(text("password") ?? "")
    guard flow == "userAuth" else { return make("signIn", ["flow": flow, "password": password]) }
    let named = options?["preferredFirstFactor"] ?? options?["authFactorType"]
    let inFlow = options?["authFlowType"]?.text ?? ""
    let preferred = named.flatMap { $0.isNull ? nil : $0.text } ?? inFlow
    let name = CaseWords.factor(preferred) ?? "none"
    if name == "webAuthn" { return make("signInByPasskey", ["ceremony": ceremony]) }
    let preference =
      ["password", "passwordSRP", "smsOTP", "emailOTP"].contains(name) ? name : "none"
    return make("signInByChoice", ["preferred": preference, "password": password])
  }

  /// The flow that the call names, else the one that the case is about: the app's configuration.
  private var flowName: String {
    let named = options?["authFlowType"].flatMap { $0.isNull ? nil : $0.text } ?? ""
    if let flow = CaseWords.flow(named) { return flow }
    let configured = flow.split { !($0.isLetter || $0 == "_") }.first.map(String.init) ?? ""
    if configured == "CUSTOM_AUTH", flow.contains("customWithoutSRP") { return "customWithoutSRP" }
    return CaseWords.flows[configured] ?? "userSRP"
  }

  private func confirmSignIn() -> CaseCall? {
    let answer = text("challengeResponse") ?? ""
    let given = location.hasPrefix("waitingPassword") ? evidence(answer) : code(answer)
    switch location {
    case "waitingMFASelection", "waitingSetupSelection":
      let factor = CaseWords.mfaFactors[answer.uppercased()] ?? "unknownWord"
      return make("selectMFA", ["choice": answer.isEmpty ? "empty" : factor])
    case "waitingFactorSelection":
      let factor = CaseWords.factors[answer] ?? "unknownWord"
      if factor == "webAuthn" { return make("usePasskey", ["ceremony": ceremony]) }
      return make("selectFactor", ["factor": answer.isEmpty ? "empty" : factor])
    case "waitingPasskey" where answer == "WEB_AUTHN":
      return make("usePasskey", ["ceremony": ceremony])
    case "waitingNewPassword":
      let gives = options?["userAttributes"]?.entries?.isEmpty == false
      return make(
        "setNewPassword",
        [
          "newPassword": answer.isEmpty ? "empty" : "valid",
          "givesMissing": gives ? "true" : "false",
        ])
    case "waitingPassword", "waitingPasswordSRP": return make("givePassword", ["password": given])
    case "waitingCustomChallenge":
      let isWrong = evidence(answer) == "neverIssued"
      let kind = answer.isEmpty ? "empty" : isWrong ? "wrong" : "right"
      return make("answerCustomChallenge", ["answer": kind])
    case "waitingEmailSetup":
      return make("setUpEmail", ["address": answer.isEmpty ? "empty" : "own"])
    default: return make("confirmSignIn", ["answer": given])
    }
  }

  // MARK: Dialogues

  /// What the web page comes to: the first answer of the script is its callback.
  private var webOutcome: String {
    guard let callback = step.script?.first(where: { $0.operation.isWebPage }) else {
      return "completed"
    }
    return CaseCallback(callback.returns).outcome
  }

  /// What the passkey dialogue comes to, where the script speaks of it.
  private var ceremony: String {
    guard let dialogue = step.script?.first(where: { $0.operation.isCeremony }),
      let error = dialogue.returns?["error"]?.text
    else { return "completed" }
    return error.lowercased().contains("support") ? "unsupported" : "cancelled"
  }

  private func signOut() -> CaseCall? {
    let global = text("globalSignOut") ?? options?["globalSignOut"]?.text
    if location == "signedIn by web" {
      let hasPage = step.script?.contains { $0.operation.isWebPage } == true
      return make(
        "signOutOnWeb",
        [
          "outcome": hasPage ? webOutcome : "badRedirect",
          "global": global == "true" ? "true" : "false",
        ])
    }
    return make(global == "true" ? "signOutGlobally" : "signOut")
  }

  // MARK: Arguments

  private func make(_ name: String, _ members: [String: String] = [:]) -> CaseCall? {
    CaseCall(name, members, of: model)
  }

  private func withoutName(_ call: String) -> CaseCall? {
    make("callWithoutName", ["call": call])
  }

  private func text(_ key: String) -> String? {
    input?[key].flatMap { $0.isNull ? nil : $0.text }
  }

  private func isEmpty(_ key: String) -> Bool { text(key) == "" }

  private func isMissing(_ key: String) -> Bool { text(key) == nil }

  /// The class of a code under one of the keys; right where none is given.
  private func secret(_ keys: [String]) -> String {
    guard let text = keys.lazy.compactMap(text).first else { return "current" }
    return code(text)
  }

  /// The class of a password: right, unless it is empty or says of itself that it is wrong.
  private func evidence(_ text: String) -> String {
    if text.isEmpty { return "empty" }
    return isLive && text.saysWrong ? "neverIssued" : "current"
  }

  /// The class of a code: where a pool judges, only one that the test bed makes is right.
  private func code(_ text: String) -> String {
    if text.isEmpty { return "empty" }
    return isLive && (!text.isPlaceholder || text.saysWrong) ? "neverIssued" : "current"
  }

  /// The attribute's name as it is written.
  private var attributeName: String? {
    let nodes = CaseWords.attributeKeys.lazy.compactMap { input?[$0] }
    guard let node = nodes.first else { return nil }
    let one = node.elements?.first ?? node
    return one.text ?? one["key"]?.text ?? one.entries?.first?.key
  }

  private var attribute: String {
    let name = attributeName.map(CaseWords.last)
    let attributes = [
      "phone": "phone", "phone_number": "phone", "phoneNumber": "phone",
      "preferred_username": "preferredUsername", "preferredUsername": "preferredUsername",
    ]
    return attributes[name ?? ""] ?? "email"
  }

  /// Keeps what the call says of names, codes and options.
  private func remember(_ memory: inout CaseMemory) {
    if name == "signIn" {
      memory.username = text("username") ?? memory.username
      memory.password = text("password")
      memory.echoedName = nil
      memory.isEchoed = false
      memory.metadata = texts(options?["metadata"])
      // The deprecated validation data wins over metadata of the same key.
      memory.metadata.merge(texts(options?["validationData"])) { $1 }
    } else {
      memory.metadata = texts(options?["metadata"])
    }
    memory.isAutomatic = name == "autoSignIn"
    if name == "signIn" || location == "waitingEmailSetup" { memory.setsUpTOTP = false }
    memory.answer = text("challengeResponse") ?? ""
    memory.userAttributes = texts(options?["userAttributes"])
    memory.friendlyDeviceName =
      options?["friendlyDeviceName"]?.text ?? text("friendlyDeviceName")
    memory.code = text("code") ?? text("confirmationCode")
    memory.newPassword = text("newPassword")
    memory.oldPassword = text("oldPassword")
    memory.attribute = attributeName
    memory.namedDevice = text("device") ?? input?["device"]?["id"]?.text
    memory.forcesAlias = options?["forceAliasCreation"]?.text
    if name == "signUp" { memory.password = text("password") }
    if name == "signUp" || name == "confirmSignUp", let name = text("username") {
      if name == "signUp" || name != (memory.signUpName ?? name) { memory.signUpSession = nil }
      memory.signUpName = name
    }
    if ["resendSignUpCode", "resetPassword", "confirmResetPassword"].contains(name) {
      memory.username = text("username") ?? memory.username
    }
  }

  private func texts(_ node: LocatedNode?) -> [String: String] {
    let pairs = (node?.entries ?? []).compactMap { entry in
      entry.value.text.map { (entry.key, $0) }
    }
    return Dictionary(pairs) { $1 }
  }
}

extension String {
  /// Whether a text for the test bed says of itself that it is not the right one.
  fileprivate var saysWrong: Bool {
    let text = lowercased()
    return ["wrong", "incorrect", "invalid", "bad"].contains { text.contains($0) }
  }
}
