import SignInCryptography
import TransitionTables

/// Who is meant by a name, and whether the app client may ask.
extension PoolService {
  /// The account of a name and what the name is; a name that nobody has gets a record of its own
  /// that holds nothing.
  mutating func resolve(
    _ name: String
  ) throws(ServiceException) -> (key: String, identifier: String) {
    for (key, account) in accounts.sorted(by: { $0.key < $1.key })
    where text("status", in: account.valuation) != "none" {
      let names = [account.username, account.sub, account.typedName]
      if names.contains(name) { return (key, "username") }
      let kinds = [
        ("email", "email"), ("phone_number", "phone"), ("preferred_username", "preferredUsername"),
      ]
      for (attribute, identifier) in kinds where account.attributes[attribute] == name {
        // What the pool takes no attribute for finds nobody.
        if isName(identifier) { return (key, identifier) }
      }
    }
    let key = "?\(name)"
    if accounts[key] == nil { accounts[key] = try account(named: name, sub: pretendedID(name)) }
    return (key, "nobody")
  }

  /// The internal name that nobody's name is answered with, as a user's would be: the same each
  /// time, so that no answer tells who exists.
  private func pretendedID(_ name: String) throws(ServiceException) -> String {
    try guarded { () throws(CryptographyError) in
      let server = try SRPServer(poolID: World.poolID, conventions: conventions.pool.srp)
      return try server.simulatedVerifier(username: name, key: pretenceKey).userID
    }
  }

  private func isName(_ identifier: String) -> Bool {
    ["usernameAttributes", "aliasAttributes"].contains { parameter in
      text(parameter, in: initial).split { "{}, ".contains($0) }.contains { $0 == identifier }
    }
  }

  /// A new record for a name. In pools whose names are attributes the internal name is the `sub`.
  mutating func account(named name: String, sub: String? = nil) throws(ServiceException)
    -> ServiceAccount
  {
    do throws(CryptographyError) {
      let made = try random.identifier()
      let sub = sub ?? made
      let isAttribute = text("usernameAttributes", in: initial) != "{}"
      var world = try World(
        binding, random: SeededRandomBytes(seed: seed, purpose: "account \(sub)"),
        conventions: conventions)
      let username = isAttribute ? sub : name
      world.pool = PoolHalf(
        poolID: World.poolID, userID: username, server: world.pool.server,
        conventions: conventions.pool)
      world.subject = sub
      world.setUp(for: binding.state(initial))
      return ServiceAccount(username: username, sub: sub, valuation: initial, world: world)
    } catch {
      throw .internalError("no record can be made: \(error.code)")
    }
  }

  /// The app client must be this pool's.
  func checkClient(_ input: ServiceInput) throws(ServiceException) {
    let id = try input.required("ClientId", limit: 128)
    guard id == World.clientID else {
      throw .notFound("User pool client \(id) does not exist.")
    }
  }

  /// The pool of an administrator's request must be this one.
  func checkPool(_ input: ServiceInput) throws(ServiceException) {
    let id = try input.required("UserPoolId", limit: 55)
    guard id == World.poolID else { throw .notFound("User pool \(id) does not exist.") }
  }

  /// Whether a secret hash came along; a wrong one is refused whatever the table says of a missing
  /// one.
  func hasSecretHash(
    _ hash: String?, for username: String
  ) throws(ServiceException) -> Bool {
    guard let hash else { return false }
    guard let clientSecret else { return true }
    let isRight = try guarded { () throws(CryptographyError) in
      try SecretHash.isRight(
        hash, username: username, clientID: World.clientID, clientSecret: clientSecret)
    }
    guard isRight else {
      throw .notAuthorized("Unable to verify secret hash for client \(World.clientID)")
    }
    return true
  }

  /// An operation without a row for a missing secret hash.
  func checkSecretHash(
    _ input: ServiceInput, for username: String
  ) throws(ServiceException) {
    let hash = try input.text("SecretHash", limit: 128)
    guard try hasSecretHash(hash, for: username) || clientSecret == nil else {
      throw .notAuthorized(
        "Client \(World.clientID) is configured with secret but SECRET_HASH was not received")
    }
  }

  /// What cryptography cannot read was malformed on the wire.
  func guarded<Value>(
    _ body: () throws(CryptographyError) -> Value
  ) throws(ServiceException) -> Value {
    do throws(CryptographyError) {
      return try body()
    } catch {
      switch error.code {
      case .openSSLFailed: throw .internalError("cryptography failed")
      default: throw .invalidParameter("Invalid parameter: \(error.code.rawValue).")
      }
    }
  }

  // MARK: Tokens

  /// The account and the grant of an access token.
  func holder(
    _ input: ServiceInput
  ) throws(ServiceException) -> (key: String, grant: Int, expires: Int64) {
    let text = try input.required("AccessToken")
    guard let claims = try claims(of: text), let origin = claims.origin else {
      throw .notAuthorized("Invalid Access Token")
    }
    for (key, account) in accounts.sorted(by: { $0.key < $1.key }) {
      let grant = account.grants.firstIndex { $0.grant?.origin == origin }
      if let grant { return (key, grant, claims.expires) }
    }
    throw ServiceException(name: "UserNotFoundException", message: "User does not exist.")
  }

  /// The claims of an access token that is this pool's; its age is the table's affair.
  private func claims(of text: String) throws(ServiceException) -> TokenVerifier.Claims? {
    try guarded { () throws(CryptographyError) in
      let verifier = TokenVerifier(
        poolID: World.poolID, clientID: World.clientID, keys: try World.tokenKeys().publicKeys(),
        conventions: conventions.pool.tokens)
      var verdict = try verifier.judge(text, as: .access, at: now)
      if verdict == .refused(.expired), let issued = Self.issued(text) {
        verdict = try verifier.judge(text, as: .access, at: issued)
      }
      guard case .accepted(let claims) = verdict else { return nil }
      return claims
    }
  }

  /// `iat` as it stands in a token.
  private static func issued(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = try? Base64URL.decode(String(parts[1])),
      let json = try? JSONReader.read(bytes)
    else { return nil }
    return json["iat"]?.integer
  }

  /// The turn of a request that carries an access token.
  func turn(
    withToken input: ServiceInput, deviceKey: String? = nil
  ) throws(ServiceException) -> ServiceTurn {
    let holder = try holder(input)
    var turn = try turn(for: holder.key, deviceKey: deviceKey, grant: holder.grant)
    // The token that came, not the one that was issued last.
    turn.account.world.pool.tokens.accessExpires = holder.expires
    set("grant", turn.account.world.grantState, &turn)
    return turn
  }

  func set(_ name: String, _ text: String, _ turn: inout ServiceTurn) {
    guard let slot = slot(name), let value = model.value(text, in: slot) else { return }
    turn.valuation[slot] = value
  }
}
