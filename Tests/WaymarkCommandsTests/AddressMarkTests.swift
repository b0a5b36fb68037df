import Findings
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Pools that verify no address to which they send codes for passwords, and programs next to them:
/// functions that mark the address as verified, and apps without a page for forgotten passwords.
@Suite struct AddressMarkTests {
  /// Who signs up gives both addresses and gets a code for the number; recovery goes by e-mail.
  private static func pool(triggers: String = "") -> String {
    """
    resource "aws_cognito_user_pool" "main" {
      name                     = "shop"
      username_attributes      = ["phone_number"]
      auto_verified_attributes = ["phone_number", "email"]
      sms_configuration {
        external_id    = "x"
        sns_caller_arn = "arn:aws:iam::111122223333:role/sms"
      }
      account_recovery_setting {
        recovery_mechanism {
          name     = "verified_email"
          priority = 1
        }
      }
      lambda_config {
        \(triggers)
      }
    }
    resource "aws_cognito_user_pool_client" "app" {
      user_pool_id        = aws_cognito_user_pool.main.id
      explicit_auth_flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
    }

    """
  }
  private static let after = pool(triggers: "post_confirmation = \"arn\"")

  /// The function after the confirmation, with what it does.
  private static func function(_ act: String) -> String {
    """
    exports.handler = async (event) => {
      // PostConfirmation_ConfirmSignUp
    \(act)
      return event
    }

    """
  }
  private static let mark = """
      await client.adminUpdateUserAttributes({
        UserAttributes: [{ Name: "email_verified", Value: "true" }],
        UserPoolId: event.userPoolId, Username: event.userName,
      })
    """

  private static let python = """
    def handler(event, context):
        client.admin_update_user_attributes(
            UserPoolId=event['userPoolId'], Username=event['userName'],
            UserAttributes=[{'Name': 'email_verified', 'Value': 'true'}])
        return event

    """
  private static let go = """
    func handle(event events.CognitoEventUserPoolsPostConfirmation) error {
      return client.AdminUpdateUserAttributes(&cip.AdminUpdateUserAttributesInput{
        UserAttributes: []types.AttributeType{{
          Name:  aws.String("email_verified"),
          Value: aws.String("true"),
        }},
      })
    }

    """

  /// What only looks at the mark, and updates something else.
  private static let readsMark = """
      const isVerified = event.attributes.find((a) => a.Name === 'email_verified').Value === 'true'
      await client.send(new AdminUpdateUserAttributesCommand({ Username: event.userName }))
    """
  private static let twoMarks = "Name: 'phone_number_verified', Value: 'false' },\n    { Name:"
  private static let api =
    "exports.handler = async (event) => {\n"
    + "  const { userName } = JSON.parse(event.body)\n"

  private static let app = "await signIn({ username, password })\nawait signUp({ username })\n"

  private func setting(_ parameter: String, _ files: [String: String]) throws -> Setting {
    let found = try ProjectFolder(files, model: try BundledTable.signIn())
    return try #require(found.pools[0].document?[parameter])
  }

  private func isOpen(_ setting: Setting) -> Bool {
    guard case .open = setting.origin else { return false }
    return setting.origin != .untold
  }

  private static let elsewhere =
    "the function after the confirmation or the sign-in, which may verify addresses, is not here"

