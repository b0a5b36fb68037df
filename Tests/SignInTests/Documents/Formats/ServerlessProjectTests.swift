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

  /// A pool whose settings stand behind variables.
  @Test(
    arguments: [
      ("mode: \"OFF\"", ParameterValue.choice("off")), ("mode: ${self:custom.own}", .choice("off")),
      ("mode: \"${opt:mfa, 'OFF'}\"", nil), ("mode: ${env:MFA}", nil),
      ("mode: ${self:custom.modes.${self:provider.stage}}", .choice("off")),
      ("mode: ${self:custom.modes.${opt:stage}}", nil),
    ] as [(String, ParameterValue?)])
  func `settings that stand behind variables of the file are read`(
    custom: String, mode: ParameterValue?
  ) throws {
    let text = """
      service: shop
      provider: { name: aws, stage: dev }
      custom:
        \(custom)
        own: "OFF"
        modes: { dev: "OFF", live: "ON" }
        verified: [email]
        stage: ${opt:stage, 'dev'}
      resources:
        Resources:
          Pool:
            Type: AWS::Cognito::UserPool
            Properties:
              UserPoolName: ${self:service}-users
              MfaConfiguration: ${self:custom.mode}
              AutoVerifiedAttributes: ${self:custom.verified}
      """
    let pool = try read([("serverless.yml", text)])
    #expect(pool["mfa"]?.value == mode)
    #expect(pool["autoVerified"]?.value == .set(["email"]))
    #expect(
      pool["autoVerified"]?.origin
        == .document(
          SourceLocation(file: "serverless.yml", line: 7, column: 13)))
    #expect(pool.name == "shop-users")
  }

  @Test func `properties that stand in files which are not read are open`() throws {
    let pool = try read([
      (
        "serverless.yml",
        """
        service: shop
        provider: { name: aws }
        resources:
          Resources:
            Pool:
              Type: AWS::Cognito::UserPool
              Properties:
                UsernameAttributes: [email]
                AutoVerifiedAttributes: ${file(attributes.yml):verified}
                Schema:
                  ${file(schema.yml)}
        """
      )
    ])
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
    #expect(pool["autoVerified"]?.value == nil)
    #expect(pool["requiredAttributes"]?.value == nil)
  }

  @Test func `a file whose name has a variable is read, and each has one resource`() throws {
    let project = """
      service: shop
      provider: { name: aws, stage: "${opt:stage, 'dev'}" }
      resources:
        - ${file(resources/${self:provider.stage}/pool.yml)}
        - ${file(./resources/client.yml)}
      """
    let pool =
      "Resources:\n  P:\n    Type: AWS::Cognito::UserPool\n    Properties:\n"
      + "      MfaConfiguration: \"OFF\"\n"
    let client =
      "Resources:\n  C:\n    Type: AWS::Cognito::UserPoolClient\n    Properties:\n"
      + "      UserPoolId: !Ref P\n      ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH]\n"
    let read = try readInAnyOrder([
      ("serverless.yml", project), ("resources/dev/pool.yml", pool),
      ("resources/client.yml", client),
    ])
    #expect(read.statedLines == ["mfa = off", "flows = [userSRP]"])
    #expect(
      PoolReader.serverlessResources(of: Array(project.utf8), file: "serverless.yml")
        == ["resources/dev/pool.yml", "./resources/client.yml"])
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
