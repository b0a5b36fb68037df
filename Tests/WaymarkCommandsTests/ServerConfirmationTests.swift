import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Programs of a project that confirm whoever signs up.
@Suite struct ServerConfirmationTests {
  private static let server = """
    const cognito = new AWS.CognitoIdentityServiceProvider()
    exports.handler = async (event) => {
      await cognito.adminConfirmSignUp({ Username: event.user })
    }
    """

  @Test(arguments: [
    ("api/register.js", server, 3),
    ("api/register.cjs", server, 3),
    ("amplify/backend/function/AdminQueriesa1b2/src/cognitoActions.js", server, nil),
    ("api/register.ts", "import x from 'cognito'\nnew AdminConfirmSignUpCommand({})\n", 2),
    ("api/register.py", "c = boto3.client('cognito-idp')\nc.admin_confirm_sign_up()\n", 2),
    ("api/register.js", "// cognito\n// client.adminConfirmSignUp({})\n", nil),
    ("scripts/user.sh", "#!/bin/sh\naws cognito-idp admin-confirm-sign-up --username me\n", nil),
  ])
  func `a call of AdminConfirmSignUp is found, a comment and a script's are not`(
    path: String, program: String, line: Int?
  ) throws {
    let folder = try Folder(["infra/main.tf": ProjectFolder.pool, path: program])
    let found = PoolDocuments(named: [folder.path]).programs.confirmation
    #expect(found?.line == line)
    #expect(found.map(\.file) == line.map { _ in folder[path] })
  }

