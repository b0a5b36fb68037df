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
}
