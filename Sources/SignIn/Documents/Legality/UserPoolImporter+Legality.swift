import Foundation
import TransitionTables

/// Checks a pool against the service's rules that go beyond its parameters.
extension UserPoolImporter {
  mutating func checkLegality() {
    checkPreferredUsername()
    checkPasswordPolicy()
    checkLitePlan()
    checkSenders()
    checkRelyingParty()
    checkMessages()
  }

  private mutating func checkPreferredUsername() {
    guard case .set(let aliases) = settings[.aliasAttributes]?.value,
      aliases.contains(.preferredUsername), case .list(let schema) = properties["Schema"].content
    else { return }
    for attribute in schema where attribute["Name"].text == "preferred_username" {
      guard attribute["Required"].text?.lowercased() == "true" else { continue }
      reader.refuse(
        .l4, at: attribute["Name"].location, "preferred_username is an alias and required")
    }
  }

  /// Warns once of the names in a schema that begin with `custom:`, a prefix that the service adds
  /// itself to the name of each custom attribute.
  /// Source: Cognito API, SchemaAttributeType; awsdocs/aws-cloudformation-user-guide #932 and
  /// hashicorp/terraform-provider-aws #4036, tried.
  mutating func warnOfDoubledPrefixes(_ schema: [Fact]) {
    let prefix = "custom:"
    let names = schema.map { $0["Name"] }.filter { $0.text?.hasPrefix(prefix) == true }
    guard !isAnswered, let first = names.first else { return }
    let written = names.compactMap { $0.text.map { String($0.prefix(40)) } }
    reader.complain(
      "document.doubled-prefix", .warning, at: first.location,
      "the service puts `custom:` before the name of each custom attribute: \(written.listOfAll)"
        + " of the schema \(written.count == 1 ? "becomes" : "become")"
        + " \(written.map { prefix + $0 }.listOfAll)",
      remedy: "write \(written.map { String($0.dropFirst(prefix.count)) }.listOfAll) in the schema"
        + " before the pool is made, and `custom:` wherever an attribute is used")
  }

  private mutating func checkPasswordPolicy() {
    let policy = properties["Policies"]["PasswordPolicy"]
    let limits = [
      ("MinimumLength", 6...99), ("PasswordHistorySize", 0...24),
      ("TemporaryPasswordValidityDays", 0...365),
    ]
    for (name, range) in limits {
      guard let number = policy[name].number, !range.contains(number) else { continue }
      reader.refuse(
        .n488, at: policy[name].location,
        "\(reader.spelled(name)) is \(number), not \(range.lowerBound) to \(range.upperBound)")
    }
    let days = policy["TemporaryPasswordValidityDays"]
    let account = properties["AdminCreateUserConfig"]["UnusedAccountValidityDays"]
    guard days.isCertain, account.isCertain else { return }
    let names = ["UnusedAccountValidityDays", "TemporaryPasswordValidityDays"].map {
      reader.spelled($0)
    }
    reader.refuse(.n505, at: account.location, "\(names[0]) stands with \(names[1])")
  }

  private mutating func checkLitePlan() {
    guard settings[.tier]?.value == .choice(.lite) else { return }
    let history = properties["Policies"]["PasswordPolicy"]["PasswordHistorySize"]
    if let size = history.number, size > 0 {
      reader.refuse(.l19, at: history.location, "the Lite plan has no password history")
    }
    let party = properties["WebAuthnRelyingPartyID"]
    if party.text != nil {
      reader.refuse(.l19, at: party.location, "the Lite plan has no passkeys")
    }
  }

  private mutating func checkSenders() {
    let lambda = properties["LambdaConfig"]
    for name in ["CustomSMSSender", "CustomEmailSender"] where lambda[name].isCertain {
      guard case .absent = lambda["KMSKeyID"].content, lambda[name].text != "" else { continue }
      reader.refuse(.l28, at: lambda[name].location, "\(reader.spelled(name)) has no KMS key")
    }
  }

