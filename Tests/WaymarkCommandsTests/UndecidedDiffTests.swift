import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `waymark diff` of documents that leave settings to variables.
@Suite struct UndecidedDiffTests {
  private func template(_ client: String) -> String {
    """
    Parameters: { HasSecret: { Type: String }, Errors: { Type: String } }
    Resources:
      Pool:
        Type: AWS::Cognito::UserPool
        Properties: { UsernameAttributes: [email], AutoVerifiedAttributes: [email] }
      Client:
        Type: AWS::Cognito::UserPoolClient
        Properties: { UserPoolId: !Ref Pool, GenerateSecret: !Ref HasSecret, \(client) }
    """
  }

  @Test func `what one document decides counts for the other, and the rest is the default`() throws
  {
    let folder = try Folder([
      "old.yaml": template("PreventUserExistenceErrors: !Ref Errors"),
      "new.yaml": template("PreventUserExistenceErrors: ENABLED"),
    ])
    let output = WaymarkTool.output(
      for: ["diff", folder["old.yaml"], folder["new.yaml"]], in: ToolEnvironment())
    #expect(output.status == .allHold)
    #expect(output.text.contains("No user is affected."))
    #expect(output.text.contains("existenceErrors"))
    let warning = try #require(output.text.split(separator: "diff.undecided").dropFirst().first)
    #expect(warning.contains("clientSecret = false"))
  }
}
