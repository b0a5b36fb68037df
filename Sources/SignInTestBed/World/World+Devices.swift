import SignInCryptography

/// A device as the app knows it: the keys from NewDeviceMetadata, and the secret that the app
/// generated.
struct HeldDevice: Sendable {
  var key: String
  var groupKey: String
  var secret: Secret
}

/// A device as the service knows it: a verifier, never the secret.
struct KnownDevice: Sendable {
  var key: String
  var groupKey: String
  /// The verifier from ConfirmDevice; nil until then.
  var verifier: SRPServer.Verifier?
  var isRemembered = false
}

extension World {
  /// NewDeviceMetadata: the service generates keys, which the app keeps with a secret of its own.
  mutating func newDeviceKey() throws(CryptographyError) {
    let key = "eu-west-1_" + (try random.identifier())
    let groupKey = "-" + Hex.encode(try random.bytes(4))
    pool.device = KnownDevice(key: key, groupKey: groupKey)
    user.device = HeldDevice(
      key: key, groupKey: groupKey, secret: Secret(Base64.encode(try random.bytes(40))))
  }

  /// ConfirmDevice: the app computes salt and verifier, and the service reads them.
  mutating func confirmDevice() throws(CryptographyError) {
    guard let held = user.device else { return }
    let client = try SRPClient(
      realm: held.groupKey, randomness: &random, conventions: user.conventions.srp)
    let sent = try client.deviceVerifier(
      deviceKey: held.key, secret: held.secret, salt: try random.bytes(16))
    let server = try SRPServer(realm: held.groupKey, conventions: pool.conventions.srp)
    pool.device?.verifier = try server.acceptVerifier(
      deviceKey: held.key, passwordVerifier: sent.passwordVerifier, salt: sent.salt)
  }

  /// The app's side of DEVICE_SRP_AUTH and DEVICE_PASSWORD_VERIFIER, under the device's group key.
  mutating func makeDeviceProof(_ sentClass: String) throws(CryptographyError) -> Presented {
    guard let held = user.device else { return .text(Secret("")) }
    let client = try SRPClient(
      realm: held.groupKey, randomness: &random, conventions: user.conventions.srp)
    let isRight = sentClass == .current
    return .proof(
      client, of: isRight ? held.secret : Secret(held.secret.revealedText().alteringOne))
  }

  /// Judges the exchange of a device's proof, from A to the signature.
  mutating func judge(deviceProof presented: Presented) throws(CryptographyError) -> Verdict {
    guard case .proof(let client, let secret) = presented, let known = pool.device,
      let verifier = known.verifier, known.key == user.device?.key
    else { return .refused(.mismatch) }
    let server = try SRPServer(realm: known.groupKey, conventions: pool.conventions.srp)
    let exchange = try server.challenge(
      publicKey: client.publicKey, verifier: verifier, randomness: &random)
    let block = Base64.encode(try random.bytes(64))
    let timestamp = try TimestampFormatter.format(now)
    let challenge = SRPClient.Challenge(
      salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: block, userID: known.key)
    let claim = SRPServer.Claim(
      secretBlock: block, timestamp: timestamp,
      signature: try client.proof(for: challenge, password: secret, timestamp: timestamp))
    return try server.verify(claim, for: exchange) ? .accepted : .refused(.mismatch)
  }
}
