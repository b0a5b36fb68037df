/// The attack that the refusal of A ≡ 0 (mod N) prevents: a proof without knowledge of the
/// password.
///
/// An attacker who sends a multiple of N as `SRP_A` fixes the shared secret at S = (A · v^u)^b = 0,
/// and can derive the key from public values. A correct server ends the exchange at once. One
/// without the check accepts the forgery, which shows that this check is needed and effective.
public struct SRPForgery: Sendable {
  /// The text that precedes the user id in every hash: the pool's name, or the device group key.
  public let realm: String
  /// `SRP_A`: a multiple of N in upper-case hexadecimal.
  public let publicKey: String
  private let group: SRPGroup

  /// Creates a forgery with the given multiple of N.
  ///
  /// - Parameters:
  ///   - realm: the pool's name, or the device group key.
  ///   - multiple: the multiple of N, 0 to 1,000.
  /// - Throws: `outOfRange` for another multiple; `openSSLFailed`.
  public init(realm: String, multiple: Int) throws(CryptographyError) {
    guard (0...1_000).contains(multiple) else {
      throw CryptographyError(.outOfRange, "the multiple of N lies between 0 and 1,000")
    }
    self.realm = realm
    group = try SRPGroup.cognito
    publicKey = try group.modulus.value.multiplied(by: BigNumber(UInt64(multiple))).hex.uppercased()
  }

  /// `PASSWORD_CLAIM_SIGNATURE` under the key that follows from S = 0.
  ///
  /// - Throws: `malformedHex` or `malformedBase64` for a malformed challenge; `openSSLFailed`.
  public func proof(
    for challenge: SRPClient.Challenge, timestamp: String
  ) throws(CryptographyError) -> String {
    // The private key does not matter: the proof does not depend on it.
    let client = try SRPClient(realm: realm, privateKey: BigNumber(1))
    let scrambling = try client.scrambling(
      BigNumber(hex: publicKey), BigNumber(hex: challenge.publicKey))
    let key = try client.sessionKey(BigNumber(0), scrambling)
    let message = Array(realm.utf8) + Array(challenge.userID.utf8)
    let signed = try message + Base64.decode(challenge.secretBlock) + Array(timestamp.utf8)
    return Base64.encode(try HMAC.sha256(key: key, message: signed))
  }
}
