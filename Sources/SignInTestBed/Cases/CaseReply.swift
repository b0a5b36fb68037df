import TransitionTables

/// A scripted answer as a message to the client: the service's JSON under the API's own names, read
/// as the client's own parser reads it.
struct CaseReply {
  let model: Model
  /// The operation that is answered.
  let operation: String
  let returns: LocatedNode

  /// The message and its fields by slot, or nil where the table has no such message.
  func message(_ memory: inout CaseMemory) -> (message: Int, fields: [Int: Int])? {
    memory.parameters = [:]
    memory.destination = nil
    if let exception { return named(exception) }
    if let session = text("Session") { memory.received(session, by: operation) }
    switch operation {
    case "InitiateAuth", "RespondToAuthChallenge": return challenge(&memory)
    default: return named("\(operation)Result", result(&memory))
    }
  }

  /// The exception that it is; nil where it is none. The token endpoint knows none of the
  /// service's, but errors of its own.
  var exception: String? { text("__type") ?? (text("error") == nil ? nil : "OAuthError") }

  // MARK: Sign-in

  private func challenge(_ memory: inout CaseMemory) -> (message: Int, fields: [Int: Int])? {
    if has(["AccessToken", "IdToken", "RefreshToken"], in: tokens) {
      let device = tokens?["NewDeviceMetadata"]
      memory.deviceKey = device?["DeviceKey"]?.text
      return named("TOKENS", ["newDevice": flag(has(["DeviceKey", "DeviceGroupKey"], in: device))])
    }
    guard let name = text("ChallengeName") else {
      return tokens == nil ? named("EmptyAnswer") : named("TOKENS", ["incomplete": "true"])
    }
    let parameters = CaseMemory.texts(returns["ChallengeParameters"])
    memory.parameters = parameters
    memory.echoedName = parameters["USERNAME"] ?? memory.echoedName
    memory.destination = parameters["CODE_DELIVERY_DESTINATION"]
    // Both ask for a password; only the first request says which.
    return named(name == "PASSWORD_SRP" ? "PASSWORD" : name, fields(of: name, parameters))
  }

  private var tokens: LocatedNode? { member("AuthenticationResult") }

  private func fields(of challenge: String, _ parameters: [String: String]) -> [String: String] {
    switch challenge {
    case "PASSWORD_VERIFIER", "DEVICE_PASSWORD_VERIFIER":
      let material = CaseSRPMaterial(parameters)
      return [
        "lacksParameters": flag(material.lacksParameters),
        "badNumber": flag(material.hasBadNumber),
      ]
    case "SMS_MFA", "SMS_OTP", "EMAIL_OTP":
      let medium = parameters["CODE_DELIVERY_DELIVERY_MEDIUM"].flatMap { Self.media[$0] }
      return ["medium": medium ?? "unknown"]
    case "SELECT_MFA_TYPE": return ["canChoose": factors(parameters["MFAS_CAN_CHOOSE"])]
    case "MFA_SETUP": return ["canSetUp": factors(parameters["MFAS_CAN_SETUP"])]
    case "SELECT_CHALLENGE":
      let words = member("AvailableChallenges")?.elements ?? []
      let names = words.compactMap { Self.firstFactors[$0.text ?? ""] }
      return ["available": set(names, of: "ChoiceFactor")]
    case "WEB_AUTHN":
      return ["lacksOptions": flag(parameters["CREDENTIAL_REQUEST_OPTIONS"] == nil)]
    default: return [:]
    }
  }

  private static let media = ["SMS": "sms", "EMAIL": "email"]
  private static let firstFactors = [
    "PASSWORD": "password", "PASSWORD_SRP": "passwordSRP", "SMS_OTP": "smsOTP",
    "EMAIL_OTP": "emailOTP", "WEB_AUTHN": "webAuthn",
  ]
  /// Read in capitals, whatever their case.
  private static let mfaFactors = [
    "SMS_MFA": "sms", "SOFTWARE_TOKEN_MFA": "totp", "EMAIL_OTP": "email",
  ]

  /// A list of factors inside a text: what is no list is empty, unknown words are dropped.
  private func factors(_ text: String?) -> String {
    let document = text.flatMap { try? LocatedDocument(parsing: $0, file: "") }
    return factors(document?.root)
  }

  private func factors(_ list: LocatedNode?) -> String {
    let words = list?.elements?.map { $0.text ?? "" } ?? []
    return set(words.compactMap { Self.mfaFactors[$0.uppercased()] }, of: "MFAFactor")
  }

  // MARK: Other results

  private func result(_ memory: inout CaseMemory) -> [String: String] {
    switch operation {
    case "FederatedToken":
      return ["incomplete": flag(!has(["id_token", "access_token", "refresh_token"], in: returns))]
    case "AssociateSoftwareToken":
      memory.secret = text("SecretCode")
      return ["lacksSecret": flag(memory.secret == nil)]
    case "VerifySoftwareToken":
      // A status that the client does not know is as good as none.
      let status =
        text("Status").flatMap { ["SUCCESS", "ERROR"].contains($0) ? $0 : nil } ?? "absent"
      return ["status": status.lowercased(), "lacksSession": flag(text("Session") == nil)]
    case "SignUp":
      let isConfirmed = text("UserConfirmed") == "true"
      // What completes by itself names no user.
      memory.userID = isConfirmed && text("Session") != nil ? nil : text("UserSub")
      return [
        "confirmed": flag(isConfirmed), "medium": medium(&memory),
        "session": flag(text("Session") != nil),
      ]
    case "ConfirmSignUp": return ["session": flag(text("Session") != nil)]
    case "ResendConfirmationCode", "ForgotPassword", "GetUserAttributeVerificationCode",
      "UpdateUserAttributes":
      return ["medium": medium(&memory)]
    case "GetUser":
      let preferred = Self.mfaFactors[(text("PreferredMfaSetting") ?? "").uppercased()]
      return ["enabled": factors(member("UserMFASettingList")), "preferred": preferred ?? "none"]
    case "GetTokensFromRefreshToken":
      return ["incomplete": flag(!has(["AccessToken", "IdToken"], in: tokens))]
    case "ListDevices": return ["lacksList": flag(member("Devices")?.elements == nil)]
    case "StartWebAuthnRegistration":
      return ["lacksOptions": flag(member("CredentialCreationOptions") == nil)]
    default: return [:]
    }
  }

  /// The medium by which a code went, with the texts of its delivery.
  private func medium(_ memory: inout CaseMemory) -> String {
    let details =
      member("CodeDeliveryDetails") ?? member("CodeDeliveryDetailsList")?.elements?.first
    memory.destination = details?["Destination"]?.text
    memory.attributeKey = details?["AttributeName"]?.text
    guard let details else { return "none" }
    return Self.media[details["DeliveryMedium"]?.text ?? ""] ?? "email"
  }

  // MARK: Members

  private func member(_ key: String) -> LocatedNode? {
    returns[key].flatMap { $0.isNull ? nil : $0 }
  }

  private func text(_ key: String) -> String? { member(key)?.text }

  private func has(_ keys: [String], in node: LocatedNode?) -> Bool {
    keys.allSatisfy { node?[$0]?.isNull == false }
  }

  private func flag(_ isSo: Bool) -> String { isSo ? "true" : "false" }

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
      fields[slot] = members[field].flatMap { model.value($0, in: slot) }
    }
    return (message, fields)
  }
}
