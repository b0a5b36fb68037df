import SignIn
import Testing
import TransitionTables

/// The answers of `aws cognito-idp`, alone and together.
@Suite struct ServiceOutputTests {
  private let described = """
    {"UserPool": {"Id": "eu-west-1_A", "Name": "shop", "MfaConfiguration": "OPTIONAL",
      "Policies": {"PasswordPolicy": {"MinimumLength": 8}}, "LambdaConfig": {},
      "SchemaAttributes": [{"Name": "sub", "Required": true}, {"Name": "email", "Required": true}],
      "SmsConfiguration": {"SnsCallerArn": "arn:aws:iam::1:role\\/sms"}, "EstimatedNumberOfUsers": 2}}
    """
  private let factors = """
    {"MfaConfiguration": "OPTIONAL", "SoftwareTokenMfaConfiguration": {"Enabled": true},
     "EmailMfaConfiguration": {"Subject": "x"}, "WebAuthnConfiguration": {"UserVerification": "required",
     "FactorConfiguration": "MULTI_FACTOR_WITH_USER_VERIFICATION"}}
    """
  private let client = """
    {"UserPoolClient": {"UserPoolId": "eu-west-1_A", "ClientId": "x", "ClientName": "web",
     "ClientSecret": "s", "ExplicitAuthFlows": ["ALLOW_USER_SRP_AUTH"]}}
    """

  private func together(_ texts: String...) throws(DiagnosticList) -> PoolDocument {
    let files = texts.enumerated().map {
      (file: "\($0.offset).json", bytes: Array($0.element.utf8))
    }
    return try PoolReader(parameters: cognitoParameters).read(files)
  }

  /// What SMS are sent with is stated while MFA is off as well, and is no method then.
  @Test func `no method counts while MFA is off`() throws {
    let off = """
      {"MfaConfiguration": "OFF", "SmsMfaConfiguration":
       {"SmsConfiguration": {"SnsCallerArn": "arn:aws:iam::1:role/sms"}}}
      """
    let pool = try together(described.replacing("OPTIONAL", with: "OFF"), off)
    #expect(pool["mfaMethods"]?.value == .set([]))
    #expect(pool["smsConfigured"]?.value == .bool(true))
    #expect(pool.complaints.map(\.code) == ["document.no-client"])
    #expect(try together(off)["mfaMethods"]?.value == .set([]))
  }

  /// `describe-user-pool` shows e-mail, then phone, of a pool that was given nothing, too.
  @Test func `a description does not show whether recovery was given or is the default`() throws {
    let shown = { (first: Int, second: Int) in
      """
      {"UserPool": {"Name": "shop", "AccountRecoverySetting": {"RecoveryMechanisms":
        [{"Name": "verified_email", "Priority": \(first)},
         {"Name": "verified_phone_number", "Priority": \(second)}]}}}
      """
    }
    #expect(try together(shown(1, 2))["recovery"]?.value == .choice("shownEmailThenPhone"))
    #expect(try together(shown(2, 1))["recovery"]?.value == .choice("phoneThenEmail"))
  }

  /// The same of a state that Terraform keeps, and what was given is read where a document has it.
  @Test(arguments: [("", "legacy"), ("verified_email, verified_phone_number", "emailThenPhone")])
  func `what the service shows of recovery is no drift from what was given`(
    given: String, expected: String
  ) throws {
    let mechanisms = ["verified_email", "verified_phone_number"].enumerated().map { index, name in
      #"{"name": "\#(name)", "priority": \#(index + 1)}"#
    }
    let state = """
      {"version": 4, "terraform_version": "1.9.0", "serial": 1, "lineage": "x", "outputs": {},
       "resources": [{"mode": "managed", "type": "aws_cognito_user_pool", "name": "p",
        "provider": "x", "instances": [{"attributes": {"name": "shop",
        "account_recovery_setting": [{"recovery_mechanism":
          [\(mechanisms.joined(separator: ", "))]}]}}]}]}
      """
    let configuration = template(
      pool: given.isEmpty
        ? ""
        : "AccountRecoverySetting: {RecoveryMechanisms: ["
          + given.split(separator: ", ").enumerated()
          .map { "{Name: \($1), Priority: \($0 + 1)}" }.joined(separator: ", ") + "]}")
    #expect(try together(state)["recovery"]?.value == .choice("shownEmailThenPhone"))
    let pool = try together(state, configuration)
    #expect(pool["recovery"]?.value == .choice(expected))
    #expect(pool.notes.filter { $0.code == "document.drift" }.isEmpty)
  }

  @Test func `a history of passwords is read from the policy`() throws {
    let kept = described.replacing("\"MinimumLength\": 8", with: "\"PasswordHistorySize\": 3")
    #expect(try together(kept)["passwordHistory"]?.value == .bool(true))
    #expect(try together(described)["passwordHistory"]?.value == .bool(false))
  }

  @Test func `a schema under the name that requests have is read`() throws {
    let pool = try together(
      """
      {"UserPool": {"Name": "shop", "UsernameAttributes": ["email"],
        "Schema": [{"Name": "phone_number", "Required": true}]}}
      """)
    #expect(pool["requiredAttributes"]?.value == .set(["phone"]))
  }

  private func codes(_ texts: String...) -> [String] {
    let files = texts.enumerated().map {
      (file: "\($0.offset).json", bytes: Array($0.element.utf8))
    }
    do throws(DiagnosticList) {
      _ = try PoolReader(parameters: cognitoParameters).read(files)
      return []
    } catch {
      return error.diagnostics.map(\.code)
    }
  }

