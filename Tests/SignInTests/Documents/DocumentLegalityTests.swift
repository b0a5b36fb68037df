import Foundation
import SignIn
import Testing
import TransitionTables

/// Rules of legality about things that are no parameter.
@Suite struct DocumentLegalityTests {
  /// For each rule the place and the words of its malformed pool, and the change that makes it
  /// legal.
  private static let rules: [(id: String, complaint: String, wrong: String, right: String)] = [
    (
      "L3",
      "9 `tenant` is required but no standard attribute; the service refuses this: “Required"
        + " custom attributes are not supported currently.” (L3, confidence A)",
      "Required: true", "Required: false"
    ),
    (
      "L4",
      "10 preferred_username is an alias and required; the service refuses this"
        + " (L4, confidence B)", "Required: true", "Required: false"
    ),
    (
      "L22",
      "10 admin_only stands with another recovery mechanism; the service refuses this: “Account"
        + " Recovery Setting cannot use admin_only setting with any other recovery mechanisms.”"
        + " (L22, confidence A)", "admin_only", "verified_phone_number"
    ),
    (
      "L28",
      "10 CustomEmailSender has no KMS key; the service refuses this: “KMSKeyId parameter is"
        + " required when Custom SMS/Email Lambda trigger is used.” (L28, confidence A)",
      "CustomEmailSender:", "KMSKeyID: !Ref AWS::StackId\n        CustomEmailSender:"
    ),
    (
      "L29",
      "11 the relying party `github.io` is a public suffix; the service refuses this"
        + " (L29, confidence B)", "github.io", "shop.github.io"
    ),
    (
      "L30",
      "12 EmailMessage has no placeholder {####} for the code; the service refuses this"
        + " (L30, confidence B)", "in the next mail", "{####}"
    ),
    (
      "L40",
      "13 ExplicitAuthFlows mixes `ADMIN_NO_SRP_AUTH` with names in ALLOW_; the service"
        + " refuses this: “Auth flow name with prefix 'ALLOW' cannot be used with legacy auth flow"
        + " names.” (L40, confidence A)", "ADMIN_NO_SRP_AUTH", "ALLOW_CUSTOM_AUTH"
    ),
    (
      "L43",
      "13 the client generates a secret and is given one; the service refuses this"
        + " (L43, confidence B)", "GenerateSecret: true", "GenerateSecret: false"
    ),
    (
      "L44",
      "13 EnablePropagateAdditionalUserContextData is on without a secret; the service"
        + " refuses this (L44, confidence B)", "GenerateSecret: false", "GenerateSecret: true"
    ),
    (
      "L45",
      "14 client_credentials stands with code; the service refuses this"
        + " (L45, confidence A)", ", code", ""
    ),
    (
      "L46",
      "12 AccessTokenValidity is 2 days, not 5 minutes to 1 day; the service refuses this:"
        + " “Invalid range for token validity.” (L46, confidence A)", "AccessTokenValidity: 2",
      "AccessTokenValidity: 1"
    ),
    (
      "N488",
      "10 MinimumLength is 4, not 6 to 99; the service refuses this (N488, confidence A)",
      "MinimumLength: 4", "MinimumLength: 6"
    ),
    (
      "N491",
      "10 two recovery mechanisms have one priority; the service refuses this: “Account Recovery"
        + " Setting cannot have duplicate priorities or recovery mechanisms.” (N491, confidence A)",
      "Name: verified_email\n            Priority: 1",
      "Name: verified_email\n            Priority: 2"
    ),
    (
      "N503",
      "11 the relying party `https://example.com` is no domain alone; the service refuses this:"
        + " “RelyingPartyId contains invalid characters” (N503, confidence A)",
      "https://example.com", "example.com"
    ),
    (
      "N499",
      "12 AccessTokenValidity is more than RefreshTokenValidity; the service refuses this: “Access"
        + " and Id Token expiration times must be less than or equal to refresh token expiration"
        + " times.” (N499, confidence A)", "AccessTokenValidity: 12", "AccessTokenValidity: 2"
    ),
    (
      "N505",
      "9 UnusedAccountValidityDays stands with TemporaryPasswordValidityDays; the service refuses"
        + " this: “Please use TemporaryPasswordValidityDays in PasswordPolicy instead of"
        + " UnusedAccountValidityDays” (N505, confidence A)", "UnusedAccountValidityDays: 7",
      "AllowAdminCreateUserOnly: false"
    ),
    (
      "N507",
      "18 the Lite plan has no managed login; the service refuses this (N507, confidence A)",
      "UserPoolTier: LITE", "UserPoolTier: ESSENTIALS"
    ),
    (
      "N993",
      "14 client_credentials stands without a secret; the service refuses this"
        + " (N993, confidence A)", "GenerateSecret: false", "GenerateSecret: true"
    ),
  ]

