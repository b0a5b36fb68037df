import TransitionTables

/// A resource of a template whose own code changes the pool or its app client during deployment.
/// The code calls the service itself, as the CDK's `AwsCustomResource` does, or receives the pool
/// together with settings of a pool. The template does not show what that code does.
///
/// A resource that receives only the pool does not count: most of these read an id or create users.
struct CustomResource {
  /// The code of the warning about such a resource.
  static let code = "template.custom-resource"

  var resource: Template.Resource
  /// The call, or the names of the settings, by which the resource changes the pool.
  var means: String
  /// Whether the resource creates or changes an app client, rather than the pool.
  var isClient: Bool {
    let settings = Set(means.split(separator: ", ").map(String.init))
    return means.lowercased().hasSuffix("userpoolclient")
      || !Self.ofClient.isDisjoint(with: settings)
  }
  /// Whether the resource only receives settings of a new app client, so that it changes neither
  /// the pool nor an existing client.
  var makesClient: Bool {
    resource.properties?["ClientName"] != nil && resource.properties?["ClientId"] == nil
      && Self.ofClient.isSuperset(of: means.split(separator: ", ").map(String.init))
  }
  /// Whether the resource's code sets the methods of MFA.
  var setsMethods: Bool {
    ["setuserpoolmfaconfig", "mfaconfiguration", "enabledmfas"]
      .contains(where: means.lowercased().contains)
  }
  /// Whether the resource's code sets triggers.
  var setsTriggers: Bool { names("LambdaConfig") }
  /// The property that decides whether the function of older releases of Amplify's CLI makes TOTP a
  /// method in addition to SMS, which it always sets; nil for any other resource.
  /// Source: the template of the category auth in the Amplify CLI, up to release 4.
  var asksForTOTP: LocatedNode? {
    guard resource.type == "Custom::LambdaCallout", let properties = resource.properties,
      properties["smsConfigCaller"] != nil
    else { return nil }
    return properties["totpEnabled"]
  }
  /// Whether only users of external providers can sign in with the app client.
  var admitsProvidersAlone: Bool {
    let names = resource.properties?["SupportedIdentityProviders"]?.elements?.map(\.text) ?? []
    return !names.isEmpty && !names.contains(nil) && !names.contains("COGNITO")
  }

  /// - Parameters:
  ///   - template: the template of the pool.
  ///   - names: the logical names of the pool and of its app clients.
  static func all(in template: Template, changing names: Set<String>) -> [CustomResource] {
    template.resources.compactMap { resource in
      guard
        // Resources of AWS's own types have no other code. Those of third parties count as custom.
        !resource.type.hasPrefix("AWS::") || resource.type == "AWS::CloudFormation::CustomResource",
        let properties = resource.properties, refers(properties, to: names),
        let means = call(in: properties) ?? settings(in: properties)
      else { return nil }
      return CustomResource(resource: resource, means: means)
    }
  }

  // MARK: Which pool

  private static func refers(_ node: LocatedNode, to names: Set<String>) -> Bool {
    if let call = IntrinsicCall(node) {
      switch call.name {
      case "Ref", "GetAtt":
        let name = call.argument.elements?.first?.text ?? call.argument.text ?? ""
        return names.contains(String(name.prefix { $0 != "." }))
      case "Sub":
        let text = call.argument.elements?.first?.text ?? call.argument.text ?? ""
        let parts = text.split(separator: "${", omittingEmptySubsequences: false)
        if parts.dropFirst().contains(where: { part in
          let name = part.prefix { $0 != "}" && $0 != "." }
          return name.endIndex < part.endIndex && names.contains(String(name))
        }) {
          return true
        }
      default: break
      }
      return children(of: call.argument).contains { refers($0, to: names) }
    }
    return children(of: node).contains { refers($0, to: names) }
  }

  private static func children(of node: LocatedNode) -> [LocatedNode] {
    node.elements ?? (node.entries ?? []).map(\.value)
  }

  // MARK: What it changes

  /// The operations of the service that change settings which are read from a pool.
  private static let operations = [
    "updateuserpoolclient", "createuserpoolclient", "updateuserpool", "setuserpoolmfaconfig",
  ]

  /// The operation that the properties of a resource call.
  private static func call(in node: LocatedNode) -> String? {
    if let text = node.text {
      let words = text.lowercased().split { !$0.isLetter }
      return operations.first { words.contains(Substring($0)) }
        .map { operation in
          text.split { !$0.isLetter }.first { $0.lowercased() == operation }.map(String.init)
            ?? operation
        }
    }
    return children(of: node).lazy.compactMap(call).first
  }

  /// Whether a word is a key of the properties or occurs in their texts, as in a call in JSON.
  func names(_ word: String) -> Bool {
    resource.properties.map { Self.names(word.lowercased(), in: $0) } ?? false
  }

  private static func names(_ word: String, in node: LocatedNode) -> Bool {
    node.text?.lowercased().contains(word) == true
      || (node.entries ?? []).contains { $0.key.lowercased() == word }
      || children(of: node).contains { names(word, in: $0) }
  }

  /// The properties of a pool or an app client that decide a parameter.
  private static let decisive: Set<String> = [
    "AccountRecoverySetting", "AdminCreateUserConfig", "AutoVerifiedAttributes",
    "DeviceConfiguration", "EnabledMfas", "ExplicitAuthFlows", "LambdaConfig", "MfaConfiguration",
    "Policies", "PreventUserExistenceErrors", "RefreshTokenRotation", "SignInPolicy",
    "SmsMfaConfiguration", "SoftwareTokenMfaConfiguration", "SupportedIdentityProviders",
    "UserAttributeUpdateSettings", "UserPoolAddOns", "UserPoolTier", "WebAuthnConfiguration",
  ]

  /// The decisive properties of an app client.
  private static let ofClient: Set<String> = [
    "ExplicitAuthFlows", "PreventUserExistenceErrors", "RefreshTokenRotation",
    "SupportedIdentityProviders",
  ]

  private static func settings(in properties: LocatedNode) -> String? {
    let names = (properties.entries ?? []).map { CamelCase.property(of: $0.key) }
      .filter(decisive.contains)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}
