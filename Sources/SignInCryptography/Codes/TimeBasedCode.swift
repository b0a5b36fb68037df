/// The authenticator app's half of time-based codes (RFC 6238 over RFC 4226 with HMAC-SHA1).
///
/// The pool's half, `TimeBasedCodeVerifier`, computes codes on its own.
public struct TimeBasedCode: Sendable {
  /// The secret that app and pool share.
  public let secret: Secret
  /// The number of digits, 6 to 8; Cognito uses 6.
  public let digits: Int
  /// The length of a time step in seconds; Cognito uses 30.
  public let period: Int64

  /// Creates an authenticator for the secret.
  ///
  /// - Throws: `outOfRange` for an empty secret, digits outside 6...8 or a period below 1.
  public init(
    secret: Secret, digits: Int = 6, period: Int64 = 30
  ) throws(CryptographyError) {
    guard secret.count > 0, (6...8).contains(digits), period >= 1 else {
      throw CryptographyError(
        .outOfRange, "a time-based code needs a secret, 6 to 8 digits and a period of 1 s or more")
    }
    self.secret = secret
    self.digits = digits
    self.period = period
  }

  /// The code that the app shows.
  ///
  /// - Parameter unixSeconds: the app's clock, in seconds since 1970, not negative.
  /// - Throws: `outOfRange` for a time before 1970; `openSSLFailed`.
  public func code(at unixSeconds: Int64) throws(CryptographyError) -> String {
    guard unixSeconds >= 0 else {
      throw CryptographyError(.outOfRange, "time-based codes begin in 1970; set the clock")
    }
    let counter = (unixSeconds / period).bigEndian
    let message = withUnsafeBytes(of: counter) { Array($0) }
    let hash = try HMAC.sha1(key: secret, message: message)

    let offset = Int(hash[19] & 15)
    let top = UInt32(hash[offset] & 0x7f) << 24
    let value = top | UInt32(hash[offset + 1]) << 16 | UInt32(hash[offset + 2]) << 8
    let modulus = [1_000_000, 10_000_000, 100_000_000][digits - 6] as UInt32
    let text = String((value | UInt32(hash[offset + 3])) % modulus)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
}
