import SignInCryptography

/// The parameters of a proof, SALT, SECRET_BLOCK and SRP_B, as the client's own reader finds them.
///
/// The client looks whether they are there before it calculates, so that what is missing comes
/// before what is no number (amplify-client §4.2, §4.3).
struct CaseSRPMaterial {
  /// One of them is missing, the salt is empty, or the secret block is not Base64.
  let lacksParameters: Bool
  /// SRP_B is a multiple of N, or one of the two numbers is not hexadecimal.
  let hasBadNumber: Bool

  init(_ parameters: [String: String]) {
    let salt = parameters["SALT"] ?? ""
    let number = parameters["SRP_B"]
    let block = parameters["SECRET_BLOCK"].flatMap { try? Base64.decode($0) }
    lacksParameters = salt.isEmpty || number == nil || block == nil
    hasBadNumber = !salt.allSatisfy(\.isHexDigit) || Self.isMultiple(number ?? "1")
  }

  /// Whether the server's number is none, or a multiple of N, zero among them.
  private static func isMultiple(_ text: String) -> Bool {
    guard text.allSatisfy(\.isHexDigit) else { return true }
    let digits = text.drop { $0 == "0" }
    guard !digits.isEmpty else { return true }
    guard let number = try? BigNumber(hex: String(digits)) else { return false }
    return (try? SRPGroup.cognito.modulus.divides(number)) ?? false
  }
}
