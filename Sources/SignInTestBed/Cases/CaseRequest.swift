import TransitionTables

/// A request of the table with the texts of a case in its fields.
struct CaseRequest {
  let model: Model
  let message: Int
  let valuation: [Int]
  let memory: CaseMemory

  /// What the service would see.
  var request: WireRequest {
    let name = model.messages[message].name
    switch name {
    case "InitiateAuth": return initiateAuth
    case "RespondToAuthChallenge": return respond
    case "SetUserMFAPreference": return preference
    case "FederatedToken": return WireRequest("POST /oauth2/token", ["code": Self.made])
    default: return WireRequest(name, others(name))
    }
  }

  /// The names of fields that a case may speak of, without those of fields within them.
  static let fieldNames = [
    "AuthFlow", "USERNAME", "PASSWORD", "SRP_A", "CHALLENGE_NAME", "PREFERRED_CHALLENGE",
    "SECRET_HASH", "DEVICE_KEY", "Session", "ChallengeName", "SMS_MFA_CODE", "EMAIL_OTP_CODE",
    "SMS_OTP_CODE", "SOFTWARE_TOKEN_MFA_CODE", "NEW_PASSWORD", "ANSWER", "EMAIL", "CREDENTIAL",
    "ClientMetadata", "userAttributes", "UserCode", "FriendlyDeviceName", "SMSMfaSettings",
    "SoftwareTokenMfaSettings", "EmailMfaSettings", "Username", "Password", "ConfirmationCode",
    "ForceAliasCreation", "AccessToken", "TIMESTAMP", "PASSWORD_CLAIM_SIGNATURE",
    "PASSWORD_CLAIM_SECRET_BLOCK", "PreviousPassword", "ProposedPassword", "AttributeName", "Code",
    "SecretHash", "DeviceKey", "DeviceRememberedStatus", "RefreshToken", "ClientId",
  ]

  /// Stands for a text that the test bed makes.
  static let made = "<made>"

  private func field(_ name: String) -> String {
    let full = "\(model.messages[message].name).\(name)"
    guard let slot = model.messages[message].fields.first(where: { model.slots[$0].name == full })
    else { return "" }
    return model.text(of: valuation[slot], in: slot)
  }

  private func whenTrue(_ name: String, _ text: String = made) -> String? {
    field(name) == "true" ? text : nil
  }

  // MARK: Sign-in

  private var initiateAuth: WireRequest {
    let flow = field("flow")
    let names = [
      "userSRP": "USER_SRP_AUTH", "userPassword": "USER_PASSWORD_AUTH", "userAuth": "USER_AUTH",
    ]
    let preferred = field("preferred")
    let isAutomatic = field("signUpSession") != "none" || memory.isAutomatic
    let isSRP =
      flow == "userSRP" || flow == "customWithSRP"
      || (flow == "userAuth" && preferred == "passwordSRP")
    let givesPassword =
      flow == "userPassword" || (flow == "userAuth" && preferred == "password")
    var fields: [String: String?] = [
      "AuthFlow": names[flow] ?? "CUSTOM_AUTH",
      "USERNAME": isAutomatic ? memory.signUpName ?? memory.username : memory.username,
      "SRP_A": isSRP ? Self.made : nil,
      "CHALLENGE_NAME": flow == "customWithSRP" ? "SRP_A" : nil,
      "PASSWORD": givesPassword ? memory.password : nil,
      "PREFERRED_CHALLENGE": Self.factorNames[preferred],
      "SECRET_HASH": whenTrue("secretHash"), "DEVICE_KEY": whenTrue("deviceKey"),
      "Session": isAutomatic ? memory.signUpSession : nil, "ClientId": Self.made,
    ]
    add(metadata: memory.metadata, to: &fields)
    return WireRequest("InitiateAuth", fields)
  }

  private static let factorNames = [
    "password": "PASSWORD", "passwordSRP": "PASSWORD_SRP", "smsOTP": "SMS_OTP",
    "emailOTP": "EMAIL_OTP", "webAuthn": "WEB_AUTHN",
  ]

  private static let challengeNames = [
    "smsMFA": "SMS_MFA", "emailOTP": "EMAIL_OTP", "softwareTokenMFA": "SOFTWARE_TOKEN_MFA",
    "selectMFAType": "SELECT_MFA_TYPE", "mfaSetup": "MFA_SETUP",
    "newPasswordRequired": "NEW_PASSWORD_REQUIRED", "passwordVerifier": "PASSWORD_VERIFIER",
    "selectChallenge": "SELECT_CHALLENGE", "smsOTP": "SMS_OTP", "webAuthn": "WEB_AUTHN",
    "customChallenge": "CUSTOM_CHALLENGE", "deviceSRPAuth": "DEVICE_SRP_AUTH",
    "devicePasswordVerifier": "DEVICE_PASSWORD_VERIFIER",
  ]

  /// The key under which the app's own words answer a challenge.
  private static let answerKeys = [
    "SMS_MFA": "SMS_MFA_CODE", "EMAIL_OTP": "EMAIL_OTP_CODE", "SMS_OTP": "SMS_OTP_CODE",
    "SOFTWARE_TOKEN_MFA": "SOFTWARE_TOKEN_MFA_CODE", "NEW_PASSWORD_REQUIRED": "NEW_PASSWORD",
    "SELECT_MFA_TYPE": "ANSWER", "CUSTOM_CHALLENGE": "ANSWER",
  ]

