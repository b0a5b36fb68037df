/// A signed token, parsed but not verified (RFC 7515, compact serialisation).
///
/// Its content must not be trusted before `TokenVerifier` has verified the signature.
public struct JSONWebToken: Sendable, Equatable {
  /// The longest token in bytes; Cognito's are usually below 4,096.
  public static let maximumBytes = 1 << 16

  /// `alg`: the signature algorithm.
  public let algorithm: String
  /// `kid`: the id of the key that is said to have signed.
  public let keyID: String
  /// The claims of the payload.
  public let claims: JSON
  /// The bytes that are signed: header, dot and payload as received.
  public let signedBytes: [UInt8]
  /// The bytes of the signature.
  public let signature: [UInt8]

  /// Parses a token.
  ///
  /// - Throws: `malformedMessage` unless it has three parts, is short enough, names an algorithm
  ///   and a key, requires no extension (`crit`), and has an object of claims; `malformedBase64`;
  ///   `malformedJSON`.
  public init(_ text: String) throws(CryptographyError) {
    guard text.utf8.count <= Self.maximumBytes else { throw Self.malformed("is too long") }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { throw Self.malformed("has not three parts") }
    let header = try JSON(parsing: Base64URL.decode(parts[0]))
    guard let algorithm = header["alg"]?.text, let keyID = header["kid"]?.text,
      header["crit"] == nil
    else { throw Self.malformed("has no algorithm or key id, or asks for an extension") }
    claims = try JSON(parsing: Base64URL.decode(parts[1]))
    guard case .object = claims else { throw Self.malformed("has no claims") }
    self.algorithm = algorithm
    self.keyID = keyID
    signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
    signature = try Base64URL.decode(parts[2])
  }

  /// Signs claims with RS256.
  ///
  /// - Parameters:
  ///   - claims: the claims of the token.
  ///   - key: the signing key.
  ///   - keyID: the id under which its public key is published.
  /// - Throws: `openSSLFailed`.
  static func sign(
    _ claims: JSON, with key: RSAPrivateKey, under keyID: String
  ) throws(CryptographyError) -> Secret {
    let header = JSON.members(["kid": .string(keyID), "alg": .string("RS256")])
    let signed = [header, claims].map { Base64URL.encode(Array($0.serialized.utf8)) }
      .joined(separator: ".")
    let signature = Base64URL.encode(try key.signature(for: Array(signed.utf8)))
    return Secret("\(signed).\(signature)")
  }

  private static func malformed(_ reason: String) -> CryptographyError {
    CryptographyError(.malformedMessage, "the token \(reason)")
  }
}

extension JSONWebToken: CustomStringConvertible, CustomReflectable {
  /// The algorithm and the key id only: the rest would let its holder act as the user.
  public var description: String { "JSONWebToken(\(algorithm), \(keyID))" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
