/// What stops a judgement: a refusal, or a failure of libcrypto that is nobody's answer.
enum WebAuthnFailure: Error {
  case refused(WebAuthnRefusal.Exception, WebAuthnRefusal.Check)
  case failed(CryptographyError)

  /// The refusal; a failure goes on as the error that it is.
  func refusal() throws(CryptographyError) -> WebAuthnRefusal {
    switch self {
    case .refused(let exception, let check): return WebAuthnRefusal(exception, check)
    case .failed(let error): throw error
    }
  }

  /// What `read` reads; what it cannot read is a refusal of the form.
  static func reading<Value>(
    _ read: () throws(CryptographyError) -> Value
  ) throws(WebAuthnFailure) -> Value {
    try computing(orRefuse: .refused(.invalidParameter, .form), read)
  }

  /// What `compute` computes; an error that the other side caused is the given refusal.
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

/// The client data as a relying party reads it (CollectedClientData, section 5.8.1).
struct ClientData {
  let type: String
  let challenge: String
  let origin: String
  let isCrossOrigin: Bool

  /// Unknown members are ignored: section 5.8.1 announces them.
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
  /// By which exceptions a ceremony names the checks that both have.
  struct Refusals {
    let challenge, origin, relyingParty, user: WebAuthnRefusal.Exception

    static let registration = Refusals(
      challenge: .challengeNotFound, origin: .originNotAllowed,
      relyingParty: .relyingPartyMismatch, user: .credentialNotSupported)
    static let assertion = Refusals(
      challenge: .notAuthorized, origin: .notAuthorized, relyingParty: .notAuthorized,
      user: .notAuthorized)
  }

  /// Steps 7 to 11 of section 7.1, 10 to 14 of section 7.2.
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
    // A page inside another site's frame is not one that the relying party shows.
    guard allows(origin: client.origin), !client.isCrossOrigin else {
      throw .refused(refusals.origin, .origin)
    }
  }

  /// The scope and the flags that both ceremonies ask for.
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
  /// statement is read and not judged; that of `none` must be empty.
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

  /// The passkey that a registration brings.
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

  /// The passkey as it is after a use that its signature and counter bear out.
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
    // An authenticator that does not count says 0 each time.
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
