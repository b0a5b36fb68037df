/// What StartWebAuthnRegistration answers as `CredentialCreationOptions`: what the authenticator
/// shall make (PublicKeyCredentialCreationOptionsJSON).
public struct WebAuthnCreationOptions: Sendable, Equatable {
  /// The id of the relying party, a domain.
  public var relyingPartyID: String
  /// The name of the relying party; the pool has none of its own and gives the id.
  public var relyingPartyName: String
  /// What the authenticator remembers the user by, 1 to 64 bytes that are no personal data.
  public var userID: [UInt8]
  /// The user's name as a person picks it from a list.
  public var userName: String
  /// The bytes that the client data must repeat.
  public var challenge: [UInt8]
  /// The algorithms that are taken, the best first.
  public var algorithms: [Int64]
  /// The credentials that the user has already: their authenticator makes no other.
  public var excluded: [[UInt8]]
  /// Whether the user must be verified.
  public var userVerification: UserVerification

  /// The document, as the service writes it.
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
  /// Reads the document as a client does.
  ///
  /// - Throws: `malformedMessage` for a missing field or one of another type; `malformedBase64`.
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

/// What the challenge WEB_AUTHN carries as `CREDENTIAL_REQUEST_OPTIONS`: what the authenticator
/// shall prove (PublicKeyCredentialRequestOptionsJSON).
public struct WebAuthnRequestOptions: Sendable, Equatable {
  /// The id of the relying party, a domain.
  public var relyingPartyID: String
  /// The bytes that the client data must repeat.
  public var challenge: [UInt8]
  /// The credentials that would do; none leaves the choice to the authenticator.
  public var allowed: [[UInt8]]
  /// Whether the user must be verified.
  public var userVerification: UserVerification

  /// The document, as the service writes it.
  public var json: JSON {
    .members([
      "challenge": .string(Base64URL.encode(challenge)), "timeout": .integer(180_000),
      "rpId": .string(relyingPartyID), "allowCredentials": JSONField.descriptors(allowed),
      "userVerification": .string(userVerification.rawValue),
    ])
  }
}

extension WebAuthnRequestOptions {
  /// Reads the document as a client does.
  ///
  /// - Throws: `malformedMessage` for a missing field or one of another type; `malformedBase64`.
  public init(json: JSON) throws(CryptographyError) {
    relyingPartyID = try JSONField.text("rpId", in: json)
    challenge = try JSONField.bytes("challenge", in: json)
    allowed = try JSONField.descriptors(json["allowCredentials"])
    userVerification = JSONField.userVerification(json["userVerification"])
  }
}

/// The parts that both kinds of options have.
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

  /// Unknown wishes count as the default, as section 2.1.1 of the specification says.
  static func userVerification(_ json: JSON?) -> UserVerification {
    json?.text.flatMap(UserVerification.init) ?? .preferred
  }
}
