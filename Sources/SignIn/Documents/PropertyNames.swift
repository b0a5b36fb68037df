import TransitionTables

/// What properties of a pool and of its app client are called where the documents of a pool write
/// them, or the program that makes its template does.
package struct PropertyNames {
  private let format: PoolDocument.Format
  private let isOfCDK: Bool
  /// The properties that the service names, by whether they are the app client's.
  private let known: [Substring: Bool]

  /// - Parameters:
  ///   - format: the kind of document that was given.
  ///   - files: the documents, of which a template in `cdk.out` comes of a program of the CDK.
  ///   - slots: the parameters of a model, which name the properties.
  package init(format: PoolDocument.Format, files: [String], slots: [Slot]) {
    self.format = format
    isOfCDK = format == .cloudFormation && files.contains { $0.contains("cdk.out/") }
    let properties = slots.compactMap(DocumentedParameter.init).compactMap { parameter in
      parameter.property.split(separator: ".").first.map { ($0, parameter.isClient) }
    }
    // A word with one capital is one of a sentence, too.
    known = Dictionary(
      properties.filter { $0.0.count(where: \.isUppercase) > 1 }, uniquingKeysWith: { $1 })
  }

  /// A text about a pool with the service's names of properties in the spelling of the documents.
  package func text(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: \.isLetter) {
      let word = rest[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      out += rest[..<start]
      out += known[word].map { name(of: String(word), isClient: $0) } ?? String(word)
      rest = rest[word.endIndex...]
    }
    return out + rest
  }

  /// `AutoVerifiedAttributes` as the documents write it.
  private func name(of property: String, isClient: Bool) -> String {
    let camel = property.prefix(1).lowercased() + property.dropFirst()
    switch format {
    case .terraformConfiguration, .terraformPlan, .terraformState:
      return TerraformNames.name(of: property)
    case .shell: return "--" + TerraformNames.name(of: property).replacing("_", with: "-")
    case .pulumi, .sst, .kubernetes: return camel
    case .cloudFormation where isOfCDK: return Self.ofCDK[property] ?? camel
    // What these have no name for is overridden.
    case .amplifyDefinition, .amplifyOverrides:
      return Self.ofAmplify[property] ?? (isClient ? "cfnUserPoolClient." : "cfnUserPool.") + camel
    case .amplifyInputs, .amplifyInputOverrides:
      return (isClient ? "userPoolClient." : "userPool.") + camel
    default: return property
    }
  }

  /// The names of the CDK's `UserPool` and `UserPoolClient` that are others.
  private static let ofCDK = [
    "AccountRecoverySetting": "accountRecovery", "AdminCreateUserConfig": "selfSignUpEnabled",
    "AliasAttributes": "signInAliases", "AutoVerifiedAttributes": "autoVerify",
    "EmailConfiguration": "email", "EnabledMfas": "mfaSecondFactor",
    "ExplicitAuthFlows": "authFlows", "LambdaConfig": "lambdaTriggers", "MfaConfiguration": "mfa",
    "SmsConfiguration": "smsRole", "UsernameAttributes": "signInAliases",
  ]
  /// The names of Amplify's `defineAuth`.
  private static let ofAmplify = [
    "AccountRecoverySetting": "accountRecovery", "LambdaConfig": "triggers",
    "MfaConfiguration": "multifactor", "EnabledMfas": "multifactor",
  ]
}
