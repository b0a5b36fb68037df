import SignIn
import TestSupport
import Testing

@Suite struct PropertyNamesTests {
  @Test(
    arguments: [
      (.waymark, "p.yaml", "Set AutoVerifiedAttributes and PreventUserExistenceErrors."),
      (.request, "a.js", "Set AutoVerifiedAttributes and PreventUserExistenceErrors."),
      (
        .terraformConfiguration, "a.tf",
        "Set auto_verified_attributes and prevent_user_existence_errors."
      ),
      (.shell, "a.sh", "Set --auto-verified-attributes and --prevent-user-existence-errors."),
      (.pulumi, "Pulumi.yaml", "Set autoVerifiedAttributes and preventUserExistenceErrors."),
      (
        .amplifyDefinition, "resource.ts",
        "Set cfnUserPool.autoVerifiedAttributes and cfnUserPoolClient.preventUserExistenceErrors."
      ),
      (
        .amplifyInputs, "cli-inputs.json",
        "Set userPool.autoVerifiedAttributes and userPoolClient.preventUserExistenceErrors."
      ),
      (
        .cloudFormation, "template.yaml",
        "Set AutoVerifiedAttributes and PreventUserExistenceErrors."
      ),
      (
        .cloudFormation, "cdk.out/Shop.template.json",
        "Set autoVerify and preventUserExistenceErrors."
      ),
    ] as [(PoolDocument.Format, String, String)])
  func `a remedy has the names of the documents that it is for`(
    format: PoolDocument.Format, file: String, words: String
  ) throws {
    let names = PropertyNames(
      format: format, files: [file], slots: try BundledTable.signIn().slots)
    #expect(names.text("Set AutoVerifiedAttributes and PreventUserExistenceErrors.") == words)
    let others = "Policies are kept. `--set mfa=off`"
    #expect(names.text(others) == others)
  }
}
