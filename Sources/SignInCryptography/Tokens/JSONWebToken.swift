/// A signed token as its parts (RFC 7515, compact serialisation), read but not judged.
///
/// Nothing in it may be believed before `TokenVerifier` has judged the signature.
public struct JSONWebToken: Sendable, Equatable {
  /// The longest token in bytes; Cognito's are below 4,096 as a rule.
  public static let maximumBytes = 1 << 16

  /// `alg`.
  public let algorithm: String
  /// `kid`: which key is said to have signed.
  public let keyID: String
  /// The claims.
  public let claims: JSON
  /// The bytes that are signed: header, dot, payload as they stand.
  public let signedBytes: [UInt8]
  /// The signature.
  public let signature: [UInt8]

  /// Reads a token.
  ///
  /// - Throws: `malformedMessage` unless it has three parts, is short enough, says an algorithm and
  ///   a key, asks for no extension (`crit`), and has an object of claims; `malformedBase64`;
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

  /// A token with RS256 over the claims.
  ///
  /// - Parameters:
  ///   - claims: the claims.
  ///   - key: the key that signs.
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
  /// The algorithm and the key only: whoever has the rest is the user.
  public var description: String { "JSONWebToken(\(algorithm), \(keyID))" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
