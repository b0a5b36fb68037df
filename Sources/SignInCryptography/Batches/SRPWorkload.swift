/// A workload to measure the test bed's overhead over the arithmetic that SRP needs: whole
/// handshakes, or their modular exponentiations alone.
///
/// A handshake does what a replayed sign-in does: a fresh salt and verifier, fresh key pairs on
/// both sides, the proof, the judgement. It has seven exponentiations; the bare loop raises the
/// same bases to the same exponents by libcrypto's routine (`BN_mod_exp_mont_consttime`, whose time
/// does not depend on the exponent's bits) with the same Montgomery constants, and does nothing
/// else. The server raises g by precomputed powers, twice in a handshake, so that handshakes can
/// take less time than the bare loop. The caller measures the time.
public struct SRPWorkload: Sendable {
  /// The exponentiations in one handshake: two for the key pairs, one for the stored verifier, two
  /// for the proof, two for the judgement.
  public static let exponentiationsPerHandshake = 7

  /// The amount of work done.
  public struct Counts: Sendable, Equatable {
    /// The number of handshakes, or as many as the exponentiations amount to.
    public var handshakes: Int
    /// The number of modular exponentiations of 3072 bits.
    public var exponentiations: Int
    /// The number of handshakes whose proof the server accepted: all, unless the test bed is
    /// broken.
    public var accepted: Int
  }

  private let seed: UInt64

  /// Creates a workload; the same seed does the same work.
  public init(seed: UInt64) { self.seed = seed }

  /// Performs a number of handshakes.
  ///
  /// - Throws: `openSSLFailed`.
  public func handshakes(_ count: Int, threads: Int) throws(CryptographyError) -> Counts {
    let accepted = try Batches.concurrentMap(count: count, threads: threads) {
      index throws(CryptographyError) in try handshake(index)
    }
    return Counts(
      handshakes: count, exponentiations: count * Self.exponentiationsPerHandshake,
      accepted: accepted.count { $0 })
  }

  /// Performs only the exponentiations of a number of handshakes, with the operands of the first
  /// one.
  ///
  /// - Throws: `openSSLFailed`.
  public func exponentiations(_ count: Int, threads: Int) throws(CryptographyError) -> Counts {
    let group = try SRPGroup.cognito
    let operands = try operands()
    _ = try Batches.concurrentMap(count: count, threads: threads) {
      _ throws(CryptographyError) in
      try group.modulus.raiseAndDrop(operands)
    }
    return Counts(
      handshakes: count, exponentiations: count * operands.count, accepted: 0)
  }

  private func handshake(_ index: Int) throws(CryptographyError) -> Bool {
    var random = SeededRandomBytes(seed: seed, purpose: "handshake \(index)")
    let server = try SRPServer(realm: "pool")
    let password = Secret("Passw0rd-\(index)")
    let verifier = try server.makeVerifier(
      userID: "user", password: password, salt: random.bytes(16))
    let client = try SRPClient(realm: "pool", randomness: &random)
    let exchange = try server.challenge(
      publicKey: client.publicKey, verifier: verifier, randomness: &random)
    let block = Base64.encode(try random.bytes(64))
    let timestamp = try TimestampFormatter.format(1_763_690_000)
    let signature = try client.proof(
      for: SRPClient.Challenge(
        salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: block, userID: "user"),
      password: password, timestamp: timestamp)
    return try server.verify(
      SRPServer.Claim(secretBlock: block, timestamp: timestamp, signature: signature),
      for: exchange)
  }

  /// The bases and exponents of a handshake, computed by the protocol's formulas.
  func operands() throws(CryptographyError) -> [(base: BigNumber, exponent: BigNumber)] {
    var random = SeededRandomBytes(seed: seed, purpose: "handshake operands")
    let group = try SRPGroup.cognito
    let server = try SRPServer(realm: "pool")
    let password = Secret("Passw0rd")
    let salt = try random.bytes(16)
    let verifier = try server.makeVerifier(userID: "user", password: password, salt: salt)
    let x = try server.credentialHash(userID: "user", password: password, salt: verifier.salt)
    let a = try BigNumber(bytes: random.bytes(32))
    let client = try SRPClient(realm: "pool", privateKey: a)
    let b = try BigNumber(bytes: random.bytes(32))
    let exchange = try server.challenge(
      publicKey: client.publicKey, verifier: verifier, privateKey: b)
    let u = exchange.scrambling
    let modulus = group.modulus
    let masked = try modulus.multiply(client.multiplier(), verifier.value)
    let raised = try modulus.power(verifier.value, u)
    return [
      (group.generator, x), (group.generator, a), (group.generator, b), (group.generator, x),
      (try modulus.subtract(exchange.publicNumber, masked), try a.adding(u.multiplied(by: x))),
      (verifier.value, u), (try modulus.multiply(exchange.clientNumber, raised), b),
    ]
  }
}
