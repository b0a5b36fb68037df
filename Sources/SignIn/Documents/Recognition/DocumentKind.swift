import TransitionTables

/// What a document is, told by its content and never by its name.
enum DocumentKind: Hashable, Sendable {
  case waymark
  case template
  /// Answers of `aws cognito-idp` under their keys `UserPool` and `UserPoolClient`.
  case wrappedAnswers
  /// The same without the key.
  case describedPool
  case describedClient
  case mfaConfiguration
  /// What `get-log-delivery-configuration` answers.
  case logDelivery
  case amplifyOutputs
  /// Amplify Gen1: `amplifyconfiguration.json`, or `aws-exports` as JSON.
  case amplifyConfiguration
  case amplifyInputs
  /// What `terraform show -json` prints.
  case terraformShown
  /// A Terraform configuration in JSON.
  case terraformJSON

  /// The accepted formats, for the message that refuses everything else.
  static let accepted = """
    a CloudFormation or SAM template, the output of `aws cognito-idp describe-user-pool`, \
    `get-user-pool-mfa-config`, `describe-user-pool-client` or `terraform show -json`, \
    an Amplify resource.ts, amplify_outputs.json or cli-inputs.json, or a Waymark pool file
    """

  /// The kind of a document.
  /// - Throws: the diagnostic that refuses it: `document.not-a-mapping`,
  ///   `document.unsupported-format` or `document.unknown-format`.
  static func recognise(_ document: LocatedDocument) throws(Diagnostic) -> DocumentKind {
    let root = document.root
    guard let entries = root.entries else {
      throw document.diagnostic(
        "document.not-a-mapping", at: root.location,
        root.elements == nil
          ? "the document is a single value, not a pool" : "the document is a list, not a pool",
        remedy: "give \(accepted)")
    }
    let keys = Set(entries.map(\.key))
    if let kind = foreign(root, keys: keys) { return kind }
    if let refusal = UnsupportedFormat.refusal(of: document, keys: keys) { throw refusal }
    if keys.contains("Resources") || keys.contains("AWSTemplateFormatVersion") { return .template }
    if keys.contains("UserPool") || keys.contains("UserPoolClient") { return .wrappedAnswers }
    if keys.contains("ClientId") && keys.contains("UserPoolId") { return .describedClient }
    if keys.contains("SchemaAttributes") || keys.contains("Id") && keys.contains("Policies") {
      return .describedPool
    }
    if root["LogDeliveryConfiguration"]?.entries != nil { return .logDelivery }
    let methods = KnownProperties.mfaConfiguration
    if !keys.isDisjoint(with: methods), keys.isSubset(of: methods) { return .mfaConfiguration }
    if keys.contains("pool") || keys.contains("configuration") { return .waymark }
    throw document.diagnostic(
      "document.unknown-format", at: root.location, "this is no document of a user pool",
      remedy: "give \(accepted)")
  }

  /// The kind of a document that is not the service's own, or nil.
  private static func foreign(_ root: LocatedNode, keys: Set<String>) -> DocumentKind? {
    func has(_ key: String, _ inner: String) -> Bool { root[key]?[inner] != nil }
    let outputs = ["user_pool_id", "aws_region", "user_pool_client_id", "username_attributes"]
    if keys.contains("version"), outputs.contains(where: { has("auth", $0) }) {
      return .amplifyOutputs
    }
    if has("auth", "plugins") || keys.contains("aws_user_pools_id") { return .amplifyConfiguration }
    if keys.contains("cognitoConfig") || isOldInputs(keys) { return .amplifyInputs }
    if TerraformDocuments.isShown(root) { return .terraformShown }
    if TerraformDocuments.isConfiguration(root) {
      return .terraformJSON
    }
    return nil
  }

  /// Whether it is the `parameters.json` that the Amplify CLI wrote before `cli-inputs.json`: the
  /// same inputs without the key around them.
  private static func isOldInputs(_ keys: Set<String>) -> Bool {
    let inputs = [
      "authSelections", "mfaTypes", "passwordPolicyMinLength",
      "userpoolClientRefreshTokenValidity", "userPoolName",
    ]
    return keys.contains("mfaConfiguration") && inputs.filter(keys.contains).count > 1
  }
}
