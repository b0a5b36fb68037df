import SignIn
import Testing
import TransitionTables

/// `cli-inputs.json` of Amplify Gen1.
@Suite struct AmplifyInputsTests {
  private func inputs(_ lines: String) -> String {
    #"{"version": "1", "cognitoConfig": {"userPoolName": "shop", "useEnabledMfas": true,"#
      + "\n" + lines + "}}"
  }

  @Test func readsWhatTheInputsSayAndLeavesTheRestToTheService() throws {
    let pool = try read(
      inputs(
        """
        "mfaConfiguration": "ON", "mfaTypes": ["SMS Text Message", "TOTP"],
        "usernameAttributes": ["email"], "requiredAttributes": [], "aliasAttributes": [],
        "autoVerifiedAttributes": ["email"], "usernameCaseSensitive": false,
        "userpoolClientGenerateSecret": false,
        "triggers": {"PreSignup": ["email-filter-allowlist"], "CustomMessage": []}
        """))
    #expect(pool.name == "shop")
    #expect(pool.format == .amplifyInputs)
    #expect(
      pool.statedLines == [
        "mfa = required", "mfaMethods = [sms, totp]", "usernameAttributes = [email]",
        "aliasAttributes = []", "autoVerified = [email]", "requiredAttributes = []",
        "caseSensitive = false", "triggers = [preSignUp]", "clientSecret = false",
      ])
    #expect(pool.openParameters.isEmpty)
    #expect(
      pool["recovery"]
        == Setting(
          value: .choice("legacy"),
          origin: .frameworkDefault("the template of Amplify Gen1 leaves it out")))
    #expect(pool["flows"]?.value == .set(["custom", "refresh", "userSRP"]))
    #expect(pool.notes.map(\.code) == ["amplify.may-be-overridden"])
  }

  @Test func `a key that a person spelt in another way is warned of where its setting is missing`()
    throws
  {
    let lines = #""autoVerifyUserAttributes": ["email"], "mfaConfiguration": "OFF""#
    let pool = try read(inputs(lines))
    let found = pool.notes.filter { $0.code == "document.unknown-property" }
    #expect(
      found.map { "\($0.location.line):\($0.location.column) \($0.severity.rawValue) \($0.remedy)" }
        == ["2:1 warning did you mean `autoVerifiedAttributes`?"])
    #expect(
      pool["autoVerified"]
        == .open("`autoVerifyUserAttributes` is not read, and may be `autoVerifiedAttributes`"))
    let both = try read(inputs(lines + #", "autoVerifiedAttributes": []"#))
    #expect(!both.notes.map(\.code).contains("document.unknown-property"))
    #expect(both["autoVerified"]?.value == .set([]))
  }

  /// What the Amplify CLI wrote before there was a `cli-inputs.json`.
  @Test func readsTheOlderParametersWithoutTheKeyAroundThem() throws {
    let pool = try read(
      #"""
      {"userPoolName": "shop", "mfaConfiguration": "OPTIONAL", "mfaTypes": ["TOTP"],
       "usernameAttributes": ["email"], "authSelections": "userPoolOnly",
       "triggers": "{\"PreSignup\": [\"email-filter-allowlist\"]}"}
      """#)
    #expect(pool.name == "shop")
    #expect(pool.format == .amplifyInputs)
    #expect(pool["mfa"]?.value == .choice("optional"))
    // The function that sets the methods always sets SMS too.
    #expect(pool["mfaMethods"]?.value == .set(["sms", "totp"]))
    #expect(pool.notes.map(\.code).contains("amplify.sms-enabled"))
    #expect(pool["triggers"]?.value == .set(["preSignUp"]))
  }

  /// The template of older releases names the methods nowhere among the pool's properties.
  @Test(arguments: [("true", ["sms", "totp"]), ("false", ["sms"])])
  func `the methods that a function of the older template sets are read`(
    totp: String, methods: [String]
  ) throws {
    func made(_ mode: String) -> String {
      """
      Parameters:
        mfaConfiguration: { Type: String\(mode) }
        mfaTypes: { Type: CommaDelimitedList }
      Resources:
        UserPool:
          Type: AWS::Cognito::UserPool
          Properties:
            MfaConfiguration: !Ref mfaConfiguration
            SmsConfiguration: { SnsCallerArn: !GetAtt SNSRole.Arn, ExternalId: shop }
        UserPoolClient:
          Type: AWS::Cognito::UserPoolClient
          Properties: { UserPoolId: !Ref UserPool }
        MFALambdaInputs:
          Type: Custom::LambdaCallout
          Properties:
            ServiceToken: !GetAtt MFALambda.Arn
            userPoolId: !Ref UserPool
            mfaConfiguration: !Ref mfaConfiguration
            totpEnabled: \(totp)
            smsConfigCaller: !GetAtt SNSRole.Arn
      """
    }
    let alone = try read(made(", Default: OPTIONAL"))
    #expect(alone["mfaMethods"]?.value == .set(methods))
    #expect(!alone.notes.map(\.code).contains("template.custom-resource"))
    let inputs = """
      {"userPoolName": "shop", "mfaConfiguration": "ON", "authSelections": "userPoolOnly",
       "mfaTypes": [\(totp == "true" ? #""TOTP""# : #""SMS Text Message""#)]}
      """
    let both = try readInAnyOrder([
      ("parameters.json", inputs), ("shop-cloudformation-template.yml", made("")),
    ])
    #expect(both["mfa"]?.value == .choice("required"))
    #expect(both["smsConfigured"]?.value == .bool(true))
    #expect(both["mfaMethods"]?.value == .set(methods))
  }

  @Test func `triggers that the pool's own template leaves to another stack are no drift`() throws {
    let inputs = #"""
      {"userPoolName": "shop", "mfaConfiguration": "OFF", "mfaTypes": ["TOTP"],
       "authSelections": "userPoolOnly", "triggers": "{\"PreSignup\": [\"custom\"]}"}
      """#
    let made = """
      Resources:
        UserPool:
          Type: AWS::Cognito::UserPool
          Properties: { UserPoolName: shop, MfaConfiguration: "OFF" }
        UserPoolClient:
          Type: AWS::Cognito::UserPoolClient
          Properties: { UserPoolId: !Ref UserPool }
      """
    let pool = try readInAnyOrder([("parameters.json", inputs), ("shop-template.yml", made)])
    #expect(pool["triggers"]?.value == .set(["preSignUp"]))
    let drifts = pool.notes.filter { $0.code == "document.drift" }
    #expect(drifts.allSatisfy { !$0.message.contains("`triggers`") })
  }

  /// A template that a person edited, next to the values that an older CLI made it with.
  @Test func `what a template sets and the CLI leaves out is no drift`() throws {
    let inputs = """
      {"userPoolName": "shop", "mfaConfiguration": "OFF", "authSelections": "userPoolOnly",
       "userpoolClientSetAttributes": true, "userpoolClientWriteAttributes": ["email", "name"],
       "userpoolClientReadAttributes": ["email"]}
      """
    let edited = template(
      pool: "EmailConfiguration: { EmailSendingAccount: DEVELOPER, SourceArn: 'arn:shop' }",
      client: "WriteAttributes: !Ref userpoolClientWriteAttributes",
      sections: "Parameters: { userpoolClientWriteAttributes: { Type: CommaDelimitedList } }")
    let parameters =
      cognitoParameters + [
        ParameterDeclaration(name: "writeAttributes", kind: .set(["email", "phone"]))
      ]
    func codes(next to: [(file: String, bytes: [UInt8])]) throws -> [String] {
      let template = (file: "shop-template.yml", bytes: Array(edited.utf8))
      let pool = try PoolReader(parameters: parameters).read(to + [template])
      #expect(pool["emailSender"]?.value == .choice("ses"))
      return pool.notes.map(\.code)
    }
    #expect(try codes(next: []).contains("document.unknown-writable"))
    let both = try codes(next: [("parameters.json", Array(inputs.utf8))])
    #expect(!both.contains("document.drift") && !both.contains("document.unknown-writable"))
    let read = try read(inputs)
    #expect(read.fixed.filter { $0.kind == .setting("ReadAttributes") }.map(\.value) == ["email"])
  }

  @Test func `keeps what a password must have`() throws {
    let pool = try read(
      inputs(
        """
        "passwordPolicyMinLength": 10,
        "passwordPolicyCharacters": ["Requires Lowercase", "Requires Numbers"]
        """))
    #expect(
      Set(pool.fixed.map(\.kind)).isSuperset(of: [
        .setting("PasswordPolicy.MinimumLength"), .setting("PasswordPolicy.RequireLowercase"),
        .setting("PasswordPolicy.RequireNumbers"),
      ]))
    #expect(!pool.fixed.map(\.kind).contains(.setting("PasswordPolicy.RequireSymbols")))
  }

  @Test func splitsTheWordsThatTheCommandLineToolJoins() throws {
    let pool = try read(inputs(#""usernameAttributes": ["email, phone_number"]"#))
    #expect(pool["usernameAttributes"]?.value == .set(["email", "phone"]))
    #expect(pool["smsConfigured"]?.value == .bool(true))
  }

  @Test func switchesSMSOnForAPhoneNumberThoughNobodyAskedForIt() throws {
    let pool = try read(
      inputs(
        #""mfaConfiguration": "OPTIONAL", "mfaTypes": ["TOTP"], "#
          + #""requiredAttributes": ["phone_number"]"#
      ))
    #expect(pool["mfaMethods"]?.value == .set(["sms", "totp"]))
    #expect(pool.notes.map(\.code) == ["amplify.may-be-overridden", "amplify.sms-enabled"])
  }

  @Test func ignoresTheMethodsWhileMFAIsOff() throws {
    let pool = try read(inputs(#""mfaConfiguration": "OFF", "mfaTypes": ["SMS Text Message"]"#))
    #expect(
      pool["mfaMethods"]
        == Setting(value: .set([]), origin: .frameworkDefault("MFA is off, mfaTypes has no effect"))
    )
    #expect(pool["smsConfigured"]?.value == .bool(false))
  }

  @Test func opensTheSecretThatOnlyOneOfTheTwoClientsHas() throws {
    let pool = try read(inputs(#""userpoolClientGenerateSecret": true"#))
    #expect(pool.openParameters == ["clientSecret"])
  }

  @Test func readsTriggersThatAreWrittenAsText() throws {
    let pool = try read(
      inputs(#""triggers": "{\"DefineAuthChallenge\":[\"custom\"], \"PreSignup\": [ ]}""#))
    #expect(pool["triggers"]?.value == .set(["defineAuthChallenge"]))
  }

  /// The CLI hands the list on only where it was asked to.
  @Test(arguments: [("true", ["email"]), ("false", nil)] as [(String, [String]?)])
  func `the attributes that the app client may write are read where the template gets them`(
    asked: String, writable: [String]?
  ) throws {
    let lines =
      #""userpoolClientSetAttributes": \#(asked),"#
      + #" "userpoolClientWriteAttributes": ["email", "name"]"#
    let more = ParameterDeclaration(name: "writeAttributes", kind: .set(["email", "phone"]))
    let pool = try read(inputs(lines), parameters: cognitoParameters + [more])
    #expect(pool["writeAttributes"]?.value == writable.map { .set($0) })
  }

  @Test(arguments: [
    (#""mfaConfiguration": "on""#, "document.unknown-value"),
    (#""mfaTypes": ["SMS"]"#, "document.unknown-value"),
    (#""triggers": {"PreSignUpp": ["x"]}"#, "document.unknown-value"),
    (#""usernameAttributes": "email""#, "document.wrong-type"),
    (#""authSelections": "identityPoolOnly""#, "template.no-pool"),
    (#""serviceType": "imported""#, "template.no-pool"),
  ])
  func refuses(line: String, code: String) {
    let found = faults(inputs(line)).filter { $0.severity == .error }
    #expect(found.map(\.code) == [code])
    #expect(found.map(\.location.line) == [2])
  }

  @Test func `what is imported has no overrides to speak of`() {
    #expect(codes(inputs(#""serviceType": "imported""#)) == ["template.no-pool"])
  }

  @Test func refusesAnEmptyConfiguration() {
    let found = faults(#"{"cognitoConfig": null}"#).filter { $0.severity == .error }
    #expect(found.map(\.code) == ["document.wrong-type"])
  }
}
