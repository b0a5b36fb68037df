import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// What people keep of a pool next to what makes it: earlier states of a script, and templates that
/// tools generated.
@Suite struct EarlierStateTests {
  private static func script(_ name: String) -> String {
    "NAME=\"\(name)\"\naws cognito-idp create-user-pool --pool-name \"$NAME\"\n"
  }

  private func reasons(_ found: ProjectFolder, _ words: String) -> [String] {
    found.pools.flatMap(\.notes).filter { $0.message.contains(words) }.map { note in
      String(note.location.file.dropFirst(found.folder.path.count + 1))
    }
  }

  @Test(arguments: [
    (["move-pool.sh", "move-pool-fixed.sh", "move-final.sh"], ["move-final.sh"]),
    (["setup.sh", "setup-v2.sh", "setup_v3.sh"], ["setup_v3.sh"]),
    (["setup.old.sh", "setup-old.sh", "setup.sh"], ["setup.old.sh", "setup.sh"]),
    // Nobody knows which one counts.
    (["setup.sh", "setup-v1.sh"], ["setup-v1.sh", "setup.sh"]),
    (["setup-fixed.sh", "setup-v2.sh"], ["setup-fixed.sh", "setup-v2.sh"]),
    (["setup-dev.sh", "setup.sh"], ["setup-dev.sh", "setup.sh"]),
    (["setup.sh", "seed-final.sh"], ["seed-final.sh", "setup.sh"]),
    (["setup.sh", "new/setup-final.sh"], ["new/setup-final.sh", "setup.sh"]),
  ])
  func `of the states of a script that makes a pool the last is read`(
    scripts: [String], taken: [String]
  ) throws {
    let files = Dictionary(
      uniqueKeysWithValues: scripts.map { ($0, Self.script("shop") + "# \($0)\n") })
    let found = try ProjectFolder(files)
    #expect(found.names == taken.map { [$0] })
    let left = scripts.filter { !taken.contains($0) }
    #expect(reasons(found, "an earlier state of \(found.folder[taken[0]])") == left.sorted())
  }

  @Test func `a script that repeats another one is left, and one that changes it is not`() throws {
    let files = ["setup.sh": Self.script("shop"), "kept/setup.sh": Self.script("shop")]
    let found = try ProjectFolder(files)
    #expect(found.names == [["setup.sh"]])
    #expect(reasons(found, "a copy of \(found.folder["setup.sh"])") == ["kept/setup.sh"])
    let other = files.merging(["kept/setup.sh": Self.script("shop") + "# kept\n"]) { $1 }
    #expect(try ProjectFolder(other).names == [["kept/setup.sh"], ["setup.sh"]])
  }

  private static func template(_ name: String, _ more: String = "") -> String {
    "Resources:\n  Users:\n    Type: AWS::Cognito::UserPool\n    Properties:\n"
      + "      UserPoolName: \(name)\n\(more)"
  }

  @Test(arguments: [
    ("SETUP.md", "aws cloudformation deploy --template-file infra/users.yaml \\\n", true),
    (".github/workflows/deploy.yml", "run: sam deploy --stack-name s -t infra/users.yaml\n", true),
    (
      "deploy.sh", "aws cloudformation create-stack --template-body file://infra/users.yaml\n", true
    ),
    // The guide names the template but deploys nothing.
    ("SETUP.md", "The pool stands in infra/users.yaml.\n", false),
    ("SETUP.md", "aws cloudformation deploy --template-file infra/other-users.yaml\n", false),
    (
      "SETUP.md",
      "aws cloudformation deploy --template-file users.yaml\nOr take users-simple.yaml.\n", false
    ),
  ])
  func `a template that nothing names is left next to one of its pool that is deployed`(
    path: String, text: String, isLeft: Bool
  ) throws {
    let found = try ProjectFolder([
      "infra/users.yaml": Self.template("shop"),
      "infra/users-simple.yaml": Self.template("shop", "      MfaConfiguration: \"OFF\"\n"),
      "infra/staff.yaml": Self.template("staff"), path: text,
    ])
    let left = reasons(found, "a template that no file here names, next to")
    #expect(left == (isLeft ? ["infra/users-simple.yaml"] : []))
    #expect(found.pools.count == (isLeft ? 2 : 3))
  }

