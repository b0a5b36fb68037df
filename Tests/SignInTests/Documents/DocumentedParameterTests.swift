import SignIn
import Testing
import TransitionTables

/// The reference of pool files names the property that decides each parameter.
@Suite struct DocumentedParameterTests {
  /// A value of each property whose form does not follow from the parameter's kind.
  private static let samples = [
    "mfa": "OPTIONAL", "mfaMethods": "[SOFTWARE_TOKEN_MFA]", "usernameAttributes": "[email]",
    "aliasAttributes": "[email]", "autoVerified": "[email]", "tier": "LITE",
    "recovery": "[{Name: admin_only, Priority: 1}]", "firstFactors": "[PASSWORD]",
    "smsConfigured": "{SnsCallerArn: a}", "emailSender": "DEVELOPER",
    "verifyBeforeUpdate": "[email]", "triggers": "{PreSignUp: a}", "threatProtection": "AUDIT",
    "passwordHistory": "3",
    "webAuthnFactor": "SINGLE_FACTOR", "userVerification": "required",
    "flows": "[ALLOW_USER_SRP_AUTH]", "existenceErrors": "ENABLED",
    "externalProvider": "[COGNITO, Google]", "tokenRotation": "ENABLED",
    "writeAttributes": "[email]",
  ]
  private static let declared =
    cognitoParameters
    + tableParameters.filter {
      ["externalProvider", "tokenRevocation", "tokenRotation", "writeAttributes"].contains($0.name)
    }

  private static let all =
    (try? BundledTable.signIn())?.slots.compactMap { DocumentedParameter($0) } ?? []

  private func property(_ documented: DocumentedParameter) -> String {
    if documented.name == "requiredAttributes" { return "Schema: [{Name: email, Required: true}]" }
    let value = Self.samples[documented.name] ?? "true"
    return documented.property.split(separator: ".").reversed()
      .reduce(value) { "{\($1): \($0)}" }.dropFirst().dropLast().description
  }

  @Test(arguments: all)
  func `a template with the property decides the parameter by it`(
    documented: DocumentedParameter
  ) throws {
    let text = property(documented)
    let template =
      documented.isClient ? template(client: text) : template(pool: text)
    let pool = try read(template, parameters: Self.declared)
    guard case .document = pool[documented.name]?.origin else {
      Issue.record("\(text) does not decide \(documented.name)")
      return
    }
    let others = try read(SignInTests.template(), parameters: Self.declared)
    if case .document = others[documented.name]?.origin {
      Issue.record("\(documented.name) is decided without its property")
    }
  }

  @Test func `every parameter with a default of the service is documented, with Terraform's name`()
  {
    let names = Self.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(
      Set(cognitoParameters.map(\.name)).subtracting(names) == ["caseSensitive"],
      "`caseSensitive` is a fact and no parameter of the bundled model")
    let byName = Dictionary(uniqueKeysWithValues: Self.all.map { ($0.name, $0) })
    #expect(
      byName["selfSignUp"]?.terraform
        == "aws_cognito_user_pool.admin_create_user_config.allow_admin_create_user_only")
    #expect(
      byName["passwordHistory"]?.terraform
        == "aws_cognito_user_pool.password_policy.password_history_size")
    #expect(
      byName["firstFactors"]?.terraform
        == "aws_cognito_user_pool.sign_in_policy.allowed_first_auth_factors")
    #expect(byName["mfa"]?.absence == "MfaConfiguration absent: OFF")
    #expect(byName["tokenRotation"]?.absence == nil)
  }
}
