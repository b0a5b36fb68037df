import SignInCryptography
import TransitionTables

/// The app and its user on the wire: what they hold, and the requests that they make from it.
///
/// It turns the table's messages, with the class of evidence that each field claims, into the
/// fields of the API, and keeps from the answers what an app keeps: sessions, challenges, tokens,
/// the device's key. Codes come from the mailbox.
struct WireApp {
  let codec: WireCodec
  /// A world in which the registry makes evidence; it has no part in the pool.
  var scratch: World
  var user: UserHalf
  var random: SeededRandomBytes
  var poolID = World.poolID
  var clientID = World.clientID
  var clientSecret: Secret?
  var now: Int64 = 0
  /// The difference of the device's clock from the service's, in seconds.
  var clientSkew: Int64 = 0
  /// The SRP keys of the current attempt: for the password, and for the device.
  var proof: SRPClient?
  var deviceProof: SRPClient?
  /// The parameters of the last challenge.
  var challenge: JSON = .object([])
  var creationOptions: JSON?
  /// The verifier of a new device, kept until its second half is sent.
  var deviceVerifier: SRPClient.DeviceVerifier?
  /// A proposed password, until the pool accepts it.
  var proposed: Secret?
  /// The attributes that serve as user names.
  var nameKinds: [String] = []
  /// The name attributes that the account has: it may have only a phone number.
  var heldNameKinds: [String] = []
  var attributes = [
    TableWire.email.rawValue: "ada@example.com", TableWire.phoneNumber.rawValue: "+15551234567",
  ]
  var former = "ada.before@example.com"
  var pending: String?

  static let name = UserHalf.plainName
  static let nobody = TableMember.nobody.rawValue

  /// The text that the user types as a name, by the kind of identifier.
  func name(_ identifier: String) -> String {
    switch TableMember(rawValue: identifier) {
    case .email: attributes[.email] ?? ""
    case .phone: attributes[.phoneNumber] ?? ""
    case .preferredUsername: attributes[.preferredUsername] ?? "countess"
    case .newEmail: pending ?? "ada.future@example.com"
    case .formerEmail: former
    case .nobody: Self.nobody
    default: (heldNameKinds.first ?? nameKinds.first).map(name) ?? Self.name
    }
  }

  /// The account's user name: an attribute's value in pools whose names are attributes.
  var ownName: String { name(TableMember.username.rawValue) }

  // MARK: Requests

  /// The operation and the input for a message of the table.
  ///
  /// - Parameter carries: the makers that the sending row names instead of the members' own.
  mutating func request(
    _ message: Int, _ valuation: [Int], carries: [String: String] = [:]
  ) throws(CryptographyError) -> (operation: String, input: JSON) {
    let codec = codec
    return (
      codec.operation(of: message, in: valuation),
      try codec.write(message, valuation, carries: carries, by: &self)
    )
  }

  func secretHash(_ name: String) throws(CryptographyError) -> String? {
    guard let clientSecret else { return nil }
    return try SecretHash.compute(
      username: name, clientID: clientID, clientSecret: clientSecret)
  }

  // MARK: Answers

  /// The name that the user types at a sign-up with these attributes.
  func signUpName(_ given: [String]) -> String {
    guard !nameKinds.isEmpty else { return Self.name }
    return nameKinds.first(where: given.contains).map(name) ?? Self.name
  }

  /// Keeps what an app keeps of a successful answer.
  mutating func take(_ output: JSON, of operation: String) {
    if let session = output[.session]?.text {
      if codec.maker(of: .session, inReplyTo: operation) == .signUpSession {
        user.signUpSession = Secret(session)
      } else {
        user.session = Secret(session)
      }
    }
    if let parameters = output[.challengeParameters], output[.challengeName] != nil {
      challenge = parameters
    }
    keepChallenge(output)
    if let code = output[.secretCode]?.text, let bytes = try? Base32.decode(code) {
      user.pendingAuthenticator = Secret(bytes: bytes)
    } else if output[.status] != nil {
      user.authenticator = user.pendingAuthenticator ?? user.authenticator
      user.pendingAuthenticator = nil
    }
    if let options = output[.credentialCreationOptions] { creationOptions = options }
    if let result = output[.authenticationResult] { takeTokens(result) }
    if let proposed {
      user.passwords.append(proposed)
      self.proposed = nil
    }
  }

  /// Keeps the values that evidence must answer, where a challenge has them.
  private mutating func keepChallenge(_ output: JSON) {
    guard let name = output[.challengeName]?.text, let challenge = codec.challenge(named: name)
    else { return }
    for member in codec.model.messages[challenge].wire.members
    where codec.model.evidence[member.maker] != nil {
      let text = member.path.reduce(output as JSON?) { $0?[$1] }?.text
      user.held[member.maker] = text.map { Secret($0) }
    }
  }

  private mutating func takeTokens(_ result: JSON) {
    guard let access = result[.accessToken]?.text, let id = result[.idToken]?.text else { return }
    let refresh = result[.refreshToken]?.text.map { Secret($0) }
    user.tokens = TokenIssuer.Tokens(
      id: Secret(id), access: Secret(access), refresh: refresh,
      expiresIn: result[.expiresIn]?.integer ?? 0)
    if refresh != nil { user.retiredRefreshToken = user.refreshToken }
    user.refreshToken = refresh ?? user.refreshToken
    guard let device = result[.newDeviceMetadata], let key = device[.deviceKey]?.text,
      let group = device[.deviceGroupKey]?.text, let drawn = try? random.bytes(40)
    else { return }
    user.device = HeldDevice(
      key: key, groupKey: group, secret: Secret(Base64.encode(drawn)))
  }
}