  @Test(arguments: [
    ("users-backup.yaml", "", true), ("users-original-backup.yaml", "", true),
    ("users.old.yaml", "", true), ("users-simple.yaml", "", false),
    ("kept/users-backup.yaml", "", false), ("staff-backup.yaml", "", false),
    ("users-old.yaml", "aws cloudformation deploy --template-file users-old.yaml\n", false),
    ("users-old.yaml", "template_file=users-old.yaml\n", false),
  ])
  func `a template is left whose name says that it is an earlier state of a neighbour`(
    path: String, script: String, isLeft: Bool
  ) throws {
    let found = try ProjectFolder([
      "users.yaml": Self.template("!Sub \"${AWS::StackName}-users\""),
      path: Self.template("shop", "      MfaConfiguration: \"OFF\"\n"), "deploy.sh": script,
    ])
    #expect(found.pools.count == (isLeft ? 1 : 2))
    let left = reasons(found, "an earlier state of \(found.folder["users.yaml"]), as its name says")
    #expect(left == (isLeft ? [path] : []))
  }

  @Test(arguments: [
    ("archive/users.yaml", true), ("infra/old-2024/users.yaml", true), ("infra/users.yaml", false),
  ])
  func `a template is left that an archive repeats`(path: String, isLeft: Bool) throws {
    let text = Self.template("shop")
    let found = try ProjectFolder(["users.yaml": text, path: text])
    #expect(found.pools.count == (isLeft ? 1 : 2))
    #expect(reasons(found, "a copy of \(found.folder["users.yaml"])") == (isLeft ? [path] : []))
  }

