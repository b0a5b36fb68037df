import Foundation
import SignInCryptography

/// Ceremonies recorded elsewhere; the file's note says with what. Bytes are hexadecimal.
struct WebAuthnVectors: Decodable, Sendable {
  struct Credential: Decodable, Sendable, CustomStringConvertible {
    let name, relyingPartyID, origin, privateKey, aaguid, credentialID, userHandle: String
    let isCrossOrigin: Bool
    let creationChallenge, creationClientData, attestationObject: String
    let assertionChallenge, assertionClientData, authenticatorData, signature: String

    var description: String { name }

    /// The registration as the client sent it.
    var registration: WebAuthnRegistrationResponse {
      get throws {
        WebAuthnRegistrationResponse(
          id: try Hex.decode(credentialID), clientDataJSON: try Hex.decode(creationClientData),
          attestationObject: try Hex.decode(attestationObject))
      }
    }

    /// The assertion as the client sent it.
    var assertion: WebAuthnAssertionResponse {
      get throws {
        WebAuthnAssertionResponse(
          id: try Hex.decode(credentialID), clientDataJSON: try Hex.decode(assertionClientData),
          authenticatorData: try Hex.decode(authenticatorData),
          signature: try Hex.decode(signature),
          userHandle: userHandle.isEmpty ? nil : try Hex.decode(userHandle))
      }
    }
  }

  static let all = Result { try Vectors.load(WebAuthnVectors.self, "webauthn-vectors") }

  let credentials: [Credential]

  static func named(_ name: String) throws -> Credential {
    try all.get().credentials.filter { $0.name == name }[0]
  }
}

/// A source that plays recorded bytes, so that a relying party issues a recorded challenge.
struct RecordedBytes: RandomBytes {
  var rest: [UInt8]

  mutating func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
    guard count <= rest.count else { throw CryptographyError(.outOfRange, "nothing is left") }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }
}
