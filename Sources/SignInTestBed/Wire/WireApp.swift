import SignInCryptography
import TransitionTables

/// The app and its user on the wire: what they hold, and the requests that they make of it.
///
/// It turns the table's messages, with the class of evidence that each field claims, into the
/// fields of the API, and takes from the answers what an app keeps: sessions, challenges, tokens,
/// the device's key. Codes come from the mailbox.
struct WireApp {
  let model: Model
  var user: UserHalf
  var random: SeededRandomBytes
  var clientSecret: Secret?
  var now: Int64 = 0
  /// How far the clock of the device is from the service's, in seconds.
  var clientSkew: Int64 = 0
  /// The attempt's SRP key, and the device's.
  var proof: SRPClient?
  var deviceProof: SRPClient?
  /// The parameters of the last challenge.
  var challenge: JSON = .object([])
  var creationOptions: JSON?
  /// Whether the answer to MFA_SETUP follows on VerifySoftwareToken.
  var hasProvedAuthenticator = false
  /// A password that was proposed, until the pool takes it.
  var proposed: Secret?
  /// The attributes that take the place of the user name.
  var nameKinds: [String] = []
  /// Those of them that the account has: it can be known by a phone number alone.
  var heldNameKinds: [String] = []
  var attributes = ["email": "ada@example.com", "phone_number": "+15551234567"]
  var former = "ada.before@example.com"
  var pending: String?

  static let name = "ada"
  static let nobody = "nobody"

  /// What is typed as the name.
  func name(_ identifier: String) -> String {
    switch identifier {
    case "email": attributes["email"] ?? ""
    case "phone": attributes["phone_number"] ?? ""
    case "preferredUsername": attributes["preferred_username"] ?? "countess"
    case "newEmail": pending ?? "ada.future@example.com"
    case "formerEmail": former
    case "nobody": Self.nobody
    default: (heldNameKinds.first ?? nameKinds.first).map(name) ?? Self.name
    }
  }

  /// The name that the account has without attributes.
  var ownName: String { name("username") }

  // MARK: Requests

  /// The operation and its fields for a message of the table.
  mutating func request(
    _ message: Int, _ valuation: [Int]
  ) throws(CryptographyError) -> (operation: String, input: JSON) {
    let name = model.messages[message].name
    let fields = Fields(model: model, message: message, valuation: valuation)
    switch name {
    case "InitiateAuth": return (name, try initiateAuth(fields))
    case "RespondToAuthChallenge": return (name, try respond(fields))
    case "GetTokensFromRefreshToken":
      let key = fields["deviceKey"] == "true" ? user.device?.key : nil
      return (
        name,
        .members([
          "ClientId": .string(World.clientID),
          "RefreshToken": .string(try refreshToken(fields["token"])),
          "DeviceKey": key.map { .string($0) },
        ])
      )
    default: return (name, try others(name, fields))
    }
  }

  /// The refresh token that a class names.
  private mutating func refreshToken(_ sent: String) throws(CryptographyError) -> String {
    switch sent {
    case "retired": user.retiredRefreshToken?.revealedText() ?? "none"
    case "neverIssued": Base64URL.encode(try random.bytes(192))
    default: user.refreshToken?.revealedText() ?? "none"
    }
  }

  /// The fields of a message by name.
  struct Fields {
    let model: Model
    let message: Int
    let valuation: [Int]

    subscript(field: String) -> String {
      let full = "\(model.messages[message].name).\(field)"
      let slot = model.messages[message].fields.first { model.slots[$0].name == full }
      return slot.map { model.text(of: valuation[$0], in: $0) } ?? ""
    }
  }