  private func malformed(_ id: String) throws -> String {
    let path = "pools/malformed/\(id)/\(id.lowercased()).yaml"
    return try String(
      contentsOf: BundledTable.directory.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: rules.map(\.id))
  func refusesTheMalformedPool(id: String) throws {
    let rule = try #require(Self.rules.first { $0.id == id })
    let pool = try read(try malformed(id))
    #expect(pool.refusals.map(\.code) == ["legality.\(id)"])
    #expect(pool.refusals.map { "\($0.location.line) \($0.message)" } == [rule.complaint])
    #expect(pool.refusals.map(\.remedy) == [DocumentRule.rule(id)?.remedy])
    #expect(pool.refusals.allSatisfy { $0.sourceLine != nil })
  }

  @Test(arguments: rules.map(\.id))
  func acceptsTheLegalNeighbour(id: String) throws {
    let rule = try #require(Self.rules.first { $0.id == id })
    let text = try malformed(id)
    #expect(text.contains(rule.wrong))
    #expect(try read(text.replacing(rule.wrong, with: rule.right)).refusals.isEmpty)
    let path = "pools/malformed/\(id)/neighbour.yaml"
    let neighbour = try String(
      contentsOf: BundledTable.directory.appending(path: path), encoding: .utf8)
    #expect(try read(neighbour).refusals.isEmpty)
    #expect(try read(neighbour).notes.allSatisfy { $0.severity != .warning })
  }

  @Test func `a client must write what the pool requires, but for the sub`() throws {
    let path = "pools/malformed/L47/l47-client.yaml"
    let text = try String(
      contentsOf: BundledTable.directory.appending(path: path), encoding: .utf8)
    let refusals = try read(text).refusals
    #expect(refusals.map(\.code) == ["legality.L47"])
    #expect(
      refusals.map { "\($0.location.line) \($0.message)" } == [
        "15 WriteAttributes lacks the required `email`; the service refuses this"
          + " (L47, confidence B)"
      ])
    #expect(refusals.map(\.remedy) == [DocumentRule.rule("L47")?.remedy])
    for (wrong, right) in [("[name]", "[name, email]"), ("- Name: email", "- Name: sub")] {
      let known = text.replacing(wrong, with: right)
      #expect(known != text)
      #expect(try read(known).refusals.isEmpty)
    }
    // That a custom attribute is required is refused by itself.
    let custom = text.replacing("- Name: email", with: "- Name: rank")
    #expect(try read(custom).refusals.map(\.code) == ["legality.L3"])
  }

  @Test func refusesPasswordHistoryAndPasskeysOfTheLitePlan() throws {
    let path = "pools/malformed/L19/l19-passkeys.yaml"
    let text = try String(
      contentsOf: BundledTable.directory.appending(path: path), encoding: .utf8)
    #expect(try read(text).refusals.map(\.code) == ["legality.L19", "legality.L19"])
  }

  @Test(arguments: [
    ("com", ["error legality.L29"]), ("co.uk", ["error legality.L29"]),
    ("pages.dev", ["error legality.L29"]), ("com.gh", ["warning legality.L29"]),
    ("eu-west-1.elb.amazonaws.com", ["warning legality.L29"]), ("example.com", []),
    ("shop.co.uk", []), ("localhost", []),
  ])
  func saysWhatItKnowsOfPublicSuffixes(domain: String, complaints: [String]) throws {
    let pool = try read(template(pool: "WebAuthnRelyingPartyID: \(domain)"))
    #expect(pool.notes.map { "\($0.severity) \($0.code)" } == complaints)
    if complaints.first?.hasPrefix("warning") == true {
      #expect(pool.notes[0].message.contains("looks like a public suffix; Waymark knows "))
    }
  }

  @Test func hasAMalformedPoolForEveryRuleThatRefuses() {
    let ids = DocumentRule.all.map(\.id)
    let others = ids.filter { id in !Self.rules.contains { $0.id == id } }
    #expect(others == ["L19", "L27", "L31", "L47"])
  }

