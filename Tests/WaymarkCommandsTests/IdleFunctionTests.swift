import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Functions that their project declares without an event and that nothing calls.
@Suite struct IdleFunctionTests {
  private static let service = """
    service: shop
    provider: { name: aws, runtime: nodejs20.x }
    functions:
      keepRole:
        handler: ./src/roles/keepRole.handler
        role: KeepRoleRole
    resources:
      Resources:
        Users: { Type: AWS::Cognito::UserPool, Properties: { UserPoolName: shop } }

    """
  private static let role = "exports.handler = (event) => event.claims['custom:role']\n"

  @Test(
    arguments: [
      (service, [:], false),
      (service.replacing("role: KeepRoleRole", with: "events: [{ http: 'GET /role' }]"), [:], true),
      (service.replacing("role: KeepRoleRole", with: "url: true"), [:], true),
      (service, ["src/roles/all.js": "require('./keepRole')\n"], true),
      (service, ["pool.yaml": "PreSignUp: !GetAtt KeepRoleLambdaFunction.Arn\n"], true),
      (service, ["roles.yml": "RoleName: shop-keepRoleRole\n"], false),
      (service + "    Name: shop-keepRole\n", [:], true),
    ] as [(String, [String: String], Bool)])
  func `what a function reads that nothing calls grants nothing`(
    service: String, more: [String: String], isRead: Bool
  ) throws {
    let files = ["serverless.yml": service, "src/roles/keepRole.js": Self.role]
    let folder = try Folder(files.merging(more) { $1 })
    let reads = PoolDocuments(named: [folder.path]).programs.reads
    #expect(reads.keys.sorted() == (isRead ? ["custom:role"] : []), "\(service) \(more)")
  }
}
