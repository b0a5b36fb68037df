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
        "warning document.drift `mfaMethods` is [totp] here but [] (default: no MFA method is"
          + " configured) at \(paths[0])",
        "error L9 the service refuses this: “Invalid MFA configuration given, can't turn off MFA"
          + " and configure an MFA together.”; here mfa = off (\(paths[0]):1:64),"
          + " mfaMethods = {totp} (\(paths[1]):1:79) (confidence A)",
      ])
  }
}
