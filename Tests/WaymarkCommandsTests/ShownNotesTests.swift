import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Notes that a report shows because they concern users, though no verdict hangs on them.
@Suite struct ShownNotesTests {
  private static func template(_ pool: String, _ client: String) -> String {
    """
    Resources:
      Users: { Type: AWS::Cognito::UserPool, Properties: { \(pool) } }
      Web: { Type: AWS::Cognito::UserPoolClient, Properties: { UserPoolId: !Ref Users, \(client) } }

    """
  }

  private static let role = "Schema: [{ Name: role, AttributeDataType: String, Mutable: true }]"

  @Test(arguments: [
    (template(role, "GenerateSecret: false"), "document.writable-privilege"),
    (
      template("", "AllowedOAuthFlows: [code], AllowedOAuthFlowsUserPoolClient: true"),
      "document.no-domain"
    ),
    (
      template("", "ExplicitAuthFlows: [ALLOW_CUSTOM_AUTH, ALLOW_REFRESH_TOKEN_AUTH]"),
      "document.flow-without-challenge"
    ),
    (template("MfaConfiguration: OPTIONAL, EnabledMfas: [SOFTWARE_TOKEN_MFA]", ""), "totp-alone"),
  ])
  func `a report shows them`(text: String, code: String) throws {
    let folder = try Folder(["t.yaml": text])
    let output = WaymarkTool.output(
      for: [
        "check", folder["t.yaml"], "--no-try-assumptions", "--property", "existence.prevented",
      ], in: ToolEnvironment())
    #expect(output.text.contains("note: "), "\(output.text)")
    #expect(output.text.contains("[\(code)]"), "\(output.text)")
  }

  @Test(arguments: [("api/handler.py", "warning"), ("tests/handler.py", "note")])
  func `an attribute that the project reads is a warning, with the place`(
    file: String, severity: String
  ) throws {
    let found = try ProjectFolder(
      [
        "t.yaml": Self.template(Self.role, "GenerateSecret: false"),
        file: "def handler(event, context):\n    return claims.get(\"custom:role\")\n",
      ], model: try BundledTable.signIn())
    let pool = try #require(found.pools.first)
    let note = try #require(pool.notes.first { $0.code == "document.writable-privilege" })
    #expect(note.severity.rawValue == severity)
    #expect(note.message.contains("\(file):2 reads `custom:role`") == (severity == "warning"))
  }
}
