import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// What apps receive, in projects whose pools other documents make.
@Suite struct AppConfigurationTests {
  private static let pool =
    "variable \"stage\" {}\nresource \"aws_cognito_user_pool\" \"main\" {\n  name = var.stage\n}\n"
  private static let inputs = """
    {"version": "1", "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF",
    "autoVerifiedAttributes": ["email"], "authSelections": "userPoolOnly"}}
    """
  private static let definition = """
    import { defineAuth } from '@aws-amplify/backend'
    export const auth = defineAuth({ loginWith: { email: true } })

    """
  private static let outputs = #"""
    {"version": "1", "auth": {"user_pool_id": "us-west-2_B", "aws_region": "us-west-2",
     "user_pool_client_id": "c", "mfa_configuration": "NONE"}}
    """#

  private static func exports(_ id: String) -> String {
    "export default {\n  aws_user_pools_id: 'us-west-2_\(id)',\n"
      + "  aws_cognito_mfa_configuration: 'OFF',\n};\n"
  }

  private func found(_ files: [String: String]) throws -> (names: [[String]], pools: [LoadedPool]) {
    let folder = try Folder(files)
    let pools = try PoolLoader(
      model: try BundledTable.signIn(), request: PoolRequest(paths: [folder.path])
    ).load()
    let names = pools.map { pool in
      pool.files.map { String($0.dropFirst(folder.path.count + 1)) }.sorted()
    }
    return (names.sorted { $0[0] < $1[0] }, pools)
  }

  @Test func `files of two stages are left where one document makes the pool of both`() throws {
    let (names, pools) = try found([
      "infra/main.tf": Self.pool, "web/dev/aws-exports.js": Self.exports("A"),
      "web/prod/aws-exports.js": Self.exports("B"),
    ])
    #expect(names == [["infra/main.tf"]])
    let left = pools[0].notes.filter { $0.code == "document.unsupported-format" }
    #expect(left.map(\.severity) == [.note, .note])
    #expect(left.allSatisfy { $0.message.contains("what an app receives of a pool that ") })
    // One alone is of that pool.
    let one = ["infra/main.tf": Self.pool, "web/aws-exports.js": Self.exports("A")]
    #expect(try found(one).names == [["infra/main.tf", "web/aws-exports.js"]])
  }

  @Test func `of two pools in one document nobody knows which one an app has`() throws {
    let second = Self.pool.replacing("\"main\"", with: "\"staff\"")
      .replacing("variable \"stage\" {}\n", with: "")
    let (names, _) = try found([
      "infra/main.tf": Self.pool + second, "web/aws-exports.js": Self.exports("A"),
    ])
    #expect(names == [["infra/main.tf"], ["infra/main.tf"]])
  }

  @Test func `each generation of Amplify has the files that it writes for apps`() throws {
    var files = [
      "amplify/auth/resource.ts": Self.definition, "amplify_outputs.json": Self.outputs,
      "amplify/backend/auth/shop/cli-inputs.json": Self.inputs,
      "src/aws-exports.js": Self.exports("A"),
    ]
    let second = ["amplify/auth/resource.ts", "amplify_outputs.json"]
    #expect(
      try found(files).names == [
        second, ["amplify/backend/auth/shop/cli-inputs.json", "src/aws-exports.js"],
      ])
    // One of them alone goes to no pool of the other.
    files["amplify_outputs.json"] = nil
    #expect(try found(files).names.contains(["amplify/auth/resource.ts"]))
    files["amplify_outputs.json"] = Self.outputs
    files["src/aws-exports.js"] = nil
    #expect(try found(files).names.contains(second))
    // A backend whose pool is not in the folder has its own.
    files["src/aws-exports.js"] = Self.exports("A")
    files["amplify/backend/auth/shop/cli-inputs.json"] = nil
    files["amplify/backend/api/shop/schema.graphql"] = "type A { a: String }\n"
    #expect(try found(files).names == [second, ["src/aws-exports.js"]])
  }

  @Test(arguments: [
    ("import outputs from '../amplify_outputs.json'\n", true),
    ("// import outputs from '../amplify_outputs.json'\n", false),
    ("import outputs from '../amplify_outputs.json'\nimport old from './aws-exports'\n", false),
  ])
  func `what the first generation left behind is of no pool that an app uses`(
    app: String, isLeft: Bool
  ) throws {
    let inputs = "amplify/backend/auth/shop/cli-inputs.json"
    let found = try found([
      "amplify/auth/resource.ts": Self.definition, "amplify_outputs.json": Self.outputs,
      inputs: Self.inputs, "src/aws-exports.js": Self.exports("A"), "src/app.tsx": app,
    ])
    let second = ["amplify/auth/resource.ts", "amplify_outputs.json"]
    #expect(found.names == [second] + (isLeft ? [] : [[inputs, "src/aws-exports.js"]]))
    let said = found.pools[0].notes.filter { $0.message.contains("a left-over of Amplify Gen1") }
    #expect(said.map(\.severity) == (isLeft ? [.note, .note] : []))
  }

  @Test func `a function of one generation is none of the other's pool`() throws {
    let answer =
      "exports.handler = async (event) => {\n"
      + "  event.response.autoConfirmUser = true;\n  return event;\n};\n"
    let attached = Self.definition.replacing(
      "{ loginWith", with: "{ triggers: { preSignUp: sign }, loginWith")
    let inputs = Self.inputs.replacing(
      #""authSelections""#, with: #""triggers": {"PreSignup": ["custom"]}, "authSelections""#)
    let pools = try found([
      "amplify/auth/resource.ts": attached, "amplify/backend/auth/shop/cli-inputs.json": inputs,
      "amplify/backend/function/shopPreSignup/src/index.js": answer,
    ]).pools
    let confirmed = pools.map { pool in
      (pool.document?.format, pool.document?["confirmedByServer"]?.value)
    }
    #expect(confirmed.first { $0.0 == .amplifyInputs }?.1 == .bool(true))
    #expect(confirmed.contains { $0.0 == .amplifyDefinition && $0.1 == nil })
  }
}
