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
