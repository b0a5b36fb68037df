import TransitionTables

/// The kind of a document, recognised by its content and never by its name.
enum DocumentKind: Hashable, Sendable {
  case waymark
  case template
  /// Template resources, a single resource, or functions that are triggers of a pool, in a file
  /// that the Serverless Framework includes.
  case fragment
  /// Answers of `aws cognito-idp` under their keys `UserPool` and `UserPoolClient`.
  case wrappedAnswers
  /// An answer without the key.
  case describedPool
  case describedClient
  case mfaConfiguration
  /// The answer of `get-log-delivery-configuration`.
  case logDelivery
  case amplifyOutputs
  /// Amplify Gen1: `amplifyconfiguration.json`, `aws-exports` as JSON, or `awsconfiguration.json`.
  case amplifyConfiguration
  case amplifyInputs
  /// The output of `terraform show -json`.
  case terraformShown
  /// A state as Terraform stores it.
  case terraformStored
  /// A Terraform configuration in JSON.
  case terraformJSON
  /// The input of `create-user-pool`, for `--cli-input-json`.
  case poolRequest
  /// The input of `create-user-pool-client`.
  case clientRequest
  /// The Serverless Framework's own file.
  case serverless
  /// A Pulumi program in YAML.
  case pulumi

  /// The accepted formats, for the message that rejects any other.
  static let accepted = """
    a CloudFormation or SAM template, Terraform's files, plan or state, the output of \
    `aws cognito-idp describe-user-pool`, `get-user-pool-mfa-config` or \
    `describe-user-pool-client`, an Amplify resource.ts, amplify_outputs.json, aws-exports.js or \
    cli-inputs.json, a Serverless Framework file, the folder of a project, or a Waymark pool file
    """

  /// Recognises the kind of a document.
  /// - Throws: the diagnostic that rejects it: `document.not-a-mapping`,
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
    if isFragment(root) { return .fragment }
    if let refusal = UnsupportedFormat.refusal(of: document, keys: keys) { throw refusal }
    if keys.contains("PoolName") { return .poolRequest }
    if keys.contains("Resources") || keys.contains("AWSTemplateFormatVersion") { return .template }
    if isAnswer(root["UserPool"], KnownProperties.describedPool)
      || isAnswer(root["UserPoolClient"], KnownProperties.describedClient)
    {
      return .wrappedAnswers
    }
    if keys.contains("ClientId") && keys.contains("UserPoolId"),
      keys.isDisjoint(with: KnownProperties.signInRequest)
    {
      return .describedClient
    }
    if keys.contains("SchemaAttributes") || keys.contains("Id") && keys.contains("Policies") {
      return .describedPool
    }
    if root["LogDeliveryConfiguration"]?.entries != nil { return .logDelivery }
    if keys.contains("ClientName"), keys.contains("UserPoolId") { return .clientRequest }
    let methods = KnownProperties.mfaConfiguration
    if !keys.isDisjoint(with: methods), keys.isSubset(of: methods) { return .mfaConfiguration }
    // The name may be an option of the call, next to `--cli-input-json`.
    let pool = KnownProperties.templatePool
    if keys.isSubset(of: pool), !keys.isDisjoint(with: KnownProperties.poolAlone) {
      return .poolRequest
    }
    if keys.contains("ExplicitAuthFlows"), keys.isSubset(of: KnownProperties.templateClient) {
      return .clientRequest
    }
    if keys.contains("pool") || keys.contains("configuration") { return .waymark }
    throw document.diagnostic(
      "document.unknown-format", at: root.location, "this is no document of a user pool",
      remedy: "give \(accepted)")
  }

  /// Whether a value is the service's answer about a pool or a client: other files have these keys
  /// too, such as the outputs of a stack.
  private static func isAnswer(_ node: LocatedNode?, _ known: Set<String>) -> Bool {
    guard let node else { return false }
    guard let entries = node.entries, !entries.isEmpty else { return true }
    return entries.contains { known.contains($0.key) }
  }

  /// Whether a document is a Cognito resource, or a mapping of named resources, without a template.
  private static func isFragment(_ root: LocatedNode) -> Bool {
    func isResource(_ node: LocatedNode) -> Bool { node["Type"]?.text?.hasPrefix("AWS::") == true }
    let inner = (root.entries ?? []).map(\.value)
    let resources = isResource(root) ? [root] : inner.allSatisfy(isResource) ? inner : []
    return resources.contains { $0["Type"]?.text?.hasPrefix("AWS::Cognito::") == true }
      || !ServerlessProject.events(in: root).isEmpty && root["functions"] == nil
  }

  /// The kind of a document in a format other than the service's, or nil.
  private static func foreign(_ root: LocatedNode, keys: Set<String>) -> DocumentKind? {
    func has(_ key: String, _ inner: String) -> Bool { root[key]?[inner] != nil }
    let outputs = ["user_pool_id", "aws_region", "user_pool_client_id", "username_attributes"]
    if keys.contains("version"), outputs.contains(where: { has("auth", $0) }) {
      return .amplifyOutputs
    }
    if has("auth", "plugins") || keys.contains("aws_user_pools_id")
      || has("CognitoUserPool", "Default")
    {
      return .amplifyConfiguration
    }
    if keys.contains("cognitoConfig") || isOldInputs(keys) { return .amplifyInputs }
    if isServerless(root, keys: keys) { return .serverless }
    if PulumiResources.isProgram(root) { return .pulumi }
    if TerraformDocuments.isStored(root) { return .terraformStored }
    if TerraformDocuments.isShown(root) { return .terraformShown }
    if TerraformDocuments.isConfiguration(root) {
      return .terraformJSON
    }
    return nil
  }

  private static func isServerless(_ root: LocatedNode, keys: Set<String>) -> Bool {
    keys.contains("provider") && (keys.contains("service") || keys.contains("functions"))
      || root["resources"]?["Resources"]?.entries != nil
  }

  /// Whether the keys are those of the `parameters.json` that the Amplify CLI wrote before
  /// `cli-inputs.json`: the same inputs without the enclosing key.
  private static func isOldInputs(_ keys: Set<String>) -> Bool {
    let inputs = [
      "authSelections", "mfaTypes", "passwordPolicyMinLength",
      "userpoolClientRefreshTokenValidity", "userPoolName",
    ]
    return keys.contains("mfaConfiguration") && inputs.filter(keys.contains).count > 1
  }
}

extension DocumentKind {
  /// The format of a document of this kind.
  func format(of document: LocatedDocument) -> PoolDocument.Format {
    let root = document.root
    return switch self {
    case .waymark: .waymark
    case .template: Template(document).isServerless ? .sam : .cloudFormation
    case .fragment: .cloudFormation
    case .wrappedAnswers: root["UserPool"] == nil ? .describeUserPoolClient : .describeUserPool
    case .describedPool: .describeUserPool
    case .describedClient: .describeUserPoolClient
    case .mfaConfiguration: .mfaConfiguration
    case .logDelivery: .logDelivery
    case .amplifyOutputs: .amplifyOutputs
    case .amplifyConfiguration: .amplifyConfiguration
    case .amplifyInputs: .amplifyInputs
    case .terraformShown:
      TerraformDocuments.isPlan(root) ? .terraformPlan : .terraformState
    case .terraformStored: .terraformState
    case .terraformJSON: .terraformConfiguration
    case .poolRequest: .request
    case .clientRequest: .clientRequest
    case .serverless: .serverless
    case .pulumi: .pulumi
    }
  }
}
