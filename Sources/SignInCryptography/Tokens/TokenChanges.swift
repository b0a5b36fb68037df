/// The changes that a PreTokenGeneration function makes to the tokens: its answer in the first
/// version, which affects the ID token, or the second, which affects both.
///
/// As at the service, claims that identify the user or state the token's validity cannot be
/// changed.
public struct TokenChanges: Sendable, Equatable {
  /// The changes to one token.
  struct Claims: Sendable, Equatable {
    var added: [JSON.Member] = []
    var suppressed: [String] = []

    init(_ json: JSON?) {
      if case .object(let members)? = json?["claimsToAddOrOverride"] { added = members }
      suppressed = (json?["claimsToSuppress"]?.elements ?? []).compactMap(\.text)
    }

    func applied(to claims: [JSON.Member]) -> [JSON.Member] {
      let names = Set(added.map(\.name) + suppressed).subtracting(TokenChanges.kept)
      return claims.filter { !names.contains($0.name) }
        + added.filter { names.contains($0.name) && !suppressed.contains($0.name) }
    }
  }

  /// The claims that no function can change.
  static let kept: Set<String> = [
    "acr", "amr", "at_hash", "aud", "auth_time", "azp", "client_id", "cognito:username",
    "device_key", "event_id", "exp", "iat", "iss", "jti", "nbf", "nonce", "origin_jti", "sub",
    "token_use", "username", "version",
  ]

  let id: Claims
  let access: Claims
  private let groups: [JSON]?
  private let addedScopes: [String]
  private let suppressedScopes: [String]

  /// Reads the changes from a function's answer.
  ///
  /// - Parameter response: the value of `event.response`.
  public init(_ response: JSON) {
    let first = response["claimsOverrideDetails"]
    let second = response["claimsAndScopeOverrideDetails"]
    id = Claims(second?["idTokenGeneration"] ?? first)
    access = Claims(second?["accessTokenGeneration"])
    let override = second?["groupOverrideDetails"] ?? first?["groupOverrideDetails"]
    groups = override?["groupsToOverride"]?.elements
    let scopes = second?["accessTokenGeneration"]
    addedScopes = (scopes?["scopesToAdd"]?.elements ?? []).compactMap(\.text)
    suppressedScopes = (scopes?["scopesToSuppress"]?.elements ?? []).compactMap(\.text)
  }

  /// The claims of a token after these changes.
  func claims(_ claims: [JSON.Member], of changes: Claims) -> [JSON.Member] {
    var changed = changes.applied(to: claims)
    if let groups {
      changed.removeAll { $0.name == "cognito:groups" }
      if !groups.isEmpty { changed.append(JSON.Member("cognito:groups", .array(groups))) }
    }
    guard let position = changed.firstIndex(where: { $0.name == "scope" }),
      let text = changed[position].value.text, !(addedScopes + suppressedScopes).isEmpty
    else { return changed }
    var scopes = text.split(separator: " ").map(String.init)
    scopes.removeAll { suppressedScopes.contains($0) }
    scopes += addedScopes.filter { !scopes.contains($0) }
    changed[position].value = .string(scopes.joined(separator: " "))
    return changed
  }
}
