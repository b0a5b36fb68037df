/// Maps the names of Terraform's AWS provider to the corresponding names of CloudFormation.
///
/// Most pairs follow a rule; the rest is listed.
/// Source: the provider's documentation of `aws_cognito_user_pool` and
/// `aws_cognito_user_pool_client`.
enum TerraformNames {
  static let pool = "aws_cognito_user_pool"
  static let client = "aws_cognito_user_pool_client"
  static let domain = "aws_cognito_user_pool_domain"
  static let provider = "aws_cognito_identity_provider"
  static let logs = "aws_cognito_log_delivery_configuration"

  /// Words that CloudFormation capitalises irregularly.
  private static let words = ["urls": "URLs", "uri": "URI", "oauth": "OAuth"]

  private static let exceptions = [
    "custom_sms_sender": "CustomSMSSender", "kms_key_id": "KMSKeyID",
    "from_email_address": "From", "recovery_mechanism": "RecoveryMechanisms",
    "temporary_password_validity_days": "TemporaryPasswordValidityDays",
  ]

  /// Properties that stand within a block in Terraform but not in a template.
  private static let inBlocks = [
    "EnabledMfas": "software_token_mfa_configuration",
    "WebAuthnFactorConfiguration": "factor_configuration",
    "WebAuthnRelyingPartyID": "relying_party_id",
    "WebAuthnUserVerification": "user_verification",
  ]

  /// The CloudFormation name: `mfa_configuration` becomes `MfaConfiguration`.
  static func property(of name: String) -> String {
    if let known = exceptions[name] { return known }
    return name.split(separator: "_").map { word in
      words[String(word)] ?? word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }

  /// The Terraform name: `MfaConfiguration` becomes `mfa_configuration`; other texts stay
  /// unchanged.
  static func name(of property: String) -> String {
    if let known = inBlocks[property] { return known }
    if let known = exceptions.sorted(by: { $0.key < $1.key }).first(where: { $0.value == property })
    {
      return known.key
    }
    var text = property
    for (name, word) in words.sorted(by: { $0.key < $1.key }) {
      text = text.replacing(word, with: name.prefix(1).uppercased() + name.dropFirst())
    }
    var name = ""
    for character in text {
      if character.isUppercase, !name.isEmpty, name.last?.isLetter == true { name += "_" }
      name += character.lowercased()
    }
    return name
  }

  /// Arguments of any resource, which do not describe the pool.
  static let metaArguments: Set<String> = [
    "connection", "depends_on", "lifecycle", "provider", "provisioner", "region", "tags",
    "tags_all", "timeouts",
  ]

  /// The arguments of a pool.
  static let poolArguments: Set<String> = [
    "account_recovery_setting", "admin_create_user_config", "alias_attributes",
    "auto_verified_attributes", "deletion_protection", "device_configuration",
    "email_configuration", "email_mfa_configuration", "email_verification_message",
    "email_verification_subject", "lambda_config", "mfa_configuration", "name", "password_policy",
    "schema", "sign_in_policy", "sms_authentication_message", "sms_configuration",
    "sms_verification_message", "software_token_mfa_configuration",
    "user_attribute_update_settings", "user_pool_add_ons", "user_pool_tier", "username_attributes",
    "username_configuration", "verification_message_template", "web_authn_configuration",
  ]

  /// The arguments of an app client.
  static let clientArguments: Set<String> = [
    "access_token_validity", "allowed_oauth_flows", "allowed_oauth_flows_user_pool_client",
    "allowed_oauth_scopes", "analytics_configuration", "auth_session_validity", "callback_urls",
    "default_redirect_uri", "enable_propagate_additional_user_context_data",
    "enable_token_revocation", "explicit_auth_flows", "generate_secret", "id_token_validity",
    "logout_urls", "name", "prevent_user_existence_errors", "read_attributes",
    "refresh_token_rotation", "refresh_token_validity", "supported_identity_providers",
    "token_validity_units", "user_pool_id", "write_attributes",
  ]
}
