import SignInCryptography

/// The service's record of a user's passkeys and of the ceremonies that it began.
struct PasskeyRecord: Sendable {
  var credentials: [RelyingParty.Credential] = []
  /// The ceremony that StartWebAuthnRegistration began.
  var registration: RelyingParty.Ceremony?
  /// The ceremony that the challenge WEB_AUTHN began.
  var assertion: RelyingParty.Ceremony?
}

extension World {
  static let relyingPartyID = "auth.waymark.example"
  static let clientID = "waymarkclient0123456789abc"
  private var origin: String { "https://\(pool.conventions.relyingPartyID)" }

  func relyingParty() throws(CryptographyError) -> RelyingParty {
    try RelyingParty(
      id: pool.conventions.relyingPartyID, userVerification: verifiesUsers ? .required : .preferred,
      challengeLife: 180,
      conventions: pool.conventions.webAuthn)
  }

  var passkeyUser: RelyingParty.User {
    RelyingParty.User(
      handle: Array(subject.utf8), name: pool.userID,
      credentials: pool.passkeys.credentials)
  }

  /// StartWebAuthnRegistration: issues a challenge for a new passkey.
  mutating func beginRegistration() throws(CryptographyError) {
    pool.passkeys.registration = try relyingParty().begin(
      for: passkeyUser, clientID: Self.clientID, at: now, randomness: &random)
  }

  /// WEB_AUTHN: issues a challenge to be signed by a passkey.
  mutating func beginAssertion() throws(CryptographyError) {
    pool.passkeys.assertion = try relyingParty().begin(
      for: passkeyUser, clientID: Self.clientID, at: now, randomness: &random)
  }

  /// The authenticator's response to the options of a registration, as JSON; empty where it makes
  /// none. If it is accepted, the user continues with that authenticator.
  mutating func makeRegistration(_ sentClass: String) throws(CryptographyError) -> String {
    guard let ceremony = pool.passkeys.registration else { return "" }
    // An authenticator makes no second passkey for an account, so the user takes another one.
    let isTaken = !user.authenticatorDevice.passkeys.isEmpty
    var authenticator =
      sentClass == .anotherUsers || isTaken ? stranger() : user.authenticatorDevice
    authenticator.behaviour.verifiesUser = sentClass != .unverified
    var options = try relyingParty().creationOptions(for: ceremony)
    if sentClass == .otherRelyingParty { options.relyingPartyID = "other.example" }
    if sentClass == .anotherUsers { options.challenge = Array(options.challenge.reversed()) }
    let response = try authenticator.register(
      options, origin: origin(for: sentClass), randomness: &random)
    guard var response else { return "" }
    if sentClass == .altered, !response.attestationObject.isEmpty {
      response.attestationObject[response.attestationObject.count / 2] ^= 1
    }
    user.registeringDevice = authenticator
    return response.json.serialized
  }

  /// Judges a registration by its bytes; an accepted passkey waits for the effect that stores it.
  mutating func judge(registration text: String) throws(CryptographyError) -> Verdict {
    guard let ceremony = pool.passkeys.registration, !text.isEmpty else {
      return .refused(.mismatch)
    }
    let verdict = try relyingParty().judge(
      registration: text, for: ceremony, clientID: Self.clientID, at: now)
    guard case .accepted(let credential) = verdict else { return .refused(.mismatch) }
    user.authenticatorDevice = user.registeringDevice ?? user.authenticatorDevice
    provedPasskey = credential
    return .accepted
  }

  /// Stores the passkey that was just proved.
  mutating func storePasskey() {
    if let passkey = provedPasskey { pool.passkeys.credentials.append(passkey) }
    (provedPasskey, pool.passkeys.registration) = (nil, nil)
  }

  /// The authenticator's response to WEB_AUTHN, as JSON; empty where it makes none.
  mutating func makeAssertion(_ sentClass: String) throws(CryptographyError) -> String {
    guard let ceremony = asserted else { return "" }
    var authenticator =
      sentClass == .anotherUsers ? try strangersPasskey() : user.authenticatorDevice
    authenticator.behaviour.verifiesUser = sentClass != .unverified
    var options = try relyingParty().requestOptions(for: ceremony)
    if sentClass == .anotherUsers { options.allowed = [] }
    if sentClass == .otherRelyingParty { options.challenge = Array(options.challenge.reversed()) }
    let response = try authenticator.assert(options, origin: origin(for: sentClass))
    guard var response else { return "" }
    if sentClass == .altered, !response.signature.isEmpty {
      response.signature[response.signature.count / 2] ^= 1
    }
    user.authenticatorDevice.passkeys = user.authenticatorDevice.passkeys.map { passkey in
      authenticator.passkeys.first { $0.id == passkey.id } ?? passkey
    }
    return response.json.serialized
  }

  /// Judges an assertion by its bytes, and updates the passkey's counter.
  mutating func judge(assertion text: String) throws(CryptographyError) -> Verdict {
    guard let ceremony = asserted, !text.isEmpty,
      case .accepted(let credential) = try relyingParty().judge(
        assertion: text, for: ceremony, at: now)
    else { return .refused(.mismatch) }
    pool.passkeys.credentials = pool.passkeys.credentials.map {
      $0.id == credential.id ? credential : $0
    }
    return .accepted
  }

  /// The ceremony of the pending WEB_AUTHN, with the passkeys that the user has now.
  private var asserted: RelyingParty.Ceremony? {
    var ceremony = pool.passkeys.assertion
    ceremony?.user = passkeyUser
    return ceremony
  }

  private func origin(for sentClass: String) -> String {
    sentClass == .otherOrigin ? "https://phish.example" : origin
  }

  private func stranger() -> SoftwareAuthenticator {
    SoftwareAuthenticator(conventions: user.conventions.webAuthn)
  }

  /// An authenticator with another user's passkey for this service.
  private mutating func strangersPasskey() throws(CryptographyError) -> SoftwareAuthenticator {
    var authenticator = stranger()
    let party = try relyingParty()
    let other = RelyingParty.User(handle: Array("another".utf8), name: "another")
    let ceremony = try party.begin(
      for: other, clientID: Self.clientID, at: now, randomness: &random)
    _ = try authenticator.register(
      party.creationOptions(for: ceremony), origin: origin, randomness: &random)
    return authenticator
  }
}
