import Findings
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Projects whose programs let their users do one thing and not another.
@Suite struct UserActTests {
  /// A pool in which all that users may do by an app changes how they sign in.
  private static let pool = """
    resource "aws_cognito_user_pool" "main" {
      name                     = "shop"
      username_attributes      = ["email"]
      auto_verified_attributes = ["email"]
      mfa_configuration        = "OPTIONAL"
      software_token_mfa_configuration {
        enabled = true
      }
      sign_in_policy {
        allowed_first_auth_factors = ["PASSWORD", "EMAIL_OTP"]
      }
      device_configuration {
        challenge_required_on_new_device      = true
        device_only_remembered_on_user_prompt = false
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
      explicit_auth_flows = ["ALLOW_USER_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
    }

    """
  private static let app = "await signIn({ username, password })\n"
  /// Blank lines that keep the calls before and after them from counting as one.
  private static let apart = String(repeating: "\n", count: 12)
  private static let server = "client.initiate_auth(AuthFlow='USER_AUTH')\n"

  @Test(
    arguments: [
      (.preference, app, false),
      (.preference, "await cognitoSignIn({ username, password })\n", false),
      (.preference, app + "await updateMFAPreference({ totp: 'PREFERRED' })\n", true),
      (.preference, app + "// updateMFAPreference()\n", false),
      (.preference, app + "user.setUserMfaPreference(null, totp)\n", true),
      (.preference, "await updateMFAPreference({ totp: 'PREFERRED' })\n", true),
      (.preference, "", nil),
      (.deviceForgetting, "", false),
      (.deviceKeeping, app, false),
      (.deviceKeeping, "import { signIn } from 'aws-amplify/auth'\n" + app, true),
      (.deviceKeeping, app + "new ConfirmDeviceCommand({ DeviceKey })\n", true),
      (.deviceForgetting, app, false),
      (.deviceForgetting, app + "await forgetDevice()\n", true),
      (.passwordlessAccount, app, nil),
      (.passwordlessAccount, app + "await signUp({ username, password })\n", false),
      (.passwordlessAccount, app + "export default withAuthenticator(App)\n", false),
      (.passwordlessAccount, app + apart + "await signUp({ username })\n" + apart + app, true),
      (.phoneNumber, app, nil),
      (.phoneNumber, app + "await signUp({ username, password })\n", false),
      (.phoneNumber, "await signUp({ username, phone_number })\n", true),
      (.phoneNumber, app + "await updateUserAttributes({ phone_number })\n", true),
    ] as [(UserAct, String, Bool?)])
  func `what an app lets its users do is looked for where it matters`(
    act: UserAct, program: String, isDone: Bool?
  ) throws {
    let folder = try Folder(["infra/main.tf": Self.pool, "web/App.ts": program])
    #expect(PoolDocuments(named: [folder.path]).programs.acts[act] == isDone)
    let plain = try Folder(["infra/main.tf": ProjectFolder.pool, "web/App.ts": program])
    #expect(PoolDocuments(named: [plain.path]).programs.acts == [:])
  }

  @Test(
    arguments: [
      (app, "OPTIONAL", 5), (app + "updateMFAPreference({ totp: 'PREFERRED' })\n", "OPTIONAL", nil),
      (app, "ON", nil), ("", "OPTIONAL", nil),
    ] as [(String, String, Int?)])
  func `an optional factor that no program lets users switch on is noted`(
    program: String, mfa: String, line: Int?
  ) throws {
    let pool = Self.pool.replacing("OPTIONAL", with: mfa)
    let project = try ProjectFolder(
      ["infra/main.tf": pool, "web/App.ts": program], model: try BundledTable.signIn())
    let notes = project.pools[0].notes.filter { $0.code == "document.mfa-not-offered" }
    #expect(notes.map(\.location.line) == [line].compactMap(\.self))
    #expect(notes.allSatisfy { $0.severity == .note })
  }

