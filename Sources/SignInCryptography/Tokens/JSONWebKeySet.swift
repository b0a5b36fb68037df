/// The public keys that a pool publishes, each with its id (RFC 7517).
public struct JSONWebKeySet: Sendable, Equatable {
  /// A public key with its id.
  public struct Key: Sendable, Equatable {
    /// `kid`: Base64 of the key's thumbprint (RFC 7638), so that equal keys have equal ids.
    public let id: String
    /// The public key.
    public let key: RSAPublicKey

    /// Creates a key with the id that its thumbprint gives.
    ///
    /// - Throws: `openSSLFailed`.
    public init(_ key: RSAPublicKey) throws(CryptographyError) {
      // The members that the thumbprint covers, in the order that RFC 7638 section 3.2 requires.
      let canonical = JSON.members([
        "e": .string(Base64URL.encode(key.exponent)), "kty": .string("RSA"),
        "n": .string(Base64URL.encode(key.modulus)),
      ])
      id = Base64.encode(try SHA256.digest(of: Array(canonical.serialized.utf8)))
      self.key = key
    }

    /// Creates a key with a published id.
    public init(id: String, key: RSAPublicKey) {
      self.id = id
      self.key = key
    }
  }

  /// The keys, in the order of publication.
  public var keys: [Key]

  /// Creates a set of keys.
  public init(_ keys: [Key]) { self.keys = keys }

  /// The set as JSON, as `/.well-known/jwks.json` shows it.
  public var json: JSON {
    let entries = keys.map { key in
      JSON.members([
        "alg": .string("RS256"), "e": .string(Base64URL.encode(key.key.exponent)),
        "kid": .string(key.id), "kty": .string("RSA"),
        "n": .string(Base64URL.encode(key.key.modulus)), "use": .string("sig"),
      ])
    }
    return .members(["keys": .array(entries)])
  }

  /// Reads such a document.
  ///
  /// - Throws: `malformedMessage` for a missing field or one of another type, another kind of key,
  ///   or an id that occurs twice; `malformedBase64`; `malformedKey`.
  public init(json: JSON) throws(CryptographyError) {
    keys = []
    for entry in try JSONField.require("keys", json["keys"]?.elements) {
      guard entry["kty"]?.text == "RSA", entry["alg"]?.text ?? "RS256" == "RS256" else {
        throw CryptographyError(.malformedMessage, "a key of the set is not one for RS256")
      }
      let key = try RSAPublicKey(
        modulus: JSONField.bytes("n", in: entry), exponent: JSONField.bytes("e", in: entry))
      let id = try JSONField.text("kid", in: entry)
      guard self[id] == nil else {
        throw CryptographyError(.malformedMessage, "two keys of the set have the same id")
      }
      keys.append(Key(id: id, key: key))
    }
  }

  /// The key with an id; nil if there is none.
  public subscript(id: String) -> RSAPublicKey? {
    keys.first { $0.id.utf8.elementsEqual(id.utf8) }?.key
  }
}
