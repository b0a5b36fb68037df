import TransitionTables

/// A scripted answer as a message to the client: the service's JSON, read as the client's own
/// parser reads it.
struct CaseReply {
  let model: Model
  /// The operation that is answered.
  let operation: String
  let returns: LocatedNode?

  /// The message and its fields by slot, or nil where the table has no such message.
  func message(_ memory: inout CaseMemory) -> (message: Int, fields: [Int: Int])? {
    if let session = text("session") ?? text("Session") { memory.received(session, by: operation) }
    if let error = errorName { return named(exception(error)) }
    switch operation {
    case "InitiateAuth", "RespondToAuthChallenge": return challenge(&memory)
    case "FederatedToken":
      let keys = ["id_token", "access_token", "refresh_token"]
      let isWhole = isAssumed || keys.allSatisfy { text($0) != nil }
      return named("FederatedTokenResult", ["incomplete": isWhole ? "false" : "true"])
    default: return result(&memory)
    }
  }

  // MARK: Errors

  /// What the script calls its error, without a namespace; nil where it has none.
  var errorName: String? {
    guard let error = returns?["error"], !error.isNull else { return nil }
    let keys = ["name", "__type", "type", "code", "Code", "error"]
    let name = error.text ?? keys.lazy.compactMap { error[$0]?.text }.first
    return name?.split(separator: "#").last.map(String.init) ?? "UnknownAWSHTTPServiceError"
  }

  private func exception(_ word: String) -> String {
    if Self.network.contains(word) { return "NetworkError" }
    // The token endpoint knows none of the service's exceptions.
    if operation == "FederatedToken" { return "OAuthError" }
    return model.message(named: word) != nil ? word : "UnknownAWSHTTPServiceError"
  }

  private static let network: Set<String> = [
    "CommonRunTimeError", "CommonRuntimeError", "NetworkError", "URLError", "NSURLErrorDomain",
  ]

  // MARK: Sign-in

  private func challenge(_ memory: inout CaseMemory) -> (message: Int, fields: [Int: Int])? {
    let tokens = tokenState
    if tokens == .whole {
      let keys = newDevice.map(Self.texts) ?? [:]
      memory.deviceKey = keys.first { $0.key.lowercased() == "devicekey" }?.value
      return named("TOKENS", ["newDevice": hasNewDevice ? "true" : "false"])
    }
    guard let name = text("challenge") ?? text("challengeName") ?? text("ChallengeName") else {
      return tokens == .part ? named("TOKENS", ["incomplete": "true"]) : named("EmptyAnswer")
    }
    memory.parameters = Self.texts(parameters)
    if let user = memory.parameters["USERNAME"] { memory.echoedName = user }
    if name == "PASSWORD_VERIFIER", parameters?.text != nil {
      // Made by the test bed, which echoes a name of its own.
      memory.echoedName = Self.madeName
    }
    memory.isEchoed = memory.echoedName != nil
    memory.destination = memory.parameters["CODE_DELIVERY_DESTINATION"]
    return named(messageName(name), fields(of: name))
  }

  /// The user name in the material that the test bed makes for `<valid SRP params>`, which is that
  /// of the client's own vectors.
  static let madeName = "royji2"

  private enum Tokens { case none, part, whole }

  private var tokenState: Tokens {
    let needed = operation == "GetTokensFromRefreshToken" ? Self.renewed : Self.issued
    guard
      let node = returns?["tokens"] ?? returns?["AuthenticationResult"]
        ?? returns?["authenticationResult"], !node.isNull
    else { return .none }
    guard let entries = node.entries else {
      return node.text == "true" || node.text?.isPlaceholder == true ? .whole : .none
    }
    let present = Set(
      entries.filter { !$0.value.isNull }.map { $0.key.lowercased().filter { $0 != "_" } })
    return needed.isSubset(of: present) ? .whole : .part
  }

  private static let renewed: Set<String> = ["idtoken", "accesstoken"]
  private static let issued = renewed.union(["refreshtoken"])

  private var newDevice: LocatedNode? {
    let places = [
      returns, returns?["tokens"], returns?["AuthenticationResult"],
      returns?["authenticationResult"],
    ]
    let nodes = places.lazy.compactMap { $0?["NewDeviceMetadata"] ?? $0?["newDeviceMetadata"] }
    return nodes.first { !$0.isNull }
  }

