import SignInCryptography

/// A user with an authenticator at a relying party, all seeded.
struct Ceremonies {
  static let origin = "https://app.example.com"
  static let now: Int64 = 1_763_690_000

  var party: RelyingParty
  var authenticator: SoftwareAuthenticator
  var user = RelyingParty.User(handle: Array("sub-1".utf8), name: "alice")
  var random: SeededRandomBytes

  init(
    seed: UInt64 = 1, userVerification: UserVerification = .preferred,
    behaviour: SoftwareAuthenticator.Behaviour = .init(),
    client: WebAuthnConventions = .standard, pool: WebAuthnConventions = .standard
  ) throws {
    party = try RelyingParty(
      id: "example.com", userVerification: userVerification, conventions: pool)
    authenticator = SoftwareAuthenticator(behaviour: behaviour, conventions: client)
    random = SeededRandomBytes(seed: seed)
  }

  mutating func begin() throws -> RelyingParty.Ceremony {
    try party.begin(for: user, clientID: "client", at: Self.now, randomness: &random)
  }

  /// A registration with the options on the wire as text in both directions.
  mutating func register(
    origin: String = Self.origin,
    changing change: (inout WebAuthnRegistrationResponse) -> Void = { _ in }
  ) throws -> RelyingParty.RegistrationVerdict {
    let ceremony = try begin()
    let wire = party.creationOptions(for: ceremony).json.serialized
    let options = try WebAuthnCreationOptions(json: JSON(parsing: wire))
    var made = try authenticator.register(options, origin: origin, randomness: &random)
    guard var response = made else { throw CryptographyError(.outOfRange, "no passkey was made") }
    change(&response)
    made = nil
    let verdict = try party.judge(
      registration: response.json.serialized, for: ceremony, clientID: "client", at: Self.now)
    if case .accepted(let credential) = verdict { user.credentials.append(credential) }
    return verdict
  }

  /// An assertion with the options on the wire as text in both directions.
  mutating func assert(
    origin: String = Self.origin,
    changing change: (inout WebAuthnAssertionResponse) -> Void = { _ in }
  ) throws -> RelyingParty.AssertionVerdict {
    let ceremony = try begin()
    let wire = party.requestOptions(for: ceremony).json.serialized
    let options = try WebAuthnRequestOptions(json: JSON(parsing: wire))
    guard var response = try authenticator.assert(options, origin: origin) else {
      throw CryptographyError(.outOfRange, "no passkey would do")
    }
    change(&response)
    let verdict = try party.judge(
      assertion: response.json.serialized, for: ceremony, at: Self.now + 179)
    if case .accepted(let used) = verdict {
      user.credentials = user.credentials.map { $0.id == used.id ? used : $0 }
    }
    return verdict
  }
}

extension RelyingParty.RegistrationVerdict {
  var refusal: WebAuthnRefusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }

  var credential: RelyingParty.Credential? {
    if case .accepted(let credential) = self { credential } else { nil }
  }
}

extension RelyingParty.AssertionVerdict {
  var refusal: WebAuthnRefusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }

  var credential: RelyingParty.Credential? {
    if case .accepted(let credential) = self { credential } else { nil }
  }
}
