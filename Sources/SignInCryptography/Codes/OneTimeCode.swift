/// A random code that the pool sends by SMS or e-mail and compares with the answer.
///
/// The code is a `Secret`: printing one shows nothing; `text` is for the delivery. Its lifetime and
/// whether it was used are the pool's state, not part of this value.
public struct OneTimeCode: Sendable {
  /// The verdict on an answer.
  public enum Verdict: Sendable, Equatable {
    /// The answer has the digits that were sent.
    case matches
    /// The answer has as many digits as were sent, but other ones.
    case mismatch
    /// The answer does not have exactly as many digits 0-9 as were sent.
    case malformed
  }

  private let secret: Secret

  /// Creates a random code; every code is equally likely, with leading zeros included.
  ///
  /// - Parameters:
  ///   - digits: 4 to 9; Cognito sends 6, and 8 for passwordless e-mail.
  ///   - randomness: the source of the digits.
  /// - Throws: `outOfRange` for another number of digits; what `randomness` throws.
  public init(digits: Int = 6, randomness: inout some RandomBytes) throws(CryptographyError) {
    guard (4...9).contains(digits) else {
      throw CryptographyError(.outOfRange, "a one-time code has 4 to 9 digits, not \(digits)")
    }
    var text: [UInt8] = []
    defer { text.erase() }
    for _ in 0..<digits { text.append(UInt8(48 + (try randomness.number(below: 10)))) }
    secret = Secret(bytes: text)
  }

  /// Creates a code with known digits, for scenarios and replays.
  ///
  /// - Throws: `outOfRange` unless the text is 4 to 9 digits 0-9.
  public init(_ text: String) throws(CryptographyError) {
    var characters = Array(text.utf8)
    defer { characters.erase() }
    guard (4...9).contains(characters.count), Self.areDigits(characters) else {
      throw CryptographyError(.outOfRange, "a one-time code is 4 to 9 digits 0-9")
    }
    secret = Secret(bytes: characters)
  }

  /// The digits, for the message that delivers them.
  public var text: String { secret.revealedText() }

  /// Judges an answer, in time that does not depend on where it differs.
  public func judge(_ answer: String) -> Verdict {
    let characters = Array(answer.utf8)
    guard characters.count == secret.count, Self.areDigits(characters) else { return .malformed }
    return secret.matches(Secret(bytes: characters)) ? .matches : .mismatch
  }

  private static func areDigits(_ characters: [UInt8]) -> Bool {
    characters.allSatisfy { (48...57).contains($0) }
  }
}

extension OneTimeCode: CustomStringConvertible, CustomReflectable {
  /// The type's name with the code redacted.
  public var description: String { "OneTimeCode(\(secret))" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
