import SignIn
import Testing
import TransitionTables

/// Templates: every property that decides a parameter, and what absence means.
@Suite struct TemplateTests {
  private func value(_ parameter: String, _ pool: String) throws -> String? {
    try read(template(pool: pool))[parameter]?.value?.description
  }

  @Test func takesTheServicesDefaultsWhereNothingIsSaid() throws {
    let pool = try read(template())
    #expect(pool.name == "shop")
    #expect(pool.format == .cloudFormation)
    #expect(
      pool.lines == [
        "mfa = off", "mfaMethods = []", "usernameAttributes = []", "aliasAttributes = []",
        "autoVerified = []", "requiredAttributes = []", "recovery = legacy",
        "passwordHistory = false",
        "firstFactors = [password]", "selfSignUp = true", "tier = essentials",
        "smsConfigured = false", "emailSender = cognitoDefault", "devices = off",
        "challengeOnNewDevice = false", "verifyBeforeUpdate = []", "caseSensitive = true",
        "triggers = []", "threatProtection = off", "flows = [custom, refresh, userSRP]",
        "clientSecret = false", "existenceErrors = legacy", "webAuthnFactor = single",
        "userVerification = preferred",
      ])
    #expect(pool.statedLines.isEmpty)
    #expect(pool["mfa"]?.origin == .serviceDefault("MfaConfiguration absent: OFF"))
    #expect(pool.notes.isEmpty)
  }

  @Test(arguments: [
    ("mfa", #"MfaConfiguration: "ON""#, "required"),
    ("mfa", "MfaConfiguration: OPTIONAL", "optional"),
    ("mfaMethods", "EnabledMfas: [EMAIL_OTP, SOFTWARE_TOKEN_MFA, SMS_MFA]", "[email, sms, totp]"),
    ("usernameAttributes", "UsernameAttributes: [phone_number, email]", "[email, phone]"),
    ("aliasAttributes", "AliasAttributes: [preferred_username]", "[preferredUsername]"),
    ("autoVerified", "AutoVerifiedAttributes: [email]", "[email]"),
    ("requiredAttributes", "Schema: [{Name: email, Required: true}, {Name: x}]", "[email]"),
    ("requiredAttributes", "Schema: [{Name: phone_number, Required: 'false'}]", "[]"),
    (
      "firstFactors", "Policies: {SignInPolicy: {AllowedFirstAuthFactors: [WEB_AUTHN, PASSWORD]}}",
      "[password, webAuthn]"
    ),
    ("selfSignUp", "AdminCreateUserConfig: {AllowAdminCreateUserOnly: 'true'}", "false"),
    ("tier", "UserPoolTier: LITE", "lite"),
    ("tier", "UserPoolAddOns: {AdvancedSecurityMode: AUDIT}", "plus"),
    ("tier", "UserPoolAddOns: {AdvancedSecurityMode: 'OFF'}", "essentials"),
    ("threatProtection", "UserPoolAddOns: {AdvancedSecurityMode: ENFORCED}", "enforced"),
    ("smsConfigured", "SmsConfiguration: {SnsCallerArn: !GetAtt Role.Arn}", "true"),
    ("emailSender", "EmailConfiguration: {EmailSendingAccount: DEVELOPER}", "ses"),
    ("devices", "DeviceConfiguration: {ChallengeRequiredOnNewDevice: true}", "always"),
    ("devices", "DeviceConfiguration: {DeviceOnlyRememberedOnUserPrompt: true}", "onPrompt"),
    ("devices", "DeviceConfiguration:", "off"),
    ("challengeOnNewDevice", "DeviceConfiguration: {ChallengeRequiredOnNewDevice: true}", "true"),
    (
      "verifyBeforeUpdate",
      "UserAttributeUpdateSettings: {AttributesRequireVerificationBeforeUpdate: [email]}",
      "[email]"
    ),
    ("caseSensitive", "UsernameConfiguration: {CaseSensitive: false}", "false"),
    ("webAuthnFactor", "WebAuthnFactorConfiguration: MULTI_FACTOR_WITH_USER_VERIFICATION", "multi"),
    ("userVerification", "WebAuthnUserVerification: required", "required"),
  ])
  func readsProperty(parameter: String, property: String, expected: String) throws {
    #expect(try value(parameter, property) == expected)
  }

  @Test(arguments: [
    ("[]", "legacy"),
    ("[{Name: verified_email, Priority: 1}]", "email"),
    ("[{Name: verified_phone_number, Priority: 1}]", "phone"),
    ("[{Name: admin_only, Priority: 1}]", "adminOnly"),
    (
      "[{Name: verified_email, Priority: 1}, {Name: verified_phone_number, Priority: 2}]",
      "emailThenPhone"
    ),
    (
      "[{Name: verified_email, Priority: 2}, {Name: verified_phone_number, Priority: 1}]",
      "phoneThenEmail"
    ),
  ])
  func ordersRecoveryByPriority(mechanisms: String, expected: String) throws {
    let property = "AccountRecoverySetting: {RecoveryMechanisms: \(mechanisms)}"
    #expect(try value("recovery", property) == expected)
  }

  @Test func refusesAdminOnlyBesideAnotherRecovery() throws {
    let mechanisms = "[{Name: admin_only, Priority: 1}, {Name: verified_email, Priority: 2}]"
    let text = template(pool: "AccountRecoverySetting: {RecoveryMechanisms: \(mechanisms)}")
    #expect(try read(text).refusals.map(\.code) == ["legality.L22"])
  }

  @Test func enablesSMSByItsConfigurationWhereMethodsAreNotListed() throws {
    let sms = "SmsConfiguration: {SnsCallerArn: x}"
    #expect(try value("mfaMethods", "MfaConfiguration: OPTIONAL\n" + sms) == "[sms]")
    #expect(try value("mfaMethods", "MfaConfiguration: OPTIONAL") == "[]")
    #expect(try value("mfaMethods", sms) == "[]")
    #expect(
      try read(template(pool: "MfaConfiguration: OPTIONAL\n" + sms))["mfaMethods"]?.origin
        == .serviceDefault("EnabledMfas absent: the SMS configuration enables SMS"))
  }

  @Test func readsEveryTriggerThatIsNamed() throws {
    let lambdas = """
      LambdaConfig:
        PreSignUp: !GetAtt F.Arn
        DefineAuthChallenge: arn:aws:lambda:eu-west-1:1:function:f
        PreTokenGenerationConfig: {LambdaArn: x, LambdaVersion: V2_0}
        CustomEmailSender: {LambdaArn: x, LambdaVersion: V1_0}
        KMSKeyID: x
        PostConfirmation: ""
        UserMigration: !Ref AWS::NoValue
      """
    #expect(
      try value("triggers", lambdas)
        == "[customEmailSender, defineAuthChallenge, preSignUp, preTokenGeneration]")
  }

  @Test func addsTheTriggersThatServerlessFunctionsAttach() throws {
    let text =
      template(pool: "LambdaConfig: {PreSignUp: x}") + """
          F:
            Type: AWS::Serverless::Function
            Properties:
              Events:
                One:
                  Type: Cognito
                  Properties: {UserPool: !Ref P, Trigger: [PostConfirmation, CustomMessage]}
                Two: {Type: Api, Properties: {Path: /, Method: get}}
        """
    let pool = try read(text)
    #expect(pool.format == .sam)
    #expect(
      pool["triggers"]?.value?.description == "[customMessage, postConfirmation, preSignUp]")
  }

  @Test func tellsWhereAValueStands() throws {
    let pool = try read(template(pool: "MfaConfiguration: OPTIONAL"))
    #expect(
      pool["mfa"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 7, column: 25)))
  }

  @Test func leavesOutParametersThatTheModelLacks() throws {
    let some = Array(cognitoParameters.prefix(1))
    let pool = try read(template(), parameters: some)
    #expect(pool.settings.map(\.parameter) == ["mfa"])
  }

  @Test func keepsWhatTheModelKnowsOfASet() throws {
    var some = cognitoParameters.filter { $0.name == "mfaMethods" }
    some[0].kind = .set(["totp"])
    let pool = try read(
      template(pool: "EnabledMfas: [SMS_MFA, SOFTWARE_TOKEN_MFA]"), parameters: some)
    #expect(pool["mfaMethods"]?.value == .set(["totp"]))
    #expect(pool.notes.map(\.code) == ["document.not-modelled"])
  }

  @Test func leavesAParameterOpenThatNoDocumentKnows() throws {
    let some = [ParameterDeclaration(name: "weather", kind: .bool)]
    #expect(
      try read(template(), parameters: some)["weather"]
        == .open("no document of the service states it"))
  }

  @Test func readsTheSameFromJSON() throws {
    let pool = try read(
      """
      {"Resources": {"P": {"Type": "AWS::Cognito::UserPool", "Properties": {
      \t"MfaConfiguration": "ON", "EnabledMfas": ["SOFTWARE_TOKEN_MFA"],
      \t"Schema": [{"Name": "email", "Required": "true"}]}},
      "C": {"Type": "AWS::Cognito::UserPoolClient", "Properties": {
      \t"UserPoolId": {"Ref": "P"}, "GenerateSecret": "false"}}}}
      """)
    #expect(pool.name == "P")
    #expect(
      pool.statedLines == [
        "mfa = required", "mfaMethods = [totp]", "requiredAttributes = [email]",
        "clientSecret = false",
      ])
  }
}
