import SignIn
import Testing
import TransitionTables

/// What the Serverless Framework puts together from several files.
@Suite struct ServerlessProjectTests {
  private let resources = """
    Resources:
      Pool:
        Type: AWS::Cognito::UserPool
        Condition: isLive
        Properties: { UserPoolName: !Ref Stage, MfaConfiguration: "OFF" }
    """

  private func project(stage: String) -> String {
    """
    service: shop
    provider: { name: aws }
    resources:
      - Parameters:
          Stage: { Type: String, Default: "\(stage)" }
      - Conditions:
          isLive: !Equals [!Ref Stage, live]
      - ${file(auth.yml)}
    """
  }

  @Test func `parameters and conditions of one file count in the others`() throws {
    let pool = try readInAnyOrder([
      ("serverless.yml", project(stage: "live")), ("auth.yml", resources),
    ])
    #expect(pool.name == "live")
    #expect(pool.notes.map(\.code) == ["document.no-client"])
  }

  @Test func `a parameter whose default is a variable of the framework decides nothing`() throws {
    let pool = try readInAnyOrder([
      ("serverless.yml", project(stage: "${self:custom.stage}")), ("auth.yml", resources),
    ])
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(
      pool.notes.map(\.code).sorted() == ["document.no-client", "template.undecided-condition"])
  }

  @Test(arguments: [
    ("stage: ${opt:stage, self:provider.stage}", true),
    ("stage: \"${opt:stage, 'live'}\"", true), ("stage: ${self:custom.own}\n  own: live", true),
    ("stage: li${self:custom.own}\n  own: ve", true),
    // The environment may have another value; the last one is for the stage of an option.
    ("stage: \"${env:STAGE, 'live'}\"", false), ("stage: ${file(stages.yml)}", false),
    ("stage: ${self:custom.stage}", false), ("stage: \"${opt:stage, 'dev'}\"", false),
  ])
  func `a default that the framework's own file decides is one`(
    custom: String, isDecided: Bool
  ) throws {
    let text = "custom:\n  \(custom)\n" + project(stage: "${self:custom.stage}")
    let pool = try readInAnyOrder([
      ("serverless.yml", text.replacing("name: aws", with: "name: aws, stage: live")),
      ("auth.yml", resources),
    ])
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect((pool.name == "live") == isDecided)
    let isWarned = pool.notes.contains { $0.code == "template.undecided-condition" }
    #expect(isWarned != isDecided)
  }

  /// `serverless.ts` puts what its modules export into one template.
  @Test func `an app client in another program than its pool`() throws {
    let pool = """
      export const UserPool = {
        Type: 'AWS::Cognito::UserPool',
        Properties: { MfaConfiguration: 'OFF' },
      };
      """
    let client = """
      export const UserPoolClient = {
        Type: 'AWS::Cognito::UserPoolClient',
        Properties: { UserPoolId: { Ref: 'UserPool' }, ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] },
      };
      """
    let both = try readInAnyOrder([("userPool.ts", pool), ("userPoolClient.ts", client)])
    #expect(both.statedLines == ["mfa = off", "flows = [userSRP]"])
    #expect(both.notes.map(\.code) == [])
    #expect(
      both["flows"]?.origin
        == .document(SourceLocation(file: "userPoolClient.ts", line: 3, column: 69)))
  }
}
