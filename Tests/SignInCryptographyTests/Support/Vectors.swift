import Foundation

/// The recorded vectors of both sides, decoded.
struct Vectors: Sendable {
  static let cognito = Result { try load(CognitoVectors.self, "cognito-srp-vectors") }
  static let amplify = Result { try load(AmplifyVectors.self, "amplify-srp-vectors") }

  static func load<File: Decodable>(_ type: File.Type, _ name: String) throws -> File {
    let folder = Bundle.module.bundleURL.appending(path: "Vectors")
    let data = try Data(contentsOf: folder.appending(path: "\(name).json"))
    return try JSONDecoder().decode(type, from: data)
  }
}

/// Exchanges recorded with a reference server and pycognito; numbers are hexadecimal.
struct CognitoVectors: Decodable, Sendable {
  struct User: Decodable, Sendable {
    let tags: [String]
    let poolID, userID, password, salt, clientPrivate, clientPublic, serverPrivate: String
    let serverPublic, verifier, passwordHash, scrambling, sharedSecret, multiplier, key: String
    let secretBlock, timestamp, signature: String

    enum CodingKeys: String, CodingKey {
      case tags, password, timestamp
      case poolID = "poolId"
      case userID = "userIdForSrp"
      case salt = "salt_hex"
      case clientPrivate = "a_hex"
      case clientPublic = "SRP_A"
      case serverPrivate = "b_hex"
      case serverPublic = "SRP_B"
      case verifier = "verifier_hex"
      case passwordHash = "x_hex"
      case scrambling = "u_hex"
      case sharedSecret = "S_hex"
      case multiplier = "k_hex"
      case key = "hkdf_key_hex"
      case secretBlock = "secretBlock_b64"
      case signature = "signature_b64"
    }
  }

  struct Device: Decodable, Sendable {
    let deviceGroupKey, deviceKey, devicePassword, salt, verifier, sentVerifier, sentSalt: String
    let clientPrivate, clientPublic, serverPrivate, serverPublic, key, secretBlock: String
    let timestamp, signature: String

    enum CodingKeys: String, CodingKey {
      case deviceGroupKey, deviceKey, devicePassword, timestamp
      case salt = "salt_hex"
      case verifier = "verifier_hex"
      case sentVerifier = "PasswordVerifier_b64"
      case sentSalt = "Salt_b64"
      case clientPrivate = "a_hex"
      case clientPublic = "SRP_A"
      case serverPrivate = "b_hex"
      case serverPublic = "SRP_B"
      case key = "hkdf_key_hex"
      case secretBlock = "secretBlock_b64"
      case signature = "signature_b64"
    }
  }

  struct TimeBased: Decodable, Sendable {
    let secret, code: String
    let unix: Int64
    let longCode: String?

    enum CodingKeys: String, CodingKey {
      case code, unix
      case secret = "secret_b32"
      case longCode = "rfc6238_8digit"
    }
  }

  struct Hash: Decodable, Sendable {
    let username, clientID, secret, hash: String

    enum CodingKeys: String, CodingKey {
      case username, secret
      case clientID = "clientId"
      case hash = "SECRET_HASH"
    }
  }

  let prime, multiplier: String
  let user: [User]
  let device: [Device]
  let totp: [TimeBased]
  let secretHash: [Hash]

  enum CodingKeys: String, CodingKey {
    case user, device, totp, secretHash
    case prime = "N_hex"
    case multiplier = "k_hex"
  }
}

/// The values in amplify-swift's own unit tests; numbers are hexadecimal.
struct AmplifyVectors: Decodable, Sendable {
  struct Scrambling: Decodable, Sendable {
    let name, clientPublic, serverPublic, scrambling: String

    enum CodingKeys: String, CodingKey {
      case name
      case clientPublic = "A"
      case serverPublic = "B"
      case scrambling = "u"
    }
  }

  struct Shared: Decodable, Sendable {
    let name, salt, identity, password, clientPrivate, clientPublic, serverPublic: String
    let sharedSecret, key: String

    enum CodingKeys: String, CodingKey {
      case name, salt
      case identity = "I"
      case password = "P"
      case clientPrivate = "a"
      case clientPublic = "A"
      case serverPublic = "B"
      case sharedSecret = "S"
      case key = "derived_auth_key_hex(recomputed, not in their tests)"
    }
  }

  struct Illegal: Decodable, Sendable {
    let serverPublic: String

    enum CodingKeys: String, CodingKey {
      case serverPublic = "B"
    }
  }

  struct SigningIn: Decodable, Sendable {
    let clientPrivate, clientPublic: String

    enum CodingKeys: String, CodingKey {
      case clientPrivate = "a"
      case clientPublic = "A"
    }
  }

  let multiplier: String
  let scrambling: [Scrambling]
  let shared: [Shared]
  let illegal: Illegal
  let signingIn: SigningIn

  enum CodingKeys: String, CodingKey {
    case multiplier = "k"
    case scrambling = "u"
    case shared = "S"
    case illegal = "illegal_B"
    case signingIn = "validStateData"
  }
}
