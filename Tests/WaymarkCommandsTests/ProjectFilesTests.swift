import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// The folder of a project in place of its documents.
@Suite struct ProjectFilesTests {
  @Test func `the files of a Terraform folder are one pool, those of another folder another`()
    throws
  {
    let found = try ProjectFolder([
      "infra/main.tf": ProjectFolder.pool, "infra/variables.tf": "variable \"a\" {}\n",
      "other/pool.tf": ProjectFolder.pool,
      "bucket/main.tf": "resource \"aws_s3_bucket\" \"b\" {\n}\n",
    ])
    #expect(found.names == [["infra/main.tf", "infra/variables.tf"], ["other/pool.tf"]])
  }

  @Test func `an Amplify project is its definition, its overrides and what the app is given`()
    throws
  {
    let found = try ProjectFolder([
      "amplify/auth/resource.ts":
        "export const auth = defineAuth({ loginWith: { email: true } })\n",
      "amplify/backend.ts": """
      import { defineBackend } from '@aws-amplify/backend'
      const backend = defineBackend({ auth })
      const { cfnUserPool } = backend.auth.resources.cfnResources
      cfnUserPool.mfaConfiguration = 'OFF'

      """,
      "amplify_outputs.json": #"""
      {"version": "1", "auth": {"user_pool_id": "us-east-1_A", "aws_region": "us-east-1",
        "user_pool_client_id": "c", "mfa_configuration": "NONE"}}
      """#,
      "node_modules/x/resource.ts": "export const auth = defineAuth({ loginWith: {} })\n",
      "src/app.ts": "import { CognitoUserPool } from 'x'\n",
    ])
    #expect(
      found.names == [
        ["amplify/backend.ts", "amplify/auth/resource.ts", "amplify_outputs.json"]
      ])
    let note = try #require(found.pools[0].notes.first { $0.code == "project.documents" })
    #expect(note.message.contains("backend.ts (Amplify Gen2 backend.ts)"))
    // A program that only uses a pool is no document of one.
    #expect(!note.message.contains("app.ts"))
  }

  @Test func `a program of the CDK is left for the template that it was made into`() throws {
    let program = "import * as cdk from 'aws-cdk-lib'\nnew cognito.UserPool(this, 'P')\n"
    let template = #"{"Resources": {"P": {"Type": "AWS::Cognito::UserPool"}}}"#
    let found = try ProjectFolder([
      "lib/stack.ts": program, "cdk.out/Auth.template.json": template,
      "cdk.out/Other.template.json": #"{"Resources": {"B": {"Type": "AWS::S3::Bucket"}}}"#,
    ])
    #expect(found.names == [["cdk.out/Auth.template.json"]])
    let failure = try #require(throws: CommandFailure.self) {
      try ProjectFolder(["lib/stack.ts": program])
    }
    #expect(failure.diagnostics.map(\.code) == ["project.no-document"])
    #expect(
      failure.diagnostics.map(\.remedy) == [
        "run `cdk synth` and give the template that it writes: cdk.out/STACK.template.json"
      ])
  }

  @Test(arguments: [
    ("src/Stack.cs", "using System;\nusing Amazon.CDK.AWS.Cognito;\nnew UserPool(this, \"P\");\n"),
    (
      "src/main/java/Stack.java",
      "package shop;\nimport software.amazon.awscdk.services.cognito.UserPool;\nclass A {}\n"
    ),
    (
      "stack.go",
      "package main\nimport (\n\t\"github.com/aws/aws-cdk-go/awscdk/v2\"\n)\n// NewUserPool\n"
    ),
    ("stack.py", "from aws_cdk import aws_cognito as cognito\ncognito.UserPool(self, 'P')\n"),
    (
      "lib/stack.ts",
      "import * as cognito from '@aws-cdk/aws-cognito'\n"
        + "this.pool = new cognito.UserPool(this, 'P', {})\n"
        + "new CfnUserPoolClient(this, 'C', { userPoolId: this.pool.userPoolId })\n"
    ),
  ])
  func `a program of the CDK in any language is answered by how to get its template`(
    path: String, program: String
  ) throws {
    let failure = try #require(throws: CommandFailure.self) { try ProjectFolder([path: program]) }
    #expect(failure.diagnostics.map(\.code) == ["project.no-document"])
    #expect(failure.diagnostics.allSatisfy { $0.remedy.hasPrefix("run `cdk synth`") })
    #expect(
      try ProjectFolder([path: program, "main.tf": ProjectFolder.pool]).names == [["main.tf"]])
  }

  @Test func `what the documents do not decide is said where they speak of it`() throws {
    let folder = try Folder([
      "a.tf": "variable \"recovery\" {}\n",
      "pool.tf": ProjectFolder.pool.replacing(
        "\n}",
        with: "\n  account_recovery_setting {\n    recovery_mechanism {\n      name = var.recovery"
          + "\n      priority = 1\n    }\n  }\n}"),
    ])
    let output = WaymarkTool.output(
      for: ["check", folder.path, "--no-try-assumptions"], in: SmallTable.environment())
    let words = output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("pool.tf:5:14: note: the documents do not decide recovery (the variable"))
  }

  @Test func `the resources of a Serverless project are found where its file names them`() throws {
    let folder = try Folder([
      "serverless.yml": """
      service: shop
      provider: { name: aws }
      resources:
        - ${file(resources/auth.yml)}
      """,
      "resources/auth.yml": """
      Resources:
        Pool:
          Type: AWS::Cognito::UserPool
          Properties: { UserPoolName: "${self:service}-pool", MfaConfiguration: "OFF" }
      """,
    ])
    let request = PoolRequest(paths: [folder["serverless.yml"]])
    let pools = try PoolLoader(model: try SmallTable.model(), request: request).load()
    #expect(pools.map(\.files) == [[folder["resources/auth.yml"], folder["serverless.yml"]]])
    #expect(pools.map(\.name) == ["shop-pool"])
  }

  @Test func `a Terraform module is a part of every configuration that calls it`() throws {
    let module = ProjectFolder.pool.replacing("\"shop\"", with: "var.name")
    let found = try ProjectFolder([
      "modules/auth/main.tf": module, "modules/auth/variables.tf": "variable \"name\" {}\n",
      "live/main.tf":
        "module \"users\" {\n  source = \"../modules/auth\"\n  name   = \"live\"\n}\n",
      "test/main.tf":
        "module \"users\" {\n  source = \"../modules/auth\"\n  name   = \"test\"\n}\n",
      "bucket/main.tf": "resource \"aws_s3_bucket\" \"b\" {\n}\n",
    ])
    #expect(
      found.names == [
        ["live/main.tf", "modules/auth/main.tf", "modules/auth/variables.tf"],
        ["modules/auth/main.tf", "modules/auth/variables.tf", "test/main.tf"],
      ])
    #expect(found.pools.map(\.name) == ["live", "test"])
    // So are the files that are named, as the command names them that checks one pool again.
    let request = PoolRequest(paths: found.pools[0].files)
    let again = try PoolLoader(model: try SmallTable.model(), request: request).load()
    #expect(again.map(\.name) == ["live"])
  }

  @Test func `a module is a part of a configuration that has a pool of its own, too`() throws {
    let module = ProjectFolder.pool.replacing("\"shop\"", with: "var.name")
    let found = try ProjectFolder([
      "modules/auth/main.tf": module + "variable \"name\" {}\n",
      "live/main.tf": Self.staff
        + "module \"users\" {\n  source = \"../modules/auth\"\n  name   = \"live\"\n}\n",
    ])
    #expect(found.names == Array(repeating: ["live/main.tf", "modules/auth/main.tf"], count: 2))
    #expect(Set(found.pools.map(\.name)) == ["live", "staff"])
  }

  @Test func `files that a Serverless project names and that are no pool's are passed over`() throws
  {
    let found = try ProjectFolder([
      "serverless.yml": """
      service: shop
      provider: { name: aws }
      resources:
        - ${file(./resources/cognito.yml)}
        - ${file(./resources/exports.yml)}
      """,
      "resources/cognito.yml": """
      Resources:
        Pool:
          Type: AWS::Cognito::UserPool
          Properties: { MfaConfiguration: "OFF" }
      """,
      "resources/exports.yml": "Outputs:\n  Users: { Value: !Ref Pool }\n",
    ])
    #expect(found.names == [["resources/cognito.yml", "serverless.yml"]])
  }

  @Test func `a Serverless project without a user pool asks for no file that is there`() throws {
    var files = [
      "serverless.yml": """
      service: shop
      provider: { name: aws }
      resources:
        Resources:
          Table: ${file(resources/tables.yml):Table}
          Guests: ${file(resources/cognito.yml):Guests}
      """,
      "resources/tables.yml": "Table: { Type: AWS::DynamoDB::Table }\n",
      "resources/cognito.yml": "Guests: { Type: AWS::Cognito::IdentityPool }\n",
    ]
    func codes(_ names: [String]) throws -> [String] {
      let folder = try Folder(files)
      let paths = names.isEmpty ? [folder.path] : names.map { folder[$0] }
      let failure = try #require(throws: CommandFailure.self) {
        try PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: paths)).load()
      }
      return failure.diagnostics.map { "\($0.code) \($0.location.line)" }
    }
    #expect(try codes([]) == ["project.no-document 0"])
    #expect(try codes(["serverless.yml"]).allSatisfy { $0.hasPrefix("template.no-pool") })
    // What is not there may have one.
    files["resources/cognito.yml"] = nil
    #expect(try codes([]) == ["serverless.other-file 6"])
  }

  @Test func `definitions of Amplify in folders of their own are pools of their own`() throws {
    let definition = "export const auth = defineAuth({ loginWith: { email: true } })\n"
    let found = try ProjectFolder([
      "shop/resource.ts": definition, "staff/resource.ts": definition,
      "app/amplify/auth/resource.ts": definition,
      "app/amplify/backend.ts": """
      import { defineBackend } from '@aws-amplify/backend'
      const { cfnUserPool } = backend.auth.resources.cfnResources
      cfnUserPool.mfaConfiguration = 'OFF'
      """,
    ])
    #expect(
      found.names == [
        ["app/amplify/backend.ts", "app/amplify/auth/resource.ts"], ["shop/resource.ts"],
        ["staff/resource.ts"],
      ])
  }

  // MARK: Documents that are left, and several pools

  private static let staff =
    "resource \"aws_cognito_user_pool\" \"staff\" {\n  name = \"staff\"\n}\n"

  @Test func `what has no pool is left with a note and keeps no pool from being read`() throws {
    let found = try ProjectFolder([
      "infra/main.tf": ProjectFolder.pool, "infra/later.tf": "  # nothing yet\n\n// nor here\n",
      "scripts/list.sh": "#!/bin/bash\n# no create-user-pool\naws cognito-idp list-users\n",
      "sst-env.d.ts": "import * as sst from '@pulumi/aws'\n// cognito.UserPool\n",
    ])
    #expect(found.names == [["infra/main.tf"]])
    #expect(found.pools[0].notes.map(\.code).contains("shell.no-pool"), "\(found.pools[0].notes)")
    #expect(found.pools[0].notes.allSatisfy { $0.severity == .note })
  }

  @Test func `a script without a pool is left where another document of the project has one`()
    throws
  {
    let found = try ProjectFolder([
      "serverless.yml": """
      service: shop
      provider: { name: aws }
      resources:
        Resources:
          Users: { Type: "AWS::Cognito::UserPool", Properties: { MfaConfiguration: "OFF" } }
      """,
      "deploy.sh": "#!/bin/bash\n# create-user-pool is not called\naws cognito-idp list-users\n",
    ])
    #expect(found.names == [["serverless.yml"]])
    #expect(found.pools[0].notes.map(\.code).contains("shell.no-pool"))
  }

  @Test
  func `a script that makes a pool is another pool than a template's, one for its client is not`()
    throws
  {
    let template = #"{"Resources": {"P": {"Type": "AWS::Cognito::UserPool"}}}"#
    let script = "aws cognito-idp create-user-pool --pool-name dev\n"
    let found = try ProjectFolder(["pool.json": template, "dev.sh": script])
    #expect(found.names == [["dev.sh"], ["pool.json"]])
    let client = "aws cognito-idp create-user-pool-client --user-pool-id $P --client-name web\n"
    #expect(
      try ProjectFolder(["pool.json": template, "c.sh": client]).names == [["pool.json", "c.sh"]])
  }

  @Test func `an app client of a pool that another template exports is found`() throws {
    let pool = """
      Resources: { Users: { Type: AWS::Cognito::UserPool } }
      Outputs:
        Id: { Value: !Ref Users, Export: { Name: !Sub "${AWS::StackName}-UsersId" } }
        Arn: { Value: !GetAtt Users.Arn, Export: { Name: !Sub "${AWS::StackName}-UsersArn" } }
      """
    let client = """
      Parameters: { AuthStack: { Type: String } }
      Resources:
        Web:
          Type: AWS::Cognito::UserPoolClient
          Properties:
            UserPoolId: { "Fn::ImportValue": !Sub "${AuthStack}-UsersId" }
            ExplicitAuthFlows: [ALLOW_USER_PASSWORD_AUTH, ALLOW_REFRESH_TOKEN_AUTH]
      """
    let files = ["web/client.yaml": client, "auth/pool.yaml": pool]
    let found = try ProjectFolder(files, model: try BundledTable.signIn())
    #expect(found.names == [["auth/pool.yaml", "web/client.yaml"]])
    #expect(found.pools[0].document?["flows"]?.value == .members(["userPassword", "refresh"]))
    #expect(!found.pools[0].notes.contains { $0.code == "document.no-client" })
    let literal = client.replacing("!Sub \"${AuthStack}-UsersId\"", with: "auth-UsersId")
    #expect(
      try ProjectFolder(["p.yaml": pool, "c.yaml": literal]).names == [["c.yaml", "p.yaml"]])
    let other = client.replacing("-UsersId", with: "-StaffId")
    #expect(try ProjectFolder(["client.yaml": other, "pool.yaml": pool]).names == [["pool.yaml"]])
  }

  @Test func `a file of another tool with a key of a pool file is no document`() throws {
    let other = "ide: x\nconfiguration:\n  choices: all\n"
    let found = try ProjectFolder(["main.tf": ProjectFolder.pool, "tool/ide.yaml": other])
    #expect(found.names == [["main.tf"]])
    let own = "pool: p\nconfiguration: { recovery: adminOnly }\n"
    #expect(
      try ProjectFolder(["main.tf": ProjectFolder.pool, "p.yaml": own]).names.contains(["p.yaml"]))
  }

  @Test func `a document of a folder that cannot be read keeps no other from being checked`() throws
  {
    let folder = try Folder(["a/main.tf": ProjectFolder.pool, "b/main.tf": Self.staff + "= 1\n"])
    let output = WaymarkTool.output(
      for: ["check", folder.path, "--no-try-assumptions"], in: SmallTable.environment())
    #expect(output.status == .unreadable)
    #expect(output.text.contains("shop  \(folder["a/main.tf"])"))
    #expect(output.stderr.contains("b/main.tf:4:1: error:"), "\(output.stderr)")
    #expect(output.stderr.contains("2 pools: "))
    #expect(output.stderr.hasSuffix(", 1 not checked\n"))
  }

  @Test func `each of several pools in one document of a folder is a pool of its own`() throws {
    let files = ["main.tf": ProjectFolder.pool + Self.staff]
    let found = try ProjectFolder(files)
    #expect(found.pools.map(\.name) == ["shop", "staff"])
    let output = WaymarkTool.output(
      for: ["check", found.folder.path, "--no-try-assumptions"], in: SmallTable.environment())
    #expect(output.text.contains(" --pool aws_cognito_user_pool.staff --no-try-assumptions\n"))
    let named = PoolRequest(paths: [found.folder["main.tf"]])
    let failure = try #require(throws: CommandFailure.self) {
      try PoolLoader(model: try SmallTable.model(), request: named).load()
    }
    #expect(failure.diagnostics.map(\.code) == ["template.several-pools"])
  }

  @Test func `the values that Amplify's CLI keeps next to a template are of the same pool`() throws
  {
    let found = try ProjectFolder([
      "amplify/backend/auth/shop/shop-cloudformation-template.yml": """
      Parameters: { mfaConfiguration: { Type: String } }
      Resources:
        UserPool:
          Type: AWS::Cognito::UserPool
          Properties: { MfaConfiguration: !Ref mfaConfiguration }
      """,
      "amplify/backend/auth/shop/parameters.json": #"""
      {"resourceName": "shop", "userPoolName": "shop_pool", "mfaConfiguration": "OFF",
        "autoVerifiedAttributes": ["email"], "authSelections": "userPoolOnly"}
      """#,
    ])
    #expect(found.pools.count == 1)
    #expect(found.pools[0].document?["mfa"]?.value == .choice("off"))
    // The template says nothing of changed addresses; what the CLI does by default is no drift.
    let drifts = found.pools[0].notes.filter { $0.code == "document.drift" }
    #expect(drifts.map(\.message).allSatisfy { $0.hasPrefix("`autoVerified` is ") })
  }

  @Test func `triggers that functions of serverless.ts name are those of its pool`() throws {
    let files = [
      "serverless.ts": "import pool from './resources/pool'\nmodule.exports = {}\n",
      "resources/pool.ts": """
      export default {
        Users: { Type: 'AWS::Cognito::UserPool', Properties: { MfaConfiguration: 'OFF' } },
      }
      """,
      "src/define/index.ts": """
      export default {
        handler: 'define.main',
        events: [{ cognitoUserPool: { pool: 'users', trigger: 'DefineAuthChallenge', existing: true } }],
      }
      """,
    ]
    // The small table has no triggers.
    let found = try ProjectFolder(files, model: try BundledTable.signIn())
    #expect(found.names == [["resources/pool.ts", "src/define/index.ts"]])
    #expect(found.pools[0].document?["triggers"]?.value == .set(["defineAuthChallenge"]))
    var computed = files
    computed["src/define/index.ts"] = files["src/define/index.ts"]?.replacing(
      "'DefineAuthChallenge'", with: "Events.define")
    let open = try ProjectFolder(computed, model: try BundledTable.signIn()).pools[0]
    #expect(open.document?["triggers"]?.value == .set([]))
    #expect(open.notes.contains { $0.code == "template.computed-trigger" })
    // The member of an enumeration that is called after a trigger stands for it.
    computed["src/define/index.ts"] = files["src/define/index.ts"]?.replacing(
      "'DefineAuthChallenge'", with: "Events.DefineAuthChallenge")
    let named = try ProjectFolder(computed, model: try BundledTable.signIn()).pools[0]
    #expect(named.document?["triggers"]?.value == .set(["defineAuthChallenge"]))
  }

  private static let inputs = """
    {"version": "1", "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF",
    "usernameAttributes": ["email"], "authSelections": "userPoolOnly"}}
    """

  @Test
  func `an override.ts of Gen1 is of the pool next to it, a program of an app of none`()
    throws
  {
    let found = try ProjectFolder([
      "amplify/backend/auth/shop/cli-inputs.json": Self.inputs,
      "amplify/backend/auth/shop/override.ts": """
      import { AmplifyAuthCognitoStackTemplate } from '@aws-amplify/cli-extensibility-helper'
      export function override(resources: AmplifyAuthCognitoStackTemplate) {
        resources.userPool.mfaConfiguration = 'ON'
      }
      """,
      "scripts/create.mjs": """
      import awsconfig from "./aws-exports.js";
      const client = new CognitoClient({ pool: awsconfig.aws_user_pools_id });
      """,
    ])
    #expect(
      found.names == [
        ["amplify/backend/auth/shop/override.ts", "amplify/backend/auth/shop/cli-inputs.json"]
      ])
    #expect(found.pools[0].document?["mfa"]?.value == .choice("required"))
    #expect(found.pools[0].notes.allSatisfy { $0.severity != .error })
  }

  @Test func `what the compiler made of a program is left`() throws {
    let definition = "export const auth = defineAuth({ loginWith: { email: true } })\n"
    let found = try ProjectFolder([
      "amplify/auth/resource.ts": definition,
      "amplify/auth/resource.js": definition.replacing("email", with: "phone"),
    ])
    #expect(found.names == [["amplify/auth/resource.ts"]])
  }

  private static let serverless = """
    service: shop
    provider: { name: aws }
    functions:
      - ${file(functions/check.yml)}
    resources:
      Resources:
        Users:
          Type: AWS::Cognito::UserPool
          Properties: { MfaConfiguration: "OFF" }
    """

  @Test func `triggers of functions in files of their own are the pool's`() throws {
    let files = [
      "serverless.yml": Self.serverless,
      "functions/check.yml": """
      check:
        handler: check.main
        events:
          - cognitoUserPool: { pool: users, trigger: PreSignUp, existing: true }
      """,
    ]
    let found = try ProjectFolder(files, model: try BundledTable.signIn())
    #expect(found.names == [["functions/check.yml", "serverless.yml"]])
    #expect(found.pools[0].document?["triggers"]?.value == .set(["preSignUp"]))
  }

  @Test func `a template that a Serverless project does not name is another pool`()
    throws
  {
    let found = try ProjectFolder([
      "serverless.yml": Self.serverless,
      "old.yaml": """
      AWSTemplateFormatVersion: "2010-09-09"
      Resources:
        Users:
          Type: AWS::Cognito::UserPool
          Properties: { MfaConfiguration: "OFF" }
      """,
    ])
    #expect(found.names == [["old.yaml"], ["serverless.yml"]])
  }

  @Test func `Terraform's older language, without quotes around names, is read`() throws {
    let found = try ProjectFolder([
      "main.tf": "variable name {\n  default = \"shop\"\n}\n",
      "pool.tf": "resource aws_cognito_user_pool main {\n  name = var.name\n}\n",
    ])
    #expect(found.names == [["main.tf", "pool.tf"]])
    // No default of a variable is taken unasked.
    #expect(found.pools.map(\.name) == ["main"])
  }
}
