/// A new secret for time-based codes, as AssociateSoftwareToken hands it out and authenticator apps
/// take it in.
///
/// 32 random bytes, which are 52 letters of base32 without padding; the service's own pattern asks
/// for at least 16 letters and digits.
public struct TimeBasedSetup: Sendable {
  /// The number of bytes of a new secret.
  public static let byteCount = 32

  /// The secret that app and pool will share.
  public let secret: Secret

  /// A fresh secret.
  ///
  /// - Throws: what `randomness` throws.
  public init(randomness: inout some RandomBytes) throws(CryptographyError) {
    secret = Secret(bytes: try randomness.bytes(Self.byteCount))
  }

  /// The set-up for a `SecretCode` that the service sent.
  ///
  /// - Throws: `outOfRange` below 16 letters; `malformedBase32`.
  public init(secretCode: String) throws(CryptographyError) {
    guard secretCode.utf8.count >= 16 else {
      throw CryptographyError(.outOfRange, "a secret code has 16 letters or more")
    }
    secret = Secret(bytes: try Base32.decode(secretCode))
  }

  /// `SecretCode`: 52 letters and digits for a secret of 32 bytes. It *is* the secret: for the one
  /// place that must show or send it.
  public var secretCode: String { Base32.encode(secret.revealedBytes()) }

  /// What Amplify's `getSetupURI` gives: the names put in as they are, so that a blank, `&`, `#` or
  /// `?` in them makes a link that authenticator apps read otherwise or not at all. It holds the
  /// secret.
  public func plainURI(appName: String, accountName: String) -> String {
    "otpauth://totp/\(appName):\(accountName)?secret=\(secretCode)&issuer=\(appName)"
  }

  /// The same link with the names percent-encoded (RFC 3986), which every authenticator app reads.
  /// It holds the secret.
  public func encodedURI(appName: String, accountName: String) -> String {
    let app = Self.percentEncoded(appName)
    let account = Self.percentEncoded(accountName)
    return "otpauth://totp/\(app):\(account)?secret=\(secretCode)&issuer=\(app)"
  }

  /// The text with every byte that is not unreserved (RFC 3986 section 2.3) as `%` and two digits.
  private static func percentEncoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += "%" + Hex.encode([byte]).uppercased()
      }
    }
    return encoded
  }
}
