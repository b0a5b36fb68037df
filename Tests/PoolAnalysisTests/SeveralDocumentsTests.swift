import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Documents of one pool that together are illegal.
@Suite struct SeveralDocumentsTests {
  private let model: Model

  init() throws { model = try BundledTable.signIn() }

  @Test func `a refusal names the documents, and where they disagree`() throws {
    let folder = try Folder([
      "pool.json": """
      {"UserPool": {"Id": "x_A", "Name": "shop", "MfaConfiguration": "OFF", "SchemaAttributes": []}}
      """,
      "mfa.json": """
      {"MfaConfiguration": "OPTIONAL", "SoftwareTokenMfaConfiguration": {"Enabled": true}}
      """,
    ])
    let paths = ["pool.json", "mfa.json"].map { folder[$0] }
    let pool = try #require(
      try PoolLoader(model: model, request: PoolRequest(paths: paths)).load().first)
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    let failure = try #require(throws: CommandFailure.self) {
      try LegalityGate(model: model, pool: pool, family: family).pass()
    }
    #expect(failure.status == .illegal)
    let caret = "  {\"MfaConfiguration\": \"OPTIONAL\", "
    #expect(failure.diagnostics[0].rendered.contains("\n\(caret)"))
    #expect(
      failure.diagnostics.map { "\($0.severity.rawValue) \($0.code) \($0.message)" } == [
        "warning document.drift `mfa` is optional here but off at \(paths[0]):1:64",
        "error L9 the service refuses this: “Invalid MFA configuration given, can't turn off MFA"
          + " and configure an MFA together.”; here mfa = off (\(paths[0]):1:64),"
          + " mfaMethods = {totp} (\(paths[1]):1:79) (confidence A)",
      ])
  }

  @Test func `next to a refusal stands what else the service or a deployment refuses`() throws {
    let template = """
      Resources:
        P:
          Type: AWS::Cognito::UserPool
          Properties:
            MfaConfiguration: "OFF"
            EnabledMfas: [SOFTWARE_TOKEN_MFA]
            AutoVerifiedAttribute: [email]
            SmsVerificationMessage: Your code
            Policies: { PasswordPolicy: { MinimumLength: 4 } }
      """
    let pool = try PoolLoader(model: model, request: PoolRequest(paths: []))
      .load(.init(name: "shop.yaml", bytes: Array(template.utf8)))
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    let failure = try #require(throws: CommandFailure.self) {
      try LegalityGate(model: model, pool: pool, family: family).pass()
    }
    #expect(
      failure.diagnostics.map { "\($0.location.line) \($0.severity.rawValue) \($0.code)" } == [
        "5 error L9", "7 warning document.unknown-property", "8 error legality.L30",
        "9 error legality.N488",
      ])
  }

  private static let illegal = """
    # a\u{2028}# b
    pool: shop
    configuration:
      mfa: off
      mfaMethods: [totp]

    """

  @Test(arguments: [
    Array(illegal.utf8), "\u{FEFF}\(illegal)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
  ])
  func `a refusal shows the line that an editor shows`(bytes: [UInt8]) throws {
    let pool = try PoolLoader(model: model, request: PoolRequest(paths: []))
      .load(.init(name: "shop.yaml", bytes: bytes))
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    let failure = try #require(throws: CommandFailure.self) {
      try LegalityGate(model: model, pool: pool, family: family).pass()
    }
    let refusal = try #require(failure.diagnostics.first)
    #expect(refusal.location == SourceLocation(file: "shop.yaml", line: 4, column: 8))
    #expect(refusal.sourceLine == "  mfa: off")
  }

  private static let outputs = """
    {"version": "1.3", "auth": {"user_pool_id": "eu-west-1_A", "aws_region": "eu-west-1",
     "user_pool_client_id": "c", "username_attributes": ["email"],
     "user_verification_types": ["email"], "standard_required_attributes": ["email"],
     "mfa_configuration": "OPTIONAL", "mfa_methods": ["SMS"]}}
    """

  /// What a program and the outputs of the pool that is deployed make together.
  private func loaded(_ multifactor: String) throws -> (pool: LoadedPool, rules: [String]) {
    let folder = try Folder([
      "resource.ts": """
      import { defineAuth } from '@aws-amplify/backend';
      export const auth = defineAuth({
        loginWith: { email: true },
        multifactor: { \(multifactor) },
      });
      """,
      "amplify_outputs.json": Self.outputs,
    ])
    let paths = ["resource.ts", "amplify_outputs.json"].map { folder[$0] }
    let pool = try #require(
      try PoolLoader(model: model, request: PoolRequest(paths: paths)).load().first)
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    return (pool, family.brokenRules.map(\.id))
  }

  private func text(_ name: String, _ pool: LoadedPool) throws -> String {
    let slot = try #require(model.parameter(named: name))
    return model.text(of: try #require(pool.closed[slot]), in: slot)
  }

  @Test func `where documents make an illegal pool together, the deployed one is judged`() throws {
    let (pool, rules) = try loaded("mode: 'OFF'")
    #expect(rules == [])
    let names = ["mfa", "mfaMethods", "smsConfigured"]
    #expect(try names.map { try text($0, pool) } == ["optional", "{sms}", "true"])
    let program = try #require(pool.files.first { $0.hasSuffix("resource.ts") })
    let outputs = try #require(pool.files.first { $0.hasSuffix("outputs.json") })
    let drifts = pool.notes.filter { $0.code == "document.drift" }
    #expect(
      drifts.map { "\($0.location) \($0.message)" } == [
        "\(outputs):4:23 `mfa` is optional here but off at \(program):4:24"
      ])
    #expect(
      drifts.map(\.remedy) == ["bring them in line; until then `mfa` is taken to be optional"])
  }

  @Test func `what a program alone has against the rules stays refused`() throws {
    let (pool, rules) = try loaded("mode: 'OPTIONAL', email: true")
    #expect(rules == ["L18", "L20"])
    #expect(try text("mfaMethods", pool) == "{email}")
  }

  @Test func `where documents make a legal pool together, the program counts`() throws {
    let (pool, rules) = try loaded("mode: 'REQUIRED', totp: true")
    #expect(rules == [])
    #expect(try text("mfa", pool) == "required")
    #expect(try text("mfaMethods", pool) == "{totp}")
  }
}
