import SignInCryptography
import TransitionTables

/// The parameters of a proof, SALT, SECRET_BLOCK and SRP_B, as the client's own reader finds them.
///
/// The client looks whether they are there before it calculates, so that what is missing comes
/// before what is no number (amplify-client §4.2, §4.3). A text in angle brackets is made by the
/// test bed and right, unless it says of itself that it is not.
struct CaseSRPMaterial {
  /// One of them is missing, the salt is empty, or the secret block is not Base64.
  let lacksParameters: Bool
  /// SRP_B is a multiple of N, or one of the two numbers is not hexadecimal.
  let hasBadNumber: Bool

  init(_ parameters: LocatedNode?) {
    if let text = parameters?.text {
      lacksParameters = Self.says(text, Self.missing)
      hasBadNumber = Self.says(text, Self.bad)
      return
    }
    let salt = Self.value("SALT", in: parameters)
    let block = Self.value("SECRET_BLOCK", in: parameters)
    let number = Self.value("SRP_B", in: parameters)
    lacksParameters =
      salt?.isEmpty ?? true || number == nil || !(block.map(Self.isBase64) ?? false)
    hasBadNumber = !Self.isNumber(salt ?? "0") || Self.isMultiple(number ?? "1")
  }

  private static func value(_ key: String, in node: LocatedNode?) -> String? {
    guard let value = node?[key], !value.isNull else { return nil }
    return value.text
  }

  private static let missing = ["without", "missing", "lacking", "empty", "absent"]
  private static let bad = ["zero", "illegal", "invalid", "bad", "not hex", "non-hex", "multiple"]

  /// Whether a text for the test bed speaks of a fault.
  private static func says(_ text: String, _ words: [String]) -> Bool {
    let text = text.lowercased()
    return words.contains { text.contains($0) }
  }

  private static func isBase64(_ text: String) -> Bool {
    text.isPlaceholder || (try? Base64.decode(text)) != nil
  }

  private static func isNumber(_ text: String) -> Bool {
    text.isPlaceholder ? !says(text, bad) : text.allSatisfy(\.isHexDigit)
  }

  /// Whether the server's number is none, or a multiple of N, zero among them.
  private static func isMultiple(_ text: String) -> Bool {
    guard isNumber(text), !text.isPlaceholder else { return !isNumber(text) }
    let digits = text.drop { $0 == "0" }
    guard !digits.isEmpty else { return true }
    guard let number = try? BigNumber(hex: String(digits)) else { return false }
    return (try? SRPGroup.cognito.modulus.divides(number)) ?? false
  }
}
