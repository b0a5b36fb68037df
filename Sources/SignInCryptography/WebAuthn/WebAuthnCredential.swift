/// The authenticator's response to a registration, as `Credential` of CompleteWebAuthnRegistration
/// (RegistrationResponseJSON).
public struct WebAuthnRegistrationResponse: Sendable, Equatable {
  /// The credential's id.
  public var id: [UInt8]
  /// The client data: JSON, whose exact bytes are hashed.
  public var clientDataJSON: [UInt8]
  /// The attestation object: CBOR that contains the authenticator data.
  public var attestationObject: [UInt8]
  /// The transports of the authenticator, such as `internal` or `usb`.
  public var transports: [String]

  /// Creates a response from its parts.
  public init(
    id: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8],
    transports: [String] = ["internal"]
  ) {
    self.id = id
    self.clientDataJSON = clientDataJSON
    self.attestationObject = attestationObject
    self.transports = transports
  }

  /// The response as JSON, as a client sends it.
  public var json: JSON {
    WebAuthnEnvelope.wrap(
      id,
      [
        "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
        "attestationObject": .string(Base64URL.encode(attestationObject)),
        "transports": .array(transports.map { .string($0) }),
      ])
  }

  /// Reads the JSON as the service does.
  ///
  /// - Throws: `malformedMessage` for a field that is missing or of the wrong type, or an `id` that
  ///   differs from `rawId`; `malformedBase64`.
  public init(json: JSON) throws(CryptographyError) {
    let (id, response) = try WebAuthnEnvelope.unwrap(json)
    self.id = id
    clientDataJSON = try JSONField.bytes("clientDataJSON", in: response)
    attestationObject = try JSONField.bytes("attestationObject", in: response)
    transports = (response["transports"]?.elements ?? []).compactMap(\.text)
  }
}

/// The authenticator's response to WEB_AUTHN, as the answer `CREDENTIAL`
/// (AuthenticationResponseJSON).
public struct WebAuthnAssertionResponse: Sendable, Equatable {
  /// The credential's id.
  public var id: [UInt8]
  /// The client data: JSON, whose exact bytes are hashed.
  public var clientDataJSON: [UInt8]
  /// The authenticator data.
  public var authenticatorData: [UInt8]
  /// The signature over the authenticator data and the hash of the client data, in DER.
  public var signature: [UInt8]
  /// The id by which the authenticator stores the user; nil where it stores none.
  public var userHandle: [UInt8]?

  /// Creates a response from its parts.
  public init(
    id: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
    userHandle: [UInt8]?
  ) {
    self.id = id
    self.clientDataJSON = clientDataJSON
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }

  /// The response as JSON, as a client sends it.
  public var json: JSON {
    WebAuthnEnvelope.wrap(
      id,
      [
        "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
        "authenticatorData": .string(Base64URL.encode(authenticatorData)),
        "signature": .string(Base64URL.encode(signature)),
        "userHandle": userHandle.map { .string(Base64URL.encode($0)) },
      ])
  }

  /// Reads the JSON as the service does.
  ///
  /// - Throws: `malformedMessage` for a field that is missing or of the wrong type, or an `id` that
  ///   differs from `rawId`; `malformedBase64`.
  public init(json: JSON) throws(CryptographyError) {
    let (id, response) = try WebAuthnEnvelope.unwrap(json)
    self.id = id
    clientDataJSON = try JSONField.bytes("clientDataJSON", in: response)
    authenticatorData = try JSONField.bytes("authenticatorData", in: response)
    signature = try JSONField.bytes("signature", in: response)
    switch response["userHandle"] {
    case nil, .null: userHandle = nil
    default: userHandle = try JSONField.bytes("userHandle", in: response)
    }
  }
}

/// The common envelope of both responses (PublicKeyCredential).
enum WebAuthnEnvelope {
  static func wrap(_ id: [UInt8], _ response: KeyValuePairs<String, JSON?>) -> JSON {
    .members([
      "id": .string(Base64URL.encode(id)), "rawId": .string(Base64URL.encode(id)),
      "type": .string("public-key"), "response": .members(response),
      "clientExtensionResults": .object([]), "authenticatorAttachment": .string("platform"),
    ])
  }

  static func unwrap(_ json: JSON) throws(CryptographyError) -> (id: [UInt8], response: JSON) {
    let id = try JSONField.bytes("id", in: json)
    let raw = try JSONField.bytes("rawId", in: json)
    let type = try JSONField.text("type", in: json)
    guard id == raw, type.utf8.elementsEqual("public-key".utf8), !id.isEmpty else {
      throw CryptographyError(
        .malformedMessage, "a credential has the type public-key, and an id that is its rawId")
    }
    return (id, try JSONField.require("response", json["response"]))
  }
}
