import SignIn
import Testing
import TransitionTables

/// CloudFormation's functions: what the template alone decides, and what stays open.
@Suite struct IntrinsicTests {
  private let sections = """
    Parameters:
      Mode: {Type: String, Default: "OPTIONAL", AllowedValues: ["OFF", OPTIONAL]}
      Stage: {Type: String, Default: prod}
      Free: {Type: String}
      Stored: {Type: "AWS::SSM::Parameter::Value<String>", Default: /pool/mode}
      Contacts: {Type: CommaDelimitedList, Default: "email, phone_number"}
    Mappings:
      ByStage: {prod: {mfa: "ON"}, dev: {mfa: "OFF"}}
    Conditions:
      IsProd: !Equals [!Ref Stage, prod]
      IsFree: !Equals [!Ref Free, x]
      NotProd: !Not [Condition: IsProd]
      Both: !And [!Condition IsProd, !Condition IsFree]
      Neither: !And [!Condition NotProd, !Condition IsFree]
      Either: {"Fn::Or": [{Condition: IsFree}, {Condition: IsProd}]}
      Round: !Not [!Condition Round]
    """

  private func pool(_ properties: String) throws(DiagnosticList) -> PoolDocument {
    try read(template(pool: properties, sections: sections))
  }

  @Test(arguments: [
    "!Ref Mode", "{Ref: Mode}", "!Sub '${Mode}'", "{'Fn::Sub': OPTIONAL}",
    "!Sub ['${A}AL', {A: OPTION}]", "!Join ['', [OPTION, AL]]", "!Select [1, [OFF, OPTIONAL]]",
    "!Select [0, !Split ['/', 'OPTIONAL/x']]", "!If [IsProd, OPTIONAL, 'OFF']",
    "{'Fn::If': [NotProd, 'OFF', OPTIONAL]}", "!If [Either, OPTIONAL, 'OFF']",
    "!If [Neither, 'OFF', OPTIONAL]", "!If [IsFree, OPTIONAL, OPTIONAL]",
  ])
  func evaluates(_ expression: String) throws {
    #expect(try pool("MfaConfiguration: \(expression)")["mfa"]?.value == .choice("optional"))
  }

  @Test func looksUpMappings() throws {
    let found = try pool("MfaConfiguration: !FindInMap [ByStage, !Ref Stage, mfa]")
    #expect(found["mfa"]?.value == .choice("required"))
    #expect(found.notes.map(\.code) == ["template.parameter-default"])
  }

  @Test(arguments: [
    ("!Ref Free", "the template parameter Free has no default"),
    ("!Ref Stored", "the template parameter Stored is read from the parameter store"),
    ("!GetAtt P.Arn", "an attribute of P is known only at deployment"),
    ("!ImportValue x", "Fn::ImportValue is known only at deployment"),
    ("!Ref AWS::Region", "AWS::Region is known only at deployment"),
    ("!Sub '${AWS::StackName}-x'", "AWS::StackName is known only at deployment"),
    ("!If [IsFree, 'ON', 'OFF']", "the template parameter Free has no default"),
    ("!If [Both, 'ON', !Ref AWS::NoValue]", "the template parameter Free has no default"),
    ("'{{resolve:ssm:mode}}'", "a dynamic reference is resolved at deployment"),
    ("'{{ mode }}'", "`{{ mode }}` is filled in by another tool"),
    ("{'Fn::Transform': {Name: M}}", "a macro (Fn::Transform) decides it at deployment"),
  ])
  func leavesOpen(expression: String, reason: String) throws {
    let mfa = try pool("MfaConfiguration: \(expression)")["mfa"]
    #expect(mfa?.value == nil && mfa?.origin == .open(reason))
  }

