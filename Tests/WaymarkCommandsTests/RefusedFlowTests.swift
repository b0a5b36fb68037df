import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Warnings about programs that sign in by a flow which the app client does not allow.
@Suite struct RefusedFlowTests {
  private static let server = """
    import { InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider'
    export const signIn = (email, password) => client.send(new InitiateAuthCommand({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: process.env.CLIENT,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }))
    """

  private static func client(_ lines: String = "", name: String = "app") -> String {
    """
    resource "aws_cognito_user_pool_client" "\(name)" {
      name = "\(name)"
      user_pool_id = aws_cognito_user_pool.main.id
    \(lines)
    }

    """
  }

  private func found(_ files: [String: String]) throws -> [Diagnostic] {
    try ProjectFolder(files, model: try BundledTable.signIn()).pools.flatMap(\.notes)
      .filter { $0.code == "document.refused-flow" }
  }

  @Test func `a server signs in by a flow that the only client does not allow`() throws {
    let files = ["infra/main.tf": ProjectFolder.pool + Self.client(), "api/auth.ts": Self.server]
    let warning = try #require(try found(files).first)
    #expect(warning.severity == .warning)
    #expect(warning.location.file.hasSuffix("api/auth.ts"))
    #expect(warning.location.line == 3)
    #expect(
      warning.message.hasPrefix("this signs in by USER_PASSWORD_AUTH, which the app client ("))
    #expect(
      warning.message.hasSuffix(
        " does not allow: the service refuses every such sign-in with InvalidParameterException,"
          + " the flow is not enabled for the client"))
    #expect(
      warning.remedy == "list `ALLOW_USER_PASSWORD_AUTH`, `ALLOW_REFRESH_TOKEN_AUTH` and"
        + " `ALLOW_USER_SRP_AUTH` under explicit_auth_flows, or sign in by `USER_SRP_AUTH`")
  }

  private static let amplify = [
    "amplify/auth/resource.ts": """
    import { defineAuth } from '@aws-amplify/backend'
    export const auth = defineAuth({ loginWith: { email: true } })
    """,
    "amplify/backend.ts": """
    import { defineBackend } from '@aws-amplify/backend'
    import { auth } from './auth/resource'
    const backend = defineBackend({ auth })
    const { cfnUserPoolClient } = backend.auth.resources.cfnResources
    cfnUserPoolClient.preventUserExistenceErrors = 'ENABLED'
    """,
    "src/App.tsx": "signIn({ username, options: { authFlowType: 'USER_PASSWORD_AUTH' } })\n",
  ]

  @Test func `an app signs in by a flow that the client of Amplify does not allow`() throws {
    let warning = try #require(try found(Self.amplify).first)
    #expect(warning.location.file.hasSuffix("src/App.tsx"))
    #expect(
      warning.message.hasPrefix(
        "this signs in by USER_PASSWORD_AUTH, which the app client of Amplify ("))
    #expect(warning.message.contains("amplify/auth/resource.ts:2) does not allow: "))
    #expect(
      warning.remedy == "defineAuth has no property for it: write"
        + " `cfnUserPoolClient.explicitAuthFlows = [\"ALLOW_USER_PASSWORD_AUTH\","
        + " \"ALLOW_REFRESH_TOKEN_AUTH\", \"ALLOW_USER_SRP_AUTH\"]` in backend.ts, of"
        + " `backend.auth.resources.cfnResources`. Or sign in by `USER_SRP_AUTH`")
  }

  @Test(
    arguments: [
      ("defineBackend({ auth, data })", true), ("export const all = defineBackend({ auth })", true),
      ("const all = defineBackend({ auth });\nall.addOutput({});\nall.createStack('a')", true),
      ("const all = defineBackend({ auth });\nall.data.resources.tables", true),
      ("const all = defineBackend({ auth });\nextend(all)", false),
      ("const all = defineBackend({ auth });\nallow(all.auth.resources)", false),
      ("const all = defineBackend({ auth });\nfor (const key in names) all[key].set()", false),
      ("const all = defineBackend({ auth });\nconst { auth: own } = all", false),
      ("Aspects.of(defineBackend({ auth }).stack)", false), ("", false),
    ] as [(String, Bool)])
  func `a backend that overrides nothing leaves the client as it is`(
    backend: String, isFound: Bool
  ) throws {
    let text =
      "import { defineBackend } from '@aws-amplify/backend'\n"
      + "import { auth } from './auth/resource'\n\(backend)\n"
    let files = Self.amplify.merging(["amplify/backend.ts": text]) { $1 }
    #expect(try found(files).count == (isFound ? 1 : 0), "\(backend)")
    // The file alone is no document of a pool.
    #expect(try ProjectFolder(files).names == [["amplify/auth/resource.ts"]])
  }

  @Test func `a flow that the program of Amplify's backend allows is no finding`() throws {
    let backend = """
      import { defineBackend } from '@aws-amplify/backend'
      import { auth } from './auth/resource'
      const backend = defineBackend({ auth })
      const { cfnUserPoolClient } = backend.auth.resources.cfnResources
      cfnUserPoolClient.explicitAuthFlows = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']
      """
    for (text, count) in [(backend, 0), (backend.replacing("_PASSWORD_", with: "_SRP_"), 1)] {
      let files = Self.amplify.merging(["amplify/backend.ts": text]) { $1 }
      #expect(try found(files).count == count)
    }
  }

  private static func call(_ field: String) -> String { "initiateAuth, cognito\n\(field)\n" }

  @Test(
    arguments: [
      ("auth.py", "client.initiate_auth(\n  AuthFlow='USER_PASSWORD_AUTH',\n)\n", 2),
      ("auth.go", call("AuthFlow: types.AuthFlowTypeUserPasswordAuth,"), 2),
      ("Auth.java", call("  .authFlow(AuthFlowType.ADMIN_NO_SRP_AUTH)"), 2),
      ("sign-in.sh", "aws cognito-idp initiate-auth --auth-flow USER_PASSWORD_AUTH\n", 1),
      ("App.tsx", "signIn({ username, options: { authFlowType: 'USER_PASSWORD_AUTH' } })\n", 1),
      ("auth.ts", call("AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',"), 2),
      ("auth.ts", call("AuthFlow: 'USER_SRP_AUTH',"), nil),
      ("auth.ts", call("AuthFlow: 'REFRESH_TOKEN_AUTH',"), nil),
      ("auth.ts", call("AuthFlow: plain ? 'USER_PASSWORD_AUTH' : 'USER_SRP_AUTH',"), nil),
      ("auth.ts", call("AuthFlow: 'USER_PASSWORD_AUTH' | 'USER_SRP_AUTH'"), nil),
      ("auth.ts", call("AuthFlow: flow,"), nil),
      ("auth.ts", call("// AuthFlow: 'USER_PASSWORD_AUTH',"), nil),
      ("auth.ts", "const cognito = { AuthFlow: 'USER_PASSWORD_AUTH' }\n", nil),
      ("auth.ts", call("AuthFlow: 'USER_PASSWORD_AUTH', // cognito-local"), nil),
      ("tests/auth.ts", call("AuthFlow: 'USER_PASSWORD_AUTH',"), nil),
      ("mockAuth.ts", call("AuthFlow: 'USER_PASSWORD_AUTH',"), nil),
    ] as [(String, String, Int?)])
  func `literal flows of calls are read in the languages of servers and apps`(
    path: String, program: String, line: Int?
  ) throws {
    let files = ["infra/main.tf": ProjectFolder.pool + Self.client(), "api/\(path)": program]
    #expect(try found(files).map(\.location.line) == [line].compactMap(\.self), "\(program)")
  }

  private static let machine = """
      generate_secret = true
      allowed_oauth_flows_user_pool_client = true
      allowed_oauth_flows = ["client_credentials"]
    """

  @Test(
    arguments: [
      (client("  explicit_auth_flows = [\"ALLOW_USER_PASSWORD_AUTH\"]"), [:], false),
      (client("  explicit_auth_flows = [\"ALLOW_USER_SRP_AUTH\"]"), [:], true),
      (client("  explicit_auth_flows = var.flows"), [:], false),
      (client() + client(name: "web"), [:], false),
      (client() + client(machine, name: "machine"), [:], true),
      (client(), ["scripts/client.sh": "aws cognito-idp create-user-pool-client\n"], false),
      (client(), ["api/client.py": "cognito.update_user_pool_client()\n"], false),
      (client(), ["api/names.ts": "describeUserPoolClient()\n"], true),
    ] as [(String, [String: String], Bool)])
  func `only the flows of the only client of users are certain`(
    client: String, more: [String: String], isFound: Bool
  ) throws {
    let files = ["infra/main.tf": ProjectFolder.pool + client, "api/auth.ts": Self.server]
    #expect(try found(files.merging(more) { $1 }).count == (isFound ? 1 : 0), "\(client) \(more)")
  }

  @Test func `another flow is named only where the program may sign in by it`() throws {
    func remedy(_ flows: String, _ program: String, _ pool: String = "") throws -> Substring? {
      let resource = ProjectFolder.pool.replacing("{\n", with: "{\n\(pool)", maxReplacements: 1)
      let files = [
        "infra/main.tf": resource + Self.client("  explicit_auth_flows = [\(flows)]"),
        "api/auth.ts": program,
      ]
      return try found(files).first?.remedy.split(separator: ", or sign in by ").dropFirst().first
    }
    let admin = "\"ALLOW_ADMIN_USER_PASSWORD_AUTH\""
    #expect(try remedy("\(admin), \"ALLOW_USER_SRP_AUTH\"", Self.server) == "`USER_SRP_AUTH`")
    let call = Self.call("AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',")
    let own = "\"ALLOW_CUSTOM_AUTH\", \"ALLOW_USER_SRP_AUTH\""
    #expect(try remedy(own, call) == "`USER_SRP_AUTH`")
    let triggers = "  lambda_config { define_auth_challenge = \"arn:aws:lambda:::f\" }\n"
    #expect(try remedy(own, call, triggers) == "`CUSTOM_AUTH` or `USER_SRP_AUTH`")
  }

  private static let signsIn = """
    import { signUp, signIn as enter } from 'aws-amplify/auth'
    export const login = async (name) => {
      await enter({ username: name, password: field.value, options: {
        authFlowType: 'USER_PASSWORD_AUTH' } })
    }
    """

  @Test(
    arguments: [
      ("true", "web/login.ts", signsIn, true), ("false", "web/login.ts", signsIn, false),
      ("var.hidden", "web/login.ts", signsIn, false),
      ("true", "tests/login.ts", signsIn, false),
      (
        "true", "web/login.ts",
        "import { Auth } from 'aws-amplify'\nconst a = 1\nAuth.signIn(name)\n", true
      ),
      (
        "true", "web/login.ts",
        "import { signUp } from 'aws-amplify/auth'\n\nexport const login = signIn(name)\n", false
      ),
      (
        "true", "web/login.ts",
        "import { Auth } from '@aws-amplify/auth'\n\nexport const login = Auth.signIn(name)\n", true
      ),
      (
        "true", "web/login.ts",
        "import * as auth from 'aws-amplify/auth'\n\nexport const login = auth.signIn(name)\n", true
      ),
      (
        "true", "web/login.ts",
        "import { Storage } from 'aws-amplify'\nimport { Auth } from './own'\nAuth.signIn(name)\n",
        false
      ),
      (
        "true", "web/login.tsx",
        "import { Authenticator } from '@aws-amplify/ui-react'\n\nconst form = <Authenticator>\n",
        true
      ),
      (
        "true", "web/login.tsx",
        "import { Authenticator } from '@aws-amplify/ui-react'\n\n"
          + "const a = <Authenticator.Provider>\n",
        false
      ),
      (
        "true", "web/login.tsx",
        "import { Authenticator } from './own'\n\nconst form = <Authenticator>\n", false
      ),
    ] as [(String, String, String, Bool)])
  func `an app that signs in by Amplify can send no secret`(
    secret: String, file: String, program: String, isFound: Bool
  ) throws {
    let files = [
      "infra/main.tf": "variable \"hidden\" {}\n" + ProjectFolder.pool
        + Self.client("  generate_secret = \(secret)"),
      file: program,
    ]
    let notes = try ProjectFolder(files, model: try BundledTable.signIn()).pools.flatMap(\.notes)
    let warnings = notes.filter { $0.code == "document.secret-in-browser" }
    #expect(warnings.count == (isFound ? 1 : 0), "\(secret) \(program)")
    for warning in warnings {
      #expect(warning.location.file.hasSuffix("infra/main.tf"))
      #expect(warning.message.contains("by Amplify ("))
      #expect(warning.message.contains("\(file):3), which sends none"))
      #expect(
        warning.remedy
          == "give the app a client of its own without generate_secret; no client loses its secret")
      // No other flow would help.
      #expect(!notes.contains { $0.code == "document.refused-flow" })
    }
  }

  @Test func `of one of several pools it is not known which one a program means`() throws {
    let files = [
      "a/main.tf": ProjectFolder.pool + Self.client(), "api/auth.ts": Self.server,
      "b/main.tf": ProjectFolder.pool + Self.client(),
    ]
    #expect(try found(files).isEmpty)
  }
}
