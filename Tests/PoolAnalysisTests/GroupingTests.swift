import TestSupport
import Testing

@testable import PoolAnalysis

@Suite struct GroupingTests {
  private func pools(_ files: [String: String]) throws -> [[String]] {
    let folder = try Folder(files)
    let paths = files.keys.sorted()
    let loader = PoolLoader(
      model: try SmallTable.model(), request: PoolRequest(paths: paths.map { folder[$0] }))
    return try loader.load().map { pool in
      pool.files.map { String($0.dropFirst(folder.path.count + 1)) }
    }
  }

  private static let template = """
    Resources:
      Pool:
        Type: AWS::Cognito::UserPool
        Properties: { MfaConfiguration: "OFF" }
    """
  private static let described = #"{"UserPool": {"Id": "us-east-1_A", "MfaConfiguration": "OFF"}}"#

  @Test func `a pool file stands alone, a template and what the service says of it together`()
    throws
  {
    let found = try pools([
      "a.yaml": "pool: a\n", "b.yaml": Self.template, "c.json": Self.described,
      "d.yaml": "pool: d\n",
    ])
    #expect(found == [["a.yaml"], ["b.yaml", "c.json"], ["d.yaml"]])
  }

  @Test func `several templates are several pools`() throws {
    #expect(
      try pools(["a.yaml": Self.template, "b.yaml": Self.template]) == [["a.yaml"], ["b.yaml"]])
  }

  @Test func `whatever is known of one pool is read together, and its origin names each format`()
    throws
  {
    let folder = try Folder([
      "main.tf": """
      resource "aws_cognito_user_pool" "main" {
        name              = "retail"
        mfa_configuration = "OFF"
      }
      """,
      "outputs.json": #"""
      {"version": "1", "auth": {"user_pool_id": "us-east-1_A", "aws_region": "us-east-1",
        "user_pool_client_id": "c", "mfa_configuration": "NONE"}}
      """#,
      "pool.json": Self.described,
    ])
    let names = ["main.tf", "outputs.json", "pool.json"]
    let loader = PoolLoader(
      model: try SmallTable.model(), request: PoolRequest(paths: names.map { folder[$0] }))
    let pools = try loader.load()
    #expect(
      pools.map(\.files) == [["main.tf", "pool.json", "outputs.json"].map { folder[$0] }])
    #expect(
      pools.map(\.origin) == [
        "\(folder["main.tf"]) (Terraform configuration), "
          + "\(folder["pool.json"]) (describe-user-pool), "
          + "\(folder["outputs.json"]) (amplify_outputs.json)"
      ])
  }

  @Test func `values for template parameters do not tear a pool apart`() throws {
    let folder = try Folder([
      "a.yaml": Self.template
        .replacing("Resources:", with: "Parameters: { Stage: { Type: String } }\nResources:"),
      "b.json": Self.described,
    ])
    var request = PoolRequest(paths: [folder["b.json"], folder["a.yaml"]])
    request.templateParameters = [Assignment(name: "Stage", value: "prod")]
    let pools = try PoolLoader(model: try SmallTable.model(), request: request).load()
    #expect(pools.map(\.files) == [[folder["a.yaml"], folder["b.json"]]])
  }
}
