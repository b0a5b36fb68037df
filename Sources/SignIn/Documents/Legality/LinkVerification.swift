import TransitionTables

/// Where a pool has its domain, as far as one document shows.
enum DomainPlace: Sendable {
  /// The document declares a domain.
  case here
  /// The document would declare a domain if there were one.
  case nowhere
  /// Another document may declare a domain.
  case perhapsElsewhere
}

extension FactReader {
  /// Warns where new users are sent a link and the pool has no domain that the link could lead to.
  /// Source: aws-amplify/amplify-js #4489, aws/aws-cdk #8674.
  /// - Parameters:
  ///   - option: the setting that sends a link.
  ///   - name: the document's name for the setting.
  ///   - settings: the settings of the pool in the document.
  ///   - domain: where the pool has its domain.
  ///   - declaration: a remedy that gives the pool a domain.
  mutating func warnOfLink(
    _ option: Fact, named name: String, _ settings: [String: Setting], _ domain: DomainPlace,
    declaration: String
  ) {
    guard domain != .here,
      case .set(let verified) = settings[.autoVerified]?.value, verified.contains(.email),
      settings[.selfSignUp]?.value == .bool(true)
    else { return }
    var isUntriggered = false
    if case .set(let triggers) = settings[.triggers]?.value {
      isUntriggered = !triggers.contains(.preSignUp) && !triggers.contains(.customEmailSender)
    }
    let unless =
      (domain == .nowhere ? "" : "unless the pool has one elsewhere, ")
      + (isUntriggered ? "" : "unless a trigger confirms them or sends the message, ")
    complain(
      "document.link-without-domain", .warning, at: option.location,
      "\(name) sends new users a link, and no domain of the pool"
        + " stands here to which it could lead: \(unless)the service refuses every SignUp with an"
        + " e-mail address, “there does not exist a valid use pool domain associated with the user"
        + " pool”",
      remedy: "\(declaration), or write CONFIRM_WITH_CODE")
  }
}

extension UserPoolImporter {
  /// A remedy that gives a pool a domain by a call of the service.
  static let domainByCall = "give the pool a domain: `aws cognito-idp create-user-pool-domain`"

  /// Warns where new users are sent a link and the pool has no domain that the link could lead to.
  /// - Parameter declaration: a remedy that gives the pool a domain, where it is not the dialect's
  ///   own.
  mutating func checkLink(_ domain: DomainPlace, declaration: String? = nil) {
    let option = properties["VerificationMessageTemplate"]["DefaultEmailOption"]
    guard option.text == Self.link else { return }
    let own =
      switch dialect {
      case .service: Self.domainByCall
      case .template: "declare an \(TemplateImporter.domainType) of the pool"
      case .terraform: "declare an \(TerraformNames.domain) of the pool"
      }
    reader.warnOfLink(
      option, named: reader.spelled("DefaultEmailOption"), settings, domain,
      declaration: declaration ?? own)
  }
}