  private var respond: WireRequest {
    let name = Self.challengeNames[field("challenge")] ?? ""
    var fields: [String: String?] = [
      "ChallengeName": name, "Session": memory.session,
      "USERNAME": memory.echoedName ?? memory.username, "DEVICE_KEY": whenTrue("deviceKey"),
      "ClientId": Self.made, "SECRET_HASH": secretHash,
    ]
    if let key = Self.answerKeys[name] { fields[key] = .some(memory.answer) }
    switch name {
    case "PASSWORD_VERIFIER", "DEVICE_PASSWORD_VERIFIER":
      for key in ["TIMESTAMP", "PASSWORD_CLAIM_SECRET_BLOCK", "PASSWORD_CLAIM_SIGNATURE"] {
        fields[key] = .some(Self.made)
      }
    case "DEVICE_SRP_AUTH": fields["SRP_A"] = .some(Self.made)
    case "WEB_AUTHN": fields["CREDENTIAL"] = .some(Self.made)
    case "MFA_SETUP" where field("address") != "empty" && !memory.setsUpTOTP:
      fields["EMAIL"] = .some(memory.answer)
    case "SELECT_CHALLENGE":
      let factor = field("factor")
      fields["ANSWER"] = .some(Self.factorNames[factor] ?? memory.answer)
      fields["PASSWORD"] = factor == "password" ? .some(memory.answer) : nil
      fields["SRP_A"] = factor == "passwordSRP" ? .some(Self.made) : nil
    default: break
    }
    for (key, value) in memory.userAttributes { fields["userAttributes.\(key)"] = .some(value) }
    add(metadata: memory.metadata, to: &fields)
    return WireRequest("RespondToAuthChallenge", fields)
  }

  private func add(metadata: [String: String], to fields: inout [String: String?]) {
    for (key, value) in metadata { fields["ClientMetadata.\(key)"] = .some(value) }
  }

  // MARK: Others

  private var preference: WireRequest {
    var fields: [String: String?] = ["AccessToken": Self.made]
    let blocks = [
      ("sms", "SMSMfaSettings"), ("totp", "SoftwareTokenMfaSettings"),
      ("email", "EmailMfaSettings"),
    ]
    for (name, block) in blocks {
      let value = field(name)
      guard value != "absent" else { continue }
      fields["\(block).Enabled"] = .some(value == "off" ? "false" : "true")
      if value != "off" {
        fields["\(block).PreferredMfa"] = .some(value == "preferred" ? "true" : "false")
      }
    }
    return WireRequest("SetUserMFAPreference", fields)
  }

  private func others(_ name: String) -> [String: String?] {
    var fields: [String: String?] = [:]
    let byToken = field("byToken") != "false" && !Self.withoutToken.contains(name)
    fields["AccessToken"] = byToken ? Self.made : nil
    switch name {
    case "AssociateSoftwareToken" where !byToken: fields["Session"] = memory.session
    case "VerifySoftwareToken":
      fields["UserCode"] = byToken ? memory.code ?? Self.made : memory.answer
      fields["Session"] = byToken ? nil : memory.session
      fields["FriendlyDeviceName"] = memory.friendlyDeviceName
    case "SignUp":
      fields = ["Username": memory.signUpName ?? memory.username, "Password": memory.password]
    case "ConfirmSignUp":
      fields = [
        "Username": memory.signUpName ?? memory.username, "ConfirmationCode": memory.code,
        "Session": field("session") == "true" ? memory.signUpSession : nil,
        "ForceAliasCreation": memory.forcesAlias,
      ]
    case "ResendConfirmationCode", "ForgotPassword": fields = ["Username": memory.username]
    case "ConfirmForgotPassword":
      fields = [
        "Username": memory.username, "ConfirmationCode": memory.code,
        "Password": memory.newPassword,
      ]
    case "ChangePassword":
      fields["PreviousPassword"] = memory.oldPassword
      fields["ProposedPassword"] = memory.newPassword
    case "GetUserAttributeVerificationCode": fields["AttributeName"] = memory.attribute
    case "VerifyUserAttribute":
      fields["AttributeName"] = memory.attribute
      fields["Code"] = memory.code
    case "GetTokensFromRefreshToken":
      fields["RefreshToken"] = Self.made
      fields["DeviceKey"] = whenTrue("deviceKey")
      fields["DEVICE_KEY"] = whenTrue("deviceKey")
    case "UpdateDeviceStatus":
      fields["DeviceRememberedStatus"] = "remembered"
      fields["DeviceKey"] = Self.made
    case "ForgetDevice": fields["DeviceKey"] = memory.namedDevice ?? Self.made
    case "ConfirmDevice": fields["DeviceKey"] = memory.deviceKey ?? Self.made
    default: break
    }
    if Self.withSecretHash.contains(name) { fields["SecretHash"] = secretHash }
    if Self.withMetadata.contains(name) { add(metadata: memory.metadata, to: &fields) }
    return fields
  }

  private static let withoutToken: Set<String> = [
    "SignUp", "ConfirmSignUp", "ResendConfirmationCode", "ForgotPassword",
    "ConfirmForgotPassword", "RevokeToken", "GetTokensFromRefreshToken",
  ]

  private static let withSecretHash: Set<String> = [
    "SignUp", "ConfirmSignUp", "ResendConfirmationCode", "ForgotPassword",
    "ConfirmForgotPassword",
  ]

  /// Made wherever the app knows its client's secret.
  private var secretHash: String? {
    let names = ["clientSecret", "appKnowsClientSecret"]
    let isKnown = names.allSatisfy { name in
      guard let slot = model.symbols[name]?.slots.first else { return false }
      return model.text(of: valuation[slot], in: slot) == "true"
    }
    return isKnown ? Self.made : nil
  }

  private static let withMetadata: Set<String> = [
    "SignUp", "ConfirmSignUp", "ResendConfirmationCode", "ForgotPassword",
    "ConfirmForgotPassword", "UpdateUserAttributes", "GetUserAttributeVerificationCode",
  ]
}
