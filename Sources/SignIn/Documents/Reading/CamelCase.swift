/// Converts camel-case names, as the CDK, Kubernetes and Pulumi write them, to the spelling of
/// CloudFormation and of Terraform.
enum CamelCase {
  /// Names that CloudFormation capitalises irregularly.
  private static let exceptions = [
    "callbackUrLs": "CallbackURLs", "callbackURLs": "CallbackURLs", "callbackUrls": "CallbackURLs",
    "logoutUrLs": "LogoutURLs", "logoutURLs": "LogoutURLs", "logoutUrls": "LogoutURLs",
    "defaultRedirectUri": "DefaultRedirectURI", "customSmsSender": "CustomSMSSender",
    "customSMSSender": "CustomSMSSender", "kmsKeyId": "KMSKeyID", "kmsKeyID": "KMSKeyID",
    "webAuthnRelyingPartyId": "WebAuthnRelyingPartyID",
    "allowedOauthFlows": "AllowedOAuthFlows", "allowedOauthScopes": "AllowedOAuthScopes",
    "allowedOauthFlowsUserPoolClient": "AllowedOAuthFlowsUserPoolClient",
    // The spelling of ACK, AWS Controllers for Kubernetes.
    "applicationARN": "ApplicationArn", "applicationID": "ApplicationId",
    "externalID": "ExternalId", "roleARN": "RoleArn", "snsCallerARN": "SnsCallerArn",
    "sourceARN": "SourceArn",
    "from": "From", "userPoolID": "UserPoolId",
  ]

  /// Blocks that Pulumi names in the plural.
  private static let plurals = [
    "schemas": "schema", "recovery_mechanisms": "recovery_mechanism",
  ]

  /// The CloudFormation spelling: `mfaConfiguration` becomes `MfaConfiguration`.
  static func property(of name: String) -> String {
    exceptions[name] ?? name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The Terraform spelling: `mfaConfiguration` becomes `mfa_configuration`.
  static func argument(of name: String) -> String {
    var argument = ""
    for character in name {
      if character.isUppercase, argument.last?.isLetter == true { argument += "_" }
      argument += character.lowercased()
    }
    return plurals[argument] ?? argument
  }
}

extension Fact {
  /// The fact with the keys of all records renamed.
  func renamed(_ rename: (String) -> String) -> Fact {
    var fact = self
    switch content {
    case .list(let elements): fact.content = .list(elements.map { $0.renamed(rename) })
    case .record(let entries):
      fact.content = .record(
        entries.map {
          Fact.Entry(
            key: rename($0.key), keyLocation: $0.keyLocation, value: $0.value.renamed(rename))
        })
    case .absent, .text, .opaque, .uncertain: break
    }
    return fact
  }

  /// The fact without empty texts and lists of these, as in a generated skeleton.
  var withoutBlanks: Fact {
    var fact = self
    switch content {
    case .text("", _): fact.content = .absent
    case .list(let elements):
      let kept = elements.map(\.withoutBlanks).filter {
        if case .absent = $0.content { false } else { true }
      }
      fact.content = kept.isEmpty && !elements.isEmpty ? .absent : .list(kept)
    case .record(let entries):
      fact.content = .record(
        entries.map {
          Fact.Entry(key: $0.key, keyLocation: $0.keyLocation, value: $0.value.withoutBlanks)
        })
    case .absent, .text, .opaque, .uncertain: break
    }
    return fact
  }
}
