import PoolAnalysis
import SignIn
import TestSupport
import Testing
import TransitionTables

/// Files of a folder that belong to others there, or only look like documents.
@Suite struct ProjectNeighboursTests {
  private let pool = """
    Resources:
      Users: { Type: "AWS::Cognito::UserPool", Properties: { MfaConfiguration: "OFF" } }
    """

  private func service(_ name: String, _ file: String) -> String {
    """
    service: \(name)
    provider: { name: aws, environment: { POOL: { Ref: UserPool } } }
    resources:
      - ${file(\(file))}
    """
  }

  @Test func `services next to each other share the resources of a folder next to them`() throws {
    let found = try ProjectFolder([
      "resources/pool.yml": pool,
      "services/orders/serverless.yml": service("orders", "../../resources/pool.yml"),
      "services/bills/serverless.yml": service("bills", "../../resources/table.yml"),
      "resources/table.yml": "Resources: { T: { Type: AWS::DynamoDB::Table } }\n",
    ])
    #expect(found.names == [["resources/pool.yml", "services/orders/serverless.yml"]])
    #expect(found.pools[0].document?["mfa"]?.value == .choice("off"))
  }

  @Test func `a service and the file next to it are one pool where both are named, too`() throws {
    let folder = try Folder([
      "resources/pool.yml": pool,
      "services/orders/serverless.yml": service("orders", "../../resources/pool.yml"),
    ])
    let files = [folder["resources/pool.yml"], folder["services/orders/serverless.yml"]]
    let loader = PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: files))
    #expect(try loader.load().map(\.files) == [files])
  }

  @Test func `each service that names a pool makes one`() throws {
    let found = try ProjectFolder([
      "resources/pool.yml": pool,
      "services/orders/serverless.yml": service("orders", "../../resources/pool.yml"),
      "services/bills/serverless.yml": service("bills", "../../resources/pool.yml"),
    ])
    #expect(
      found.names == [
        ["resources/pool.yml", "services/bills/serverless.yml"],
        ["resources/pool.yml", "services/orders/serverless.yml"],
      ])
  }

  @Test func `languages in one folder make a pool each, none takes the settings of another`()
    throws
  {
    let cluster = """
      apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1
      kind: UserPool
      metadata: { name: staff }
      spec: { name: staff, mfaConfiguration: "OFF" }
      """
    let found = try ProjectFolder([
      "main.tf": ProjectFolder.pool, "pool.yml": pool, "staff.yaml": cluster,
      "serverless.yml": service("orders", "pool.yml"),
    ])
    #expect(
      Set(found.names) == [["main.tf"], ["pool.yml", "serverless.yml"], ["staff.yaml"]])
    #expect(!found.pools.flatMap(\.notes).contains { $0.code == "document.drift" })
  }

  @Test func `a program in Python with a text of Terraform is no configuration`() throws {
    let program = """
      import json
      from pages import show

      show(\"\"\"
      resource "aws_cognito_user_pool" "shown" {
        name = "shown"
      }
      \"\"\")
      """
    let found = try ProjectFolder(["pages/teach.py": program, "main.tf": ProjectFolder.pool])
    #expect(found.names == [["main.tf"]])
  }

  @Test func `outputs of a stack with the service's keys are no answers of the service`() throws {
    let outputs = """
      Region: { Value: eu-west-1 }
      UserPool: { Value: !Ref UserPool }
      UserPoolClient: { Value: !Ref UserPoolClient }
      """
    let found = try ProjectFolder(["outputs.yml": outputs, "pool.yml": pool])
    #expect(found.names == [["pool.yml"]])
    #expect(!found.pools[0].notes.contains { $0.code == "document.drift" })
  }

  private static let nested = """
    Parameters: { PoolId: { Type: String } }
    Conditions: { MakesPool: !Equals [!Ref PoolId, ""] }
    Resources:
      Guests: { Type: AWS::Cognito::UserPool, Condition: MakesPool }
    """

  private static func above(passing id: String) -> String {
    """
    Resources:
      Auth:
        Type: AWS::CloudFormation::Stack
        Properties:
          TemplateURL: !Sub "https://${AWS::Region}.example.org/stacks/auth.yaml"
          Parameters: { PoolId: \(id) }
    """
  }

  @Test func `the template that deploys a nested one says whether it makes a pool`() throws {
    let made = ["stacks/auth.yaml": Self.nested, "stacks/main.yaml": Self.above(passing: "''")]
    let found = try ProjectFolder(made)
    #expect(found.names == [["stacks/auth.yaml", "stacks/main.yaml"]])
    #expect(!found.pools[0].notes.contains { $0.code == "template.undecided-condition" })
    // The same two by their names.
    let request = PoolRequest(paths: found.pools[0].files.reversed())
    let named = try PoolLoader(model: SmallTable.model(), request: request).load()
    #expect(named.map(\.files) == found.pools.map(\.files))
    // Where it has a pool of its own to give, there is no pool to be checked.
    let given = ["stacks/auth.yaml": Self.nested, "main.yaml": Self.above(passing: "us-east-1_A")]
    let failure = try #require(
      #expect(throws: CommandFailure.self) { try ProjectFolder(given) })
    #expect(failure.diagnostics.map(\.code) == ["template.pool-switched-off"])
    // Another pool is checked all the same, and a template that deploys none of these is left.
    let other = Self.above(passing: "''").replacing("auth", with: "net")
    let others = ["main.tf": ProjectFolder.pool, "other.yaml": other]
    #expect(try ProjectFolder(others.merging(given) { $1 }).names == [["main.tf"]])
  }

  @Test func `what a Serverless file takes from others is not left`() throws {
    let function = """
      confirm:
        handler: confirm.handler
        events: [{ cognitoUserPool: { pool: Users, trigger: PreSignUp, existing: true } }]

      """
    let service = """
      service: shop
      provider: { name: aws }
      functions: ["${file(./functions/confirm.yml)}"]
      resources:
        Resources: { Users: { Type: AWS::Cognito::UserPool, Properties: { UserPoolName: Users } } }

      """
    let files = [
      "serverless.yml": service, "functions/confirm.yml": function, "old/confirm.yml": function,
    ]
    let found = try ProjectFolder(files, model: try BundledTable.signIn())
    let left = found.pools[0].notes.filter { $0.code == "document.unsupported-format" }
    #expect(left.map(\.location.file) == [found.folder["old/confirm.yml"]])
  }
}