  @Test(arguments: [true, false])
  func `what Amplify's CLI wrote before cli-inputs.json is left next to it`(isThere: Bool) throws {
    let values = #"""
      {"authSelections": "userPoolOnly", "mfaConfiguration": "OFF", "mfaTypes": [],
       "resourceName": "shop", "userPoolName": "shop"}
      """#
    let inputs = #"""
      {"version": "1", "cognitoConfig": {"authSelections": "userPoolOnly", "resourceName": "shop",
       "mfaConfiguration": "OFF", "serviceName": "Cognito", "userPoolName": "shop"}}
      """#
    let folder = "amplify/backend/auth/shop"
    var files = ["\(folder)/parameters.json": values]
    if isThere { files["\(folder)/cli-inputs.json"] = inputs }
    // The project lists the resource by another name, and has no other files than these two.
    files["amplify/backend/backend-config.json"] = #"{"auth": {"shop1": {}}}"#
    let found = try ProjectFolder(files)
    #expect(found.pools.count == 1)
    #expect(
      reasons(found, "values of an older release of Amplify's CLI")
        == (isThere ? ["\(folder)/parameters.json"] : []))
  }

  @Test(arguments: [
    ("echo 'Making it' && aws cognito-idp create-user-pool --pool-name shop", true),
    ("ID=$(aws cognito-idp create-user-pool --pool-name shop)", true),
    ("echo \"$(aws cognito-idp create-user-pool --pool-name shop)\"", true),
    ("echo \"next: aws cognito-idp create-user-pool\"", false),
    ("./create-user-pool.sh; aws cognito-idp create-user-pool-client", false),
  ])
  func `a script makes a pool where it calls for one`(script: String, makes: Bool) {
    #expect(PoolReader.makesPool(script: script + "\n") == makes)
  }

  @Test func `the app client that another step makes is of the pool of the folder's script`()
    throws
  {
    let client = """
      [ -n "$POOL_ID" ] || echo "Run ./01-create-user-pool.sh first"
      # aws cognito-idp create-user-pool comes first
      aws cognito-idp create-user-pool-client --user-pool-id "$POOL_ID" --client-name web \\
        --generate-secret
      """
    var files = ["a/01-pool.sh": Self.script("shop"), "a/02-client.sh": client]
    #expect(try ProjectFolder(files).names == [["a/01-pool.sh", "a/02-client.sh"]])
    files["b/pool.sh"] = Self.script("staff")
    #expect(
      try ProjectFolder(files).names == [["a/01-pool.sh", "a/02-client.sh"], ["b/pool.sh"]])
    // Of two nobody knows which one is meant.
    files["a/03-pool.sh"] = Self.script("jobs")
    #expect(
      try ProjectFolder(files).names == [
        ["a/01-pool.sh"], ["a/02-client.sh"], ["a/03-pool.sh"], ["b/pool.sh"],
      ])
  }

  @Test func `what is said of a script is said once where another one makes nothing`() throws {
    let client = "aws cognito-idp create-user-pool-client --user-pool-id \"$POOL_ID\"\n"
    let found = try ProjectFolder([
      "01-pool.sh": Self.script("shop"), "02-client.sh": client + client,
      "03-domain.sh": "aws cognito-idp create-user-pool-domain --domain shop\n",
    ])
    #expect(found.pools.flatMap(\.notes).count { $0.code == "template.several-clients" } == 1)
    #expect(reasons(found, "no user pool and no app client") == ["03-domain.sh"])
  }

  @Test func `scripts that make pools of two names are no states of one`() throws {
    let found = try ProjectFolder([
      "setup.sh": Self.script("shop"), "setup-final.sh": Self.script("staff"),
    ])
    #expect(found.names.count == 2)
  }

  private static let project = """
    service: shop
    provider: { name: aws, environment: { POOL: { Ref: UserPool } } }
    resources:
      - ${file(resources/pool.yml)}
    """
  private static let resources =
    "Resources:\n  Users:\n    Type: AWS::Cognito::UserPool\n    Properties:\n"
    + "      UserPoolName: ${opt:stage}-shop\n"

  private static func package(
    of service: String, _ pool: String, output: String = "ServerlessDeploymentBucketName"
  ) -> String {
    """
    AWSTemplateFormatVersion: "2010-09-09"
    Description: The AWS CloudFormation template for this Serverless application
    Resources:
      Logs:
        Type: AWS::Logs::LogGroup
        Properties: { LogGroupName: /aws/lambda/\(service)-dev-list }
      \(pool):
        Type: AWS::Cognito::UserPool
        Properties: { UserPoolName: dev-shop }
    Outputs:
      \(output): { Value: b }
    """
  }

  @Test(arguments: [
    (package(of: "shop", "Users"), true), (package(of: "shop", "Staff"), false),
    (package(of: "bills", "Users"), false),
    (package(of: "shop", "Users", output: "Bucket"), false),
  ])
  func `what the Serverless Framework made of a project is left wherever it stands`(
    template: String, isLeft: Bool
  ) throws {
    let found = try ProjectFolder([
      "serverless.yml": Self.project, "resources/pool.yml": Self.resources,
      "kept/template.yml": template,
    ])
    #expect(found.names.contains(["kept/template.yml"]) == !isLeft)
    #expect(
      reasons(found, "the Serverless Framework made") == (isLeft ? ["kept/template.yml"] : []))
  }

  @Test(arguments: [
    (#"{"createdBy":"Amplify","stackType":"auth-Cognito"}"#, "", true),
    ("Users of the shop", "", false),
    (#"{"createdBy":"Amplify","stackType":"auth-Cognito"}"#, "aws deploy users.yaml\n", false),
  ])
  func `a template that Amplify generated is left where nothing deploys it`(
    description: String, script: String, isLeft: Bool
  ) throws {
    let inputs = """
      {"version": "1", "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF",
      "autoVerifiedAttributes": ["email"], "authSelections": "userPoolOnly"}}
      """
    let template =
      "Description: '\(description)'\nResources:\n  Users:\n    Type: AWS::Cognito::UserPool\n"
    var files = ["users.yaml": template, "deploy.sh": script]
    let alone = try ProjectFolder(files)
    #expect(alone.names == [["users.yaml"]])
    files["amplify/backend/auth/shop/cli-inputs.json"] = inputs
    let found = try ProjectFolder(files)
    #expect(found.names.contains(["users.yaml"]) == !isLeft)
    #expect(reasons(found, "Amplify's CLI generated") == (isLeft ? ["users.yaml"] : []))
  }
}