  private mutating func checkRelyingParty() {
    let party = properties["WebAuthnRelyingPartyID"]
    guard let domain = party.text?.lowercased(), domain != "localhost", !domain.isEmpty else {
      return
    }
    let shown = "the relying party `\(domain.prefix(60))`"
    guard !domain.contains(where: { ":/".contains($0) }) else {
      return reader.refuse(.n503, at: party.location, "\(shown) is no domain alone")
    }
    switch PublicSuffixes.verdict(on: domain) {
    case .suffix:
      reader.refuse(.l29, at: party.location, "\(shown) is a public suffix")
    case .likely:
      reader.warn(
        .l29, at: party.location,
        "\(shown) looks like a public suffix; Waymark knows \(PublicSuffixes.known.count) of them,"
          + " the service goes by the whole list and refuses each")
    case .none: break
    }
  }

  /// Rejects the pages of managed login on the Lite plan.
  ///
  /// - Parameter properties: the properties of `AWS::Cognito::UserPoolDomain`.
  mutating func checkManagedLogin(_ properties: Fact) {
    let version = properties["ManagedLoginVersion"]
    guard settings[.tier]?.value == .choice(.lite), version.number == 2 else { return }
    reader.refuse(.n507, at: version.location, "the Lite plan has no managed login")
  }

  /// Warns where the relying party is not the pool's custom domain: passkeys are bound to that
  /// domain for users who sign in on its web page. No document states whether users do so.
  ///
  /// - Parameter properties: the properties of `AWS::Cognito::UserPoolDomain`.
  mutating func checkCustomDomain(_ properties: Fact) {
    let party = self.properties["WebAuthnRelyingPartyID"]
    guard properties["CustomDomainConfig"].isCertain, let domain = properties["Domain"].text,
      let chosen = party.text, chosen.lowercased() != domain.lowercased()
    else { return }
    reader.warn(
      .l29, at: party.location,
      "the relying party `\(chosen.prefix(60))` is not the custom domain `\(domain.prefix(60))`,"
        + " to which the passkeys of managed login are bound")
  }

  // MARK: Messages

  private mutating func checkMessages() {
    let template = properties["VerificationMessageTemplate"]
    var codes = [
      "EmailVerificationMessage", "SmsVerificationMessage", "SmsAuthenticationMessage",
      "EmailAuthenticationMessage",
    ].map { ($0, properties[$0]) }
    codes += ["EmailMessage", "SmsMessage"].map { ($0, template[$0]) }
    for (name, fact) in codes {
      guard let text = fact.text, !text.isEmpty, !text.contains("{####}") else { continue }
      reader.refuse(
        .l30, at: fact.location, "\(reader.spelled(name)) has no placeholder {####} for the code")
    }
    let link = template["EmailMessageByLink"]
    if link.isCertain, template["EmailMessage"].isCertain {
      let names = ["EmailMessage", "EmailMessageByLink"].map { reader.spelled($0) }
      reader.note(
        .l30, at: link.location,
        "\(names[0]) and \(names[1]) stand together; AWS's guide allows one of them, but"
          + " deployments with both were accepted")
    }
    guard let text = link.text, !text.isEmpty, !Self.hasLink(text) else { return }
    reader.refuse(
      .l30, at: link.location,
      "\(reader.spelled("EmailMessageByLink")) has no placeholder {##…##} for the link")
  }

  /// Whether a text contains `{##`, some words, and then `##}`.
  private static func hasLink(_ text: String) -> Bool {
    let parts = text.components(separatedBy: "{##")
    return parts.dropFirst().contains { part in
      let pieces = part.components(separatedBy: "##}")
      return pieces.count > 1 && !(pieces.first ?? "").isEmpty
    }
  }
}

extension Fact {
  /// The integer that the fact states, or nil.
  var number: Int? { text.flatMap { Int($0) } }
}
