import Findings
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Projects whose programs delete no attribute of their users.
@Suite struct UserDeletionTests {
  /// A pool whose users may have SMS as a second factor, to a number that they may delete.
  private static let pool = """
    resource "aws_cognito_user_pool" "main" {
      name                     = "shop"
      username_attributes      = ["email"]
      auto_verified_attributes = ["email"]
      mfa_configuration        = "OPTIONAL"
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
    }
    resource "aws_cognito_user_pool_client" "app" {
      user_pool_id        = aws_cognito_user_pool.main.id
      explicit_auth_flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
    }

    """
  private static let app = "await signIn({ username, password })\n"

  /// An update of the profile, as far from the phone number as the lines between them say.
  private static func profile(_ lines: Int) -> String {
    app + "const phone = user.phone_number\n" + String(repeating: "\n", count: lines)
      + "await updateUserAttributes({ userAttributes })\n"
  }

  /// A function of the project under the name of an update, and a call of it.
  private static func wrapped(
    _ attribute: String, import line: String = "import * as cognito from '../cognito/client.js'",
    owner: String = "cognito.", definition: String = "export async function updateUserAttributes(",
    body: String = ""
  ) -> [String: String] {
    [
      "web/App.tsx": app,
      "api/cognito/client.ts": "\(definition)role, phone, attributes) {\n\(body)}\n",
      "api/staff/invite.ts":
        "\(line)\nawait \(owner)updateUserAttributes('staff', phone, {\n  \(attribute): x,\n})\n",
    ]
  }

  /// A server that marks the phone number as verified.
  private static let mark = """
    s.client.AdminUpdateUserAttributes(ctx, &cip.AdminUpdateUserAttributesInput{
      UserAttributes: []types.AttributeType{{
        Name: aws.String("phone_number_verified"), Value: aws.String("true"),
      }},
    })

    """

  @Test(
    arguments: [
      // Nobody in particular deletes them where no program signs anybody in.
      ([:], false),
      (["api/src/users.rs": "self.client.admin_get_user().send().await\n"], false),
      (["api/src/users.rs": "client.delete_user_attributes().send().await\n"], true),
      (["app/Me.kt": "client.deleteUserAttributes(request)\n"], true),
      (["app/Me.swift": "Amplify.Auth.update(userAttribute: .init(.phoneNumber))\n"], true),
      (["web/App.tsx": app], false),
      (["web/App.tsx": "// signIn()\nimport { signIn } from 'signIn()'\n"], false),
      (["tests/app.ts": app], false),
      (["api/login.py": "client.initiate_auth(AuthFlow='USER_PASSWORD_AUTH')\n"], false),
      (["api.tf": "actions = [\"cognito-idp:InitiateAuth\"]\n"], false),
      (["web/App.tsx": app, "web/Me.tsx": "await deleteUserAttributes({})\n"], true),
      (["web/App.tsx": app, "web/Me.tsx": "// deleteUserAttributes({})\n"], false),
      (["web/App.tsx": app, "api/me.py": "client.delete_user_attributes()\n"], true),
      (["web/App.tsx": app, "a.tf": "x = [\"cognito-idp:AdminDeleteUserAttributes\"]\n"], true),
      // What Amplify's CLI lets a function do, and its API for administrators.
      (
        [
          "web/App.tsx": app,
          "amplify/backend/function/mail/mail-cloudformation-template.json":
            #"{"Action": ["cognito-idp:AdminDeleteUserAttributes"]}"#,
          "amplify/backend/function/AdminQueries1/src/app.js": "x.adminDeleteUserAttributes()\n",
        ], false
      ),
      (["web/App.tsx": profile(3)], true),
      (["web/App.tsx": profile(20)], false),
      (["web/App.tsx": profile(3).replacing("const", with: "if (user.phone) data")], false),
      (["web/App.tsx": profile(3).replacing("const", with: "if (!user.phone) data")], true),
      (["web/App.tsx": profile(3).replacing("const", with: "if (phone === '') data")], true),
      (["web/App.tsx": app, "api/otp.go": mark], false),
      (["web/App.tsx": app, "api/otp.go": mark + "// phone_number\n"], true),
      // The name of the user is not the name of an attribute.
      (wrapped("staffId"), false),
      (wrapped("staffId", definition: "function other("), false),
      // The project's own function is no call of the SDK; what it does shows in its text.
      (wrapped("phone_number"), false),
      (wrapped("phone_number", definition: "function other("), true),
      (
        wrapped(
          "phone_number", import: "import { updateUserAttributes } from '../cognito/client'",
          owner: ""), false
      ),
      (wrapped("phone_number", owner: "this.", definition: "  async updateUserAttributes("), false),
      (
        wrapped(
          "phone_number", import: "import { updateUserAttributes } from 'aws-amplify/auth'",
          owner: ""), true
      ),
      (wrapped("phone_number", import: "const cognito = new CognitoIdentityProvider()"), true),
      // One that passes its arguments on to the SDK is a call of the SDK.
      (wrapped("phone_number", body: "  client.send(new UpdateUserAttributesCommand(x))\n"), true),
      (wrapped("phone_number", body: "  sdk.updateUserAttributes(attributes)\n"), true),
      (wrapped("staffId", body: "  client.send(new UpdateUserAttributesCommand(x))\n"), false),
    ] as [([String: String], Bool?)])
  func `whether an app deletes attributes is looked for in all languages`(
    files: [String: String], deletes: Bool?
  ) throws {
    let folder = try Folder(["infra/main.tf": Self.pool].merging(files) { $1 })
    #expect(PoolDocuments(named: [folder.path]).programs.acts[.deletion] == deletes)
    // Nothing is lost with an address where no document names a second factor.
    let plain = try Folder(["infra/main.tf": ProjectFolder.pool].merging(files) { $1 })
    #expect(PoolDocuments(named: [plain.path]).programs.acts[.deletion] == nil)
  }

