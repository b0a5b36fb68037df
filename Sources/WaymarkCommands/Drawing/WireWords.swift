import Diagrams

/// The names on the wire of what the table sends: operations, flows and challenges in capitals, and
/// the parameters that go with them, with their values redacted.
///
/// The table's names are the API's in the letters of an identifier, so most need no list.
struct WireWords {
  /// A message of a trace, taken apart: `SMS_MFA(medium: own)`.
  struct Told {
    var name: String
    /// In the order of the declaration.
    var fields: [(name: String, value: String)]

    subscript(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }

    init(_ text: String) {
      name = String(text.prefix { $0 != "(" })
      fields = []
      guard text.hasSuffix(")") else { return }
      var depth = 0
      var parts = [""]
      for character in text.dropFirst(name.count + 1).dropLast() {
        if "({".contains(character) { depth += 1 }
        if ")}".contains(character) { depth -= 1 }
        if character == ",", depth == 0 {
          parts.append("")
        } else {
          parts[parts.count - 1].append(character)
        }
      }
      fields = parts.compactMap { part in
        let sides = part.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
        return sides.count == 2 ? (String(sides[0]), String(sides[1])) : nil
      }
    }

    /// The fields that say something.
    var spoken: String {
      fields.filter { !["", "false", "none", "{}"].contains($0.value) }
        .map { $0.value == "true" ? $0.name : "\($0.name): \($0.value)" }.joined(separator: ", ")
    }
  }

  static let redacted = "‹redacted›"

  /// The parameters of a message as a log without secrets has them.
  static func detail(of told: Told) -> String {
    switch told.name {
    case "InitiateAuth":
      let flow = capitals(told["flow"])
      return ([authFlow(told["flow"]), "USERNAME"] + parameters(ofFlow: flow, told))
        .joined(separator: ", ")
    case "RespondToAuthChallenge":
      let challenge = capitals(told["challenge"])
      return ([challenge] + parameters(answering: challenge, told)).joined(separator: ", ")
    case "VerifySoftwareToken": return "UserCode \(redacted)"
    default: return told.spoken
    }
  }

  private static func authFlow(_ flow: String) -> String {
    if flow.hasPrefix("custom") { return "CUSTOM_AUTH" }
    let name = capitals(flow)
    return name.hasSuffix("_AUTH") ? name : name + "_AUTH"
  }

  private static func parameters(ofFlow flow: String, _ told: Told) -> [String] {
    var all: [String] = []
    if flow.contains("SRP") {
      all.append(flow.hasPrefix("CUSTOM") ? "CHALLENGE_NAME SRP_A" : "SRP_A")
    }
    if flow.contains("USER_PASSWORD") { all.append("PASSWORD \(redacted)") }
    if flow == "USER_AUTH", told["preferred"] != "none" {
      all.append("PREFERRED_CHALLENGE \(capitals(told["preferred"]))")
    }
    return all + optional(told)
  }

  private static func parameters(answering challenge: String, _ told: Told) -> [String] {
    let own: [String] =
      switch challenge {
      case "SMS_MFA", "SMS_OTP", "EMAIL_OTP", "SOFTWARE_TOKEN_MFA":
        [challenge + "_CODE \(redacted)"]
      case "PASSWORD_VERIFIER", "DEVICE_PASSWORD_VERIFIER":
        ["PASSWORD_CLAIM_SIGNATURE \(redacted)", "TIMESTAMP"]
      case "SELECT_MFA_TYPE": ["ANSWER \(told["choice"])"]
      case "SELECT_CHALLENGE": ["ANSWER \(capitals(told["factor"]))"]
      case "NEW_PASSWORD_REQUIRED": ["NEW_PASSWORD \(redacted)"]
      case "CUSTOM_CHALLENGE": ["ANSWER \(redacted)"]
      case "WEB_AUTHN": ["CREDENTIAL \(redacted)"]
      case "DEVICE_SRP_AUTH": ["SRP_A"]
      default: []
      }
    return own + optional(told)
  }

  private static func optional(_ told: Told) -> [String] {
    (told["secretHash"] == "true" ? ["SECRET_HASH \(redacted)"] : [])
      + (told["deviceKey"] == "true" ? ["DEVICE_KEY"] : [])
  }

  /// `softwareTokenMFA` as `SOFTWARE_TOKEN_MFA`.
  static func capitals(_ name: String) -> String {
    let letters = Array(name)
    var out = ""
    for (index, letter) in letters.enumerated() {
      let followsSmall = index > 0 && !letters[index - 1].isUppercase
      let startsWord =
        index > 0 && index + 1 < letters.count && letters[index + 1].isLowercase
      if letter.isUppercase, index > 0, followsSmall || startsWord { out += "_" }
      out += letter.uppercased()
    }
    return out
  }

  /// `expireSession` as `expire session`.
  static func plain(_ name: String) -> String {
    capitals(name).lowercased().split(separator: "_").joined(separator: " ")
  }
}
