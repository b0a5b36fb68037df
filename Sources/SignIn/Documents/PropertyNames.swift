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
    let properties = slots.compactMap(DocumentedParameter.init).compactMap { parameter in
      parameter.property.split(separator: ".").first.map { ($0, parameter.isClient) }
    }
    // A word with one capital is one of a sentence, too.
    self.init(
      format: format, files: files,
      known: Dictionary(
        properties.filter { $0.0.count(where: \.isUppercase) > 1 }, uniquingKeysWith: { $1 }))
  }

  /// - Parameters:
  ///   - format: the kind of document that was given.
  ///   - files: the documents.
  ///   - known: the properties that are meant, by whether they are the app client's.
  init(format: PoolDocument.Format, files: [String], known: [Substring: Bool]) {
    (self.format, self.known) = (format, known)
    isOfCDK = format == .cloudFormation && files.contains { $0.contains("cdk.out/") }
  }

  /// A text about a pool with the service's names of properties in the spelling of the documents.
  package func text(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: \.isLetter) {
      let word = rest[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      out += rest[..<start]
      out +=
        known[word].map { name(of: String(word), isClient: $0) } ?? recovery(String(word))
        ?? String(word)
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
    case .amplifyDefinition: return Self.ofDefinition[property] ?? property
    case .amplifyInputs: return Self.ofInputs[property] ?? property
    case .amplifyOverrides:
      return Self.ofDefinition[property] ?? Self.overridden(property, isClient: isClient, by: "cfn")
    case .amplifyInputOverrides: return Self.overridden(property, isClient: isClient)
    default: return property
    }
  }

  /// What `accountRecovery` of the CDK and of `defineAuth` has for a way of the service's.
  private func recovery(_ way: String) -> String? {
    let ways = [
      "admin_only": "NONE", "verified_email": "EMAIL_ONLY",
      "verified_phone_number": "PHONE_ONLY_WITHOUT_MFA",
    ]
    return isOfCDK || format == .amplifyDefinition ? ways[way] : nil
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
  private static let ofDefinition = [
    "AccountRecoverySetting": "accountRecovery", "LambdaConfig": "triggers",
    "MfaConfiguration": "multifactor", "EnabledMfas": "multifactor",
  ]
  /// The names of `cli-inputs.json`.
  private static let ofInputs = [
    "AliasAttributes": "aliasAttributes", "AutoVerifiedAttributes": "autoVerifiedAttributes",
    "EnabledMfas": "mfaTypes", "GenerateSecret": "userpoolClientGenerateSecret",
    "LambdaConfig": "triggers", "MfaConfiguration": "mfaConfiguration",
    "UsernameAttributes": "usernameAttributes", "UsernameConfiguration": "usernameCaseSensitive",
    "UserAttributeUpdateSettings": "userAutoVerifiedAttributeUpdateSettings",
    "WriteAttributes": "userpoolClientWriteAttributes",
  ]

  // MARK: Other places

  /// A property that shall have another value.
  package struct Change: Hashable, Sendable {
    /// The property, with what it is within: `Policies.SignInPolicy`.
    package var property: String
    /// Whether it is the app client's.
    package var isClient: Bool
    /// The value in the service's words, several of a list; empty where it takes more than these.
    package var words: [String]

    package init(_ property: String, isClient: Bool, words: [String] = []) {
      (self.property, self.isClient, self.words) = (property, isClient, words)
    }

    /// The property itself, or the record or list around it.
    fileprivate var outermost: String { String(property.prefix { $0 != "." && $0 != "[" }) }

    /// Such as `"ENABLED"`; nil where the value takes more than words.
    fileprivate var literal: String? {
      guard !words.isEmpty, property == outermost else { return nil }
      let quoted = words.map { "\"\($0)\"" }.joined(separator: ", ")
      return PropertyNames.lists.contains(property) ? "[\(quoted)]" : quoted
    }
  }

  /// The properties whose value is a list.
  private static let lists: Set<String> = [
    "AliasAttributes", "AutoVerifiedAttributes", "EnabledMfas", "ExplicitAuthFlows",
    "UsernameAttributes",
  ]

  /// Where to write what documents of this kind have no property for, in a sentence, and how a
  /// command has what shall change; nil where the names alone say it.
  ///
  /// - Parameter changes: what shall have another value.
  package func place(of changes: [Change]) -> String? {
    var seen: Set<String> = []
    let missing = changes.filter { !has($0) && seen.insert($0.outermost).inserted }
    guard !missing.isEmpty else { return nil }
    func lines(by prefix: String) -> String {
      missing.map { change in
        let name = Self.overridden(change.outermost, isClient: change.isClient, by: prefix)
        return "`\(name)\(change.literal.map { " = \($0)" } ?? "")`"
      }.joined(separator: ", ")
    }
    let options = missing.compactMap(\.option).joined(separator: " ")
    switch format {
    case .amplifyDefinition:
      return "defineAuth has no property for it: write \(lines(by: "cfn")) in backend.ts, of"
        + " `backend.auth.resources.cfnResources`."
    case .amplifyInputs:
      return "The inputs of Amplify's CLI have no property for it: `amplify override auth` makes an"
        + " override.ts, in which to write \(lines(by: "resources."))"
        + (missing.contains(where: \.isClient) ? ", and the same of `userPoolClientWeb`." : ".")
    case .amplifyOutputs, .amplifyConfiguration:
      let calls = missing.map(\.call).reduce(into: [String]()) { calls, call in
        if !calls.contains(call) { calls.append(call) }
      }
      return "An app's own file does not set it: write it where the pool is made, or change the"
        + " deployed pool by `aws cognito-idp \(calls.joined(separator: "` and `"))`"
        + (options.isEmpty ? "" : " with `\(options)`") + ", which resets what the call leaves out."
    case .shell: return "Write `\(options)` in the call."
    case .sst:
      let arguments = missing.map { change in
        name(of: change.outermost, isClient: true) + ": " + (change.literal ?? "…")
      }
      return "Write `transform: { client: { \(arguments.joined(separator: ", ")) } }` in the"
        + " arguments of addClient."
    default: return nil
    }
  }

  /// Whether documents of this kind have a property for a change, or come to it by others.
  private func has(_ change: Change) -> Bool {
    switch format {
    case .amplifyDefinition:
      Self.ofDefinition[change.outermost] != nil
        || Self.ofOtherDefinitions.contains(change.outermost)
    case .amplifyInputs:
      (Self.ofInputs[change.outermost] != nil || Self.ofOtherInputs.contains(change.outermost))
        && !change.words.contains("EMAIL_OTP")
    // What a live pool does not change, the remedy says.
    case .amplifyOutputs, .amplifyConfiguration: Self.lasting.contains(change.outermost)
    case .shell: change.option == nil
    case .sst: !change.isClient
    default: true
    }
  }

  /// What `defineAuth` makes of how users log in, of their attributes, factors and senders.
  private static let ofOtherDefinitions: Set<String> = [
    "AutoVerifiedAttributes", "EmailConfiguration", "Schema", "SmsConfiguration",
    "UsernameAttributes",
  ]
  /// What no call changes once there is a pool.
  private static let lasting: Set<String> = [
    "AliasAttributes", "GenerateSecret", "Schema", "UsernameAttributes",
  ]
  /// What Amplify's CLI makes of other inputs.
  private static let ofOtherInputs: Set<String> = ["Schema", "SmsConfiguration"]

  /// A property of the resource that a program overrides.
  private static func overridden(
    _ property: String, isClient: Bool, by prefix: String = ""
  ) -> String {
    let resource = isClient ? "UserPoolClient" : "UserPool"
    let known = prefix == "cfn" ? resource : "u" + resource.dropFirst()
    return prefix + known + "." + property.prefix(1).lowercased() + property.dropFirst()
  }
}

extension PropertyNames.Change {
  /// The call of the service that changes the property.
  fileprivate var call: String {
    if isClient { return "update-user-pool-client" }
    return isOfMethods ? "set-user-pool-mfa-config" : "update-user-pool"
  }

  /// The option of the call with its value; nil where that takes more than words.
  fileprivate var option: String? {
    guard literal != nil, !isOfMethods else { return nil }
    let name = TerraformNames.name(of: property).replacing("_", with: "-")
    return "--\(name) \(words.joined(separator: " "))"
  }

  /// Each method of MFA has an option of its own.
  private var isOfMethods: Bool { property == "EnabledMfas" }
}
