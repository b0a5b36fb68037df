import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What Amplify's CLI makes of its inputs, in a project that has it alone.
@Suite struct ProjectBackendTests {
  private static let exports = """
    const awsmobile = {
        "aws_user_pools_id": "eu-west-1_aBcD12345",
        "aws_cognito_mfa_configuration": "OFF",
        "aws_cognito_verification_mechanisms": ["EMAIL"]
    };
    export default awsmobile;
    """
  private static let template = #"""
    {"Parameters": {"mfaConfiguration": {"Type": "String"}}, "Resources": {"UserPool":
      {"Type": "AWS::Cognito::UserPool",
       "Properties": {"MfaConfiguration": {"Ref": "mfaConfiguration"},
         "AutoVerifiedAttributes": ["email"]}}}}
    """#
  private static let values = #"""
    {"resourceName": "shop", "userPoolName": "shop_pool", "mfaConfiguration": "OFF",
      "autoVerifiedAttributes": ["email"], "authSelections": "userPoolOnly"}
    """#
  private static let inputs = """
    {"version": "1", "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF",
    "autoVerifiedAttributes": ["email"], "authSelections": "userPoolOnly"}}
    """
  private static let built = [
    "amplify/backend/auth/shop/build/parameters.json": values,
    "amplify/backend/auth/shop/build/shop-cloudformation-template.json": template,
  ]
  private static let deployed = ["amplify/#current-cloud-backend/auth/shop/cli-inputs.json": inputs]

  @Test func `the template that the CLI built and its values are read where there are no inputs`()
    throws
  {
    var files = Self.built.merging(Self.deployed) { first, _ in first }
    files["src/aws-exports.js"] = Self.exports
    let found = try ProjectFolder(files)
    #expect(
      found.names == [
        [
          "amplify/backend/auth/shop/build/shop-cloudformation-template.json",
          "amplify/backend/auth/shop/build/parameters.json", "src/aws-exports.js",
        ]
      ])
    #expect(found.pools[0].document?["mfa"]?.value == .choice("off"))
  }

  @Test func `what was deployed last is read where nothing else is there`() throws {
    var files = Self.deployed
    files["src/aws-exports.js"] = Self.exports
    let found = try ProjectFolder(files)
    #expect(found.names == [[files.keys.min() ?? "", "src/aws-exports.js"]])
    // The inputs themselves go before both.
    files["amplify/backend/auth/shop/cli-inputs.json"] = Self.inputs
    files.merge(Self.built) { first, _ in first }
    #expect(
      try ProjectFolder(files).names == [
        ["amplify/backend/auth/shop/cli-inputs.json", "src/aws-exports.js"]
      ])
  }

  @Test func `what the second generation defines goes before what the first one deployed`() throws {
    var files = Self.deployed
    files["amplify/auth/resource.ts"] =
      "export const auth = defineAuth({ loginWith: { email: true } })\n"
    #expect(try ProjectFolder(files).names == [["amplify/auth/resource.ts"]])
  }

  @Test func `a folder next to the one that Amplify reads is left, unless it is alone`() throws {
    let program = "export const auth = defineAuth({ loginWith: { email: true } })\n"
    var files = ["amplify-backup/auth/resource.ts": program]
    #expect(try ProjectFolder(files).names == [["amplify-backup/auth/resource.ts"]])
    files["amplify/auth/resource.ts"] = program + "// changed\n"
    let found = try ProjectFolder(files)
    #expect(found.names == [["amplify/auth/resource.ts"]])
    let notes = found.pools[0].notes.filter { $0.message.contains(AmplifyBackend.elsewhere) }
    #expect(notes.count == 1)
  }

  @Test(arguments: [("eu-west-1_aBcD12345", false), ("YOUR_POOL_ID", true)])
  func `the configuration of the older SDKs is read, and left where nobody filled it in`(
    id: String, isExample: Bool
  ) throws {
    let path = "app/src/main/res/raw/awsconfiguration.json"
    let files = [
      path: """
      {"Version": "1.0", "CognitoUserPool": {"Default": {"PoolId": "\(id)", "AppClientId": "c"}}}
      """,
      "infra/main.tf": ProjectFolder.pool,
    ]
    #expect(try ProjectFolder(files).names == [["infra/main.tf"] + (isExample ? [] : [path])])
    #expect(try ProjectFolder([path: files[path] ?? ""]).names == [[path]])
  }

  @Test func `of several pools an app's configuration is of the one that Amplify makes`() throws {
    let inputs = "amplify/backend/auth/shop/cli-inputs.json"
    let files = [
      inputs: Self.inputs, "src/aws-exports.js": Self.exports, "infra/main.tf": ProjectFolder.pool,
    ]
    #expect(
      try Set(ProjectFolder(files).names) == [[inputs, "src/aws-exports.js"], ["infra/main.tf"]])
    // Where nothing of Amplify is there, it is a choice, and left.
    var others = files
    others[inputs] = nil
    others["staff/main.tf"] = ProjectFolder.pool
    #expect(try Set(ProjectFolder(others).names) == [["infra/main.tf"], ["staff/main.tf"]])
  }

  @Test func `configurations with variables instead of ids are of one pool`() throws {
    let code = """
      const configuration = '''{"auth": {"plugins": {"awsCognitoAuthPlugin": {
        "CognitoUserPool": {"Default": {"PoolId": "$pool", "AppClientId": "$client"}},
        "Auth": {"Default": {"authenticationFlowType": "USER_SRP_AUTH"}}}}}}''';

      """
    let files = ["lib/start.dart": code, "lib/sign_in.dart": code]
    #expect(try ProjectFolder(files).names.map { $0.sorted() } == [files.keys.sorted()])
    // Ids that are written out are of two.
    let ids = ["lib/start.dart": "eu-west-1_aBcD12345", "lib/sign_in.dart": "eu-west-1_bBcD12345"]
    #expect(try ProjectFolder(ids.mapValues { code.replacing("$pool", with: $0) }).names.count == 2)
  }

  /// The inputs as the CLI writes them, with the names that no other project has.
  private static func inputs(of id: String, mfa: String = "OFF") -> String {
    #"""
    {"version": "1", "cognitoConfig": {"userPoolName": "shop_\#(id)", "mfaConfiguration":
      "\#(mfa)", "sharedId": "\#(id)", "resourceName": "shop\#(id)"}}
    """#
  }

  @Test func `one backend in the folders of several apps is one pool`() throws {
    let path = "amplify/backend/auth/shop0a1b2c3d/cli-inputs.json"
    let copies = ["app/" + path.replacing("amplify/", with: "amplify-old/"), "web/" + path]
    var files = Dictionary(
      uniqueKeysWithValues: (["app/" + path] + copies).map { ($0, Self.inputs(of: "0a1b2c3d")) }
    )
    files["web/src/aws-exports.js"] = Self.exports
    let found = try ProjectFolder(files)
    #expect(found.names == [["app/" + path, "web/src/aws-exports.js"]])
    let notes = found.pools[0].notes.filter { $0.message.contains("a copy of") }
    #expect(notes.map(\.location.file) == copies.map { found.folder[$0] })
    let message = "this is a copy of \(found.folder["app/" + path]), which is not read"
    #expect(notes.allSatisfy { $0.message == message && $0.severity == .note })
  }

  @Test(arguments: [
    ["cli-inputs.json": inputs(of: "0a1b2c3d", mfa: "ON")],
    ["cli-inputs.json": inputs(of: "1b2c3d4e")],
    [
      "cli-inputs.json": inputs(of: "0a1b2c3d"),
      "override.ts": """
      import { AmplifyAuthCognitoStackTemplate } from '@aws-amplify/cli-extensibility-helper';
      export function override(resources: AmplifyAuthCognitoStackTemplate) {
        resources.userPool.mfaConfiguration = 'OPTIONAL';
      }

      """,
    ],
  ])
  func `backends that differ are several pools`(other: [String: String]) throws {
    let folder = "amplify/backend/auth/shop/"
    var files = ["app/\(folder)cli-inputs.json": Self.inputs(of: "0a1b2c3d")]
    for (name, text) in other { files["web/\(folder)\(name)"] = text }
    #expect(try ProjectFolder(files).pools.count == 2)
    // Two projects may have the same inputs as long as nothing in them names their pool.
    let unnamed = ["app", "web"].map { ("\($0)/\(folder)cli-inputs.json", Self.inputs) }
    #expect(try ProjectFolder(Dictionary(uniqueKeysWithValues: unnamed)).pools.count == 2)
  }

  @Test(arguments: [
    ("<<<<<<< HEAD\n{\"auth\": {\"shop\": {}}}\n=======\n>>>>>>> main\n", "a merge that is not", 1),
    ("{\"auth\": {\"shop\": {}},, }", "", 1), (#"{"auth": {"shop": {}}}"#, nil, 0),
  ])
  func `a broken list of a backend's pools is warned of`(
    list: String, start: String?, line: Int
  ) throws {
    let path = "amplify/backend/backend-config.json"
    var files = [path: list]
    for name in ["shop", "staff"] {
      files["amplify/backend/auth/\(name)/cli-inputs.json"] = Self.inputs(of: name)
    }
    let found = try ProjectFolder(files)
    #expect(found.pools.count == (start == nil ? 1 : 2))
    let notes = found.pools.flatMap(\.notes).filter { $0.location.file == found.folder[path] }
    #expect(notes.map(\.code) == (start == nil ? [] : ["document.not-json"]))
    #expect(notes.allSatisfy { $0.severity == .warning && $0.location.line == line })
    let end = "; which pools the backend has is not known, and all here are read"
    #expect(notes.allSatisfy { $0.message.hasPrefix(start ?? "") && $0.message.hasSuffix(end) })
  }
}