  @Test func opensWhatDescribeUserPoolDoesNotTell() throws {
    let pool = try together(described)
    #expect(pool.format == .describeUserPool)
    #expect(
      pool.statedLines == [
        "mfa = optional", "requiredAttributes = [email]", "smsConfigured = true",
      ]
    )
    #expect(
      pool.openParameters == [
        "mfaMethods", "flows", "clientSecret", "existenceErrors", "webAuthnFactor",
        "userVerification",
      ])
    #expect(
      pool["flows"]
        == .open(
          "describe-user-pool does not say; give the output of describe-user-pool-client too"))
  }

  @Test func hasNoMethodsWhereMFAIsOff() throws {
    let off = described.replacing("OPTIONAL", with: "OFF")
    #expect(try together(off)["mfaMethods"]?.value == .set([]))
  }

  @Test func `of the factors alone, the rest of the pool is assumed and the client stays open`()
    throws
  {
    let pool = try together(factors)
    #expect(pool.name == "0")
    #expect(
      pool.statedLines == [
        "mfa = optional", "mfaMethods = [email, totp]", "webAuthnFactor = multi",
        "userVerification = required",
      ])
    #expect(pool.openParameters == ["autoVerified", "flows", "clientSecret", "existenceErrors"])
    // The service refuses codes by e-mail without a sender of one's own.
    #expect(pool["emailSender"]?.value == .choice("ses"))
    #expect(pool.notes.filter { $0.code == "document.assumed" }.count == 1)
  }

  @Test func `of a client alone, the pool is assumed by name`() throws {
    let pool = try together(client)
    #expect(pool.name == "web")
    #expect(pool["existenceErrors"]?.value == .choice("legacy"))
    // Whether sign-ups are sent a code nobody says, and most pools send one.
    #expect(pool.openParameters == ["autoVerified"])
    #expect(pool["mfa"]?.value == .choice("off"))
    let note = try #require(pool.notes.first { $0.code == "document.assumed" })
    #expect(
      note.message.contains("what the service does by default is assumed: recovery = legacy,"))
    // What is off or empty is named, once and without a value.
    #expect(note.message.contains("; off or none: mfa, mfaMethods, usernameAttributes,"))
    #expect(!note.message.contains("= off") && !note.message.contains("= []"))
  }

  @Test func `of a request for a client alone, the pool is assumed by name`() throws {
    let pool = try together(
      #"{"ClientName": "web", "UserPoolId": "0", "ExplicitAuthFlows": ["ALLOW_USER_SRP_AUTH"]}"#)
    #expect(pool.format == .clientRequest)
    #expect(pool.openParameters == ["autoVerified"])
    #expect(pool["mfa"]?.value == .choice("off"))
    let note = try #require(pool.notes.first { $0.code == "document.assumed" })
    #expect(note.message.hasPrefix("input of create-user-pool-client does not say all;"))
  }

  @Test func putsTheHalvesTogether() throws {
    let pool = try together(described, factors, client)
    #expect(pool.name == "shop")
    #expect(pool.openParameters.isEmpty)
    #expect(pool["mfaMethods"]?.value == .set(["email", "totp"]))
    #expect(pool["flows"]?.value == .set(["userSRP"]))
    #expect(pool["clientSecret"]?.value == .bool(true))
  }

  @Test func doesNotDependOnTheOrderOfTheDocuments() throws {
    #expect(
      try together(client, factors, described).lines == together(described, factors, client).lines)
  }

  @Test func readsAnswersWithoutTheirKey() throws {
    let bare = described.replacing("{\"UserPool\": ", with: "").dropLast()
    #expect(try together(String(bare)).lines == together(described).lines)
    let bareClient = client.replacing("{\"UserPoolClient\": ", with: "").dropLast()
    #expect(try together(String(bareClient)).lines == together(client).lines)
  }

  @Test func readsTwoAnswersInOneFile() throws {
    let both = described.dropLast() + "," + client.dropFirst()
    #expect(try together(String(both))["flows"]?.value == .set(["userSRP"]))
  }

  @Test func leavesANewValueOfTheServiceOpen() throws {
    let text = described.replacing("OPTIONAL", with: "ADAPTIVE")
    let pool = try together(text)
    #expect(pool["mfa"]?.value == nil)
    #expect(pool.complaints.map(\.code) == ["document.no-client", "document.unknown-value"])
    #expect(pool.complaints.map(\.severity) == [.note, .warning])
  }

  @Test func warnsOfAKeyThatAnEditingHandMisspelt() throws {
    let text = described.replacing("MfaConfiguration", with: "MfaConfigration")
    #expect(try together(text, client).complaints.map(\.code) == ["document.unknown-property"])
    let newer = described.replacing("EstimatedNumberOfUsers", with: "BrandNew")
    #expect(try together(newer, client).complaints.isEmpty)
  }

  @Test func refusesDocumentsThatDoNotBelongTogether() {
    #expect(
      codes(described, client.replacing("eu-west-1_A", with: "eu-west-1_B"))
        == ["document.other-pool"])
    #expect(codes(described, described) == ["document.repeated-half"])
    #expect(
      codes(client, client.replacing("\"ClientId\": \"x\"", with: "\"ClientId\": \"y\""))
        == ["document.repeated-half", "document.other-client"])
    #expect(codes() == ["document.missing"])
  }

  @Test func reportsTheFaultsOfEveryDocument() {
    #expect(
      codes("{", "a: b", "[1]") == [
        "document.not-json", "document.unknown-format", "document.not-a-mapping",
      ])
  }
}