  @Test(
    arguments: [
      (after, ["fn/mark.js": function(mark)], ["email"]),
      (after, ["fn/mark.js": function(mark.replacing("email", with: "phone_number"))], ["phone"]),
      (after, ["fn/mark.js": function(mark.replacing("true", with: "false"))], []),
      (after, ["fn/mark.js": function("  log(event.request.userAttributes.email_verified)")], []),
      (after, ["fn/mark.js": function(readsMark)], []),
      (after, ["fn/mark.js": function(mark.replacing("Name:", with: twoMarks))], ["email"]),
      (after, ["fn/shopPostConfirmation/src/index.js": "// PostConfirmation\n"], []),
      (after, ["web/PostAuthor.tsx": "// PostAuthentication\n"], nil),
      // Whoever may verify has no program here, or does so under a condition of its own.
      (after, [:], nil),
      (after, ["api/users.js": mark.replacing("event.", with: "request.")], nil),
      (after, ["api/users.js": api + mark.replacing("event.", with: "request.")], nil),
      (after, ["fn/mark.js": function("  if (event.isGuest) {\n    \(mark)\n  }")], nil),
      (pool(), ["fn/mark.js": function(mark)], []),
      (after, ["fn/post_confirmation.py": python], ["email"]),
      (after, ["fn/main.go": go], ["email"]),
    ] as [(String, [String: String], [String]?)])
  func `a function after the confirmation is read for the addresses that it verifies`(
    pool: String, programs: [String: String], marks: [String]?
  ) throws {
    let found = try setting("triggerMarks", ["infra/main.tf": pool].merging(programs) { $1 })
    #expect(found.value == marks.flatMap { $0.isEmpty ? nil : .members($0) })
    #expect(isOpen(found) == (marks == nil))
    if programs.isEmpty { #expect(found == .open(Self.elsewhere)) }
  }

  @Test func `a function in a document of the pool is read, too`() throws {
    let reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    let text = "locals {\n  code = <<EOF\n\(Self.function(Self.mark))EOF\n}\n" + Self.after
    let read = try reader.read([(file: "main.tf", bytes: Array(text.utf8))])
    #expect(read["triggerMarks"]?.value == .members(["email"]))
  }

  @Test(arguments: [
    (app, false), ("", nil), ("await signIn()\nawait forgotPassword({ username })\n", true),
    (app + "await resetPassword({ username })\n", true),
    (app + "export default withAuthenticator(App)\n", true),
    (app + "// forgotPassword()\n", false),
  ])
  func `whether an app lets users recover passwords is looked for`(
    program: String, recovers: Bool?
  ) throws {
    let folder = try Folder(["infra/main.tf": Self.pool(), "web/App.tsx": program])
    #expect(PoolDocuments(named: [folder.path]).programs.acts[.recovery] == recovers)
    let found = try setting("passwordRecovery", ["main.tf": Self.pool(), "web/App.tsx": program])
    #expect(isOpen(found) == (recovers == false))
  }

  @Test func `it is looked for where a server confirms sign-ups`() throws {
    let server = "await cognito.adminConfirmSignUp({})\nawait cognito.initiateAuth({})\n"
    for (page, isMissing) in [("", true), ("await cognito.forgotPassword({})\n", false)] {
      let found = try setting(
        "passwordRecovery", ["main.tf": ProjectFolder.pool, "api/auth.js": server + page])
      #expect(isOpen(found) == isMissing)
    }
  }

  @Test(
    arguments: [
      (pool(), [:], .fails, "warning"), (pool(), ["web/App.tsx": app], .fails, "note"),
      (after, [:], .fails, "note"), (after, ["fn/mark.js": function(mark)], .holds, "warning"),
      (after, ["fn/log.js": function("  log(event)")], .fails, "warning"),
    ] as [(String, [String: String], PropertyReport.Verdict, String)])
  func `an address that nobody verifies is found as far as that is known`(
    pool: String, programs: [String: String], verdict: PropertyReport.Verdict, severity: String
  ) throws {
    let model = try BundledTable.signIn()
    let folder = try Folder(["infra/main.tf": pool].merging(programs) { $1 })
    var environment = ToolEnvironment()
    environment.loadModel = { _ in model }
    var request = ExplorationRequest()
    request.listsPaths = false
    request.properties = ["recovery.address-is-verified"]
    let batch = PoolBatch(
      verb: "check", poolRequest: PoolRequest(paths: [folder.path]), request: request,
      environment: environment)
    let report = try #require(try batch.outcomes(model: model).first?.result?.report)
    let found = try #require(
      report.properties.first { $0.id == "recovery.address-is-verified" })
    #expect(found.verdict == verdict && found.severity.rawValue == severity)
  }
}
