extension RelyingParty {
  /// What the relying party makes of a response to its options for a new passkey.
  public enum RegistrationVerdict: Sendable, Equatable {
    /// A passkey to store.
    case accepted(Credential)
    /// Nothing to store, and why.
    case refused(WebAuthnRefusal)
  }

  /// What the relying party makes of a proof.
  public enum AssertionVerdict: Sendable, Equatable {
    /// The passkey that was proved, with its new counter and flags, to store in place of the old
    /// one.
    case accepted(Credential)
    /// Nothing was proved, and why.
    case refused(WebAuthnRefusal)
  }

  /// Judges a registration that arrives as text, such as `Credential` of
  /// CompleteWebAuthnRegistration.
  ///
  /// - Throws: `openSSLFailed`; a text that cannot be read is refused, not thrown.
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
  ///   - response: what the authenticator made.
  ///   - ceremony: what was begun; nil if nothing is outstanding.
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

  /// Judges an assertion that arrives as text, such as `CREDENTIAL` of RespondToAuthChallenge.
  ///
  /// - Throws: `openSSLFailed`; a text that cannot be read is refused, not thrown.
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
  ///   - response: what the authenticator signed.
  ///   - ceremony: what was begun, with the user's passkeys as they are now; nil if nothing is
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
