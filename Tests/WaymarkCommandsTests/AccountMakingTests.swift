import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Projects that make their users' accounts themselves.
@Suite struct AccountMakingTests {
  private static let create = "import x from 'cognito'\nnew AdminCreateUserCommand({})\n"

  private typealias Case = (files: [String: String], path: String?, line: Int?)

  private static let cases: [Case] = [
    (["api/users.ts": create], "api/users.ts", 2),
    (["users.tf": "resource \"aws_cognito_user\" \"first\" {\n}\n"], "users.tf", 1),
    (["policy.tf": "# cognito\nactions = [\"cognito-idp:AdminCreateUser\"]\n"], "policy.tf", 2),
    (["api/users.ts": create, "web/Join.tsx": "await signUp({ username })\n"], nil, nil),
    (["api/users.ts": create, "web/App.tsx": "<Authenticator>\n"], nil, nil),
    (["tests/users.ts": create], nil, nil),
    (["scripts/user.sh": "#!/bin/sh\n" + forOne], nil, nil),
    (["scripts/pool.sh": "#!/bin/sh\n" + forAll + forOne], "scripts/pool.sh", 3),
    (["api/users.ts": "// cognito\n// adminCreateUser(\n"], nil, nil),
    (["api/users.ts": create, "api/old.py": "# client.sign_up(\n"], "api/users.ts", 2),
    (["api/users.ts": create, "web/App.js": hidden], "api/users.ts", 2),
    (["README.md": "# Users\n\n    aws cognito-idp admin-create-user \\\n"], "README.md", 3),
    (["README.md": "* aws --profile me cognito-idp admin-create-user\n"], "README.md", 1),
    (["README.md": "aws cognito-idp sign-up\n"], nil, nil),
    (["README.md": byHand], "README.md", 2),
    (["user.sh": "#!/bin/sh\r\n" + byHand], "user.sh", 3),
    (["README.md": byHand, "web/Join.tsx": "await signUp({ username })\n"], nil, nil),
  ]

  /// A form for sign-in alone.
  private static let hidden = """
    import { withAuthenticator } from '@aws-amplify/ui-react'
    export default withAuthenticator(App, { hideSignUp: true })
    """
  private static let forOne = "aws cognito-idp admin-create-user --username u\n"
  private static let forAll = "aws cognito-idp create-user-pool --pool-name shop\n"
  private static let byHand = "aws cognito-idp sign-up\naws cognito-idp admin-confirm-sign-up\n"

  @Test(arguments: cases)
  func `accounts are made where a call, a permission or a resource does and nothing signs up`(
    files: [String: String], path: String?, line: Int?
  ) throws {
    let folder = try Folder(["infra/main.tf": ProjectFolder.pool].merging(files) { $1 })
    let found = PoolDocuments(named: [folder.path]).programs.accounts
    #expect(found?.line == line)
    #expect(found?.file == path.map { folder[$0] })
  }

  @Test(
    arguments: [
      ([:], false), (["web/Join.tsx": "await signUp({ username })\n"], true),
      (["app.tf": "resource \"aws_cognito_user_pool_client\" \"app\" {\n}\n"], nil),
      (["cdk/stack.py": "from aws_cdk import aws_cognito\nUserPoolClient(self)\n"], false),
    ] as [([String: String], Bool?)])
  func `whether anybody signs up is looked for where no document names an app client`(
    files: [String: String], signsUp: Bool?
  ) throws {
    let pool = "resource \"aws_cognito_user_pool\" \"main\" {\n}\n"
    let folder = try Folder(["infra/main.tf": pool].merging(files) { $1 })
    let programs = PoolDocuments(named: [folder.path]).programs
    #expect(programs.signsUp == signsUp)
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    reader.programs = programs
    let read = try reader.read([(file: "main.tf", bytes: Array(pool.utf8))])
    #expect(read["selfSignUp"]?.value == (signsUp == false ? nil : .bool(true)))
  }

  @Test func `whoever likes signs up on the pages of managed login, where there is a domain`()
    throws
  {
    let client = """
      resource "aws_cognito_user_pool_client" "app" {
        user_pool_id                         = aws_cognito_user_pool.main.id
        allowed_oauth_flows_user_pool_client = true
        allowed_oauth_flows                  = ["code"]
        allowed_oauth_scopes                 = ["openid"]
      }

      """
    let domain = """
      resource "aws_cognito_user_pool_domain" "pages" {
        user_pool_id = aws_cognito_user_pool.main.id
        domain       = "shop"
      }

      """
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    reader.programs.accounts = SourceLocation(file: "users.ts", line: 1)
    for (text, signsUp) in [(client, nil), (client + domain, true)] as [(String, Bool?)] {
      let file = (file: "main.tf", bytes: Array((ProjectFolder.pool + text).utf8))
      #expect(try reader.read([file])["selfSignUp"]?.value == signsUp.map { .bool($0) })
    }
  }

  @Test func `whether anybody signs up is open then, unless the pool says so`() throws {
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    let documents = [(file: "main.tf", bytes: Array(ProjectFolder.pool.utf8))]
    #expect(try reader.read(documents)["selfSignUp"]?.value == .bool(true))
    reader.programs.accounts = SourceLocation(file: "users.ts", line: 1)
    #expect(try reader.read(documents)["selfSignUp"]?.value == nil)
    let stated = ProjectFolder.pool.replacing(
      "resource \"aws_cognito_user_pool\" \"main\" {",
      with: "resource \"aws_cognito_user_pool\" \"main\" {\n"
        + "  admin_create_user_config {\n    allow_admin_create_user_only = false\n  }")
    #expect(stated != ProjectFolder.pool)
    let open = [(file: "main.tf", bytes: Array(stated.utf8))]
    #expect(try reader.read(open)["selfSignUp"]?.value == .bool(true))
  }

  @Test(arguments: [("false", nil), ("true", false)] as [(String, Bool?)])
  func `what the service says of each pool leaves open whether anybody signs up`(
    isClosed: String, signsUp: Bool?
  ) throws {
    let answer = """
      {"UserPool": {"Id": "us-east-1_A", "Name": "shop", "MfaConfiguration": "OFF",
        "AdminCreateUserConfig": {"AllowAdminCreateUserOnly": \(isClosed)}}}
      """
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    let documents = [(file: "pool.json", bytes: Array(answer.utf8))]
    #expect(try reader.read(documents)["selfSignUp"]?.value == .bool(isClosed == "false"))
    reader.programs.accounts = SourceLocation(file: "users.ts", line: 1)
    #expect(try reader.read(documents)["selfSignUp"]?.value == signsUp.map { .bool($0) })
  }
}