  private var hasNewDevice: Bool {
    guard let node = newDevice else { return false }
    guard node.entries != nil else { return node.text == "true" }
    let keys = Self.texts(node).keys.map { $0.lowercased() }
    return keys.contains("devicekey") && keys.contains("devicegroupkey")
  }

  private var parameters: LocatedNode? {
    let node =
      returns?["params"] ?? returns?["parameters"] ?? returns?["challengeParameters"]
      ?? returns?["ChallengeParameters"]
    return node?.isNull == true ? nil : node
  }

  private func messageName(_ challenge: String) -> String {
    if challenge == "PASSWORD_SRP" { return "PASSWORD" }
    guard let message = model.message(named: challenge),
      model.messages[message].kind == "challenge", challenge != "UnknownChallenge"
    else { return "UnknownChallenge" }
    return challenge
  }

  private func fields(of challenge: String) -> [String: String] {
    let texts = Self.texts(parameters)
    switch challenge {
    case "PASSWORD_VERIFIER", "DEVICE_PASSWORD_VERIFIER":
      let material = CaseSRPMaterial(parameters)
      return [
        "lacksParameters": material.lacksParameters ? "true" : "false",
        "badNumber": material.hasBadNumber ? "true" : "false",
      ]
    case "SMS_MFA", "SMS_OTP", "EMAIL_OTP":
      if parameters?.text != nil { return ["medium": "own"] }
      switch texts["CODE_DELIVERY_DELIVERY_MEDIUM"] {
      case "SMS": return ["medium": "sms"]
      case "EMAIL": return ["medium": "email"]
      default: return ["medium": "unknown"]
      }
    case "SELECT_MFA_TYPE": return ["canChoose": factors(texts["MFAS_CAN_CHOOSE"])]
    case "MFA_SETUP": return ["canSetUp": factors(texts["MFAS_CAN_SETUP"])]
    case "SELECT_CHALLENGE":
      let list = returns?["availableChallenges"] ?? returns?["AvailableChallenges"]
      let names = (list?.elements ?? []).compactMap { CaseWords.factors[$0.text ?? ""] }
      return ["available": set(names, of: "ChoiceFactor")]
    case "WEB_AUTHN":
      let isThere = texts["CREDENTIAL_REQUEST_OPTIONS"] != nil || parameters?.text != nil
      return ["lacksOptions": isThere ? "false" : "true"]
    default: return [:]
    }
  }

  /// A list of factors inside a text: what is no list is empty, unknown words are dropped.
  private func factors(_ text: String?) -> String {
    let document = text.flatMap { try? LocatedDocument(parsing: $0, file: "") }
    let words = document?.root.elements?.map(\.text) ?? []
    let isList = words.allSatisfy { $0 != nil }
    let names =
      isList ? words.compactMap { CaseWords.mfaFactors[($0 ?? "").uppercased()] } : []
    return set(names, of: "MFAFactor")
  }

  // MARK: Other results

