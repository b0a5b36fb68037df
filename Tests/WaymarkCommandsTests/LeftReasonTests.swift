import SignIn
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What a check says of the files of a folder that it left.
@Suite struct LeftReasonTests {
  private static let sst =
    "import { Cognito } from \"sst/constructs\"\nnew Cognito(stack, 'Auth', { login: ['email'] })\n"

  private static let switchedOff = """
    Parameters: { Users: { Type: String, Default: "no" } }
    Conditions: { HasUsers: !Equals [!Ref Users, "yes"] }
    Resources:
      Users:
        Type: AWS::Cognito::UserPool
        Condition: HasUsers
        Properties: { MfaConfiguration: "OFF" }
    """

  @Test(arguments: [
    (
      ["main.tf": ProjectFolder.pool, "stacks/auth.ts": sst],
      "stacks/auth.ts:1:1: note: this is a program of SST before version 3, which is not read"
    ),
    (
      ["main.tf": ProjectFolder.pool, "stack.yaml": switchedOff],
      "stack.yaml:4:3: note: the condition of `Users` does not hold with the template's defaults"
    ),
    (
      [
        "pool.json": #"{"PoolName": "shop"}"#,
        "jobs.json": #"{"ClientName": "jobs", "UserPoolId": "us-east-1_A"}"#,
        "web.json": #"{"ClientName": "web", "UserPoolId": "us-east-1_A"}"#,
      ],
      "web.json: note: this makes the app client `web`, and jobs.json the app client `jobs`, which"
        + " is judged"
    ),
  ])
  func `a check says what it left of the folder, and why`(
    files: [String: String], note: String
  ) throws {
    let folder = try Folder(files)
    let output = WaymarkTool.output(
      for: ["check", folder.path, "--no-try-assumptions"], in: SmallTable.environment())
    let words = output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(note), "\(output.text)\(output.stderr)")
  }

  @Test func `groups of users alone are no pool, though their file be broken`() throws {
    let groups = "Resources:\n  G: Type: AWS::Cognito::UserPoolGroup\n"
    #expect(try left(["groups.yaml": groups]) == [])
  }

  private static let template = #"""
    {"Parameters": {"AuthCognitoUserPoolId": {"Type": "String", "Default": "NONE"}},
     "Conditions": {"Own": {"Fn::Equals": [{"Ref": "AuthCognitoUserPoolId"}, "NONE"]}},
     "Resources": {"Users": {"Type": "AWS::Cognito::UserPool", "Condition": "Own"}}}
    """#

  @Test(arguments: [
    (#"{"Fn::GetAtt": ["authshop", "Outputs.UserPoolId"]}"#, true), (#""us-east-1_A""#, true),
    (#""NONE""#, false),
  ])
  func `an Amplify API's template makes no pool where it is given one`(
    pool: String, isLeft: Bool
  ) throws {
    let files = [
      "amplify/backend/api/shop/cloudformation-template.json": Self.template,
      "amplify/backend/api/shop/parameters.json": #"{"AuthCognitoUserPoolId": \#(pool)}"#,
    ]
    let message =
      "amplify/backend/api/shop/cloudformation-template.json: this is a template whose"
      + " parameters.json gives it a pool that is made elsewhere, which is not read"
    #expect(try left(files) == (isLeft ? [message] : []))
    // It makes none where nothing else is there either.
    let folder = try Folder(files)
    #expect(PoolDocuments(named: [folder.path]).problems.isEmpty == !isLeft)
  }

  @Test(arguments: [(#"{"staff": {}}"#, true), (#"{"shop": {}}"#, false), ("{}", false)])
  func `a pool of Amplify's that its backend does not list is left`(
    listed: String, isLeft: Bool
  ) throws {
    let inputs = #"{"version": "1", "cognitoConfig": {"mfaConfiguration": "OFF"}}"#
    let path = "app/amplify/backend/auth/shop/cli-inputs.json"
    let files = [path: inputs, "app/amplify/backend/backend-config.json": #"{"auth": \#(listed)}"#]
    let message =
      "\(path): this is a pool of Amplify's that backend-config.json does not list, which is not"
      + " read"
    #expect(try left(files) == (isLeft ? [message] : []))
    #expect(try ProjectFolder(files).names == [[path]])
  }

  private static let update = "#!/bin/sh\naws cognito-idp update-user-pool-client --client-id C\n"

  @Test(arguments: [
    (update, "", true), (update.replacing("aws", with: "# aws"), "", false),
    (update, #", "CreationDate": 1"#, false),
  ])
  func `the input of a call that changes an app client is no client of its own`(
    script: String, more: String, isLeft: Bool
  ) throws {
    let client = #"{"UserPoolId": "P", "ClientId": "C", "ExplicitAuthFlows": []\#(more)}"#
    let said = try left(["client.json": client, "update.sh": script])
    let input = "client.json: this is an input of update-user-pool-client, which is not read"
    #expect(said.contains(input) == isLeft, "\(said)")
    let call = "update.sh: this is a script that calls update-user-pool-client, which is not read"
    #expect(said.contains(call) == (script == Self.update), "\(said)")
  }

  @Test func `a script that changes what verdicts hang on is read with the client's pool`() throws {
    let script = Self.update.replacing("-client-id C", with: "-supported-identity-providers IDC")
    let found = try ProjectFolder(["main.tf": ProjectFolder.pool, "idp.sh": script])
    #expect(found.names == [["main.tf", "idp.sh"]])
    #expect(found.pools[0].notes.map(\.code).contains("document.no-api-client"))
    let folder = try Folder(["idp.sh": script])
    #expect(
      PoolDocuments(named: [folder.path]).problems.map(\.message) == [
        "no document of a user pool is in this folder; \(folder["idp.sh"]) is a script that"
          + " calls update-user-pool-client, which is not read"
      ])
  }

  @Test(arguments: [
    ("broken.template", "Resources:\n  P: Type: AWS::Cognito::UserPool\n", "document.not-yaml"),
    ("two.yaml", "a: 1\n---\nP: { Type: AWS::Cognito::UserPool }\n", "document.several"),
    ("src/amplify_outputs.json", #"{"auth": {"user_pool_id": "P",, }}"#, "document.not-json"),
    (
      "lib/amplifyconfiguration.dart",
      "const amplifyconfig = '''{\"auth\": {\"plugins\": {\"awsCognitoAuthPlugin\": }}}''';",
      "document.not-json"
    ),
    (
      "amplify/backend/auth/shop/cli-inputs.json",
      "<<<<<<< HEAD\n{\"version\": \"1\", \"cognitoConfig\": {}}\n=======\n", "document.not-yaml"
    ),
    ("types.json", #"["AWS::Cognito::UserPool"]"#, nil),
  ])
  func `what is broken is named next to a pool`(path: String, text: String, code: String?) throws {
    let found = try ProjectFolder(["main.tf": ProjectFolder.pool, path: text])
    let said = found.pools.flatMap(\.notes).filter { $0.location.file == found.folder[path] }
    #expect(said.map(\.code) == (code.map { [$0] } ?? []), "\(said)")
    #expect(said.allSatisfy { $0.severity == .note })
  }

  /// What is said of files that are left next to a pool, each with its path below their folder.
  private func left(_ files: [String: String]) throws -> [String] {
    let found = try ProjectFolder(files.merging(["main.tf": ProjectFolder.pool]) { $1 })
    let codes: Set = ["document.unsupported-format", "document.not-yaml"]
    return found.pools.flatMap(\.notes).filter { codes.contains($0.code) }.map { note in
      "\(note.location.file.dropFirst(found.folder.path.count + 1)): \(note.message)"
    }
  }

  @Test(arguments: [
    (
      "amplify_outputs.json",
      #"{"version": "1", "auth": {"user_pool_id": "us-west-2_A", "mfa_configuration": "NONE"}}"#,
      1
    ),
    ("amplify/backend.ts", "import { defineBackend } from 'b'\ndefineBackend({ auth })\n", 0),
  ])
  func `what says by itself what a pool is is judged next to what is refused`(
    path: String, text: String, pools: Int
  ) throws {
    let folder = try Folder([
      "amplify/auth/resource.ts": """
      import { defineAuth } from '@aws-amplify/backend'
      export const auth = defineAuth({ loginWith: { email: true }, accountRecovery: ['email'] })
      """, path: text,
    ])
    let loader = PoolLoader(
      model: try BundledTable.signIn(), request: PoolRequest(paths: [folder.path]))
    let refused = folder["amplify/auth/resource.ts"]
    guard pools > 0 else {
      let failure = #expect(throws: CommandFailure.self) { try loader.loadReadable() }
      #expect(failure?.diagnostics.contains { $0.code == "document.wrong-type" } == true)
      return
    }
    let found = try loader.loadReadable()
    #expect(found.pools.map(\.files) == [[folder[path]]])
    #expect(found.unread.map(\.files) == [[refused]])
  }
}
