import SignIn
import Testing
import TransitionTables

/// What a template's reader complains about, and how it says so.
@Suite struct TemplateFaultTests {
  @Test func rendersAnUnknownValueWithTheNearestName() {
    #expect(
      faults(template(pool: "MfaConfiguration: OPTIONL")).map(\.rendered) == [
        """
        pool.yaml:7:25: error: MfaConfiguration cannot be `OPTIONL` [document.unknown-value]
                MfaConfiguration: OPTIONL
                                  ^
          → did you mean `OPTIONAL`?

        """
      ])
  }

  @Test func rendersAnUnknownPropertyWithTheNearestName() throws {
    #expect(
      try read(template(pool: "AutoVerifedAttributes: [email]")).notes.map(\.rendered) == [
        """
        pool.yaml:7:7: warning: a user pool has no property `AutoVerifedAttributes`; it is \
        not read, and a deployment fails at it [document.unknown-property]
                AutoVerifedAttributes: [email]
                ^
          → did you mean `AutoVerifiedAttributes`?

        """
      ])
  }

  @Test(arguments: [
    ("VerificationMessageTemplate: { DefaultEmailSubject: Hi }", "DefaultEmailSubject"),
    ("SmsConfiguration: { SnsCallerARN: a, ExternalId: b }", "SnsCallerARN"),
    ("AdminCreateUserConfig: { InviteMessageTemplate: { SmsMessage: a } }", "SmsMessage"),
    ("Policies: { PasswordPolicy: { MinLength: 8 } }", "MinLength"),
    ("EmailConfiguration: { FromEmailAddress: a@b.example }", "FromEmailAddress"),
    ("UsernameConfiguration: { CaseSensitiv: false }", "CaseSensitiv"),
    ("LambdaConfig: { PreSignup: a }", "PreSignup"),
  ]) func `names once what a record of a pool has not`(pool: String, name: String) throws {
    let notes = try read(template(pool: pool)).notes.filter {
      $0.code == "document.unknown-property"
    }
    #expect(notes.map { $0.message.contains("no property `\(name)`") } == [true])
  }

  @Test(arguments: [
    "VerificationMessageTemplate: { DefaultEmailOption: CONFIRM_WITH_CODE, EmailSubject: a }",
    "AdminCreateUserConfig: { InviteMessageTemplate: { SMSMessage: a, EmailMessage: b } }",
    "EmailConfiguration: { From: a@b.example, SourceArn: b, EmailSendingAccount: DEVELOPER }",
    "Policies: { PasswordPolicy: { MinimumLength: 8, TemporaryPasswordValidityDays: 7 } }",
  ]) func `says nothing of what records have`(pool: String) throws {
    let notes = try read(template(pool: pool)).notes
    #expect(!notes.contains { $0.code == "document.unknown-property" })
  }

  @Test func reportsEveryFaultAtOnceInTheOrderOfTheDocument() {
    let text = template(
      pool: "MfaConfiguration: [ON]\nAutoVerifiedAttributes: email\nUserPoolTier: FREE",
      client: "GenerateSecret: maybe\nExplicitAuthFlows: [ALLOW_USER_SPR_AUTH]")
    #expect(
      faults(text).map(\.message) == [
        "a list stands where MfaConfiguration needs one word: `OFF`, `OPTIONAL` or `ON`",
        "`email` stands where AutoVerifiedAttributes needs a list of `email` or `phone_number`",
        "UserPoolTier cannot be `FREE`",
        "`maybe` stands where GenerateSecret needs `true` or `false`",
        "ExplicitAuthFlows cannot be `ALLOW_USER_SPR_AUTH`",
      ])
  }

  @Test(arguments: [
    ("Policies: none", "`none` stands where Policies needs a record of properties"),
    ("LambdaConfig: [x]", "a list stands where LambdaConfig needs a record of properties"),
    ("Schema: email", "`email` stands where Schema needs a list of attributes"),
    (
      "AutoVerifiedAttributes: [[email]]",
      "a list stands where AutoVerifiedAttributes needs one word: `email` or `phone_number`"
    ),
    (
      "AccountRecoverySetting: {RecoveryMechanisms: [{Priority: 1}]}",
      "a record stands where RecoveryMechanisms needs the Name of a mechanism in each element"
    ),
  ])
  func refusesTheWrongType(property: String, message: String) {
    let found = faults(template(pool: property))
    #expect(found.map(\.code) == ["document.wrong-type"])
    #expect(found.map(\.message) == [message])
  }

  @Test func namesTheStandardAttributeThatARequiredOneMayMean() throws {
    let pool = try read(template(pool: "Schema: [{Name: phonenumber, Required: true}]"))
    #expect(pool.refusals.map(\.code) == ["legality.L3"])
    #expect(
      pool.refusals.allSatisfy {
        $0.message.hasPrefix(
          "`phonenumber` is required but no standard attribute (`phone_number` is one);")
      })
  }

  @Test func `custom attributes that are required are refused once, at the first`() throws {
    let schema = "Schema: [{Name: tenant, Required: true}, {Name: email, Required: true},"
    let pool = try read(
      template(pool: "\(schema) {Name: plan, Required: true}, {Name: team, Required: false}]"))
    #expect(pool.refusals.map(\.code) == ["legality.L3"])
    #expect(
      pool.refusals.allSatisfy {
        $0.message.hasPrefix("`tenant`, `plan` are required but no standard attributes;")
      })
    #expect(pool["requiredAttributes"]?.value == .set(["email"]))
  }

  @Test func notesAnUnquotedOff() throws {
    #expect(
      try read(template(pool: "MfaConfiguration: OFF")).notes.map(\.code)
        == ["template.unquoted-off"])
    #expect(try read(template(pool: "MfaConfiguration: 'OFF'")).notes.isEmpty)
  }

  @Test func acceptsEveryDocumentedPropertySilently() throws {
    let quiet = [
      "DeletionProtection: ACTIVE", "EmailAuthenticationMessage: '{####}'",
      "EmailVerificationSubject: x",
      "SmsVerificationMessage: '{####}'", "UserPoolTags: {a: b}",
      "WebAuthnRelyingPartyID: example.com",
      "VerificationMessageTemplate: {DefaultEmailOption: CONFIRM_WITH_CODE}",
    ]
    #expect(try read(template(pool: quiet.joined(separator: "\n"))).complaints.isEmpty)
  }

  @Test func refusesATemplateWithoutPool() {
    let bucket = "Resources:\n  B: {Type: AWS::S3::Bucket}\n"
    #expect(codes(bucket) == ["template.no-pool"])
    #expect(codes("AWSTemplateFormatVersion: '2010-09-09'\n") == ["template.no-pool"])
    let misspelt = faults("Resources:\n  P: {Type: AWS::Cognito::Userpool}\n")
    #expect(misspelt.map(\.remedy) == ["the type of P is written AWS::Cognito::UserPool"])
    let client = faults("Resources:\n  C: {Type: AWS::Cognito::UserPoolClient}\n")
    #expect(client.map(\.message) == ["the template has an app client but not its user pool"])
  }

  private let two = """
    Resources:
      A: {Type: AWS::Cognito::UserPool, Properties: {UserPoolName: staff}}
      B: {Type: AWS::Cognito::UserPool, Properties: {UserPoolName: guests}}
    """

  @Test(arguments: [
    (
      "Nested: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: x}}", 1,
      "it may be in a nested stack: give the template that Nested deploys"
    ),
    (
      "App: {Type: AWS::Serverless::Function}\n  Fn::ForEach::Pools: [N, [a, b], {}]", 3,
      "give what CloudFormation makes of Fn::ForEach:"
        + " `aws cloudformation get-template --template-stage Processed --stack-name STACK`"
    ),
  ])
  func saysWhereThePoolOfATemplateWithoutOneMayBe(resources: String, line: Int, remedy: String) {
    let found = faults("Resources:\n  \(resources)\n")
    #expect(found.map(\.code) == ["template.no-pool"])
    #expect(found.map(\.location.line) == [line])
    #expect(found.map(\.remedy) == [remedy])
  }

  @Test func asksForANameWhereThereAreTwoPools() throws {
    #expect(
      faults(two).map(\.rendered) == [
        """
        pool.yaml:3:3: error: the template has 2 pools: A, B [template.several-pools]
            B: {Type: AWS::Cognito::UserPool, Properties: {UserPoolNam…
            ^
          → choose one of them: `--pool A`

        """
      ])
    #expect(try read(two, pool: "B").name == "guests")
    #expect(try read(two, pool: "staff").name == "staff")
    #expect(codes(two, pool: "stuff") == ["template.unknown-pool"])
  }

  @Test func leavesTheClientHalfOpenWhereThereIsNoClient() throws {
    let pool = try read(two, pool: "A")
    #expect(
      pool.openParameters == [
        "flows", "clientSecret", "existenceErrors",
      ])
    #expect(pool["flows"] == .open("the template has no app client of this pool"))
  }

  @Test func refusesResourcesThatAreNoRecord() {
    #expect(codes("Resources: [a]\n") == ["template.no-pool"])
    #expect(
      codes("Resources:\n  P: {Type: AWS::Cognito::UserPool, Properties: [a]}\n")
        == ["document.wrong-type"])
  }

  @Test func `of a property that stands twice the last one counts, and both places are named`()
    throws
  {
    let text = template(
      pool: "MfaConfiguration: 'ON'\nUsernameAttributes: [email]\nMfaConfiguration: 'OFF'")
    let pool = try read(text)
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(
      pool["mfa"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 9, column: 25)))
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
    #expect(
      pool.notes.map(\.rendered) == [
        """
        pool.yaml:9:7: warning: the key `MfaConfiguration` stands twice; it stands first at 7:7; \
        CloudFormation takes the last [template.duplicate-key]
                MfaConfiguration: 'OFF'
                ^
          → keep one of them

        """
      ])
    let twice = text.replacing("UsernameAttributes: [email]", with: "MfaConfiguration: 'ON'")
    #expect(try read(twice)["mfa"]?.value == .choice("off"))
    #expect(try read(twice).notes.map(\.location.line) == [8, 9])
  }

  @Test func `the last of two resources of one name counts, in JSON too`() throws {
    let pool = try read(
      #"""
      {"Resources": {
        "P": {"Type": "AWS::Cognito::UserPool", "Properties": {"MfaConfiguration": "ON"}},
        "P": {"Type": "AWS::Cognito::UserPool", "Properties": {"MfaConfiguration": "OFF"}}}}
      """#)
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(
      pool.notes.map { "\($0.location.line):\($0.location.column) \($0.code)" } == [
        "0:1 document.no-client", "3:3 template.duplicate-key",
      ])
  }

  @Test func `a resource of another service that stands twice is a note`() throws {
    let bus = "  Bus:\n    Type: AWS::Events::EventBus\n"
    let pool = try read(template() + bus + bus)
    #expect(
      pool.notes.map { "\($0.severity.rawValue) \($0.code)" } == ["note template.duplicate-key"])
  }

  @Test func `a key that stands twice behind lines that no editor ends is found`() throws {
    let start = "Description: x" + String(repeating: "\u{85}", count: 40)
    let pool = try read(start + template(pool: "MfaConfiguration: 'ON'\nMfaConfiguration: 'OFF'"))
    #expect(pool.notes.map(\.code) == ["template.duplicate-key"])
    #expect(pool.notes.map(\.location.line) == [8])
    #expect(pool.notes.map(\.sourceLine) == ["      MfaConfiguration: 'OFF'"])
  }

  @Test(arguments: [("Name: a", "note"), ("Arn: !Ref CognitoRole", "warning")])
  func `a key that stands twice in a resource of another service is a note`(
    between: String, severity: String
  ) throws {
    let bus =
      "  Bus:\n    Type: AWS::Events::EventBus\n    Properties:\n      Tags: []\n"
      + "      \(between)\n      Tags: []\n"
    #expect(
      try read(template() + bus).notes.map { "\($0.severity.rawValue) \($0.code)" }
        == ["\(severity) template.duplicate-key"])
  }

  @Test func `what the Serverless Framework reads may have no key twice`() {
    let own = "service: x\nprovider: {name: aws}\nresources:\n  Resources: {}\n  Resources: {}\n"
    #expect(codes(own) == ["document.duplicate-key"])
    let project = "service: x\nprovider: {name: aws}\nresources: ${file(auth.yml)}\n"
    let error = #expect(throws: DiagnosticList.self) {
      let pool = template(pool: "MfaConfiguration: 'ON'\nMfaConfiguration: 'OFF'")
      return try read([("serverless.yml", project), ("auth.yml", pool)])
    }
    #expect(error?.diagnostics.map(\.code) == ["document.duplicate-key"])
  }
}
