import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Functions of a custom challenge that stand next to a pool without being attached to it.
@Suite struct ChallengeFunctionTests {
  private static let define =
    "export const handler = async (event) => {\n"
    + "  event.response.issueTokens = true\n}\n"
  private static let create = "event['response']['publicChallengeParameters'] = {}\n"
  private static let verify = "event.response.answerCorrect = true\n"

  private static let all = [
    "fn/define.ts": define, "fn/create.py": create, "fn/verify.mjs": verify,
  ]

  @Test(
    arguments: [
      (all, 2),
      (all.filter { $0.key != "fn/verify.mjs" }, nil),
      (all.merging(["fn/verify.mjs": "// \(verify)"]) { $1 }, nil),
      (all.filter { $0.key != "fn/create.py" }.merging(["tests/create.py": create]) { $1 }, nil),
    ] as [([String: String], Int?)])
  func `a challenge is found where all three functions of it are`(
    files: [String: String], line: Int?
  ) throws {
    let folder = try Folder(["infra/main.tf": ProjectFolder.pool].merging(files) { $1 })
    let found = PoolDocuments(named: [folder.path]).programs.challenge
    #expect(found?.line == line)
    #expect(found.map(\.file) == line.map { _ in folder["fn/define.ts"] })
  }

  private static let functions: Set = [
    "defineAuthChallenge", "createAuthChallenge", "verifyAuthChallengeResponse",
  ]

  @Test(
    arguments: [
      ("ALLOW_CUSTOM_AUTH", "", functions),
      ("ALLOW_USER_SRP_AUTH", "", []),
      ("ALLOW_CUSTOM_AUTH", "lambda_config {\n    pre_sign_up = \"arn\"\n  }", ["preSignUp"]),
    ] as [(String, String, Set<String>)])
  func `they are the pool's where the client allows the flow and the pool states no triggers`(
    flow: String, triggers: String, expected: Set<String>
  ) throws {
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    reader.programs.challenge = SourceLocation(file: "fn/define.ts", line: 2)
    let text = """
      resource "aws_cognito_user_pool" "main" {
        \(triggers)
      }
      resource "aws_cognito_user_pool_client" "app" {
        user_pool_id        = aws_cognito_user_pool.main.id
        explicit_auth_flows = ["\(flow)", "ALLOW_REFRESH_TOKEN_AUTH"]
      }
      """
    let pool = try reader.read([(file: "main.tf", bytes: Array(text.utf8))])
    guard case .set(let members)? = pool["triggers"]?.value else {
      Issue.record("the triggers are open")
      return
    }
    #expect(Set(members) == expected)
  }
}
