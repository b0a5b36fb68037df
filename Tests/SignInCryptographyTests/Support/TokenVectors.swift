import Foundation
import SignInCryptography

/// Keys and tokens recorded elsewhere; the file's note says with what.
struct TokenVectors: Decodable, Sendable {
  struct Key: Decodable, Sendable {
    let kid, modulus, pkcs1, pkcs8: String
  }

  struct Token: Decodable, Sendable {
    let name, use, token, expected: String
  }

  static let all = Result { try Vectors.load(TokenVectors.self, "token-vectors") }

  /// The keys of the recorded seed, derived once for all tests.
  static let derived = Result { try TokenKeys(seed: all.get().seed) }

  let seed: UInt64
  let poolID, clientID: String
  let now: Int64
  let keys: [String: Key]
  let tokens: [Token]
}
