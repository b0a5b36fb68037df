/// The options for a new passkey: `CredentialCreationOptions` of StartWebAuthnRegistration
/// (PublicKeyCredentialCreationOptionsJSON).
public struct WebAuthnCreationOptions: Sendable, Equatable {
  /// The id of the relying party, a domain.
  public var relyingPartyID: String
  /// The name of the relying party; the pool has no name for it and uses the id.
  public var relyingPartyName: String
  /// The id by which the authenticator stores the user, 1 to 64 bytes without personal data.
  public var userID: [UInt8]
  /// The user's name that a person selects from a list.
  public var userName: String
  /// The bytes that the client data must contain.
  public var challenge: [UInt8]
  /// The accepted algorithms, the preferred one first.
  public var algorithms: [Int64]
  /// The ids of the user's credentials: an authenticator that holds one creates no other.
  public var excluded: [[UInt8]]
  /// Whether the authenticator must verify the user.
  public var userVerification: UserVerification

  /// The options as JSON, as the service writes them.
  public var json: JSON {
    .members([
      "rp": .members(["id": .string(relyingPartyID), "name": .string(relyingPartyName)]),
      "user": .members([
        "id": .string(Base64URL.encode(userID)), "name": .string(userName),
        "displayName": .string(userName),
      ]),
      "challenge": .string(Base64URL.encode(challenge)),
      "pubKeyCredParams": .array(
        algorithms.map {
          .members(["type": .string("public-key"), "alg": .integer($0)])
        }),
      "timeout": .integer(60_000),
      "excludeCredentials": JSONField.descriptors(excluded),
      "authenticatorSelection": .members([
        "requireResidentKey": .bool(true), "residentKey": .string("required"),
        "userVerification": .string(userVerification.rawValue),
      ]),
    ])
  }
}

extension WebAuthnCreationOptions {
  /// Reads the JSON as a client does.
  ///
  /// - Throws: `malformedMessage` for a field that is missing or of the wrong type;
  ///   `malformedBase64`.
  public init(json: JSON) throws(CryptographyError) {
    let party = try JSONField.require("rp", json["rp"])
    let user = try JSONField.require("user", json["user"])
    relyingPartyID = try JSONField.text("id", in: party)
    relyingPartyName = try JSONField.text("name", in: party)
    userID = try JSONField.bytes("id", in: user)
    userName = try JSONField.text("name", in: user)
    challenge = try JSONField.bytes("challenge", in: json)
    let parameters = try JSONField.require("pubKeyCredParams", json["pubKeyCredParams"]?.elements)
    algorithms = parameters.compactMap { $0["alg"]?.integer }
    excluded = try JSONField.descriptors(json["excludeCredentials"])
    userVerification = JSONField.userVerification(
      json["authenticatorSelection"]?["userVerification"])
  }
}

/// The options for an assertion: `CREDENTIAL_REQUEST_OPTIONS` of the challenge WEB_AUTHN
/// (PublicKeyCredentialRequestOptionsJSON).
public struct WebAuthnRequestOptions: Sendable, Equatable {
  /// The id of the relying party, a domain.
  public var relyingPartyID: String
  /// The bytes that the client data must contain.
  public var challenge: [UInt8]
  /// The ids of the allowed credentials; empty where the authenticator may choose.
  public var allowed: [[UInt8]]
  /// Whether the authenticator must verify the user.
  public var userVerification: UserVerification

  /// The options as JSON, as the service writes them.
  public var json: JSON {
    .members([
      "challenge": .string(Base64URL.encode(challenge)), "timeout": .integer(180_000),
      "rpId": .string(relyingPartyID), "allowCredentials": JSONField.descriptors(allowed),
      "userVerification": .string(userVerification.rawValue),
    ])
  }
}

extension WebAuthnRequestOptions {
  /// Reads the JSON as a client does.
  ///
  /// - Throws: `malformedMessage` for a field that is missing or of the wrong type;
  ///   `malformedBase64`.
  public init(json: JSON) throws(CryptographyError) {
    relyingPartyID = try JSONField.text("rpId", in: json)
    challenge = try JSONField.bytes("challenge", in: json)
    allowed = try JSONField.descriptors(json["allowCredentials"])
    userVerification = JSONField.userVerification(json["userVerification"])
  }
}

/// The parts that both kinds of options share.
extension JSONField {
  static func descriptors(_ ids: [[UInt8]]) -> JSON {
    .array(
      ids.map {
        .members(["type": .string("public-key"), "id": .string(Base64URL.encode($0))])
      })
  }

  static func descriptors(_ json: JSON?) throws(CryptographyError) -> [[UInt8]] {
    var ids: [[UInt8]] = []
    for descriptor in json?.elements ?? [] { ids.append(try bytes("id", in: descriptor)) }
    return ids
  }

  /// Reads a user verification; an unknown value counts as the default, according to section 2.1.1.
  static func userVerification(_ json: JSON?) -> UserVerification {
    json?.text.flatMap(UserVerification.init) ?? .preferred
  }
}
