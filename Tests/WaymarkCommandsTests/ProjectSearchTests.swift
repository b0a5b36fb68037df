import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Which files of a project's folder are looked into.
@Suite struct ProjectSearchTests {
  @Test func `upper folders are looked into first, and that some are not is said`() throws {
    let folder = try Folder([
      "infra/main.tf": ProjectFolder.pool, "web/a/1.ts": "\n", "web/a/2.ts": "\n",
      "web/a/b/pool.tf": ProjectFolder.pool,
    ])
    let whole = ProjectFiles(in: folder.path)
    #expect(whole.taken == [folder["infra/main.tf"], folder["web/a/b/pool.tf"]])
    #expect(whole.cut(in: folder.path) == nil)
    let cut = ProjectFiles(in: folder.path, most: 3)
    #expect(cut.taken == [folder["infra/main.tf"]])
    let warning = try #require(cut.cut(in: folder.path))
    #expect(warning.code == "project.not-all-files")
    #expect(warning.severity == .warning)
    #expect(warning.location.file == folder.path)
  }

  @Test(
    arguments: [
      ("provider \"aws\" {}\n", [:], true),
      // A repository of modules to be published deploys nothing.
      ("", [:], false),
      ("provider \"aws\" {}\n", ["live/a.hcl": "  source = \"git::x//modules/old\"\n"], false),
      ("provider \"aws\" {}\n", ["examples/a/main.tf": old("../..")], false),
    ] as [(String, [String: String], Bool)])
  func `a module with a pool that nothing calls is left next to a configuration that makes one`(
    provider: String, more: [String: String], isLeft: Bool
  ) throws {
    let files = [
      "infra/main.tf": provider + "module \"users\" {\n  source = \"../modules/users\"\n}\n",
      "modules/users/main.tf": ProjectFolder.pool, "modules/old/main.tf": ProjectFolder.pool,
    ]
    let found = try ProjectFolder(files.merging(more) { $1 })
    let isJudged = found.names.contains { $0.contains("modules/old/main.tf") }
    #expect(found.names.contains(["infra/main.tf", "modules/users/main.tf"]))
    #expect(isJudged != isLeft)
    let said = found.pools.flatMap(\.notes).filter { $0.message.contains("nothing here calls") }
    #expect(said.map(\.location.file) == (isLeft ? [found.folder["modules/old/main.tf"]] : []))
  }

  @Test func `an example that calls what the project deploys itself is left`() throws {
    let found = try ProjectFolder([
      "main.tf": "provider \"aws\" {}\n" + ProjectFolder.pool,
      "examples/one/main.tf":
        "provider \"aws\" {}\nmodule \"users\" {\n  source = \"../..\"\n}\n",
    ])
    #expect(found.names == [["main.tf"]])
  }

  private static func old(_ above: String) -> String {
    "module \"old\" {\n  source = \"\(above)/modules/old\"\n}\n"
  }

