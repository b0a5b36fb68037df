extension SRPServer {
  /// A simulated verifier, with which an unknown user is challenged where the service does not show
  /// who exists (`PreventUserExistenceErrors` ENABLED, RFC 5054 section 2.5.1.3).
  ///
  /// The same name gets the same salt each time, as a known user does, and no password is right.
  /// The internal id is the name itself, as the service answers. B is fresh each time, as always. A
  /// challenge and its judgement cost the same exponentiations as with a real verifier.
  ///
  /// - Parameters:
  ///   - username: the typed name.
  ///   - key: a secret of the pool, without which nobody can distinguish the salt from a stored
  ///     one.
  /// - Throws: `openSSLFailed`.
  public func simulatedVerifier(
    username: String, key: Secret
  ) throws(CryptographyError) -> Verifier {
    let drawn = try ["salt", "verifier"].map { purpose throws(CryptographyError) in
      let name = Array("\(realm) \(purpose) ".utf8) + Array(username.utf8)
      return try HMAC.sha256(key: key, message: name)
    }
    return Verifier(
      userID: username, salt: try BigNumber(bytes: Array(drawn[0].prefix(16))),
      value: try group.preparedGenerator.power(BigNumber(bytes: drawn[1])))
  }
}
