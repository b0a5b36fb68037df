/// Why a judgement stops: a refusal of the response, or a failure of libcrypto.
enum WebAuthnFailure: Error {
  case refused(WebAuthnRefusal.Exception, WebAuthnRefusal.Check)
  case failed(CryptographyError)

  /// The refusal; rethrows a failure of libcrypto.
  func refusal() throws(CryptographyError) -> WebAuthnRefusal {
    switch self {
    case .refused(let exception, let check): return WebAuthnRefusal(exception, check)
    case .failed(let error): throw error
    }
  }

  /// The result of `read`; an error becomes a refusal because of the form.
  static func reading<Value>(
    _ read: () throws(CryptographyError) -> Value
  ) throws(WebAuthnFailure) -> Value {
    try computing(orRefuse: .refused(.invalidParameter, .form), read)
  }

  /// The result of `compute`; an error that the client caused becomes the given refusal.
  static func computing<Value>(
    orRefuse refusal: WebAuthnFailure, _ compute: () throws(CryptographyError) -> Value
  ) throws(WebAuthnFailure) -> Value {
    do throws(CryptographyError) {
      return try compute()
    } catch {
      throw error.code == .openSSLFailed ? .failed(error) : refusal
    }
  }
}

/// The client data, as the relying party reads it (CollectedClientData, section 5.8.1).
struct ClientData {
  let type: String
  let challenge: String
  let origin: String
  let isCrossOrigin: Bool

  /// Reads client data. Unknown members are ignored, because section 5.8.1 allows them.
  init(_ bytes: [UInt8]) throws(WebAuthnFailure) {
    self = try WebAuthnFailure.reading { () throws(CryptographyError) in
      let json = try JSON(parsing: bytes)
      return ClientData(
        type: try JSONField.text("type", in: json),
        challenge: try JSONField.text("challenge", in: json),
        origin: try JSONField.text("origin", in: json),
        isCrossOrigin: json["crossOrigin"]?.bool ?? false)
    }
  }

  private init(type: String, challenge: String, origin: String, isCrossOrigin: Bool) {
    self.type = type
    self.challenge = challenge
    self.origin = origin
    self.isCrossOrigin = isCrossOrigin
  }
}

extension RelyingParty {
  /// The exceptions of a ceremony for the checks that both ceremonies have.
  struct Refusals {
    let challenge, origin, relyingParty, user: WebAuthnRefusal.Exception

    static let registration = Refusals(
      challenge: .challengeNotFound, origin: .originNotAllowed,
      relyingParty: .relyingPartyMismatch, user: .credentialNotSupported)
    static let assertion = Refusals(
      challenge: .notAuthorized, origin: .notAuthorized, relyingParty: .notAuthorized,
      user: .notAuthorized)
  }

  /// Checks the client data: steps 7 to 11 of section 7.1, 10 to 14 of section 7.2.
  func check(
    _ client: ClientData, type: String, for ceremony: Ceremony, refusals: Refusals
  ) throws(WebAuthnFailure) {
    guard client.type.utf8.elementsEqual(type.utf8) else {
      throw .refused(.invalidParameter, .type)
    }
    let expected = Array(Base64URL.encode(ceremony.challenge).utf8)
    guard ConstantTime.areEqual(Array(client.challenge.utf8), expected) else {
      throw .refused(refusals.challenge, .challenge)
    }
    // A page inside a frame of another site does not belong to the relying party's own pages.
    guard allows(origin: client.origin), !client.isCrossOrigin else {
      throw .refused(refusals.origin, .origin)
    }
  }

  /// Checks the scope and the flags that both ceremonies require.
  func check(
    _ data: AuthenticatorData, refusals: Refusals, origin: String
  ) throws(WebAuthnFailure) {
    let scope = conventions.scopesByID ? id : origin
    let expected = try WebAuthnFailure.reading { () throws(CryptographyError) in
      try SHA256.digest(of: Array(scope.utf8))
    }
    guard ConstantTime.areEqual(data.relyingPartyHash, expected) else {
      throw .refused(refusals.relyingParty, .relyingParty)
    }
    guard data.flags.contains(.userPresent) else {
      throw .refused(refusals.user, .userPresence)
    }
    guard userVerification == .preferred || data.flags.contains(.userVerified) else {
      throw .refused(refusals.user, .userVerification)
    }
  }

  /// The authenticator data in an attestation object. Cognito enforces no attestation, so a
  /// statement is parsed but not verified; that of the format `none` must be empty.
  static func attestedData(_ object: [UInt8]) throws(WebAuthnFailure) -> AuthenticatorData {
    let item = try WebAuthnFailure.reading { () throws(CryptographyError) in
      try CBORReader.read(object)
    }
    guard case .map(let entries) = item, entries.count == 3, case .text(let format) = item["fmt"],
      case .map(let statement) = item["attStmt"], case .bytes(let bytes) = item["authData"]
    else { throw .refused(.invalidParameter, .form) }
    guard !format.utf8.elementsEqual("none".utf8) || statement.isEmpty else {
      throw .refused(.invalidParameter, .attestation)
    }
    return try WebAuthnFailure.reading { () throws(CryptographyError) in
      try AuthenticatorData(bytes)
    }
  }

  /// The passkey of a registration, after its checks.
  func credential(
    in data: AuthenticatorData, of response: WebAuthnRegistrationResponse, for ceremony: Ceremony
  ) throws(WebAuthnFailure) -> Credential {
    guard let attested = data.credential, attested.id == response.id else {
      throw .refused(.invalidParameter, .credential)
    }
    let key = try WebAuthnFailure.computing(
      orRefuse: .refused(.credentialNotSupported, .algorithm)
    ) { () throws(CryptographyError) in try COSEKey.decode(attested.publicKey) }
    guard !ceremony.user.credentials.contains(where: { $0.id == attested.id }) else {
      throw .refused(.invalidParameter, .credential)
    }
    guard ceremony.user.credentials.count < Self.maximumCredentials else {
      throw .refused(.limitExceeded, .limit)
    }
    return Credential(
      id: attested.id, userHandle: ceremony.user.handle, relyingPartyID: id, publicKey: key,
      counter: data.counter, isBackupEligible: data.flags.contains(.backupEligible),
      isBackedUp: data.flags.contains(.backedUp),
      wasUserVerified: data.flags.contains(.userVerified))
  }

  /// The passkey after its use, which the signature and the counter must confirm.
  func proved(
    _ credential: Credential, by response: WebAuthnAssertionResponse, data: AuthenticatorData
  ) throws(WebAuthnFailure) -> Credential {
    guard data.credential == nil else { throw .refused(.notAuthorized, .credential) }
    guard data.flags.contains(.backupEligible) == credential.isBackupEligible else {
      throw .refused(.notAuthorized, .backup)
    }
    let isRight = try WebAuthnFailure.reading { () throws(CryptographyError) in
      let client = response.clientDataJSON
      let signed = conventions.hashesClientData ? try SHA256.digest(of: client) : client
      return try credential.publicKey.verifies(
        signature: response.signature, message: response.authenticatorData + signed)
    }
    guard isRight else { throw .refused(.notAuthorized, .signature) }
    // An authenticator without a counter sends 0 each time.
    let isCounting = data.counter > 0 || credential.counter > 0
    guard !conventions.countsUses || !isCounting || data.counter > credential.counter else {
      throw .refused(.notAuthorized, .counter)
    }
    var used = credential
    used.counter = data.counter
    used.isBackedUp = data.flags.contains(.backedUp)
    used.wasUserVerified = data.flags.contains(.userVerified)
    return used
  }
}
