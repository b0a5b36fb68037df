import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// The remedies for folders that have no document of a user pool.
@Suite struct FolderRefusalTests {
  private func refusal(_ files: [String: String]) throws -> Diagnostic? {
    let folder = try Folder(files)
    let problems = PoolDocuments(named: [folder.path]).problems
    #expect(problems.count == 1)
    return problems.first
  }

  private static let service = """
    import type { AWS } from '@serverless/typescript';
    const configuration: AWS = {
      service: 'auth',
      provider: { name: 'aws', environment: { COGNITO_USER_POOL_ID: '${env:POOL}' } },

    """

  @Test(arguments: [
    ("", "give the deployed pool: `aws cognito-idp describe-user-pool"),
    ("  resources,\n", "run `serverless package`"),
    ("  resources: { Resources: auth },\n", "run `serverless package`"),
  ])
  func `of a Serverless program without resources the deployed pool is asked for`(
    resources: String, remedy: String
  ) throws {
    let found = try refusal(["serverless.ts": Self.service + resources + "};\n"])
    #expect(found?.message.contains("a Serverless Framework file in TypeScript") == true)
    #expect(found?.remedy.hasPrefix(remedy) == true, "\(found?.remedy ?? "")")
  }

  @Test func `of a part of a template what a build makes of it is asked for`() throws {
    let found = try refusal(["parts/cognito.yaml": "Users:\n  Type: AWS::Cognito::UserPool\n"])
    #expect(found?.remedy.contains("build it, and give for instance dist/template.yaml") == true)
  }

  @Test func `a program with the id of its pool is named, with the call that describes it`() throws
  {
    let program = "export const COGNITO = {\n  USER_POOL_ID: 'eu-west-1_aBcD12345',\n};\n"
    let found = try refusal(["src/config.ts": program, "src/a.ts": "const pool = 'us-east-1_X'\n"])
    #expect(found?.message.contains("src/config.ts is a program that refers to a pool") == true)
    #expect(found?.remedy.contains("--user-pool-id eu-west-1_aBcD12345`") == true)
  }

  @Test func `a batch file that makes a pool is named`() throws {
    let script = "@echo off\r\naws cognito-idp create-user-pool ^\r\n  --pool-name shop\r\n"
    let found = try refusal(["setup.bat": script])
    #expect(found?.message.contains("setup.bat is a batch file, which is not read") == true)
    #expect(found?.remedy.contains("describe-user-pool") == true)
  }

  @Test func `a client of a pool that is named by its id is answered by that pool`() throws {
    let program = """
      import * as aws from "@pulumi/aws";
      const IDS: Record<string, string> = {
        // prod: "eu-west-1_REPLACE_ME",
        default: "eu-west-1_aBcD12345",
      };
      export const client = new aws.cognito.UserPoolClient("web", { userPoolId: IDS.default });

      """
    let folder = try Folder(["infra/auth.ts": program])
    let loader = PoolLoader(
      model: try BundledTable.signIn(), request: PoolRequest(paths: [folder.path]))
    let failure = try #require(throws: CommandFailure.self) { try loader.load() }
    #expect(failure.diagnostics.map(\.code) == ["template.no-pool"])
    #expect(failure.diagnostics[0].remedy.contains("--user-pool-id eu-west-1_aBcD12345`"))
  }
}