  @Test func `a server in Python keeps no device keys unless it names them`() throws {
    let folder = try Folder(["infra/main.tf": Self.pool, "api/login.py": Self.server])
    #expect(PoolDocuments(named: [folder.path]).programs.acts[.deviceKeeping] == false)
    let other = try Folder([
      "infra/main.tf": Self.pool,
      "api/login.py": Self.server + "answer['DEVICE_KEY'] = key\n",
    ])
    #expect(PoolDocuments(named: [other.path]).programs.acts[.deviceKeeping] == true)
  }

  /// The reasons for which acts that no program lets users perform are open.
  private static let absences: [UserAct: String] = [
    .preference: "no program of the project sets a user's MFA preference",
    .deviceKeeping: "no program of the project keeps device keys",
    .deviceForgetting: "no program is known to have a device forgotten or an account deleted",
    .passwordlessAccount: "each program that makes accounts names a password",
    .phoneNumber: "no program that makes accounts or changes them names a phone number",
  ]

  private func isOpen(
    _ act: UserAct, as parameter: String, knowing acts: [UserAct: Bool], in text: String = pool
  ) throws -> Bool {
    var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
    reader.programs.acts = acts
    let read = try reader.read([(file: "main.tf", bytes: Array(text.utf8))])
    return try read[parameter] == .open(#require(Self.absences[act]))
  }

  @Test(
    arguments: [
      ("userPreferences", .preference, "\"OPTIONAL\"", "\"OFF\""),
      ("keepsDeviceKeys", .deviceKeeping, "device_configuration", "other"),
      ("deviceForgetting", .deviceForgetting, "device_configuration", "other"),
      ("passwordlessAccounts", .passwordlessAccount, ", \"EMAIL_OTP\"", ""),
    ] as [(String, UserAct, String, String)])
  func `what no program lets users do is open where it changes how they sign in`(
    parameter: String, act: UserAct, subject: String, without: String
  ) throws {
    #expect(try isOpen(act, as: parameter, knowing: [act: false]))
    #expect(try !isOpen(act, as: parameter, knowing: [act: true]))
    // Where no program was examined, only acts that harm nobody but the user are open.
    #expect(try isOpen(act, as: parameter, knowing: [:]) == !act.harmsOthers)
    let other = Self.pool.replacing(subject, with: without)
    #expect(try !isOpen(act, as: parameter, knowing: [act: false], in: other))
  }

  @Test(arguments: [("", true), ("\"phone_number\", ", false)])
  func `whether anybody has a phone number is open where the pool asks for none`(
    asked: String, isOpen: Bool
  ) throws {
    let sms = "sms_configuration {\n external_id = \"x\"\n sns_caller_arn = \"y\"\n }\n"
    let pool = Self.pool.replacing("device_configuration {", with: sms + "device_configuration {")
      .replacing("attributes = [", with: "attributes = [\(asked)")
    let known = try self.isOpen(
      .phoneNumber, as: "phoneNumbers", knowing: [.phoneNumber: false], in: pool)
    #expect(known == isOpen)
    #expect(try !self.isOpen(.phoneNumber, as: "phoneNumbers", knowing: [.phoneNumber: false]))
    // If no user can write the attribute, the setting does not depend on the programs.
    let unwritable = pool.replacing(
      "explicit_auth_flows", with: "write_attributes = [\"email\"]\n  explicit_auth_flows")
    for (text, isUnwritable) in [(pool, false), (unwritable, isOpen)] {
      var reader = PoolReader(parameters: try BundledTable.signIn().parameterDeclarations)
      let file = (file: "main.tf", bytes: Array(text.utf8))
      let reason = "the app client may not write phone numbers, and no program gives users one"
      #expect((try reader.read([file])["phoneNumbers"] == .open(reason)) == isUnwritable)
      reader.programs.acts[.phoneNumber] = true
      #expect(try reader.read([file])["phoneNumbers"] != .open(reason))
    }
  }

  @Test func `of a client that keeps no device keys nobody asks which it forgets`() throws {
    let acts = [UserAct.deviceKeeping: false, .deviceForgetting: false]
    #expect(try isOpen(.deviceKeeping, as: "keepsDeviceKeys", knowing: acts))
    #expect(try !isOpen(.deviceForgetting, as: "deviceForgetting", knowing: acts))
  }
}