  @Test func `the call is where the documents say that sign-ups are confirmed`() throws {
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    let documents = [(file: "main.tf", bytes: Array(ProjectFolder.pool.utf8))]
    #expect(try reader.read(documents)["confirmedByServer"]?.value == nil)
    let place = SourceLocation(file: "register.js", line: 3)
    reader.programs.confirmation = place
    #expect(
      try reader.read(documents)["confirmedByServer"]
        == Setting(value: .bool(true), origin: .document(place)))
  }

  @Test(arguments: [
    ("fn/sign-up.ts", "// x\nevent.response.autoConfirmUser = true\n", 2),
    ("fn/sign_up.py", "event['response']['autoConfirmUser'] = True\n", 1),
    ("src/SignUp.java", "response.put(\"autoConfirmUser\", true);\n", 1),
    ("fn/sign-up.ts", "event.response.autoConfirmUser = false\n", nil),
    ("tests/sign-up.ts", "event.response.autoConfirmUser = true\n", nil),
  ])
  func `a function that answers PreSignUp with a confirmation is found`(
    path: String, program: String, line: Int?
  ) throws {
    let pool = ProjectFolder.pool + "# lambda_config: pre_sign_up\n"
    let folder = try Folder(["infra/main.tf": pool, path: program])
    let found = PoolDocuments(named: [folder.path]).programs.autoConfirmation
    #expect(found?.line == line)
  }

  private static func answer(_ lines: String...) -> String {
    "exports.handler = async (event) => {\n"
      + lines.joined(separator: "\n") + "\n  return event;\n};\n"
  }

  /// Whether all who sign up are confirmed, some, or nobody.
  @Test(
    arguments: [
      (answer("  event.response.autoConfirmUser = true;"), true),
      (answer("  if (a) {", "    event.response.autoConfirmUser = true;", "  }"), nil),
      (answer("  if (a) event.response.autoConfirmUser = true;"), nil),
      (answer("  event.response.autoConfirmUser = a ? true : false;"), nil),
      (answer("  if (a) {", "    b();", "  }", "  event.response.autoConfirmUser = true;"), true),
      (
        answer(
          "  if (event.triggerSource === 'PreSignUp_SignUp') {",
          "    event.response.autoConfirmUser = true;", "  }"), true
      ),
      (
        answer(
          "  if (event.triggerSource === 'PreSignUp_ExternalProvider') {",
          "    event.response.autoConfirmUser = true;", "  }"), nil
      ),
      (
        answer(
          "  if (a) {", "    event.response.autoConfirmUser = true;", "  }",
          "  event.response.autoConfirmUser = true;"), true
      ),
    ] as [(String, Bool?)])
  func `a function that confirms under a condition leaves open who is confirmed`(
    program: String, confirmed: Bool?
  ) throws {
    let attached = ProjectFolder.pool.replacing(
      "}\n", with: "  lambda_config {\n    pre_sign_up = \"arn\"\n  }\n}\n")
    let found = try ProjectFolder(
      ["infra/main.tf": attached, "fn/sign-up.js": program], model: try BundledTable.signIn())
    let setting = try #require(found.pools[0].document?["confirmedByServer"])
    #expect(setting.value == confirmed.map { .bool($0) })
    if confirmed == nil {
      #expect(
        setting == .open("a function confirms some sign-ups, by a condition of its own"))
    }
  }

  @Test(arguments: [("if (event.domain === own) {", nil), ("if (method === 'POST') {", true)])
  func `a server that confirms under a condition does so of some`(
    condition: String, confirmed: Bool?
  ) throws {
    let server =
      "const handler = async (event) => {\n  \(condition)\n"
      + "    await cognito.adminConfirmSignUp({ Username: event.user })\n  }\n}\n"
    let found = try ProjectFolder(
      ["infra/main.tf": ProjectFolder.pool, "api/register.js": server],
      model: try BundledTable.signIn())
    #expect(
      found.pools[0].document?["confirmedByServer"]?.value == confirmed.map { .bool($0) })
    #expect(
      found.pools[0].notes.contains { $0.message.contains("a function confirms some sign-ups") }
        == (confirmed == nil))
  }

  @Test(
    arguments: [
      (nil, nil, "a function confirms sign-ups at PreSignUp, and no document attaches it"),
      ("pre_sign_up", true, nil),
      ("post_confirmation", nil, "no document of the service states it"),
    ] as [(String?, Bool?, String?)])
  func `such a function is the pool's where the pool has one, and may be where it states none`(
    trigger: String?, confirmed: Bool?, reason: String?
  ) throws {
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    reader.programs.autoConfirmation = SourceLocation(file: "sign-up.ts", line: 2)
    let triggers = trigger.map { "  lambda_config {\n    \($0) = \"arn\"\n  }\n}\n" } ?? "}\n"
    let text = ProjectFolder.pool.replacing("}\n", with: triggers)
    let pool = try reader.read([(file: "main.tf", bytes: Array(text.utf8))])
    let setting = try #require(pool["confirmedByServer"])
    #expect(setting.value == confirmed.map { .bool($0) })
    if let reason { #expect(setting == .open(reason)) }
  }

  @Test(arguments: [
    ("event.response.autoConfirmUser = true;", true), ("// autoConfirmUser = true", nil),
    ("event.response.autoConfirmUser = false;", nil),
  ])
  func `a function whose text stands in the document confirms, too`(
    line: String, confirmed: Bool?
  ) throws {
    let reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    let function = """
      resource "local_file" "sign_up" {
        filename = "index.js"
        content  = <<EOF
      exports.handler = async (event) => {
        \(line)
        return event;
      };
      EOF
      }

      """
    let attached = ProjectFolder.pool.replacing(
      "}\n", with: "  lambda_config {\n    pre_sign_up = \"arn\"\n  }\n}\n")
    for (pool, value) in [(attached, confirmed), (ProjectFolder.pool, nil)] {
      let read = try reader.read([(file: "test/main.tf", bytes: Array((function + pool).utf8))])
      let setting = try #require(read["confirmedByServer"])
      #expect(setting.value == value.map { .bool($0) })
      if value != nil {
        #expect(setting.origin == .document(SourceLocation(file: "test/main.tf", line: 5)))
      }
    }
  }

  @Test func `who attaches a custom challenge by hand may attach such a function too`() throws {
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    reader.programs.autoConfirmation = SourceLocation(file: "sign-up.ts", line: 2)
    reader.programs.challenge = SourceLocation(file: "define.ts", line: 4)
    let client = """
      resource "aws_cognito_user_pool_client" "app" {
        name = "app"
        user_pool_id = aws_cognito_user_pool.main.id
        explicit_auth_flows = ["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
      }

      """
    let text = ProjectFolder.pool + client
    let pool = try reader.read([(file: "main.tf", bytes: Array(text.utf8))])
    #expect(pool["triggers"]?.value?.description.contains("defineAuthChallenge") == true)
    #expect(
      pool["confirmedByServer"]
        == .open("a function confirms sign-ups at PreSignUp, and no document attaches it"))
  }
}
