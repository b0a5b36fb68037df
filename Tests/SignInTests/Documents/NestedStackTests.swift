import SignIn
import Testing
import TransitionTables

/// Templates that another one deploys as nested stacks.
@Suite struct NestedStackTests {
  private static let nested = """
    Parameters:
      PoolId: { Type: String }
      Mfa: { Type: String, Default: "OFF" }
    Conditions:
      MakesPool: !Equals [!Ref PoolId, ""]
    Resources:
      Guests:
        Type: AWS::Cognito::UserPool
        Condition: MakesPool
        Properties: { MfaConfiguration: !Ref Mfa }
    """

  private static func stack(
    _ parameters: String, at address: String = "TemplateURL: ./auth.yaml"
  ) -> String {
    """
    Parameters: { Bucket: { Type: String } }
    Resources:
      Users: { Type: AWS::IAM::Role }
      Other: { Type: AWS::CloudFormation::Stack, Properties: { TemplateURL: other.yaml } }
      Auth:
        Type: AWS::CloudFormation::Stack
        Properties: { \(address), Parameters: { \(parameters) } }

    """
  }

  private func read(_ above: String) throws(DiagnosticList) -> PoolDocument {
    try PoolReader(parameters: cognitoParameters).read([
      (file: "app/main.yaml", bytes: Array(above.utf8)),
      (file: "app/auth.yaml", bytes: Array(Self.nested.utf8)),
    ])
  }

  @Test(arguments: [
    "TemplateURL: ./auth.yaml", "TemplateURL: ../app/auth.yaml", "Location: auth.yaml",
    "TemplateURL: !Sub 'https://${Bucket}.s3.amazonaws.com/templates/auth.yaml'",
    "TemplateURL: !Join ['/', [!Ref Bucket, auth.yaml]]",
  ])
  func `a value of the template above decides a condition`(address: String) throws {
    let pool = try read(Self.stack("PoolId: '', Mfa: OPTIONAL", at: address))
    #expect(pool.notes.map(\.code) == ["document.no-client"])
    #expect(pool["mfa"]?.value == .choice("optional"))
  }

  @Test(arguments: [
    "us-east-1_A", "!Ref Users", "!GetAtt Users.Arn", "!Sub '${Users}'", "!Ref AWS::StackName",
  ])
  func `what is no empty text makes no pool of its own`(value: String) throws {
    let failure = #expect(throws: DiagnosticList.self) {
      try read(Self.stack("PoolId: \(value)"))
    }
    let fault = try #require(failure?.diagnostics.first)
    #expect(failure?.diagnostics.map(\.code) == ["template.pool-switched-off"])
    #expect(
      fault.message
        == "the condition of `Guests` does not hold with the values that app/main.yaml gives")
    #expect(fault.remedy == "change what app/main.yaml gives, or give the documents of its pool")
  }

  @Test(arguments: [
    ("!Ref Bucket", "the template parameter Bucket has no default"),
    ("!GetAtt Other.Outputs.Id", "an attribute of Other is known only at deployment"),
  ])
  func `what may be empty decides nothing, and the advice says where it is from`(
    value: String, reason: String
  ) throws {
    let pool = try read(Self.stack("PoolId: \(value), Mfa: !Ref Bucket"))
    let note = try #require(pool.notes.first { $0.code == "template.undecided-condition" })
    #expect(
      note.message.hasSuffix(
        "the template parameter PoolId is given at app/main.yaml:7, and there \(reason)"))
    #expect(note.remedy.hasPrefix("give its value: `--parameter PoolId=VALUE`; until then"))
    // The default stands where it is not known what goes before it.
    #expect(pool["mfa"]?.value == .choice("off"))
  }

  @Test func `stacks that give different values decide nothing`() throws {
    let first = Self.stack("PoolId: '', Mfa: OPTIONAL")
    let second = first.split(separator: "\n").suffix(3).joined(separator: "\n")
      .replacing("Auth:", with: "Staff:").replacing("PoolId: ''", with: "PoolId: us-east-1_A")
    let pool = try read(first + second)
    let note = try #require(pool.notes.first { $0.code == "template.undecided-condition" })
    #expect(note.message.hasSuffix("app/main.yaml does not give PoolId one value alone"))
    #expect(pool["mfa"]?.value == .choice("optional"))
  }

  @Test func `a value of the command line goes before that of the template above`() throws {
    var reader = PoolReader(parameters: cognitoParameters)
    reader.templateParameters = ["PoolId": ""]
    let pool = try reader.read([
      (file: "main.yaml", bytes: Array(Self.stack("PoolId: us-east-1_A").utf8)),
      (file: "auth.yaml", bytes: Array(Self.nested.utf8)),
    ])
    #expect(pool.name == "Guests")
  }
}
