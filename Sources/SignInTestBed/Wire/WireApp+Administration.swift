import SignInCryptography

/// Requests of an administrator about the user of this app.
extension WireApp {
  func administration(_ name: String, _ fields: Fields) -> [JSON.Member] {
    let kinds = [("givesEmail", "email"), ("givesPhone", "phone")]
    let given = kinds.filter { fields[$0.0] == "true" }.map(\.1)
    // Where an address is the name, an account without one is asked for by another name.
    let isMade = name == "AdminCreateUser" && fields["resends"] != "true"
    let about = [
      JSON.Member("UserPoolId", .string(World.poolID)),
      JSON.Member("Username", .string(isMade ? signUpName(given) : ownName)),
    ]
    switch name {
    case "AdminCreateUser": return about + creation(fields)
    case "AdminSetUserPassword":
      let isFit = fields["newPassword"] == "valid"
      return about + [
        JSON.Member("Password", .string(isFit ? "Aa1!administrator" : "weak")),
        JSON.Member("Permanent", .bool(true)),
      ]
    case "AdminSetUserMFAPreference":
      let block = Self.blocks.first { $0.field == fields["factor"] }?.name ?? ""
      return about + [JSON.Member(block, Self.settings(fields["value"]))]
    case "AdminUpdateUserAttributes":
      let attribute = fields["attribute"] == "phone" ? "phone_number" : "email"
      let verified = JSON.string(fields["marksVerified"])
      return about + [
        JSON.Member(
          "UserAttributes",
          .array([
            Self.pair(attribute, .string(attributes[attribute] ?? "")),
            Self.pair("\(attribute)_verified", verified),
          ]))
      ]
    default: return about
    }
  }

  private func creation(_ fields: Fields) -> [JSON.Member] {
    var given: [JSON] = []
    for (field, attribute) in [("givesEmail", "email"), ("givesPhone", "phone_number")]
    where fields[field] == "true" {
      given.append(Self.pair(attribute, .string(attributes[attribute] ?? "")))
    }
    if fields["marksVerified"] == "true" {
      given.append(Self.pair("email_verified", .string("true")))
    }
    let passwords = ["valid": "Aa1!administrator", "violatesPolicy": "weak"]
    let members: [(String, JSON?)] = [
      ("UserAttributes", .array(given)),
      ("TemporaryPassword", passwords[fields["temporaryPassword"]].map { .string($0) }),
      ("MessageAction", fields["resends"] == "true" ? .string("RESEND") : nil),
    ]
    return members.compactMap { name, value in value.map { JSON.Member(name, $0) } }
  }

  private static func pair(_ name: String, _ value: JSON) -> JSON {
    .members(["Name": .string(name), "Value": value])
  }

  static let blocks = [
    (field: "sms", name: "SMSMfaSettings"), (field: "totp", name: "SoftwareTokenMfaSettings"),
    (field: "email", name: "EmailMfaSettings"),
  ]

  /// The block of one factor.
  static func settings(_ value: String) -> JSON {
    .members([
      "Enabled": .bool(value == "enabled" || value == "preferred"),
      "PreferredMfa": .bool(value.hasPrefix("preferred")),
    ])
  }
}
