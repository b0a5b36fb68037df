import SignInCryptography

/// Requests beside those of a sign-in.
extension WireApp {
  mutating func others(_ name: String, _ fields: Fields) throws(CryptographyError) -> JSON {
    switch name {
    case "SignUp": return try signUp(fields)
    case "ConfirmSignUp":
      let code = try user.code(fields["code"], for: "signUpCode", random: &random)
      let session = fields["session"] == "true" ? user.signUpSession : nil
      return try named([
        ("ConfirmationCode", .string(code)),
        ("Session", session.map { .string($0.revealedText()) }),
      ])
    case "ResendConfirmationCode", "ForgotPassword": return try named([])
    case "ConfirmForgotPassword":
      let code = try user.code(fields["code"], for: "resetCode", random: &random)
      let password = try newPassword(fields["newPassword"])
      return try named([("ConfirmationCode", .string(code)), ("Password", .string(password))])
    case "RevokeToken":
      return .members([
        "ClientId": .string(World.clientID),
        "Token": .string(user.refreshToken?.revealedText() ?? "none"),
      ])
    default:
      if model.message(named: name).map({ model.messages[$0].kind }) == "administration" {
        return .object(administration(name, fields))
      }
      return .object(token(for: name, fields) + (try account(name, fields)))
    }
  }

  /// An operation by name and app client.
  private func named(
    _ members: [(String, JSON?)], as name: String? = nil
  ) throws(CryptographyError) -> JSON {
    let hash = try secretHash(name ?? ownName)
    let all: [(String, JSON?)] =
      [("ClientId", .string(World.clientID)), ("Username", .string(name ?? ownName))] + members
      + [("SecretHash", hash.map { .string($0) })]
    return .object(all.compactMap { name, value in value.map { JSON.Member(name, $0) } })
  }

  private mutating func signUp(_ fields: Fields) throws(CryptographyError) -> JSON {
    var given: [JSON] = []
    for (field, attribute) in [("givesEmail", "email"), ("givesPhone", "phone_number")]
    where fields[field] == "true" {
      let value = JSON.string(attributes[attribute] ?? "")
      given.append(.members(["Name": .string(attribute), "Value": value]))
    }
    let fitness = fields["weakPassword"] == "true" ? "violatesPolicy" : "valid"
    let password = fields["givesPassword"] == "true" ? try newPassword(fitness) : nil
    let kinds = [("givesEmail", "email"), ("givesPhone", "phone")]
    let shapes = ["likeEmail": "ada@elsewhere.example", "likePhone": "+15550001111"]
    let typed =
      shapes[fields["name"]] ?? signUpName(kinds.filter { fields[$0.0] == "true" }.map(\.1))
    return try named(
      [("Password", password.map { .string($0) }), ("UserAttributes", .array(given))], as: typed)
  }

  /// The session string that the app would send, as it goes over the wire.
  var sessionText: String { user.session?.revealedText() ?? "none-was-issued-to-this-app" }

  /// The access token, or the session of a set-up.
  private func token(for name: String, _ fields: Fields) -> [JSON.Member] {
    if ["AssociateSoftwareToken", "VerifySoftwareToken"].contains(name), fields["byToken"] != "true"
    {
      return [JSON.Member("Session", .string(sessionText))]
    }
    return [
      JSON.Member("AccessToken", .string(user.tokens?.access.revealedText() ?? "none"))
    ]
  }

  private mutating func account(
    _ name: String, _ fields: Fields
  ) throws(CryptographyError) -> [JSON.Member] {
    let api = [
      "email": "email", "phone": "phone_number", "preferredUsername": "preferred_username",
    ]
    let attribute = api[fields["attribute"]] ?? "email"
    switch name {
    case "VerifySoftwareToken":
      let secret = user.pendingAuthenticator ?? user.authenticator
      let code = try user.timeBasedCode(fields["code"], of: secret, at: now, random: &random)
      return [JSON.Member("UserCode", .string(code))]
    case "ChangePassword":
      let previous = try user.password(fields["password"], random: &random)
      return [
        JSON.Member("PreviousPassword", .string(previous.revealedText())),
        JSON.Member("ProposedPassword", .string(try newPassword(fields["newPassword"]))),
      ]
    case "SetUserMFAPreference": return preference(fields)
    case "SetUserSettings":
      let option = JSON.members([
        "AttributeName": .string("phone_number"), "DeliveryMedium": .string("SMS"),
      ])
      return [JSON.Member("MFAOptions", .array(fields["sms"] == "true" ? [option] : []))]
    case "UpdateUserAttributes": return [JSON.Member("UserAttributes", newValue(of: attribute))]
    case "DeleteUserAttributes":
      return [JSON.Member("UserAttributeNames", .array([.string(attribute)]))]
    case "GetUserAttributeVerificationCode":
      return [JSON.Member("AttributeName", .string(attribute))]
    case "VerifyUserAttribute":
      let code = try user.code(fields["code"], for: "attributeCode", random: &random)
      return [JSON.Member("AttributeName", .string(attribute)), JSON.Member("Code", .string(code))]
    default: return try holdings(name, fields)
    }
  }

  private mutating func newValue(of attribute: String) -> JSON {
    var value = attribute == "phone_number" ? "+15559876543" : "countess"
    if attribute == "email" {
      let isNext = attributes["email"] == "ada.next@example.com"
      value = isNext ? "ada.third@example.com" : "ada.next@example.com"
      pending = value
    }
    return .array([.members(["Name": .string(attribute), "Value": .string(value)])])
  }

  private func preference(_ fields: Fields) -> [JSON.Member] {
    Self.blocks.compactMap { block in
      let value = fields[block.field]
      return value == "absent" ? nil : JSON.Member(block.name, Self.settings(value))
    }
  }

  /// Devices and passkeys.
  private mutating func holdings(
    _ name: String, _ fields: Fields
  ) throws(CryptographyError) -> [JSON.Member] {
    let key = JSON.Member("DeviceKey", .string(user.device?.key ?? "none"))
    switch name {
    case "ConfirmDevice":
      guard let device = user.device else { return [key] }
      let client = try SRPClient(
        realm: device.groupKey, randomness: &random, conventions: user.conventions.srp)
      let sent = try client.deviceVerifier(
        deviceKey: device.key, secret: device.secret, salt: try random.bytes(16))
      let settings = JSON.members([
        "PasswordVerifier": .string(sent.passwordVerifier), "Salt": .string(sent.salt),
      ])
      return [key, JSON.Member("DeviceSecretVerifierConfig", settings)]
    case "UpdateDeviceStatus":
      let status = fields["remembered"] == "true" ? "remembered" : "not_remembered"
      return [key, JSON.Member("DeviceRememberedStatus", .string(status))]
    case "ForgetDevice": return [key]
    case "CompleteWebAuthnRegistration":
      return [JSON.Member("Credential", try credential(fields["credential"]))]
    case "DeleteWebAuthnCredential":
      let id = user.authenticatorDevice.passkeys.first?.id ?? [0]
      return [JSON.Member("CredentialId", .string(Base64URL.encode(id)))]
    default: return []
    }
  }
}