  private mutating func initiateAuth(_ fields: Fields) throws(CryptographyError) -> JSON {
    let flow = fields["flow"]
    let preferred = fields["preferred"]
    let flows = [
      "userSRP": "USER_SRP_AUTH", "userPassword": "USER_PASSWORD_AUTH", "userAuth": "USER_AUTH",
    ]
    let factors = PoolService.factors.first { $0.value == preferred }?.key
    let isSRP =
      flow == "userSRP" || flow == "customWithSRP"
      || (flow == "userAuth" && preferred == "passwordSRP")
    let givesPassword =
      flow == "userPassword"
      || (flow == "userAuth" && preferred == "password" && fields["password"] != "empty")
    let typed = name(fields["identifier"])
    if isSRP {
      proof = try SRPClient(
        poolID: World.poolID, randomness: &random, conventions: user.conventions.srp)
    }
    let password =
      givesPassword ? try user.password(fields["password"], random: &random).revealedText() : nil
    var parameters: [JSON.Member] = [JSON.Member("USERNAME", .string(typed))]
    func add(_ name: String, _ text: String?) {
      if let text { parameters.append(JSON.Member(name, .string(text))) }
    }
    add("SRP_A", isSRP ? proof?.publicKey : nil)
    add("CHALLENGE_NAME", flow == "customWithSRP" ? "SRP_A" : nil)
    add("PASSWORD", password)
    add("PREFERRED_CHALLENGE", flow == "userAuth" ? factors : nil)
    add("SECRET_HASH", fields["secretHash"] == "true" ? try secretHash(typed) : nil)
    add("DEVICE_KEY", fields["deviceKey"] == "true" ? user.device?.key : nil)
    let session = fields["signUpSession"] == "none" ? nil : user.signUpSession
    return .members([
      "AuthFlow": .string(flows[flow] ?? "CUSTOM_AUTH"), "ClientId": .string(World.clientID),
      "AuthParameters": .object(parameters),
      "Session": session.map { .string($0.revealedText()) },
    ])
  }

  func secretHash(_ name: String) throws(CryptographyError) -> String? {
    guard let clientSecret else { return nil }
    return try SecretHash.compute(
      username: name, clientID: World.clientID, clientSecret: clientSecret)
  }

  // MARK: Answers

  /// The name as it is typed at a sign-up that gives these attributes.
  func signUpName(_ given: [String]) -> String {
    guard !nameKinds.isEmpty else { return Self.name }
    return nameKinds.first(where: given.contains).map(name) ?? Self.name
  }

  /// Takes what an app keeps of an answer that is no error.
  mutating func take(_ output: JSON, of operation: String) {
    if operation.hasPrefix("InitiateAuth") || operation.hasPrefix("Respond")
      || operation.hasSuffix("SoftwareToken")
    {
      if let session = output["Session"]?.text { user.session = Secret(session) }
    } else if let session = output["Session"]?.text {
      user.signUpSession = Secret(session)
    }
    if let parameters = output["ChallengeParameters"], output["ChallengeName"] != nil {
      challenge = parameters
    }
    if let code = output["SecretCode"]?.text, let bytes = try? Base32.decode(code) {
      user.pendingAuthenticator = Secret(bytes: bytes)
    }
    hasProvedAuthenticator = operation == "VerifySoftwareToken"
    if operation == "VerifySoftwareToken" {
      user.authenticator = user.pendingAuthenticator ?? user.authenticator
      user.pendingAuthenticator = nil
    }
    if let options = output["CredentialCreationOptions"] { creationOptions = options }
    if let result = output["AuthenticationResult"] { takeTokens(result) }
    if let proposed,
      Self.storing.contains(operation) || output["AuthenticationResult"] != nil
        || output["ChallengeName"] != nil
    {
      user.passwords.append(proposed)
      self.proposed = nil
    }
  }

  private static let storing = ["SignUp", "ConfirmForgotPassword", "ChangePassword"]

  private mutating func takeTokens(_ result: JSON) {
    guard let access = result["AccessToken"]?.text, let id = result["IdToken"]?.text else { return }
    let refresh = result["RefreshToken"]?.text.map { Secret($0) }
    user.tokens = TokenIssuer.Tokens(
      id: Secret(id), access: Secret(access), refresh: refresh,
      expiresIn: result["ExpiresIn"]?.integer ?? 0)
    if refresh != nil { user.retiredRefreshToken = user.refreshToken }
    user.refreshToken = refresh ?? user.refreshToken
    guard let device = result["NewDeviceMetadata"], let key = device["DeviceKey"]?.text,
      let group = device["DeviceGroupKey"]?.text, let drawn = try? random.bytes(40)
    else { return }
    user.device = HeldDevice(
      key: key, groupKey: group, secret: Secret(Base64.encode(drawn)))
  }
}