  @Test(
    arguments: [
      (pool, false, true), (pool, true, false), (pool, nil, true),
      (pool.replacing("OPTIONAL", with: "OFF"), false, false),
      (pool.replacing("sms_configuration", with: "other_configuration"), false, false),
    ] as [(String, Bool?, Bool)])
  func `whether anybody deletes them is open where codes go to an address and no app does`(
    text: String, deletes: Bool?, isOpen: Bool
  ) throws {
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    reader.programs.acts[.deletion] = deletes
    let read = try reader.read([(file: "main.tf", bytes: Array(text.utf8))])
    let reason = "no program is known to delete attributes of its users"
    #expect((read["userDeletions"] == .open(reason)) == isOpen)
  }

  @Test(
    .optimised,
    arguments: [
      (nil, "note"), ("", "note"), (app, "note"), ("await deleteUserAttributes({})\n", "error"),
    ] as [(String?, String)])
  func `who deletes the phone number is a note where no program does`(
    program: String?, severity: String
  ) throws {
    let model = try BundledTable.signIn()
    let folder = try Folder(["infra/main.tf": Self.pool, "web/App.tsx": program ?? ""])
    // A document that is named alone is read without the programs next to it.
    let path = program == nil ? "\(folder.path)/infra/main.tf" : folder.path
    var environment = ToolEnvironment()
    environment.loadModel = { _ in model }
    var request = ExplorationRequest()
    request.listsPaths = false
    let batch = PoolBatch(
      verb: "check", poolRequest: PoolRequest(paths: [path]), request: request,
      environment: environment)
    let report = try #require(try batch.outcomes(model: model).first?.result?.report)
    let found = try #require(report.properties.first { $0.id == "sign-in.stays-reachable" })
    #expect(found.verdict == .fails && found.severity.rawValue == severity)
    // The document alone would be judged without its programs.
    if severity == "note" { #expect(report.command.hasPrefix("waymark check \(path) ")) }
  }
}
