public import TransitionTables

/// The property of the service's documents that states a parameter, for the reference of pool
/// files.
///
/// The importers read the same properties. A test imports a template with each property alone and
/// checks that it decides the parameter.
public struct DocumentedParameter: Sendable {
  /// The parameter's name in the model and in pool files.
  public let name: String
  private let document: DocumentProperty

  /// Returns nil for a parameter that no document of the service states.
  public init?(_ slot: Slot) {
    guard let document = slot.property else { return nil }
    (name, self.document) = (slot.name, document)
  }

  /// The property of `AWS::Cognito::UserPool` or `AWS::Cognito::UserPoolClient`, with the records
  /// that contain it; `[]` stands for each element of a list.
  public var property: String { document.name }
  /// Whether the property belongs to the app client.
  public var isClient: Bool { document.owner == ServiceDefaults.Half.client.rawValue }
  /// The property's other name in the service's own answers; nil where the name is the same.
  public var answer: String? { document.answer.isEmpty ? nil : document.answer }
  /// The service's behaviour where the property is absent, as reports put it; nil where the model's
  /// own default applies.
  public var absence: String? { document.absence.isEmpty ? nil : document.absence }

  /// The argument of Terraform's AWS provider, with the blocks that contain it.
  public var terraform: String {
    if let blocks = PoolParameter(rawValue: name).flatMap({ Self.blocks[$0] }) {
      return "\(TerraformNames.pool).\(blocks)"
    }
    return (isClient ? TerraformNames.client : TerraformNames.pool) + "."
      // Terraform has no block around the policies.
      + property.replacing("[]", with: "").replacing("Policies.", with: "").split(separator: ".")
      .map { TerraformNames.name(of: String($0)) }.joined(separator: ".")
  }

  /// The arguments of parameters for which Terraform has blocks of its own.
  private static let blocks: [PoolParameter: String] = [
    .mfaMethods: "software_token_mfa_configuration, email_mfa_configuration, sms_configuration",
    .webAuthnFactor: "web_authn_configuration.factor_configuration",
    .userVerification: "web_authn_configuration.user_verification",
  ]

  /// Where to state a parameter that no document of the service states.
  public static func place(ofOther name: String) -> String {
    switch PoolParameter(rawValue: name) {
    case .confirmedByServer:
      "by a program of the project that calls AdminConfirmSignUp, a pool file or `--set`"
    case .defaultFlow:
      "by an app's amplifyconfiguration (authenticationFlowType), a pool file or `--set`"
    case .immutableAttributes:
      "by the schema of a template or of the service's answers (Mutable), a pool file or `--set`"
    case .userDeletions:
      "open where no program is known to delete an attribute, or by a pool file or `--set`"
    case .userPreferences:
      "open where programs of the project sign users in and set no MFA preference, or by a pool"
        + " file or `--set`"
    case .keepsDeviceKeys:
      "open where programs of the project sign users in by the service's own SDK and keep no device"
        + " key, or by a pool file or `--set`"
    case .deviceForgetting:
      "open where no program is known to have a device forgotten, or by a pool file or `--set`"
    case .passwordlessAccounts:
      "open where each program of the project that makes accounts names a password, or by a pool"
        + " file or `--set`"
    case .passwordRecovery:
      "open where programs of the project sign users in and ask for no code for a forgotten"
        + " password, or by a pool file or `--set`"
    case .triggerMarks:
      "by a function of the project that calls AdminUpdateUserAttributes, a pool file or `--set`"
    case .phoneNumbers:
      "open where programs of the project make accounts and name no phone number, or none does and"
        + " the app client may not write one, or by a pool file or `--set`"
    default: "by no document of the service: by a pool file or `--set` alone"
    }
  }
}
