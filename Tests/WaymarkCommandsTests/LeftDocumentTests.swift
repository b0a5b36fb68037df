import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What a folder has next to its pools: templates of other tools, functions, a plugin's stacks.
@Suite struct LeftDocumentTests {
  @Test(arguments: [
    ("pool.yaml", "Resources:\n{{#pools}}\n  P:\n    Type: AWS::Cognito::UserPool\n{{/pools}}\n"),
    ("pool.yaml.j2", "Resources:\n  P:\n    Type: AWS::Cognito::UserPool\n"),
    ("pool.tf.tpl", "resource \"aws_cognito_user_pool\" \"${name}\" {\n}\n"),
  ])
  func `a template that another tool fills in is left with a word`(
    path: String, template: String
  ) throws {
    let found = try ProjectFolder(["infra/main.tf": ProjectFolder.pool, path: template])
    #expect(found.names == [["infra/main.tf"]])
    let note = try #require(found.pools[0].notes.first { $0.code == "project.documents" })
    #expect(note.message.hasSuffix("; left: \(found.folder[path])"), "\(note.message)")
    #expect(note.remedy.hasPrefix("give what that tool makes of it"))
    let folder = try Folder([path: template])
    let failure = try #require(throws: CommandFailure.self) {
      try PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: [folder.path]))
        .load()
    }
    #expect(
      failure.diagnostics.map(\.message) == [
        "no document of a user pool is in this folder; \(folder[path]) is a template that"
          + " another tool fills in, which is not read"
      ])
  }

  @Test(arguments: [
    (true, "no document of a user pool is in this folder"),
    (false, "; CDK.OUT/manifest.json is a CDK manifest, which is not read"),
  ])
  func `a manifest of the CDK is named where its templates are not there`(
    hasTemplate: Bool, end: String
  ) throws {
    let manifest = """
      {"version": "48.0.0", "artifacts": {"S": {"type": "aws:cloudformation:stack", "properties":
        {"templateFile": "S.template.json", "logs": "@aws-cdk/aws-cognito:logUserPool"}}}}
      """
    var files = ["cdk.out/manifest.json": manifest]
    if hasTemplate { files["cdk.out/S.template.json"] = #"{"Resources": {}}"# }
    let folder = try Folder(files)
    let failure = try #require(throws: CommandFailure.self) {
      try PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: [folder.path]))
        .load()
    }
    let named = end.replacing("CDK.OUT/manifest.json", with: folder["cdk.out/manifest.json"])
    #expect(failure.diagnostics.count == 1)
    #expect(failure.diagnostics[0].message.hasSuffix(named), "\(failure.diagnostics[0].message)")
  }

  @Test func `a Serverless file with a key twice is why a folder has no pool`() throws {
    let text = """
      service: s
      provider: { name: aws }
      functions:
        a: { handler: a.b }
        a: { handler: a.c }
      resources:
        Resources:
          P: { Type: AWS::Cognito::UserPool }
      """
    let folder = try Folder(["serverless.yml": text])
    let failure = try #require(throws: CommandFailure.self) {
      try PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: [folder.path]))
        .load()
    }
    #expect(
      failure.diagnostics.map(\.message) == [
        "no document of a user pool is in this folder; in \(folder["serverless.yml"]) the key `a`"
          + " stands twice; it stands first at 4:3"
      ])
  }

  @Test(arguments: [(true, ["document.unsupported-format"]), (false, ["template.no-pool"])])
  func `that a project has no pool is not said next to a file of it that is refused`(
    isRefused: Bool, expected: [String]
  ) throws {
    func complaint(_ code: String, _ file: String) -> DiagnosticList {
      DiagnosticList([
        Diagnostic(code, at: SourceLocation(file: file), "no", remedy: "give another one")
      ])
    }
    var documents = ReadableDocuments(areFound: true)
    let project: [PoolDocuments.Recognised] = [
      ("serverless.yml", .serverless), ("users.yml", .cloudFormation),
    ]
    let group = isRefused ? project : [project[0]]
    try documents.take(group) { group throws(DiagnosticList) in
      throw group.count > 1
        ? complaint("document.unsupported-format", "users.yml")
        : complaint("template.no-pool", "serverless.yml")
    }
    #expect(documents.complaints(next: []).map(\.code) == expected)
  }

  @Test func `a template that is no YAML is left with a word, a chart without a pool without one`()
    throws
  {
    let found = try ProjectFolder([
      "infra/main.tf": ProjectFolder.pool,
      "broken.yaml": "Resources:\n  P: Type: AWS::Cognito::UserPool\n",
      "chart/app.yaml": "env:\n{{- if .cognito }}\n  POOL: {{ .cognito.pool }}\n{{- end }}\n",
    ])
    let note = try #require(found.pools[0].notes.first { $0.code == "project.documents" })
    #expect(note.message.hasSuffix("; left: \(found.folder["broken.yaml"])"), "\(note.message)")
  }

  @Test(arguments: [
    ("lgallard/cognito-user-pool/aws", true),
    ("git::https://example.org/terraform-aws-cognito.git?ref=v1", true),
    ("terraform-aws-modules/vpc/aws", false), ("example/cognito-identity-pool/aws", false),
  ])
  func `a pool that a module of another place makes is answered by what to give`(
    source: String, isNamed: Bool
  ) throws {
    let call = "module \"users\" {\n  source = \"\(source)\"\n}\n"
    let folder = try Folder(["infra/users.tf": call])
    let failure = try #require(throws: CommandFailure.self) {
      try PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: [folder.path]))
        .load()
    }
    let refusal = try #require(failure.diagnostics.first)
    #expect(failure.diagnostics.map(\.code) == ["project.no-document"])
    #expect(refusal.message.contains(folder["infra/users.tf"]) == isNamed, "\(refusal.message)")
    #expect(refusal.message.contains("the module `\(source)`") == isNamed, "\(refusal.message)")
    #expect(refusal.remedy.hasPrefix("give what is planned: `terraform plan") == isNamed)
    let found = try ProjectFolder(["infra/users.tf": call, "pool/main.tf": ProjectFolder.pool])
    #expect(found.names == [["pool/main.tf"]])
  }

  @Test(arguments: [("staff", 2), ("shop", 0)])
  func `functions for another pool are left with a note, those of this one are its triggers`(
    pool: String, notes: Int
  ) throws {
    func definition(_ trigger: String) -> String {
      """
      export const definition = {
        handler: 'handler.main',
        events: [{ cognitoUserPool: { pool: '\(pool)', trigger: '\(trigger)', existing: true } }],
      }
      """
    }
    let files = [
      "infra/main.tf": ProjectFolder.pool, "auth/serverless.ts": "module.exports = {}\n",
      "auth/define.ts": definition("DefineAuthChallenge"),
      "auth/sign-up.ts": definition("PreSignUp"),
    ]
    let found = try ProjectFolder(files, model: try BundledTable.signIn())
    #expect(found.names == [["infra/main.tf"]])
    let left = found.pools[0].notes.filter { $0.code == "document.unsupported-format" }
    #expect(left.map(\.severity) == Array(repeating: .note, count: notes))
  }

  @Test(arguments: [
    (
      "scripts/local.sh",
      "#!/bin/sh\naws cognito-idp create-user-pool --pool-name local \\\n"
        + "  --endpoint-url http://localhost:9229\n"
    ),
    (
      "scripts/local.sh",
      "#!/bin/sh\nHERE=http://localhost:9229\n"
        + "aws() { command aws --endpoint-url \"$HERE\" \"$@\"; }\n"
        + "aws cognito-idp create-user-pool --pool-name local\n"
    ),
    (
      "amplify_outputs.example.json",
      #"{"version": "1", "auth": {"user_pool_id": "us-east-1_X", "aws_region": "us-east-1","#
        + #" "user_pool_client_id": "c", "mfa_configuration": "NONE"}}"#
    ),
    (
      "amplify_outputs.json",
      #"{"version": "1", "auth": {"user_pool_id": "PLACEHOLDER", "aws_region": "us-east-1","#
        + #" "user_pool_client_id": "c", "mfa_configuration": "NONE"}}"#
    ),
    ("src/aws-exports.js", "export default {\n  aws_user_pools_id: '<YOUR_POOL_ID>',\n};\n"),
    (
      "auth-config.json",
      #"{"version": 1, "cognitoConfig": {"autoVerifyUserAttributes": ["email"],"#
        + #" "mfaConfiguration": "OFF", "requiredAttributes": ["email"]}}"#
    ),
  ])
  func `a pool of an emulator, of an example or of no tool is left next to another`(
    path: String, text: String
  ) throws {
    let found = try ProjectFolder(["infra/main.tf": ProjectFolder.pool, path: text])
    #expect(found.names == [["infra/main.tf"]])
    let note = try #require(found.pools[0].notes.first { $0.code == "project.documents" })
    #expect(note.message.hasSuffix("; left: \(found.folder[path])"), "\(note.message)")
    #expect(note.remedy == "give the file by itself to have it read")
    // Alone an example may be all that there is; an emulator's pool is none that is deployed.
    let alone = try Folder([path: text])
    let documents = PoolDocuments(named: [alone.path])
    let isEmulator = path.hasSuffix(".sh")
    #expect(documents.problems.map(\.code) == (isEmulator ? ["project.no-document"] : []))
    let loader = PoolLoader(
      model: try SmallTable.model(), request: PoolRequest(paths: [alone[path]]))
    #expect(try loader.load().count == 1)
  }

  @Test func `a request that a script for an emulator names is left with it`() throws {
    let script =
      "#!/bin/sh\naws --endpoint-url=http://localhost:4566 cognito-idp create-user-pool \\\n"
      + "  --cli-input-json file://users.json\n"
    let request = #"{"PoolName": "local", "UsernameAttributes": ["email"]}"#
    let files = ["local/setup.sh": script, "local/users.json": request]
    let found = try ProjectFolder(
      files.merging(["infra/main.tf": ProjectFolder.pool]) { $1 })
    #expect(found.names == [["infra/main.tf"]])
    let deployed = try ProjectFolder(
      files.merging([
        "local/deploy.sh": "#!/bin/sh\naws cognito-idp create-user-pool --pool-name live \\\n"
          + "  --cli-input-json file://users.json\n"
      ]) { $1 })
    #expect(deployed.names.joined().contains("local/users.json"))
  }

  @Test func `a template that a script for an emulator names is taken`() throws {
    let found = try ProjectFolder([
      "local/setup.sh": "#!/bin/sh\nawslocal cognito-idp create-user-pool --pool-name local\n"
        + "awslocal cloudformation create-stack --template-body file://users.yaml\n",
      "local/users.yaml": "Resources:\n  Users:\n    Type: AWS::Cognito::UserPool\n",
    ])
    #expect(found.names == [["local/users.yaml"]])
  }

  @Test(arguments: [
    (ProjectFolder.pool, true), ("variable \"cognito_users\" {\n  default = \"$1\"\n}\n", false),
  ])
  func `a script that writes Terraform's files is none of them`(
    block: String, hasPool: Bool
  ) throws {
    let script = "#!/bin/bash\nset -e\ncat > users.tf << EOF\n\(block)EOF\n"
    let found = try ProjectFolder(["main.tf": ProjectFolder.pool, "scripts/add.sh": script])
    #expect(found.names == [["main.tf"]])
    let left = "; left: \(found.folder["scripts/add.sh"])"
    #expect(found.pools[0].notes.contains { $0.message.hasSuffix(left) } == hasPool)
    let output = WaymarkTool.output(
      for: ["check", found.folder.path, "--no-try-assumptions"], in: SmallTable.environment())
    #expect(!output.stderr.contains("not checked"), "\(output.stderr)")
  }

  @Test func `a category of Amplify's that imports its pool is left next to what makes it`() throws
  {
    let path = "amplify/backend/auth/shop/parameters.json"
    let text = """
      {"authSelections": "identityPoolAndUserPool", "resourceName": "shop",
       "serviceType": "imported", "mfaConfiguration": "OFF", "mfaTypes": [],
       "passwordPolicyMinLength": 8}
      """
    let found = try ProjectFolder(["infra/main.tf": ProjectFolder.pool, path: text])
    #expect(found.names == [["infra/main.tf"]])
    let note = try #require(found.pools[0].notes.first { $0.code == "project.documents" })
    #expect(note.message.hasSuffix("; left: \(found.folder[path])"), "\(note.message)")
  }

  @Test(arguments: [(false, "template.no-pool"), (true, "project.no-document")])
  func `an import of a pool alone is why nothing is checked, unless a program makes that pool`(
    isMade: Bool, code: String
  ) throws {
    let text = """
      {"authSelections": "userPoolOnly", "resourceName": "shop", "serviceType": "imported",
       "mfaConfiguration": "OFF", "mfaTypes": [], "passwordPolicyMinLength": 8}
      """
    var files = ["amplify/backend/auth/shop/parameters.json": text]
    if isMade {
      files["cdk/lib/users.ts"] =
        "import { UserPool } from 'aws-cdk-lib/aws-cognito'\nnew UserPool(this, 'Users', {})\n"
    }
    let folder = try Folder(files)
    let failure = try #require(throws: CommandFailure.self) {
      try PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: [folder.path]))
        .load()
    }
    #expect(failure.diagnostics.map(\.code) == [code])
    #expect(failure.diagnostics.first?.message.contains("a program of the CDK") == isMade)
  }

  @Test(arguments: [
    ("export const auth = referenceAuth({ userPoolId: 'eu-west-1_a' })", false),
    ("// or referenceAuth({})\nexport const auth = other()", true),
  ])
  func `overrides of a pool that a program refers to are of none that is made here`(
    program: String, isTaken: Bool
  ) throws {
    let files = [
      "amplify/auth/resource.ts": "import { x } from '@aws-amplify/backend'\n\(program)\n",
      "amplify/backend.ts": """
      import { defineBackend } from '@aws-amplify/backend'
      import { auth } from './auth/resource'
      const { cfnUserPool } = defineBackend({ auth }).auth.resources.cfnResources
      """,
    ]
    let folder = try Folder(files)
    let found = ProjectFiles(in: folder.path)
    #expect(found.taken == (isTaken ? [folder["amplify/backend.ts"]] : []))
    let refusal = found.refusal(of: folder.path)
    let place = "\(folder["amplify/auth/resource.ts"]) is a program that refers to a pool"
    #expect(refusal.message.contains(place) != isTaken, "\(refusal.message)")
    #expect(refusal.remedy.hasPrefix("give the template that makes it") != isTaken)
  }

  @Test func `a state of Terraform without a pool keeps none unchecked`() throws {
    let state = """
      {"version": 4, "terraform_version": "1.9.0", "lineage": "l", "resources": [
        {"mode": "managed", "type": "aws_lb_listener", "name": "l", "instances": [
          {"attributes": {"default_action": [{"authenticate_cognito": []}]}}]}]}
      """
    let found = try ProjectFolder([
      "infra/main.tf": ProjectFolder.pool, "lb/terraform.tfstate": state,
    ])
    #expect(found.names == [["infra/main.tf"]])
    let folder = try Folder(["terraform.tfstate": state])
    let failure = try #require(throws: CommandFailure.self) {
      try PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: [folder.path]))
        .load()
    }
    #expect(failure.diagnostics.map(\.code) == ["project.no-document"])
  }

  @Test func `an old copy of a Serverless file whose files are not there keeps none unchecked`()
    throws
  {
    let copy = """
      service: shop
      provider: { name: aws }
      resources:
        - ${file(resources/cognito.yml)}
      """
    let found = try ProjectFolder(["infra/main.tf": ProjectFolder.pool, "examples/old.yml": copy])
    #expect(found.names == [["infra/main.tf"]])
    let note = try #require(found.pools[0].notes.first { $0.code == "project.documents" })
    #expect(note.message.hasSuffix("; left: \(found.folder["examples/old.yml"])"))
    // The framework's own name is that of a project, of which a part is missing.
    let folder = try Folder(["infra/main.tf": ProjectFolder.pool, "api/serverless.yml": copy])
    let request = PoolRequest(paths: [folder.path])
    let read = try PoolLoader(model: try SmallTable.model(), request: request).loadReadable()
    #expect(read.unread.flatMap(\.problems).map(\.code) == ["serverless.other-file"])
  }

  @Test func `a stack that a plugin deploys next to a Serverless project is a part of it`() throws {
    let found = try ProjectFolder([
      "serverless.yml": """
      service: shop
      provider: { name: aws }
      custom:
        additionalStacks:
          users:
            Resources: ${file(./resources/cognito.yml)}
            Outputs: ${file(./resources/outputs.yml)}
      """,
      "resources/cognito.yml": """
      Users:
        Type: AWS::Cognito::UserPool
        Properties: { MfaConfiguration: "OFF" }
      """,
      "resources/outputs.yml": "Id: { Value: !Ref Users }\n",
    ])
    #expect(found.names == [["resources/cognito.yml", "serverless.yml"]])
    #expect(found.pools[0].document?["mfa"]?.value == .choice("off"))
  }

  @Test func `JSON says why a folder, and which of its pools, was not checked`() throws {
    func value(_ folder: Folder) throws -> Any {
      let output = WaymarkTool.output(
        for: ["check", folder.path, "--no-try-assumptions", "--format", "json"],
        in: SmallTable.environment())
      #expect(output.status == .unreadable)
      return try JSONSerialization.jsonObject(with: Data(output.text.utf8))
    }
    let empty = try #require(try value(Folder(["notes.txt": "milk"])) as? [String: Any])
    #expect(empty["pool"] is NSNull)
    let refusals = try #require(empty["problems"] as? [[String: Any]])
    #expect(refusals.compactMap { $0["code"] as? String } == ["project.no-document"])
    let two = try Folder([
      "a/main.tf": ProjectFolder.pool,
      "b/main.tf": "resource \"aws_cognito_user_pool\" \"b\" {\n  name = \"b\"\n}\n= 1\n",
    ])
    let pools = try #require(try value(two) as? [[String: Any]])
    #expect(pools.count == 2)
    #expect(pools.first?["properties"] != nil)
    #expect(pools.last?["pool"] as? String == two["b/main.tf"])
    let faults = try #require(pools.last?["problems"] as? [[String: Any]])
    #expect(faults.map { $0["line"] as? Int } == [4])
  }

  @Test func `a pool of which Terraform makes none is one complaint for all files`() throws {
    let none = ProjectFolder.pool.replacing("\n}", with: "\n  count = 0\n}")
    let files = ["main.tf": none, "variables.tf": "variable \"a\" {}\n"]
    let failure = try #require(throws: CommandFailure.self) { try ProjectFolder(files) }
    #expect(failure.diagnostics.map(\.code) == ["template.pool-switched-off"])
    #expect(
      failure.diagnostics.map(\.message) == [
        "`aws_cognito_user_pool.main` is not created: its `count` is 0"
      ])
    #expect(failure.diagnostics.map(\.location.line) == [3])
  }

  @Test func `a template whose pool is switched off keeps no other from being checked`() throws {
    let template = """
      Parameters: { Users: { Type: String, Default: "no" } }
      Conditions: { HasUsers: !Equals [!Ref Users, "yes"] }
      Resources:
        Users:
          Type: AWS::Cognito::UserPool
          Condition: HasUsers
          Properties: { MfaConfiguration: "OFF" }
      """
    let found = try ProjectFolder(["infra/main.tf": ProjectFolder.pool, "stack.yaml": template])
    #expect(found.names == [["infra/main.tf"]])
    #expect(found.pools[0].notes.contains { $0.code == "template.pool-switched-off" })
    let failure = try #require(throws: CommandFailure.self) {
      try ProjectFolder(["stack.yaml": template])
    }
    #expect(failure.diagnostics.map(\.code) == ["template.pool-switched-off"])
  }

  @Test func `app clients whose pool is a variable are named where there is no pool`() throws {
    func client(_ name: String) -> String {
      "resource \"aws_cognito_user_pool_client\" \"\(name)\" {\n"
        + "  name = \"\(name)\"\n  user_pool_id = var.pool\n}\n"
    }
    let files = [
      "web/main.tf": "variable \"pool\" {}\n" + client("web"), "phone/main.tf": client("phone"),
    ]
    let folder = try Folder(files)
    let failure = try #require(throws: CommandFailure.self) {
      try PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: [folder.path]))
        .load()
    }
    #expect(
      failure.diagnostics.map(\.message) == [
        "no document of a user pool is in this folder; at \(folder["phone/main.tf"]):1:1 is an app"
          + " client, as at \(folder["web/main.tf"]):2:1, but no pool of theirs"
      ])
    #expect(failure.diagnostics.allSatisfy { $0.remedy.hasPrefix("add the files that make the") })
    let named = try #require(throws: CommandFailure.self) {
      try PoolLoader(
        model: try SmallTable.model(), request: PoolRequest(paths: [folder["web/main.tf"]])
      ).load()
    }
    #expect(named.diagnostics.map { "\($0.code) \($0.location.line)" } == ["template.no-pool 2"])
    // Next to a pool they are left.
    let found = try ProjectFolder(
      files.merging(["infra/main.tf": ProjectFolder.pool]) { first, _ in first })
    #expect(found.names == [["infra/main.tf"]])
    let note = try #require(found.pools[0].notes.first { $0.code == "project.documents" })
    #expect(note.message.hasSuffix("; left: \(found.folder["phone/main.tf"])"), "\(note.message)")
  }

  @Test func `what a call writes onto a pool is no pool, and the call is named`() throws {
    let call = """
      resource "null_resource" "sender" {
        provisioner "local-exec" {
          # aws cognito-idp update-user-pool-client
          command = "aws cognito-idp update-user-pool --cli-input-json file://${var.input}"
        }
      }

      """
    let input = #"{"MfaConfiguration": "OFF", "AutoVerifiedAttributes": ["email"]}"#
    let found = try ProjectFolder([
      "main.tf": ProjectFolder.pool + call, "settings.json": input,
      "rename.sh": "#!/bin/bash\naws cognito-idp update-user-pool --user-pool-id $ID\n",
    ])
    #expect(found.names == [["main.tf"]])
    let note = try #require(found.pools[0].notes.first { $0.code == "project.documents" })
    #expect(note.message.contains(found.folder["settings.json"]), "\(note.message)")
    #expect(note.message.contains(found.folder["rename.sh"]), "\(note.message)")
    let warnings = found.pools[0].notes.filter { $0.code == "template.custom-resource" }
    #expect(
      warnings.map(\.message) == [
        "`update-user-pool` changes the pool or an app client when Terraform runs it, and is not"
          + " read; what it leaves out goes back to the default"
      ])
    #expect(warnings.map(\.location.line) == [7])
    #expect(warnings.map(\.location.column) == [20])
    // The same text as an output runs nothing.
    let printed = call.replacing(
      "resource \"null_resource\" \"sender\"", with: "output \"sender\"")
    let other = try ProjectFolder(["main.tf": ProjectFolder.pool + printed])
    #expect(!other.pools[0].notes.contains { $0.code == "template.custom-resource" })
    // Where nothing updates a pool, such a file is what makes it.
    let alone = try ProjectFolder(["main.tf": ProjectFolder.pool, "settings.json": input])
    #expect(alone.names == [["main.tf", "settings.json"]])
  }
}
