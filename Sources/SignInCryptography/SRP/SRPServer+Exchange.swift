extension SRPServer {
  /// Answers `SRP_A` with a fresh B.
  ///
  /// - Throws: `malformedHex`; `outOfRange`; `illegalPublicKey` if A is a multiple of N, which
  ///   would fix the shared secret at 0; `zeroScramblingParameter`; what `randomness` throws;
  ///   `openSSLFailed`.
  public func challenge(
    publicKey: String, verifier: Verifier, randomness: inout some RandomBytes
  ) throws(CryptographyError) -> Exchange {
    let privateKey = try BigNumber(bytes: randomness.bytes(32))
    return try challenge(publicKey: publicKey, verifier: verifier, privateKey: privateKey)
  }

  /// Answers `SRP_A` with the B of a known private key b, for vectors and replays.
  ///
  /// - Throws: as the function with randomness.
  public func challenge(
    publicKey: String, verifier: Verifier, privateKey: BigNumber
  ) throws(CryptographyError) -> Exchange {
    let modulus = group.modulus
    let clientNumber = try BigNumber(hex: publicKey)
    if conventions.refusesDegenerateKeys, try modulus.divides(clientNumber) {
      throw CryptographyError(.illegalPublicKey, "SRP_A is a multiple of N; send g^a mod N")
    }
    // B = k·v + g^b
    let blinded = try modulus.multiply(Self.multiplier, verifier.value)
    let publicNumber = try modulus.add(blinded, group.preparedGenerator.power(privateKey))
    let scrambling = try scrambling(clientNumber, publicNumber)
    if conventions.refusesDegenerateKeys { try Self.refuseZero(scrambling) }
    return Exchange(
      verifier: verifier, publicKey: publicNumber.hex, clientNumber: clientNumber,
      publicNumber: publicNumber, privateKey: privateKey, scrambling: scrambling)
  }

  /// Whether the claim proves knowledge of the verifier's password; compared in constant time.
  ///
  /// A wrong proof gives `false`, whatever is wrong with it.
  ///
  /// - Throws: `malformedBase64` if the secret block or the signature is malformed;
  ///   `openSSLFailed`.
  public func verify(_ claim: Claim, for exchange: Exchange) throws(CryptographyError) -> Bool {
    let presented = try Base64.decode(claim.signature)
    var message = Array(realm.utf8)
    message += Array(exchange.verifier.userID.utf8)
    message += try Base64.decode(claim.secretBlock)
    message += Array(claim.timestamp.utf8)
    let key = try authenticationKey(exchange, sharedSecret(exchange))
    return ConstantTime.areEqual(try HMAC.sha256(key: key, message: message), presented)
  }

  /// Whether a password sent in clear text is the verifier's, compared in constant time: the check
  /// of USER_PASSWORD_AUTH and ADMIN_USER_PASSWORD_AUTH.
  ///
  /// Cost: a fifth of an exponentiation, as for a verifier.
  ///
  /// - Throws: `openSSLFailed`.
  public func judge(
    password: Secret, against verifier: Verifier
  ) throws(CryptographyError) -> Bool {
    let salt = verifier.salt
    let exponent = try credentialHash(userID: verifier.userID, password: password, salt: salt)
    let value = try group.preparedGenerator.power(exponent)
    return ConstantTime.areEqual(Secret(bytes: value.bytes), Secret(bytes: verifier.value.bytes))
  }

  /// Refuses u = 0, as SRP-6a requires; with SHA-256 it never happens in practice.
  static func refuseZero(_ scrambling: BigNumber) throws(CryptographyError) {
    guard !scrambling.isZero else {
      throw CryptographyError(.zeroScramblingParameter, "u is 0; begin again with another SRP_A")
    }
  }

  /// The multiplier k, recorded from the service's documentation rather than computed.
  static var multiplier: BigNumber {
    get throws(CryptographyError) {
      try BigNumber(hex: "538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6")
    }
  }

  /// x: the hash of the salt and of the hash of `realm user:password`.
  func credentialHash(
    userID: String, password: Secret, salt: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    var identity = try SHA256()
    for part in [realm, userID, ":"] { try identity.update(Array(part.utf8)) }
    try identity.update(password)
    var salted = try SHA256()
    try salted.update(pad(salt))
    var inner = try identity.finish()
    defer { inner.erase() }
    try salted.update(inner)
    var outer = try salted.finish()
    defer { outer.erase() }
    return try BigNumber(bytes: outer)
  }

  /// S = (A · v^u)^b. The exponent u needs no protection: it is a hash of the public A and B.
  func sharedSecret(_ exchange: Exchange) throws(CryptographyError) -> BigNumber {
    let modulus = group.modulus
    let raised = try modulus.power(exchange.verifier.value, public: exchange.scrambling)
    let product = try modulus.multiply(exchange.clientNumber, raised)
    return try modulus.power(product, exchange.privateKey)
  }

  /// K = HMAC(HMAC(u, S), info ‖ 01), truncated to 16 bytes.
  func authenticationKey(
    _ exchange: Exchange, _ sharedSecret: BigNumber
  ) throws(CryptographyError) -> Secret {
    var material = pad(sharedSecret)
    defer { material.erase() }
    var extracted = try HMAC.sha256(key: pad(exchange.scrambling), message: material)
    var expanded = try HMAC.sha256(key: extracted, message: Array(conventions.keyInfo.utf8) + [1])
    defer {
      extracted.erase()
      expanded.erase()
    }
    return Secret(bytes: Array(expanded[0..<16]))
  }

  /// u: the hash of both public keys.
  func scrambling(
    _ clientNumber: BigNumber, _ publicNumber: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    if conventions.scramblesToZero { return try BigNumber(0) }
    var both = try SHA256()
    try both.update(pad(clientNumber))
    try both.update(pad(publicNumber))
    return try BigNumber(bytes: both.finish())
  }

  /// The number's bytes, after a 00 if the first one is 80 or more (or there is none).
  func pad(_ number: BigNumber) -> [UInt8] {
    var padded = number.bytes
    let readsAsNegative = padded.first.map { $0 >= 0x80 } ?? true
    if conventions.padsTopBit && readsAsNegative { padded.insert(0, at: 0) }
    return padded
  }
}