  @Test func onlyNotesMessagesForBothWays() throws {
    let both = "{ EmailMessage: \"{####}\", EmailMessageByLink: \"{##here##}\" }"
    let pool = try read(template(pool: "VerificationMessageTemplate: \(both)", client: ""))
    #expect(pool.refusals.isEmpty)
    #expect(
      pool.notes.filter { $0.code == "legality.L30" && $0.severity == .note }.map(\.message) == [
        "EmailMessage and EmailMessageByLink stand together; AWS's guide allows one of them, but"
          + " deployments with both were accepted (L30, confidence B)"
      ])
  }

  @Test func namesEveryViolationAtOnce() throws {
    let pool = try read(
      template(
        pool: """
          UserPoolTier: LITE
          WebAuthnRelyingPartyID: com
          SmsAuthenticationMessage: hello
          VerificationMessageTemplate: { EmailMessageByLink: "{####}", SmsMessage: "{####}" }
          Policies: { PasswordPolicy: { PasswordHistorySize: 3 } }
          """,
        client: """
          AuthSessionValidity: 2
          RefreshTokenValidity: 4000
          IdTokenValidity: 4
          TokenValidityUnits: { IdToken: minutes }
          WriteAttributes: [email_verified]
          """))
    #expect(
      pool.refusals.map { "\($0.location.line) \($0.code)" } == [
        "8 legality.L19", "8 legality.L29", "9 legality.L30", "10 legality.L30", "11 legality.L19",
        "16 legality.L46", "18 legality.L46", "20 legality.L47",
      ])
  }

  @Test func namesAllRequiredAttributesThatAClientCannotWrite() throws {
    let schema = "Schema: [{Name: email, Required: true}, {Name: name, Required: true}]"
    let pool = try read(template(pool: schema, client: "WriteAttributes: [locale]"))
    #expect(
      pool.refusals.map(\.message) == [
        "WriteAttributes lacks the required `email` and `name`; the service refuses this"
          + " (L47, confidence B)"
      ])
  }

  @Test(arguments: [
    ("login.example.com", "{ CertificateArn: x }", ["warning legality.L29"]),
    ("Auth.Example.com", "{ CertificateArn: x }", []),
    ("login.example.com", "!Ref AWS::NoValue", []),
  ])
  func warnsOfPasskeysOfAnotherDomainThanThatOfManagedLogin(
    party: String, custom: String, complaints: [String]
  ) throws {
    let text =
      template(pool: "WebAuthnRelyingPartyID: \(party)") + """

          Domain:
            Type: AWS::Cognito::UserPoolDomain
            Properties:
              UserPoolId: !Ref P
              Domain: auth.example.com
              CustomDomainConfig: \(custom)
        """
    let pool = try read(text)
    #expect(pool.notes.map { "\($0.severity) \($0.code)" } == complaints)
    if !complaints.isEmpty {
      #expect(
        pool.notes[0].message
          == "the relying party `login.example.com` is not the custom domain `auth.example.com`,"
          + " to which the passkeys of managed login are bound (L29, confidence B)")
    }
  }

  @Test func believesTheServiceThatItsPoolsAreLegal() throws {
    let pool = try read(
      """
      {"UserPool": {"Id": "x_A", "Name": "x", "SchemaAttributes": [], "SmsVerificationMessage": "hi",
       "UserPoolTier": "LITE", "Policies": {"PasswordPolicy": {"PasswordHistorySize": 3}}}}
      """)
    #expect(pool.complaints.map(\.code) == ["document.no-client"])
  }

  @Test func `a remedy names the setting in the document's own words`() throws {
    let text = """
      resource "aws_cognito_user_pool" "p" { name = "shop" }
      resource "aws_cognito_user_pool_client" "c" {
        name = "web"
        user_pool_id = aws_cognito_user_pool.p.id
        access_token_validity = 60
      }
      """
    let error = try #require(
      try read([("main.tf", text)]).notes.first { $0.code == "legality.L46" })
    #expect(error.remedy.contains("; token_validity_units says"), "\(error.remedy)")
  }

  @Test(arguments: [
    (
      "{ Name: custom:plan }, { Name: 'custom:tenant' }",
      "`custom:plan` and `custom:tenant` of the schema become `custom:custom:plan` and"
        + " `custom:custom:tenant`"
    ),
    ("{ Name: plan }, { Name: email }", nil),
  ])
  func `an attribute of a schema has its prefix from the service`(
    names: String, message: String?
  ) throws {
    let found = try read(template(pool: "Schema: [\(names)]")).notes.filter {
      $0.code == "document.doubled-prefix"
    }
    let beginning = "the service puts `custom:` before the name of each custom attribute: "
    #expect(found.map(\.message) == [message].compactMap { $0 }.map { beginning + $0 })
    #expect(found.allSatisfy { $0.severity == .warning })
    // What the service answers has the prefix.
    let answer = #"""
      {"UserPool": {"Id": "x_A", "Name": "x", "SchemaAttributes": [{"Name": "custom:plan"}]}}
      """#
    #expect(!(try read(answer).notes.contains { $0.code == "document.doubled-prefix" }))
  }

  @Test func leavesWhatIsNotKnownAlone() throws {
    let text = template(
      pool:
        "SmsAuthenticationMessage: !Ref M\n"
        + "LambdaConfig: {CustomSMSSender: {LambdaArn: x}, KMSKeyID: !Ref K}",
      client: "AccessTokenValidity: !Ref M\nWriteAttributes: [!Ref M]",
      sections: "Parameters: {M: {Type: String}, K: {Type: String}}")
    #expect(try read(text).refusals.isEmpty)
  }

  @Test func classesEveryRule() {
    #expect(RuleClass.byRule.count == 55)
    #expect(Set(RuleClass.byRule.map(\.id)).count == 55)
    #expect(
      DocumentRule.all.allSatisfy { rule in
        RuleClass.of(rule.id) == (rule.id == "L31" ? .change : .state)
      })
  }
}
