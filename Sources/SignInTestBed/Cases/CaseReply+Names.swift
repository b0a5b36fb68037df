import TransitionTables

/// The names that a scripted answer may use.
extension CaseReply {
  /// A name that is none, and those that are known.
  struct Slip {
    var place: SourceLocation
    var message: String
    var word: String
    var known: [String]
  }

  /// The members of answers, by the member that they stand in.
  private static let members: [String: [String]] = [
    "": [
      "ChallengeName", "ChallengeParameters", "Session", "AvailableChallenges",
      "AuthenticationResult", "SecretCode", "Status", "UserConfirmed", "UserSub",
      "CodeDeliveryDetails", "CodeDeliveryDetailsList", "UserMFASettingList",
      "PreferredMfaSetting", "Devices", "Credentials", "CredentialCreationOptions",
    ],
    "AuthenticationResult": [
      "AccessToken", "IdToken", "RefreshToken", "ExpiresIn", "TokenType", "NewDeviceMetadata",
    ],
    "NewDeviceMetadata": ["DeviceKey", "DeviceGroupKey"],
    "CodeDeliveryDetails": details, "CodeDeliveryDetailsList": details,
  ]
  private static let details = ["AttributeName", "DeliveryMedium", "Destination"]
  private static let refusal = ["__type", "message"]
  private static let ofTokenEndpoint = [
    "id_token", "access_token", "refresh_token", "expires_in", "token_type", "error",
    "error_description",
  ]

  /// What is wrong with the names of an answer: members, challenges and exceptions.
  static func slips(in returns: LocatedNode, to operation: String, of model: Model) -> [Slip] {
    let names = { (kind: String) in model.messages.filter { $0.kind == kind }.map(\.name) }
    if let type = returns["__type"] {
      return unknown(returns, refusal)
        + unknown(type, names("exception"), "no exception is")
    }
    guard operation != "FederatedToken" else { return unknown(returns, ofTokenEndpoint) }
    var slips = unknownMembers(of: returns, in: "")
    if let name = returns["ChallengeName"], !name.isNull {
      slips += unknown(name, names("challenge") + ["PASSWORD_SRP"], "no challenge is")
    }
    return slips
  }

  private static func unknownMembers(of node: LocatedNode, in parent: String) -> [Slip] {
    guard let known = members[parent] else { return [] }
    let parts = node.elements ?? [node]
    return parts.flatMap { part in
      unknown(part, known)
        + (part.entries ?? []).flatMap { unknownMembers(of: $0.value, in: $0.key) }
    }
  }

  private static func unknown(_ node: LocatedNode, _ known: [String]) -> [Slip] {
    (node.entries ?? []).filter { !known.contains($0.key) }.map {
      Slip(
        place: $0.keyLocation, message: "no answer has `\($0.key)` here", word: $0.key,
        known: known)
    }
  }

  private static func unknown(_ node: LocatedNode, _ known: [String], _ what: String) -> [Slip] {
    let word = node.text ?? ""
    guard !known.contains(word) else { return [] }
    return [Slip(place: node.location, message: "\(what) `\(word)`", word: word, known: known)]
  }
}