  @Test func `an app client that another module makes of a module's pool is a part of it`() throws {
    let client = """
      variable "pool_id" {}
      resource "aws_cognito_user_pool_client" "app" {
        user_pool_id        = var.pool_id
        explicit_auth_flows = ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
      }
      """
    let found = try ProjectFolder([
      "infra/main.tf": """
      module "users" {
        source = "../modules/pool"
      }
      module "app" {
        source  = "../modules/apps"
        pool_id = module.users.id
      }
      """,
      "modules/pool/main.tf": ProjectFolder.pool,
      "modules/apps/main.tf":
        "module \"web\" {\n  source  = \"../client\"\n  pool_id = var.pool_id\n}\n",
      "modules/client/main.tf": client,
      // A client of a pool that stands nowhere here.
      "other/main.tf":
        "module \"app\" {\n  source  = \"../modules/client\"\n  pool_id = \"eu_1\"\n}\n",
    ])
    #expect(
      found.names == [
        [
          "infra/main.tf", "modules/apps/main.tf", "modules/client/main.tf",
          "modules/pool/main.tf",
        ]
      ])
    #expect(found.pools.first?.notes.contains { $0.code == "document.no-client" } == false)
  }

  @Test(arguments: [
    ("amplify-shop-dev-15ac9-authRole", "legacy"),
    ("amplify-shop-main-branch-1a-amplifyAuthauthenticatedUse-x", "prevent"),
  ])
  func `a pool that the second generation of Amplify refers to is as the first one made it`(
    role: String, errors: String
  ) throws {
    let auth = #"""
      "user_pool_id": "eu-west-1_aBcD12345", "user_pool_client_id": "web",
      "username_attributes": ["email"], "user_verification_types": ["email"],
      "standard_required_attributes": ["email"], "mfa_configuration": "NONE"
      """#
    let found = try ProjectFolder(
      [
        "amplify/auth/resource.ts": """
        import { referenceAuth } from '@aws-amplify/backend'
        export const auth = referenceAuth({
          userPoolId: 'eu-west-1_aBcD12345', authRoleArn: 'arn:aws:iam::1:role/\(role)',
        })
        """,
        "src/amplify_outputs.json": "{\"version\": \"1\", \"auth\": {\(auth)}}",
        "src/aws-exports.js": """
        const awsmobile = {
          "aws_user_pools_id": "eu-west-1_aBcD12345", "aws_user_pools_web_client_id": "web",
          "aws_cognito_username_attributes": ["EMAIL"], "aws_cognito_mfa_configuration": "OFF",
          "aws_cognito_signup_attributes": ["EMAIL"], "aws_cognito_mfa_types": ["SMS"],
          "aws_cognito_verification_mechanisms": ["EMAIL"]
        };
        export default awsmobile;
        """,
      ], model: try BundledTable.signIn())
    #expect(found.names == [["src/amplify_outputs.json", "src/aws-exports.js"]])
    #expect(found.pools[0].document?["existenceErrors"]?.value == .choice(errors))
  }

  @Test(arguments: ["", "infra/"])
  func `a pool of Terraform's files is called by their folder`(folder: String) throws {
    let pool = "resource \"aws_cognito_user_pool\" \"main\" {}\n"
    let found = try ProjectFolder([
      "\(folder)bucket.tf": "resource \"aws_s3_bucket\" \"b\" {}\n", "\(folder)pool.tf": pool,
      "\(folder)old/pool.tf": pool,
    ])
    let own = folder.isEmpty ? found.folder.path : folder
    let last = try #require(own.split(separator: "/").last)
    #expect(Set(found.pools.map(\.name)) == ["main (\(last))", "main (old)"])
  }

  @Test(arguments: [("file:../amplify", true), ("^1.4.0", false)])
  func `what defineAuth does not have is a note where the project has one of its own`(
    version: String, isOwn: Bool
  ) throws {
    let definition = """
      import { defineAuth } from '@aws-amplify/backend'
      export const auth = defineAuth({ loginWith: { email: true }, links: { email: true } })
      """
    let folder = try Folder([
      "amplify/auth/resource.ts": definition,
      "package.json": "{\"dependencies\": {\"@aws-amplify/backend\": \"\(version)\"}}\n",
    ])
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    reader.programs = PoolDocuments(named: [folder.path]).programs
    #expect(reader.programs.hasOwnDefineAuth == isOwn)
    let read = try reader.read([(file: "resource.ts", bytes: Array(definition.utf8))])
    let note = try #require(read.notes.first { $0.code == "document.unknown-property" })
    #expect(note.severity == (isOwn ? .note : .warning))
    #expect(note.message.contains("a deployment fails") != isOwn, "\(note.message)")
    // Either way a check says so: the pool is judged without it.
    let output = WaymarkTool.output(
      for: ["check", "--no-try-assumptions", folder.path], in: SmallTable.environment())
    let words = output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("defineAuth has no property `links`"), "\(output.text)")
  }

  @Test func `what create-user-pool is given is a document, though it names no user pool`() throws {
    let folder = try Folder([
      "pool/pool.json": #"{"PoolName": "users", "AliasAttributes": ["email"]}"#,
      "pool/client.json": #"{"UserPoolId": "eu_1", "ClientName": "app"}"#,
    ])
    #expect(
      ProjectFiles(in: folder.path).taken == [folder["pool/client.json"], folder["pool/pool.json"]])
  }

  @Test func `a template of any name is found, and not in what the CDK bundled`() throws {
    let template = "Resources:\n  Users:\n    Type: AWS::Cognito::UserPool\n"
    let folder = try Folder([
      "infra/cognito": template, "infra/users.template": template, "infra/LICENSE": "Cognito\n",
      "cdk.out/asset.1f0c/users.yaml": template,
    ])
    #expect(
      ProjectFiles(in: folder.path).taken == [
        folder["infra/cognito"], folder["infra/users.template"],
      ])
  }

  @Test func `what an app does with its pool is no program that makes one`() throws {
    let folder = try Folder([
      "app/pool.ts": "// cognito\nimport x from 'y'\nawait this.updateUserPool({ id })\n",
      "app/lib/table.dart": "import 'package:app/cognito.dart';\nclass Table {}\n",
      "app/sign-in.js": "import { CognitoUserPool } from 'c'\nnew CognitoUserPool(data)\n",
      "stack/auth.js": "import x from 'y'\nconst pool = new UserPool({ name: 'users' })\n",
    ])
    let files = ProjectFiles(in: folder.path)
    #expect(files.taken.isEmpty)
    #expect(files.left.map(\.location.file) == [folder["stack/auth.js"]])
  }

  private static let boto = "import boto3\nclient = boto3.client('cognito-idp')\n"

  @Test func `the line at which boto3 makes a pool is named`() throws {
    let program = Self.boto + "def make():\n  client.create_user_pool()\n"
    let folder = try Folder(["infra/pool.py": program])
    let found = ProjectFiles(in: folder.path)
    #expect(found.left.map(\.location) == [SourceLocation(file: folder["infra/pool.py"], line: 4)])
    let refusal = found.refusal(of: folder.path)
    #expect(refusal.message.contains("infra/pool.py is a program of boto3"))
    #expect(refusal.remedy.contains("describe-user-pool"))
  }

  @Test(arguments: [
    (
      "setup.ts", "import { C } from 'cognito'\nawait c.send(new CreateUserPoolCommand({}))\n",
      true
    ),
    ("setup.js", "const sdk = require('cognito')\nsdk.idp.createUserPool({})\n", true),
    (
      "setup.ps1", "# Cognito\n$pool = aws cognito-idp create-user-pool `\n  --pool-name shop\n",
      true
    ),
    ("setup.ps1", "# Cognito\n$pool = New-CGIPUserPool -PoolName shop\n", true),
    (
      "client.ps1", "# Cognito\naws cognito-idp create-user-pool-client `\n  --no-cli-pager\n",
      false
    ),
    ("app.js", "import { C } from 'cognito'\nawait c.send(new UpdateUserPoolCommand({}))\n", false),
    ("setup.py", boto + "client.create_user_pool(PoolName='shop')\n", true),
    ("setup.py", boto + "# client.create_user_pool(PoolName='shop')\n", false),
    ("setup.py", "from moto import mock_aws\n" + boto + "client.create_user_pool()\n", false),
    ("test_pool.py", boto + "client.create_user_pool()\n", false),
    (
      "local.py",
      boto + "HOST = 'http://localhost:9229'\n"
        + "boto3.client('cognito-idp', endpoint_url=HOST).create_user_pool()\n", false
    ),
  ])
  func `a program that makes its pool by a call is named`(
    path: String, program: String, isNamed: Bool
  ) throws {
    for others in [[:], ["main.tf": ProjectFolder.pool]] {
      let folder = try Folder(others.merging([path: program]) { $1 })
      let files = ProjectFiles(in: folder.path)
      #expect(files.left.map(\.location.file) == (isNamed ? [folder[path]] : []))
      #expect(files.taken.count == others.count)
    }
  }

  @Test(arguments: [("# ", 0), ("", 1)])
  func `a Serverless project whose comments or values name a pool has none`(
    mark: String, taken: Int
  ) throws {
    let folder = try Folder([
      "serverless.yml": """
      service: notes
      provider: { name: aws }
      custom: { cognitoUserPoolArn: { Fn::ImportValue: UserPoolArn } }
      functions:
        hello:
          handler: handler.hello
      \(mark)    events:
      \(mark)      - cognitoUserPool: { pool: users, trigger: PreSignUp }
      """
    ])
    #expect(ProjectFiles(in: folder.path).taken.count == taken)
  }

  /// A program of Amplify with a construct that changes its pool, and what Amplify made of it.
  private static let program = [
    "amplify/auth/resource.ts": """
    import { defineAuth } from '@aws-amplify/backend'
    export const auth = defineAuth({
      loginWith: { email: true },
    })
    """,
    "amplify/backend.ts": """
    import { defineBackend } from '@aws-amplify/backend'
    import { auth } from './auth/resource'
    import { Strict } from './auth/strict'
    const backend = defineBackend({ auth })
    new Strict(backend.stack, backend.auth.resources.userPool)
    """,
    ".amplify/artifacts/cdk.out/manifest.json":
      #"{"artifacts": {"a": {"properties": {"file": "app.assets.json"}}}}"#,
    ".amplify/artifacts/cdk.out/app.assets.json":
      #"{"files": {"x": {"source": {"path": "auth.nested.template.json"}}}}"#,
    ".amplify/artifacts/cdk.out/auth.nested.template.json": """
    {"Resources": {
      "amplifyAuthUserPool1": {"Type": "AWS::Cognito::UserPool", "Properties": {
        "MfaConfiguration": "ON", "EnabledMfas": ["SOFTWARE_TOKEN_MFA"],
        "UsernameAttributes": ["email"], "AutoVerifiedAttributes": ["email"]}},
      "amplifyAuthUserPoolClient1": {"Type": "AWS::Cognito::UserPoolClient", "Properties": {
        "UserPoolId": {"Ref": "amplifyAuthUserPool1"},
        "ExplicitAuthFlows": ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]}}}}
    """,
  ]

  @Test(arguments: [(60.0, "required", []), (-60.0, "off", ["project.old-template"])])
  func `what Amplify made of a program counts, unless the program is newer`(
    age: Double, mfa: String, left: [String]
  ) throws {
    let folder = try Folder(Self.program)
    let template = folder[".amplify/artifacts/cdk.out/auth.nested.template.json"]
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: age)], ofItemAtPath: template)
    let files = ProjectFiles(in: folder.path)
    #expect(files.left.map(\.code) == left)
    #expect(files.taken.contains(template) == left.isEmpty)
    let request = PoolRequest(paths: [folder.path])
    let pools = try PoolLoader(model: try SmallTable.model(), request: request).load()
    #expect(pools.count == 1)
    #expect(pools.first?.document?["mfa"]?.value == .choice(mfa))
    #expect(pools.first?.notes.contains { $0.severity == .warning } == false)
  }

  @Test func `a program that cannot be read is taken as what Amplify made of it`() throws {
    var files = Self.program
    files["amplify/auth/resource.ts"] = """
      import { defineAuth } from '@aws-amplify/backend'
      export const auth = defineAuth({ loginWith: logins() })
      """
    let folder = try Folder(files)
    let request = PoolRequest(paths: [folder.path])
    let loader = PoolLoader(model: try SmallTable.model(), request: request)
    let template = folder[".amplify/artifacts/cdk.out/auth.nested.template.json"]
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: template)
    #expect(try loader.load().first?.document?["mfa"]?.value == .choice("required"))
    try FileManager.default.removeItem(atPath: template)
    #expect(throws: CommandFailure.self) { try loader.load() }
  }
}