  private func result(_ memory: inout CaseMemory) -> (message: Int, fields: [Int: Int])? {
    let name = "\(operation)Result"
    switch operation {
    case "AssociateSoftwareToken":
      memory.secret = text("secretCode") ?? text("SecretCode")
      let lacks = memory.secret == nil && !isAssumed
      return named(name, ["lacksSecret": lacks ? "true" : "false"])
    case "VerifySoftwareToken":
      let told = text("status") ?? text("Status") ?? (isAssumed ? "SUCCESS" : "absent")
      // A status that the client does not know is as good as none.
      let status = ["SUCCESS", "ERROR"].contains(told) ? told : "absent"
      let session = text("session") ?? text("Session")
      return named(
        name,
        [
          "status": status.lowercased(),
          "lacksSession": session == nil && !isAssumed ? "true" : "false",
        ])
    case "SignUp":
      readDelivery(&memory)
      let isConfirmed = (text("userConfirmed") ?? text("UserConfirmed")) == "true"
      // What completes by itself names no user.
      let isComplete = isConfirmed && hasSession == "true"
      memory.userID = isComplete ? nil : text("userSub") ?? text("UserSub")
      return named(
        name,
        ["confirmed": isConfirmed ? "true" : "false", "medium": medium, "session": hasSession])
    case "ConfirmSignUp": return named(name, ["session": hasSession])
    case "ResendConfirmationCode", "ForgotPassword", "GetUserAttributeVerificationCode":
      readDelivery(&memory)
      return named(name, ["medium": isAssumed && details == nil ? "email" : medium])
    case "UpdateUserAttributes":
      readDelivery(&memory)
      return named(name, ["medium": medium])
    case "GetUser":
      let list = returns?["userMFASettingList"] ?? returns?["UserMFASettingList"]
      let names = (list?.elements ?? []).compactMap {
        CaseWords.mfaFactors[($0.text ?? "").uppercased()]
      }
      let preferred = text("preferredMfaSetting") ?? text("PreferredMfaSetting") ?? ""
      return named(
        name,
        [
          "enabled": set(names, of: "MFAFactor"),
          "preferred": CaseWords.mfaFactors[preferred.uppercased()] ?? "none",
        ])
    case "GetTokensFromRefreshToken":
      let isWhole = isAssumed || tokenState == .whole
      return named(name, ["incomplete": isWhole ? "false" : "true"])
    case "ListDevices":
      let list = returns?["devices"] ?? returns?["Devices"]
      return named(name, ["lacksList": list?.elements == nil && !isAssumed ? "true" : "false"])
    default: return named(name)
    }
  }

  /// `{"ok": true}` and the like: a success whose details the test bed makes.
  private var isAssumed: Bool {
    returns == nil || text("ok") == "true" || returns?.text?.isPlaceholder == true
  }

  private var hasSession: String { (text("session") ?? text("Session")) == nil ? "false" : "true" }

  private var details: LocatedNode? {
    let node =
      returns?["codeDeliveryDetails"] ?? returns?["CodeDeliveryDetails"]
      ?? returns?["codeDeliveryDetailsList"]?.elements?.first
      ?? returns?["CodeDeliveryDetailsList"]?.elements?.first
    return node?.isNull == true ? nil : node
  }

  private var medium: String {
    guard let details else { return "none" }
    let word = details["deliveryMedium"]?.text ?? details["DeliveryMedium"]?.text
    return word?.uppercased() == "SMS" ? "sms" : "email"
  }

  private func readDelivery(_ memory: inout CaseMemory) {
    memory.destination = (details?["destination"] ?? details?["Destination"])?.text
    memory.attributeKey = (details?["attributeName"] ?? details?["AttributeName"])?.text
  }

  // MARK: Messages

  private func text(_ key: String) -> String? {
    returns?[key].flatMap { $0.isNull ? nil : $0.text }
  }

  private static func texts(_ node: LocatedNode?) -> [String: String] {
    let pairs = (node?.entries ?? []).compactMap { entry in
      entry.value.isNull ? nil : entry.value.text.map { (entry.key, $0) }
    }
    return Dictionary(pairs) { $1 }
  }

  private func set(_ names: [String], of type: String) -> String {
    guard let id = model.types.named(type) else { return "{}" }
    let chosen = model.types.enums[id].members.filter(names.contains)
    return "{" + chosen.joined(separator: ", ") + "}"
  }

  private func named(
    _ name: String, _ members: [String: String] = [:]
  ) -> (message: Int, fields: [Int: Int])? {
    guard let message = model.message(named: name) else { return nil }
    var fields: [Int: Int] = [:]
    for slot in model.messages[message].fields {
      let field = String(model.slots[slot].name.drop { $0 != "." }.dropFirst())
      guard let text = members[field] else { continue }
      let type = model.slots[slot].type
      fields[slot] = model.types.values(of: type).first {
        model.types.text(of: $0, as: type) == text
      }
    }
    return (message, fields)
  }
}

extension CaseMemory {
  /// Keeps a session where the client keeps it: of a challenge, or of the sign-up.
  mutating func received(_ text: String, by operation: String) {
    switch operation {
    case "SignUp", "ConfirmSignUp":
      signUpSession = text
      handedOut = text
    default: session = text
    }
  }
}
