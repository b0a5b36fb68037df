import SignInCryptography
import Testing

/// The code that `body` throws, or `nil` if it throws nothing; any other error fails the test.
func thrownCode(_ body: () throws -> Void) -> CryptographyError.Code? {
  do {
    try body()
    return nil
  } catch let error as CryptographyError {
    return error.code
  } catch {
    Issue.record(error)
    return nil
  }
}

/// A whole sign-in of a seeded user, over the wire values only.
struct Handshake {
  var seed: UInt64
  var clientConventions = SRPConventions.cognito
  var serverConventions = SRPConventions.cognito
  var password = "Passw0rd-1"
  var typed = "Passw0rd-1"

  /// Whether the server accepts the client's proof.
  func isAccepted() throws -> Bool {
    var random = SeededRandomBytes(seed: seed)
    let poolID = "eu-west-1_AbCdEf123"
    let server = try SRPServer(poolID: poolID, conventions: serverConventions)
    let verifier = try server.makeVerifier(
      userID: "alice", password: Secret(password), salt: random.bytes(16))
    let client = try SRPClient(
      poolID: poolID, randomness: &random, conventions: clientConventions)
    let exchange = try server.challenge(
      publicKey: client.publicKey, verifier: verifier, randomness: &random)
    let block = Base64.encode(try random.bytes(64))
    let timestamp = "Sat Nov 21 01:53:03 UTC 2026"
    let challenge = SRPClient.Challenge(
      salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: block, userID: "alice")
    let signature = try client.proof(
      for: challenge, password: Secret(typed), timestamp: timestamp)
    return try server.verify(
      SRPServer.Claim(secretBlock: block, timestamp: timestamp, signature: signature),
      for: exchange)
  }
}
