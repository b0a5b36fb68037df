import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What a reader sees first of a finding on the bundled table: what it rests on, who meets it, which
/// setting, what to write.
@Suite struct FindingFirstLinesTests {
  private func output(_ name: String, _ text: String, property: String?) throws -> String {
    let folder = try Folder([name: text])
    let chosen = (property ?? "").split(separator: ",").flatMap { ["--property", String($0)] }
    let output = WaymarkTool.output(
      for: ["check", folder[name], "--no-try-assumptions"] + chosen, in: ToolEnvironment())
    return output.text.replacing(folder.path + "/", with: "")
  }

  private func lines(
    _ name: String, _ text: String, property: String? = nil, line: String
  ) throws -> [String] {
    try output(name, text, property: property).split(separator: "\n").map(String.init)
      .filter { $0.contains(line) }
  }

  @Test func `a claim about settings says what must be, which nobody takes for what is`() throws {
    let claims = try BundledTable.signIn().properties.filter(\.isAboutConfigurations)
    #expect(!claims.isEmpty)
    for claim in claims { #expect(claim.prose.contains(" must "), "\(claim.fullID)") }
    let prevented = try #require(claims.first { $0.id == "existence.prevented" })
    #expect(prevented.prose.contains("must set PreventUserExistenceErrors to ENABLED;"))
  }

  @Test func `a setting that is assumed of what made the pool is named in the first line`() throws {
    let exports = """
      const awsmobile = {
        aws_user_pools_id: "eu-west-1_A", aws_user_pools_web_client_id: "c",
        aws_cognito_username_attributes: ["EMAIL"], aws_cognito_mfa_configuration: "OFF",
        aws_cognito_verification_mechanisms: ["EMAIL"],
      }
      export default awsmobile
      """
    #expect(
      try lines(
        "aws-exports.js", exports, property: "existence.prevented", line: "which is assumed")
        == ["  rests on `existenceErrors = legacy`, which is assumed)"])
    // What a document states is not assumed.
    let template = """
      Resources:
        Pool:
          Type: AWS::Cognito::UserPool
          Properties: { UsernameAttributes: [email], AutoVerifiedAttributes: [email] }
        Client:
          Type: AWS::Cognito::UserPoolClient
          Properties: { UserPoolId: !Ref Pool, PreventUserExistenceErrors: LEGACY }
      """
    #expect(
      try lines("pool.yaml", template, property: "existence.prevented", line: "Finding ")
        == ["✗ Finding  existence.prevented (warning)"])
    // What it leaves to the default would stand in the app client.
    let silent = template.replacing(", PreventUserExistenceErrors: LEGACY", with: "")
    #expect(
      try lines("pool.yaml", silent, property: "existence.prevented", line: "Where:")
        == ["  Where:  pool.yaml:7:17 existenceErrors"])
  }

  @Test(arguments: [("[code]", true), ("[implicit]", false)])
  func `a client without refresh is no warning where the pages take its tokens back`(
    flows: String, isOnPages: Bool
  ) throws {
    let template = """
      Resources:
        Pool:
          Type: AWS::Cognito::UserPool
          Properties: { UsernameAttributes: [email], AutoVerifiedAttributes: [email] }
        Client:
          Type: AWS::Cognito::UserPoolClient
          Properties:
            UserPoolId: !Ref Pool
            ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH]
            AllowedOAuthFlowsUserPoolClient: true
            AllowedOAuthFlows: \(flows)
      """
    let found = try lines("pool.yaml", template, property: "existence.prevented", line: "[L48]")
    #expect(found.isEmpty == isOnPages)
  }

  @Test func `what no verdict hangs on is named once, and so is a client that is not judged`()
    throws
  {
    let template = """
      Resources:
        Pool:
          Type: AWS::Cognito::UserPool
          Properties:
            DeletionProtection: ACTIVE
            Policies: { PasswordPolicy: { MinimumLength: 12, RequireNumbers: true } }
        Web: { Type: AWS::Cognito::UserPoolClient, Properties: { UserPoolId: !Ref Pool } }
        Mobile:
          Type: AWS::Cognito::UserPoolClient
          Properties: { UserPoolId: !Ref Pool, GenerateSecret: true }
      """
    let text = try output("pool.yaml", template, property: "existence.prevented")
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("note: Web is taken, the first of the pool's 2 app clients"))
    let named = words.split(separator: "not modelled, compared by diff: ", maxSplits: 1)
    #expect(named.count == 2 && named[1].hasPrefix("PasswordPolicy, DeletionProtection"))
  }

  @Test func `the acts that lead there and the remedy come before the trace`()
    throws
  {
    let module = """
      resource "aws_cognito_user_pool" "p" {
        name                     = "shop"
        username_attributes      = ["email"]
        auto_verified_attributes = []
      }
      resource "aws_cognito_user_pool_client" "c" {
        name         = "web"
        user_pool_id = aws_cognito_user_pool.p.id
      }
      """
    // Remedies are tried where nothing is left out.
    let found = try lines("main.tf", module, line: "  ")
    let first = found.drop { !$0.contains("Who:") }
    #expect(first.first == "  Who:    users after signUp: signIn → confirmSignUp")
    let remedy = try #require(first.firstIndex { $0.hasPrefix("  Remedy: Send sign-ups a code") })
    let trace = try #require(first.firstIndex { $0.hasPrefix("  The shortest way there") })
    #expect(remedy < trace)
  }

  @Test func `a sign-in that goes past MFA names its flow, its triggers and its assumption, once`()
    throws
  {
    let module = """
      resource "aws_cognito_user_pool" "p" {
        name                     = "shop"
        username_attributes      = ["email"]
        auto_verified_attributes = ["email"]
        mfa_configuration        = "ON"
        software_token_mfa_configuration { enabled = true }
        lambda_config {
          define_auth_challenge          = "arn:aws:lambda:eu-west-1:1:function:d"
          create_auth_challenge          = "arn:aws:lambda:eu-west-1:1:function:c"
          verify_auth_challenge_response = "arn:aws:lambda:eu-west-1:1:function:v"
        }
      }
      resource "aws_cognito_user_pool_client" "c" {
        name                = "web"
        user_pool_id        = aws_cognito_user_pool.p.id
        explicit_auth_flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
      }
      """
    let text = try output(
      "main.tf", module,
      property: "mfa.no-tokens-without-second-factor,mfa.record-tells-the-truth")
    #expect(
      text.contains(
        "✗ Finding  mfa.no-tokens-without-second-factor (error;\n"
          + "  its counterexample rests on the assumption `customWithoutSRPBypassesMFA`)\n"))
    #expect(text.contains("  With it: mfa.record-tells-the-truth\n"))
    let places = text.split(separator: "\n").filter { $0.hasPrefix("  Where:  main.tf:") }
    #expect(
      Set(places.compactMap { $0.split(separator: " ").last.map(String.init) })
        == ["mfa", "flows", "triggers"])
  }

  /// A pool that verifies no address and requires TOTP alone, with settings that decide neither.
  private static func unverified(mfa: String) -> String {
    """
    resource "aws_cognito_user_pool" "p" {
      name              = "shop"
      mfa_configuration = "\(mfa)"
      software_token_mfa_configuration { enabled = true }
      schema {
        name                = "email"
        attribute_data_type = "String"
        required            = true
      }
      account_recovery_setting {
        recovery_mechanism {
          name     = "verified_email"
          priority = 1
        }
      }
    }
    resource "aws_cognito_user_pool_client" "c" {
      name         = "web"
      user_pool_id = aws_cognito_user_pool.p.id
    }
    """
  }

  @Test(
    arguments: [
      ("OFF", "sign-in.first-time", ["main.tf:1:1 autoVerified"]),
      ("ON", "sign-in.survives-a-loss", ["main.tf:4:48 mfaMethods", "main.tf:3:23 mfa"]),
    ])
  func `of what is out of reach the settings that decide it are places, also where nothing is set`(
    mfa: String, property: String, places: [String]
  ) throws {
    let text = try output("main.tf", Self.unverified(mfa: mfa), property: property)
    let found = text.split(separator: "\n").filter { $0.hasPrefix("  Where:  ") }
    #expect(found == places.map { "  Where:  \($0)" })
    // The way without a change is that of an administrator.
    #expect(text.contains("(AdminDeleteSoftwareToken), which is no setting; or") == (mfa == "ON"))
  }

  /// A pool whose users give a phone number, which is verified, and an e-mail address, which is not.
  private static func salon(_ settings: String) -> String {
    """
    pool: salon
    configuration:
      mfa: optional
      mfaMethods: [sms]
      smsConfigured: true
      usernameAttributes: [phone]
      requiredAttributes: [email]
      autoVerified: [phone]
      flows: [userSRP, refresh]
      existenceErrors: prevent
      administratorActs: []
    """ + settings.split(separator: ";").map { "\n  \($0)" }.joined() + "\n"
  }

  @Test(
    arguments: [
      ("recovery: email", true), ("recovery: email;autoVerified: [phone, email]", true),
      ("recovery: emailThenPhone", false), ("recovery: adminOnly", false),
      ("recovery: email;selfSignUp: false", false),
      ("recovery: email;externalProvider: true", false),
      ("recovery: email;triggers: [preSignUp]", false),
      ("recovery: email;autoVerified: [email];usernameAttributes: [email, phone]", false),
      ("recovery: email;autoVerified: []", false),
      ("recovery: email;autoVerified: [];confirmedByServer: true", true),
    ])
  func `recovery by an address that sign-up verifies for nobody is a warning`(
    settings: String, isFound: Bool
  ) throws {
    let keys = settings.split(separator: ";").map { $0.prefix { $0 != ":" } }
    let pool = Self.salon(settings).split(separator: "\n").enumerated().filter { number, line in
      let key = line.drop { $0 == " " }.prefix { $0 != ":" }
      return number >= 11 || !keys.contains(key)
    }.map(\.element).joined(separator: "\n")
    let found = try lines(
      "p.yaml", pool, property: "recovery.address-is-verified", line: "✗ Finding  ")
    #expect(found.isEmpty != isFound, "\(pool)")
  }

  @Test func `no remedy recovers by an address that nobody verifies`() throws {
    let remedies = try lines(
      "p.yaml", Self.salon("recovery: legacy"),
      property: "mfa.channels-are-independent[f = sms]", line: "Tried: ")
    #expect(remedies == ["          admin_only). Tried: `--set recovery=adminOnly`."])
  }

  @Test(arguments: [
    "requiredAttributes: [email, phone], autoVerified: [phone], recovery: legacy",
    "autoVerified: [], recovery: emailThenPhone",
  ])
  func `one phone that does for both is mended by the e-mail address, never by the phone alone`(
    settings: String
  ) throws {
    let pool = """
      pool: p
      configuration:
        { mfa: required, mfaMethods: [sms, totp], smsConfigured: true, flows: [userSRP, refresh],
          existenceErrors: prevent, \(settings) }

      """
    let remedies = try lines(
      "p.yaml", pool, property: "mfa.channels-are-independent[f = sms]", line: "`--set ")
    #expect(remedies == ["          `--set 'autoVerified={email}'` `--set recovery=email`."])
  }

  @Test func `of a claim about settings those are places that can make it true`() throws {
    let places = try lines(
      "p.yaml", Self.salon("recovery: email"), property: "recovery.address-is-verified",
      line: "  Where:  ")
    #expect(
      places == [
        "  Where:  p.yaml:12:13 recovery", "  Where:  p.yaml:4:15 mfaMethods",
        "  Where:  p.yaml:8:17 autoVerified",
      ])
  }

  @Test func `what a rule only notes stands among the warnings of no report`() throws {
    let pool = "pool: p\nconfiguration: { threatProtection: enforced, tier: plus, mfa: off }\n"
    #expect(!(try output("p.yaml", pool, property: "existence.prevented").contains("L26")))
  }

  @Test func `a call of Amplify's that never returns is a note where nothing says that it is used`()
    throws
  {
    let module = """
      resource "aws_cognito_user_pool" "p" {
        name                = "shop"
        username_attributes = ["email"]
        mfa_configuration   = "ON"
        software_token_mfa_configuration { enabled = true }
        admin_create_user_config { allow_admin_create_user_only = true }
      }
      resource "aws_cognito_user_pool_client" "c" {
        name                = "web"
        user_pool_id        = aws_cognito_user_pool.p.id
        explicit_auth_flows = ["ALLOW_USER_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
      }
      """
    let property = "app.every-call-returns[u = totpSetUpByChoice]"
    #expect(
      try output("main.tf", module, property: property).contains("· of little weight: \(property)"))
  }

  @Test func `what the pool is handed to, and what a script changes later, is shown`() throws {
    let definition = """
      import { defineAuth } from '@aws-amplify/backend'
      export const auth = defineAuth({ loginWith: { email: true } })
      """
    let backend = """
      import { defineBackend } from '@aws-amplify/backend'
      import { auth, guard } from './auth/resource'
      const backend = defineBackend({ auth })
      guard({ userPool: backend.auth.resources.cfnResources.cfnUserPool })
      """
    let folder = try Folder([
      "amplify/auth/resource.ts": definition, "amplify/backend.ts": backend,
    ])
    let output = WaymarkTool.output(
      for: [
        "check", folder.path, "--no-try-assumptions", "--property", "existence.prevented",
      ], in: ToolEnvironment())
    #expect(
      output.text.replacing(folder.path + "/", with: "").contains("amplify/backend.ts:4:"))
    #expect(output.text.contains("[amplify.given-away]"))
    let script = """
      #!/bin/sh
      POOL=$(aws cognito-idp create-user-pool --pool-name desk \
        --auto-verified-attributes email --query UserPool.Id --output text)
      aws cognito-idp create-user-pool-client --user-pool-id $POOL --client-name desk
      aws cognito-idp update-user-pool --user-pool-id $POOL --mfa-configuration OPTIONAL
      """
    let text = try self.output("desk.sh", script, property: "existence.prevented")
    #expect(text.contains("desk.sh:4:") && text.contains("[shell.update]"))
  }

  @Test func `a server's client with token rotation is judged for flows that go with rotation`()
    throws
  {
    let template = """
      Resources:
        Pool:
          Type: AWS::Cognito::UserPool
          Properties: { UsernameAttributes: [email], AutoVerifiedAttributes: [email] }
        Client:
          Type: AWS::Cognito::UserPoolClient
          Properties:
            UserPoolId: !Ref Pool
            ExplicitAuthFlows: [ALLOW_ADMIN_USER_PASSWORD_AUTH]
            PreventUserExistenceErrors: ENABLED
            RefreshTokenRotation: { Feature: ENABLED, RetryGracePeriodSeconds: 10 }
      """
    let text = try output("pool.yaml", template, property: "existence.prevented")
    #expect(text.contains("document.no-api-client") && text.contains("1 holds"))
  }
}
