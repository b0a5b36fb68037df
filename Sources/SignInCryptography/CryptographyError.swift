/// Why a cryptographic operation could not be carried out: a stable code, a message that says what
/// to do, and OpenSSL's own words where it was OpenSSL that failed.
///
/// A proof or code that is well formed and merely *wrong* is not an error: verifiers answer that
/// with a verdict. An error means that the input is not what it claims to be, that a protocol value
/// is illegal, or that the library failed. No message repeats a secret.
public struct CryptographyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, for programs to branch on.
  public enum Code: String, Sendable, CaseIterable {
    /// libcrypto reported a failure; `cause` holds its message.
    case openSSLFailed
    /// A text is not hexadecimal (or, for bytes, has an odd number of digits).
    case malformedHex
    /// A text is not canonical base64: padded (RFC 4648 section 4) or, where URLs need it, unpadded
    /// with their alphabet (section 5).
    case malformedBase64
    /// A text is not canonical upper-case base32 (RFC 4648 section 6).
    case malformedBase32
    /// A text is not JSON as RFC 8259 writes it, or too long or too deep.
    case malformedJSON
    /// Bytes are not canonical CBOR (RFC 8949, CTAP2), or too long or too deep.
    case malformedCBOR
    /// A public or private key cannot be read, or is of a kind that is not supported.
    case malformedKey
    /// A message has the form of its encoding but not the fields of what it claims to be.
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
    /// The scrambling parameter u is zero, which would take the password out of the proof.
    case zeroScramblingParameter
  }

  /// What went wrong, for programs.
  public let code: Code
  /// What went wrong and what to do, for people; never contains a secret.
  public let message: String
  /// OpenSSL's description of its own failure, if there is one.
  public let cause: String?

  /// Makes an error.
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