  @Test func notesWhatStaysOpen() throws {
    let found = try pool("MfaConfiguration: !Ref Free")
    #expect(
      found.notes.map(\.rendered) == [
        """
        pool.yaml:23:25: note: MfaConfiguration stays open: the template parameter Free has no \
        default [template.left-open]
                MfaConfiguration: !Ref Free
                                  ^
          → write the value out, close it with `--parameter` or `--set`, or give the deployed pool's \
        describe-user-pool

        """
      ])
  }

  @Test(arguments: ["${self:custom.mfa}", "${opt:mfa, 'OFF'}", "${param:mfa}"])
  func leavesVariablesOfTheServerlessFrameworkOpen(variable: String) throws {
    let found = try pool("MfaConfiguration: \"\(variable)\"")
    #expect(
      found["mfa"]
        == .open("a variable of the Serverless Framework is resolved when it packages"))
    #expect(found.notes.map(\.code) == ["template.left-open"])
  }

  @Test func opensRequiredAttributesThatAreUndecided() throws {
    let schema = "Schema: [!If [IsFree, {Name: email, Required: true}, {Name: name}]]"
    #expect(
      try pool(schema)["requiredAttributes"]
        == .open("the template parameter Free has no default"))
  }

  @Test func notesTheDefaultThatDecides() throws {
    let found = try pool("MfaConfiguration: !Ref Mode")
    #expect(
      found.notes.map(\.message)
        == ["MfaConfiguration hangs on the template parameter Mode, taken at its default"])
  }

  @Test func removesWhatHasNoValue() throws {
    let found = try pool(
      "MfaConfiguration: !Ref AWS::NoValue\nAutoVerifiedAttributes: [email, !Ref AWS::NoValue]")
    #expect(found["mfa"]?.origin == .serviceDefault("MfaConfiguration absent: OFF"))
    #expect(found["autoVerified"]?.value == .set(["email"]))
  }

  @Test func splitsTheDefaultOfAList() throws {
    #expect(
      try pool("UsernameAttributes: !Ref Contacts")["usernameAttributes"]?.value
        == .set(["email", "phone"]))
  }

  @Test func takesATriggerForGivenWhicheverItIs() throws {
    #expect(
      try pool("LambdaConfig: {PreSignUp: !If [IsFree, !Ref Free, !GetAtt F.Arn]}")["triggers"]?
        .value == .set(["preSignUp"]))
    let undecided = try #require(
      try pool("LambdaConfig: {PreSignUp: !If [IsFree, x, !Ref AWS::NoValue]}")["triggers"])
    #expect(undecided.value == nil)
    #expect(undecided.origin == .open("the template parameter Free has no default"))
    #expect(undecided.bounds == SetBounds(undecided: ["preSignUp"]))
  }

  @Test(arguments: [
    ("!If [IsFree, OPTIONAL, \"OFF\"]", ["optional", "off"]),
    ("!If [IsFree, !If [IsFree, \"ON\", OPTIONAL], \"OFF\"]", ["required", "optional", "off"]),
    ("!If [IsFree, OPTIONAL, !Ref Free]", []), ("!Ref Free", []),
  ])
  func leavesNoWordButThoseOfAChoice(fact: String, members: [String]) throws {
    let found = try #require(try pool("MfaConfiguration: \(fact)")["mfa"])
    #expect(found.value == nil)
    #expect(found.possible == members.map { .choice($0) })
  }

  @Test func opensAWholeRecordThatIsUndecided() throws {
    let found = try pool("Policies: !If [IsFree, {SignInPolicy: {}}, !Ref AWS::NoValue]")
    #expect(found["firstFactors"] == .open("the template parameter Free has no default"))
  }

  @Test(arguments: [
    ("!Ref Nowhere", "template.unknown-reference"),
    ("!If [IsPord, a, b]", "template.unknown-condition"),
    ("!If [IsProd, a]", "template.malformed-function"),
    ("!Select [7, [a]]", "template.malformed-function"),
    ("!FindInMap [ByStage, prod, x]", "template.unknown-mapping"),
    ("!If [Round, a, b]", "template.circular-condition"),
    ("!Sub '${Mode'", "template.malformed-function"),
  ])
  func complains(expression: String, code: String) {
    let text = template(pool: "MfaConfiguration: \(expression)", sections: sections)
    #expect(codes(text).contains(code))
  }

  @Test func knowsWhetherAPoolIsDeployed() throws {
    func conditioned(_ name: String) -> String {
      sections + "\nResources:\n  P: {Type: AWS::Cognito::UserPool, Condition: \(name)}\n"
    }
    #expect(try read(conditioned("IsProd")).name == "P")
    #expect(codes(conditioned("NotProd")) == ["template.pool-switched-off"])
    #expect(
      try read(conditioned("IsFree")).notes.map(\.code)
        == ["document.no-client", "template.undecided-condition"])
  }

  @Test func `why several resources may not be deployed is said once`() throws {
    let pool = try read(
      sections + """

        Resources:
          P: {Type: AWS::Cognito::UserPool, Condition: IsFree}
          C:
            Type: AWS::Cognito::UserPoolClient
            Condition: IsFree
            Properties: {UserPoolId: !Ref P}
        """)
    let found = pool.notes.filter { $0.code == "template.undecided-condition" }
    #expect(found.count == 1)
    #expect(
      found.first?.message.hasPrefix("it is not decided whether `P` and `C` are deployed: ")
        == true)
  }

  @Test(arguments: [
    ("AttributeMapping: {name: displayName}", Diagnostic.Severity.note),
    // An attribute that a sign-in cannot change is one of the pool that a provider is mapped to.
    ("AttributeMapping: {email: mail}", .warning),
  ])
  func `on what may not be deployed hangs nothing where the pool is the same without`(
    mapping: String, severity: Diagnostic.Severity
  ) throws {
    let pool = try read(
      sections + """

        Resources:
          P:
            Type: AWS::Cognito::UserPool
            Properties: {Schema: [{Name: email, Mutable: false}]}
          C:
            Type: AWS::Cognito::UserPoolClient
            Properties: {UserPoolId: !Ref P, ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH]}
          I:
            Type: AWS::Cognito::UserPoolIdentityProvider
            Condition: IsFree
            Properties: {UserPoolId: !Ref P, ProviderName: Okta, \(mapping)}
        """)
    let note = try #require(pool.notes.first { $0.code == "template.undecided-condition" })
    #expect(note.severity == severity)
    #expect(
      pool.notes.contains { $0.code == "document.mapped-immutable" } == (severity == .warning))
  }

  @Test func `what is not decided of another pool is not said of the one that is chosen`() throws {
    let text =
      sections + """

        Resources:
          A: {Type: AWS::Cognito::UserPool, Condition: IsFree}
          B: {Type: AWS::Cognito::UserPool}
        """
    var reader = PoolReader(parameters: cognitoParameters)
    for (name, count) in [("A", 1), ("B", 0)] {
      reader.poolName = name
      let pool = try reader.read([(file: "pool.yaml", bytes: Array(text.utf8))])
      #expect(pool.notes.count { $0.code == "template.undecided-condition" } == count, "\(name)")
    }
  }

  @Test func choosesBetweenPoolsByTheirConditions() throws {
    let text =
      sections + """

        Resources:
          A: {Type: AWS::Cognito::UserPool, Condition: NotProd}
          B: {Type: AWS::Cognito::UserPool, Condition: IsProd}
        """
    #expect(try read(text).name == "B")
  }
}
