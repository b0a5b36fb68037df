import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct ContradictingDocumentsTests {
  @Test(.optimised)
  func `of documents that contradict each other it matters not which is named first`() throws {
    let folder = try Folder([
      "old.yaml": """
      pool: old
      configuration: { flows: [userPassword], selfSignUp: false, recovery: adminOnly }

      """,
      "a.json": """
      {"UserPool": {"Id": "eu-west-1_x", "Name": "shop", "MfaConfiguration": "OFF",
        "AccountRecoverySetting": {"RecoveryMechanisms": [{"Name": "admin_only", "Priority": 1}]}}}
      """,
      "b.json": """
      {"Resources": {
        "P": {"Type": "AWS::Cognito::UserPool", "Properties": {"UserPoolName": "shop",
          "MfaConfiguration": "ON", "EnabledMfas": ["SOFTWARE_TOKEN_MFA"]}},
        "C": {"Type": "AWS::Cognito::UserPoolClient", "Properties": {"UserPoolId": {"Ref": "P"},
          "ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH"]}}}}
      """,
    ])
    let (old, a, b) = (folder["old.yaml"], folder["a.json"], folder["b.json"])
    let outputs = [["diff", old, a, "--new", b], ["diff", old, b, "--new", a]].map {
      WaymarkTool.output(for: $0, in: ToolEnvironment())
    }
    #expect(outputs[0].text.contains("again: waymark diff \(old) \(a) --new \(b)\n"))
    #expect(outputs[0].text == outputs[1].text)
    #expect(outputs[0].stderr == outputs[1].stderr)
    #expect(outputs[0].status == outputs[1].status)
  }
}
