/// Why a cryptographic operation could not be carried out: a stable code, a message with the
/// remedy, and OpenSSL's own message where OpenSSL failed.
///
/// A well-formed proof or code that is merely *wrong* is not an error: verifiers return a verdict
/// for it. An error means that the input is not what it claims to be, that a protocol value is
/// illegal, or that the library failed. No message contains a secret.
public struct CryptographyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failures, for programs to branch on.
  public enum Code: String, Sendable, CaseIterable {
    /// libcrypto reported a failure; `cause` holds its message.
    case openSSLFailed
    /// A text is not hexadecimal (or, for bytes, has an odd number of digits).
    case malformedHex
    /// A text is not canonical Base64: padded (RFC 4648 section 4) or, where URLs need it, unpadded
    /// with the URL alphabet (section 5).
    case malformedBase64
    /// A text is not canonical upper-case Base32 (RFC 4648 section 6).
    case malformedBase32
    /// A text is not JSON according to RFC 8259, or too long or too deep.
    case malformedJSON
    /// Bytes are not canonical CBOR (RFC 8949, CTAP2), or too long or too deep.
    case malformedCBOR
    /// A public or private key cannot be read, or is of a kind that is not supported.
    case malformedKey
    /// A message is encoded correctly but lacks the fields of its kind.
    case malformedMessage
    /// A text is not a timestamp `EEE MMM d HH:mm:ss 'UTC' yyyy`.
    case malformedTimestamp
    /// A user pool id has no name after its first underscore.
    case malformedPoolID
    /// A number or parameter is outside its documented range.
    case outOfRange
    /// A modulus is even or smaller than 3, so that Montgomery arithmetic does not apply.
    case illegalModulus
    /// A public key (A or B) or a stored verifier is a multiple of N, which would reveal or fix
    /// the shared secret.
    case illegalPublicKey
    /// The scrambling parameter u is zero, which would remove the password from the proof.
    case zeroScramblingParameter
  }

  /// The kind of the failure, for programs.
  public let code: Code
  /// The failure and its remedy, for people; never contains a secret.
  public let message: String
  /// OpenSSL's description of its own failure; nil where OpenSSL did not fail.
  public let cause: String?

  /// Creates an error.
  public init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The code, the message and the cause on one line.
  public var description: String {
    let reason = cause.map { " (\($0))" } ?? ""
    return "\(code.rawValue): \(message)\(reason)"
  }
}
