import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// One pool that stands twice in a folder, as tools leave it.
@Suite struct RepeatedPoolTests {
  private static func template(code: String) -> String {
    """
    Resources:
      Guests:
        Type: AWS::Cognito::UserPool
        Properties: { UsernameAttributes: [email] }
      Mail:
        Type: AWS::Lambda::Function
        Properties: { Handler: index.handler, Code: \(code) }

    """
  }

  @Test(arguments: [("Users", 1), ("Staff", 2)])
  func `a template that stands in JSON too is read once, unless that has other resources`(
    name: String, pools: Int
  ) throws {
    let found = try ProjectFolder([
      "pool.yaml": "Resources:\n  Users:\n    Type: AWS::Cognito::UserPool\n",
      "pool.json": #"{"Resources": {"\#(name)": {"Type": "AWS::Cognito::UserPool"}}}"#,
    ])
    #expect(found.names.count == pools)
    #expect(found.names.contains(["pool.yaml"]))
  }

  @Test(arguments: ["{ S3Bucket: b, S3Key: 8635db73 }", "s3://b/8635db73"])
  func `a template for a deployment is left next to the one that it was made of`(
    code: String
  ) throws {
    let files = [
      "auth/template.yaml": Self.template(code: "./mail"),
      "auth/packaged.yaml": Self.template(code: code),
    ]
    let found = try ProjectFolder(files)
    #expect(found.names == [["auth/template.yaml"]])
    let note = try #require(found.pools[0].notes.first { $0.code == "project.documents" })
    #expect(note.message.hasSuffix("; left: \(found.folder["auth/packaged.yaml"])"))
    // Alone, or next to another template, it is a document as any other.
    #expect(
      try ProjectFolder(["auth/packaged.yaml": files["auth/packaged.yaml"] ?? ""]).names.count == 1)
    let other = files["auth/template.yaml"]?.replacing("Guests", with: "Staff")
    #expect(
      try ProjectFolder(files.merging(["auth/template.yaml": other ?? ""]) { $1 }).names.count == 2)
  }

  @Test(arguments: [
    (["out", "out2", "out3"], ["Users", "Users", "Users"], ["out3"]),
    (["out9", "out10"], ["Users", "Users"], ["out10"]),
    (["out", "out2"], ["Users", "Staff"], ["out", "out2"]),
    (["dev", "prod"], ["Users", "Users"], ["dev", "prod"]),
  ])
  func `of several runs of cdk synth for one stack the last is read`(
    folders: [String], pools: [String], taken: [String]
  ) throws {
    var files: [String: String] = [:]
    for (folder, pool) in zip(folders, pools) {
      files["\(folder)/Shop.template.json"] =
        #"{"Resources": {"\#(pool)": {"Type": "AWS::Cognito::UserPool"}}}"#
      files["\(folder)/manifest.json"] =
        #"{"artifacts": {"Shop": {"templateFile": "Shop.template.json"}}}"#
    }
    let found = try ProjectFolder(files)
    #expect(found.names == taken.map { ["\($0)/Shop.template.json"] })
    let reasons = found.pools[0].notes.map(\.message).filter { $0.contains("an earlier run") }
    #expect(reasons.count == folders.count - taken.count)
    let last = found.folder["\(taken[0])/Shop.template.json"]
    #expect(reasons.allSatisfy { $0.contains("`cdk synth` than \(last)") })
  }

  private static func state(_ id: String) -> String {
    """
    {"version": 4, "terraform_version": "1.5.0", "resources": [{"mode": "managed",
      "type": "aws_cognito_user_pool", "name": "pool", "instances": [{"attributes":
        {"id": "\(id)", "name": "shop", "mfa_configuration": "OFF"}}]}]}
    """
  }

  @Test func `Terraform's state is of the files next to it`() throws {
    let pool = "resource \"aws_cognito_user_pool\" \"pool\" {\n  name = var.name\n}\n"
    let found = try ProjectFolder([
      "back/main.tf": pool, "back/terraform.tfstate": Self.state("eu-west-1_A"),
      "front/main.tf": pool, "front/terraform.tfstate": Self.state("eu-west-1_B"),
    ])
    #expect(
      found.names == [
        ["back/main.tf", "back/terraform.tfstate"], ["front/main.tf", "front/terraform.tfstate"],
      ])
    // One of a pool with another name is another pool's.
    let other = try ProjectFolder([
      "back/main.tf": ProjectFolder.pool.replacing("shop", with: "staff"),
      "back/terraform.tfstate": Self.state("eu-west-1_A"),
    ])
    #expect(other.names == [["back/main.tf"], ["back/terraform.tfstate"]])
  }

  @Test func `pools of one template that are called the same go by their resources too`() throws {
    let template = """
      Resources:
        Guests: { Type: AWS::Cognito::UserPool, Properties: { UserPoolName: shop } }
        Staff: { Type: AWS::Cognito::UserPool, Properties: { UserPoolName: shop } }
        Trade: { Type: AWS::Cognito::UserPool, Properties: { UserPoolName: trade } }
      """
    let found = try ProjectFolder(["users.yaml": template])
    #expect(found.pools.map(\.name) == ["shop (Guests)", "shop (Staff)", "trade"])
  }

  @Test(arguments: [
    (["env/live/main.tf", "env/try/main.tf"], ["shop (live)", "shop (try)"]),
    (["env/main.tf", "env/try/main.tf"], ["shop (env)", "shop (try)"]),
    (["env/live/main.tf"], ["shop"]),
  ])
  func `pools of one name go by the places that call their module too`(
    callers: [String], names: [String]
  ) throws {
    var files = ["common/users/main.tf": ProjectFolder.pool]
    for caller in callers {
      let above = String(repeating: "../", count: caller.split(separator: "/").count - 1)
      files[caller] = "module \"users\" {\n  source = \"\(above)common/users\"\n}\n"
    }
    let found = try ProjectFolder(files)
    #expect(found.pools.map(\.name) == names)
    #expect(found.pools.allSatisfy { $0.files.contains(found.folder["common/users/main.tf"]) })
  }

  @Test(arguments: [
    (
      "amplify/backend/auth/shop/parameters.json",
      #"{"authSelections": "userPoolOnly", "mfaConfiguration": "OFF", "mfaTypes": []}"#,
      "Amplify Gen1 parameters.json"
    ),
    (
      "src/resources/cognito.ts",
      "export const users = { Users: { Type: 'AWS::Cognito::UserPool', Properties: {} } }\n",
      "CloudFormation resources in TypeScript"
    ),
    (
      "src/resources/cognito.js",
      "module.exports = { Users: { Type: 'AWS::Cognito::UserPool', Properties: {} } }\n",
      "CloudFormation resources in JavaScript"
    ),
  ])
  func `a document is called by what it is`(path: String, text: String, label: String) throws {
    let found = try ProjectFolder([path: text])
    #expect(found.pools.map(\.sources) == [["\(found.folder[path]) (\(label))"]])
  }

  @Test(arguments: [("Users", true), ("Staff", false)])
  func `a Serverless file is left that makes the pool of the project's own once more`(
    name: String, isLeft: Bool
  ) throws {
    func text(_ name: String) -> String {
      """
      service: s
      provider: { name: aws }
      resources:
        Resources:
          \(name):
            Type: AWS::Cognito::UserPool
            Properties:
              UserPoolName: \(name)
      """
    }
    let found = try ProjectFolder([
      "api/serverless.yml": text("Users"), "api/serverless-backup.yml": text(name),
    ])
    #expect(found.names.count == (isLeft ? 1 : 2))
    let own = ["api/serverless.yml"]
    #expect(found.names.last == (isLeft ? own : ["api/serverless-backup.yml"] + own))
    let messages = found.pools.flatMap(\.notes).filter { $0.code == "project.documents" }
      .map(\.message)
    let isNamed = messages.contains {
      $0.hasSuffix("; left: \(found.folder["api/serverless-backup.yml"])")
    }
    #expect(isNamed == isLeft, "\(messages)")
  }

  @Test(arguments: [
    ("other", "cd terraform", false), ("one", "cd terraform", true), ("one", "cd scripts", false),
    ("one", "working-directory: ./terraform", true),
    ("one", "terraform -chdir=terraform apply", true),
  ])
  func `of two configurations with one state that is read which is deployed`(
    bucket: String, step: String, isLeft: Bool
  ) throws {
    func backend(_ bucket: String) -> String {
      "terraform {\n  backend \"s3\" {\n    bucket = \"\(bucket)\"\n    key    = \"shop\"\n  }\n}\n"
    }
    let found = try ProjectFolder([
      "pool.tf": ProjectFolder.pool, "backend.tf": backend("one"),
      "terraform/pool.tf": ProjectFolder.pool, "terraform/backend.tf": backend(bucket),
      ".github/workflows/deploy.yml": "jobs:\n  a:\n    \(step)\n",
    ])
    let own = [["terraform/backend.tf", "terraform/pool.tf"]]
    #expect(found.names == (isLeft ? own : [["backend.tf", "pool.tf"]] + own))
    let reasons = found.pools[0].notes.filter { $0.message.contains("an older copy of") }
    #expect(reasons.map(\.location.file) == (isLeft ? [found.folder["backend.tf"]] : []))
  }
}
