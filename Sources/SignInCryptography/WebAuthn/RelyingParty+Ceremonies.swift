extension RelyingParty {
  /// The verdict on the registration of a new passkey.
  public enum RegistrationVerdict: Sendable, Equatable {
    /// The registration is right; the caller stores this passkey.
    case accepted(Credential)
    /// The registration is refused for this reason.
    case refused(WebAuthnRefusal)
  }

  /// The verdict on an assertion.
  public enum AssertionVerdict: Sendable, Equatable {
    /// The assertion is right; the caller stores this passkey, with its new counter and flags, in
    /// place of the old one.
    case accepted(Credential)
    /// The assertion is refused for this reason.
    case refused(WebAuthnRefusal)
  }

  /// Judges a registration as JSON text, such as `Credential` of CompleteWebAuthnRegistration.
  ///
  /// - Throws: `openSSLFailed`; a malformed text is refused, not thrown.
  public func judge(
    registration text: String, for ceremony: Ceremony?, clientID: String, at now: Int64
  ) throws(CryptographyError) -> RegistrationVerdict {
    let response: WebAuthnRegistrationResponse
    do throws(CryptographyError) {
      response = try WebAuthnRegistrationResponse(json: JSON(parsing: text))
    } catch {
      return .refused(WebAuthnRefusal(.invalidParameter, .form))
    }
    return try judge(response, for: ceremony, clientID: clientID, at: now)
  }

  /// Judges a registration.
  ///
  /// - Parameters:
  ///   - response: the authenticator's response.
  ///   - ceremony: the ceremony that was begun; nil if none is outstanding.
  ///   - clientID: the app client of the access token that came with it.
  ///   - now: the pool's clock, in seconds since 1970.
  /// - Throws: `openSSLFailed`.
  public func judge(
    _ response: WebAuthnRegistrationResponse, for ceremony: Ceremony?, clientID: String,
    at now: Int64
  ) throws(CryptographyError) -> RegistrationVerdict {
    guard let ceremony, now < ceremony.expires else {
      return .refused(WebAuthnRefusal(.challengeNotFound, .challenge))
    }
    do throws(WebAuthnFailure) {
      guard ceremony.clientID.utf8.elementsEqual(clientID.utf8) else {
        throw .refused(.clientMismatch, .client)
      }
      let client = try ClientData(response.clientDataJSON)
      try check(client, type: "webauthn.create", for: ceremony, refusals: .registration)
      let data = try Self.attestedData(response.attestationObject)
      try check(data, refusals: .registration, origin: client.origin)
      var credential = try credential(in: data, of: response, for: ceremony)
      (credential.transports, credential.registered) = (response.transports, now)
      return .accepted(credential)
    } catch {
      return .refused(try error.refusal())
    }
  }

  /// Judges an assertion as JSON text, such as `CREDENTIAL` of RespondToAuthChallenge.
  ///
  /// - Throws: `openSSLFailed`; a malformed text is refused, not thrown.
  public func judge(
    assertion text: String, for ceremony: Ceremony?, at now: Int64
  ) throws(CryptographyError) -> AssertionVerdict {
    let response: WebAuthnAssertionResponse
    do throws(CryptographyError) {
      response = try WebAuthnAssertionResponse(json: JSON(parsing: text))
    } catch {
      return .refused(WebAuthnRefusal(.invalidParameter, .form))
    }
    return try judge(response, for: ceremony, at: now)
  }

  /// Judges an assertion.
  ///
  /// - Parameters:
  ///   - response: the authenticator's response.
  ///   - ceremony: the ceremony that was begun, with the user's present passkeys; nil if none is
  ///     outstanding.
  ///   - now: the pool's clock, in seconds since 1970.
  /// - Throws: `openSSLFailed`.
  public func judge(
    _ response: WebAuthnAssertionResponse, for ceremony: Ceremony?, at now: Int64
  ) throws(CryptographyError) -> AssertionVerdict {
    guard let ceremony, now < ceremony.expires else {
      return .refused(WebAuthnRefusal(.notAuthorized, .challenge))
    }
    do throws(WebAuthnFailure) {
      guard let credential = ceremony.user.credentials.first(where: { $0.id == response.id }) else {
        throw .refused(.notAuthorized, .credential)
      }
      if let handle = response.userHandle,
        !ConstantTime.areEqual(handle, credential.userHandle)
      {
        throw .refused(.notAuthorized, .userHandle)
      }
      let client = try ClientData(response.clientDataJSON)
      try check(client, type: "webauthn.get", for: ceremony, refusals: .assertion)
      let data = try WebAuthnFailure.reading { () throws(CryptographyError) in
        try AuthenticatorData(response.authenticatorData)
      }
      try check(data, refusals: .assertion, origin: client.origin)
      return .accepted(try proved(credential, by: response, data: data))
    } catch {
      return .refused(try error.refusal())
    }
  }
}
