import PoolAnalysis
import SignIn
import TestSupport
import Testing
import TransitionTables

/// Templates whose app client, domain or provider belongs to a pool of another template.
@Suite struct ImportedPoolTests {
  private static let pool = """
    Resources:
      Users: { Type: AWS::Cognito::UserPool }
    Outputs:
      Id: { Value: !Ref Users, Export: { Name: UsersId } }
    """
  private static let client = """
    Resources:
      Web:
        Type: AWS::Cognito::UserPoolClient
        Properties:
          UserPoolId: !ImportValue UsersId
          AllowedOAuthFlowsUserPoolClient: true
          AllowedOAuthFlows: [code]
          SupportedIdentityProviders: [COGNITO, Google]

    """
  private static let domain = """
      Pages:
        Type: AWS::Cognito::UserPoolDomain
        Properties: { Domain: shop, UserPoolId: !ImportValue UsersId }

    """
  private static let provider = """
      Google:
        Type: AWS::Cognito::UserPoolIdentityProvider
        Properties:
          ProviderName: Google
          ProviderType: Google
          UserPoolId: !ImportValue UsersId

    """

  private func pools(_ files: [String: String]) throws -> [(names: [String], notes: [String])] {
    let folder = try Folder(files)
    let model = try BundledTable.signIn()
    let loader = PoolLoader(model: model, request: PoolRequest(paths: [folder.path]))
    return try loader.load().map { pool in
      let names = pool.files.map { String($0.dropFirst(folder.path.count + 1)) }
      return (names, pool.notes.map(\.code))
    }
  }

  @Test(arguments: [
    (client, nil, true), (client + domain, nil, false),
    (client, "Resources:\n" + domain, false), (client, "Resources:\n" + provider, true),
  ])
  func `a domain in any template that imports the pool is the pool's`(
    client: String, other: String?, isMissing: Bool
  ) throws {
    var files = ["client.yaml": client, "pool.yaml": Self.pool]
    files["more/other.yaml"] = other
    let found = try pools(files)
    #expect(found.map(\.names) == [files.keys.sorted()])
    #expect(found.first?.notes.contains("document.no-domain") == isMissing)
  }

  @Test func `a provider of a pool that is elsewhere is passed over`() throws {
    let other = ("Resources:\n" + Self.provider).replacing("UsersId", with: "StaffId")
    let found = try pools(["pool.yaml": Self.pool, "other.yaml": other])
    #expect(found.map(\.names) == [["pool.yaml"]])
    #expect(found.first?.notes.contains { $0.hasPrefix("template.") } == false)
  }
}
