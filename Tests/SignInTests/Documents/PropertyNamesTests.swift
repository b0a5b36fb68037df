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
        "Set AutoVerifiedAttributes and PreventUserExistenceErrors."
      ),
      (
        .amplifyOverrides, "backend.ts",
        "Set cfnUserPool.autoVerifiedAttributes and cfnUserPoolClient.preventUserExistenceErrors."
      ),
      (
        .amplifyInputs, "cli-inputs.json",
        "Set autoVerifiedAttributes and PreventUserExistenceErrors."
      ),
      (
        .amplifyInputOverrides, "override.ts",
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

  @Test(
    arguments: [
      (.amplifyDefinition, "resource.ts", "Recover by e-mail (accountRecovery EMAIL_ONLY)."),
      (.cloudFormation, "cdk.out/a.json", "Recover by e-mail (accountRecovery EMAIL_ONLY)."),
      (
        .cloudFormation, "template.yaml",
        "Recover by e-mail (AccountRecoverySetting verified_email)."
      ),
    ] as [(PoolDocument.Format, String, String)])
  func `a way of recovery has the word of the documents too`(
    format: PoolDocument.Format, file: String, words: String
  ) throws {
    let names = PropertyNames(
      format: format, files: [file], slots: try BundledTable.signIn().slots)
    #expect(names.text("Recover by e-mail (AccountRecoverySetting verified_email).") == words)
  }

  @Test func `that administrators alone recover accounts is NONE of defineAuth`() throws {
    let names = PropertyNames(
      format: .amplifyDefinition, files: ["resource.ts"], slots: try BundledTable.signIn().slots)
    #expect(names.text("AccountRecoverySetting admin_only") == "accountRecovery NONE")
  }

  @Test(
    arguments: [
      (.waymark, nil), (.cloudFormation, nil), (.terraformConfiguration, nil),
      (.amplifyInputOverrides, nil),
      (
        .shell,
        "Write `--prevent-user-existence-errors ENABLED --auto-verified-attributes email"
          + " phone_number` in the call."
      ),
      (
        .sst,
        "Write `transform: { client: { preventUserExistenceErrors: \"ENABLED\" } }` in the"
          + " arguments of addClient."
      ),
      (
        .amplifyInputs,
        "The inputs of Amplify's CLI have no property for it: `amplify override auth` makes an"
          + " override.ts, in which to write"
          + " `resources.userPoolClient.preventUserExistenceErrors = \"ENABLED\"`,"
          + " `resources.userPool.accountRecoverySetting`, and the same of `userPoolClientWeb`."
      ),
      (
        .amplifyDefinition,
        "defineAuth has no property for it: write"
          + " `cfnUserPoolClient.preventUserExistenceErrors = \"ENABLED\"` in backend.ts, of"
          + " `backend.auth.resources.cfnResources`."
      ),
      (
        .amplifyConfiguration,
        "An app's own file does not set it: write it where the pool is made, or change the"
          + " deployed pool by `aws cognito-idp update-user-pool-client` and `update-user-pool`"
          + " with `--prevent-user-existence-errors ENABLED --auto-verified-attributes email"
          + " phone_number`, which resets what the call leaves out."
      ),
    ] as [(PoolDocument.Format, String?)])
  func `what a document has no property for is written in another place`(
    format: PoolDocument.Format, sentence: String?
  ) throws {
    let names = PropertyNames(format: format, files: ["a"], slots: [])
    let changes = [
      PropertyNames.Change("PreventUserExistenceErrors", isClient: true, words: ["ENABLED"]),
      .init("AccountRecoverySetting.RecoveryMechanisms", isClient: false),
      .init("AutoVerifiedAttributes", isClient: false, words: ["email", "phone_number"]),
      .init("Schema[].Required", isClient: false),
    ]
    #expect(names.place(of: changes) == sentence)
    #expect(names.place(of: []) == nil)
  }
}
