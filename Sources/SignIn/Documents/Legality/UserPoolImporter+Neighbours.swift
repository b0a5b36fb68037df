import TransitionTables

/// What a pool and the resources next to it need of each other: its domain, identity providers.
extension UserPoolImporter {
  /// Where a pool has its domain, as far as one document says.
  enum DomainPlace: Sendable {
    /// The document has one.
    case here
    /// The document would have it.
    case nowhere
    /// Another document may have it.
    case perhapsElsewhere
  }

  /// Warns where new users are sent a link and the pool has no domain that it could lead to.
  /// Source: aws-amplify/amplify-js #4489, aws/aws-cdk #8674.
  mutating func checkLink(_ domain: DomainPlace) {
    let option = properties["VerificationMessageTemplate"]["DefaultEmailOption"]
    guard option.text == Self.link, domain != .here,
      case .set(let verified) = settings["autoVerified"]?.value, verified.contains("email"),
      settings["selfSignUp"]?.value == .bool(true)
    else { return }
    var isUntriggered = false
    if case .set(let triggers) = settings["triggers"]?.value {
      isUntriggered = !triggers.contains { ["preSignUp", "customEmailSender"].contains($0) }
    }
    let unless =
      (domain == .nowhere ? "" : "unless the pool has one elsewhere, ")
      + (isUntriggered ? "" : "unless a trigger confirms them or sends the message, ")
    let declaration =
      switch dialect {
      case .service: "give the pool a domain: `aws cognito-idp create-user-pool-domain`"
      case .template: "declare an \(TemplateImporter.domainType) of the pool"
      case .terraform: "declare an \(TerraformNames.domain) of the pool"
      }
    reader.complain(
      "document.link-without-domain", .warning, at: option.location,
      "\(reader.spelled("DefaultEmailOption")) sends new users a link, and no domain of the pool"
        + " stands here to which it could lead: \(unless)the service refuses every SignUp with an"
        + " e-mail address, “there does not exist a valid use pool domain associated with the user"
        + " pool”",
      remedy: "\(declaration), or write CONFIRM_WITH_CODE")
  }

  /// Warns of attributes that nobody can change and that an identity provider maps: at a later
  /// sign-in by the provider the service writes them again, and throws an error.
  /// Source: Cognito's API reference, SchemaAttributeType, Mutable.
  /// - Parameters:
  ///   - mapping: the attributes of the pool with those of the provider.
  ///   - provider: the provider's name.
  mutating func checkMapping(_ mapping: Fact, of provider: Fact) {
    guard case .list(let schema) = properties["Schema"].content else { return }
    let name = provider.text.map { "`\($0.prefix(40))`" } ?? "the identity provider"
    for entry in mapping.entries ?? [] {
      let own = Self.plain(entry.key)
      let immutable = schema.first { attribute in
        attribute["Name"].text.map(Self.plain) == own
          && attribute["Mutable"].text?.lowercased() == "false"
      }
      guard let immutable else { continue }
      reader.complain(
        "document.mapped-immutable", .warning, at: entry.keyLocation,
        "\(name) maps `\(own.prefix(40))`, which nobody can change"
          + " (\(immutable["Mutable"].location)): the service writes mapped attributes at every"
          + " sign-in by a provider and throws an error where one is immutable, so that later"
          + " sign-ins by \(name) fail",
        remedy: "make the attribute mutable, or map none to it; the schema of a live pool does not"
          + " change (L2)")
    }
  }

  /// The name of an attribute without `custom:`, as schemas write it.
  private static func plain(_ name: String) -> String {
    name.hasPrefix("custom:") ? String(name.dropFirst(7)) : name
  }
}
