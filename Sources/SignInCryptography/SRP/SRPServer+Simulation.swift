extension SRPServer {
  /// What an unknown user is challenged with where the service does not show who exists
  /// (`PreventUserExistenceErrors` ENABLED, RFC 5054 section 2.5.1.3).
  ///
  /// The same name gets the same salt and the same internal id (in the form of a UUID) each time,
  /// as a known user does, and no password is right. B is fresh each time, as always. It costs the
  /// same exponentiation for a challenge and the same judgement afterwards as a real verifier does.
  ///
  /// - Parameters:
  ///   - username: what was typed.
  ///   - key: a secret of the pool's own; without it nobody can distinguish the salt from a stored
  ///     one.
  /// - Throws: `openSSLFailed`.
  public func simulatedVerifier(
    username: String, key: Secret
  ) throws(CryptographyError) -> Verifier {
    var drawn: [[UInt8]] = []
    for purpose in ["salt", "id", "verifier"] {
      let name = Array("\(realm) \(purpose) ".utf8) + Array(username.utf8)
      drawn.append(try HMAC.sha256(key: key, message: name))
    }
    var identity = RecordedRandomBytes(bytes: drawn[1])
    let exponent = try BigNumber(bytes: drawn[2])
    return Verifier(
      userID: try identity.identifier(), salt: try BigNumber(bytes: Array(drawn[0].prefix(16))),
      value: try group.preparedGenerator.power(exponent))
  }
}

/// Bytes that are at hand, as a source.
struct RecordedRandomBytes: RandomBytes {
  var bytes: [UInt8]

  mutating func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
    guard (0...bytes.count).contains(count) else {
      throw CryptographyError(.outOfRange, "\(count) bytes are more than are left")
    }
    defer { bytes.removeFirst(count) }
    return Array(bytes.prefix(count))
  }
}
