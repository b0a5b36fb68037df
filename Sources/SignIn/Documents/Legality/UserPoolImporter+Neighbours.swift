import TransitionTables

/// What a pool needs of the resources next to it: of its domain.
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
}
