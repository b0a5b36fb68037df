import TransitionTables

/// The names of pool and app client properties as the documents of a pool spell them, or the
/// program that generates its template.
package struct PropertyNames {
  private let format: PoolDocument.Format
  private let isOfCDK: Bool
  /// For each property that the service names, whether it belongs to the app client.
  private let known: [Substring: Bool]

  /// - Parameters:
  ///   - format: the kind of the given document.
  ///   - files: the documents; a template in `cdk.out` comes from a program of the CDK.
  ///   - slots: the parameters of a model, with the names of their properties.
  package init(format: PoolDocument.Format, files: [String], slots: [Slot]) {
    let properties = slots.compactMap(DocumentedParameter.init).compactMap { parameter in
      parameter.property.split(separator: ".").first.map { ($0, parameter.isClient) }
    }
    // A word with a single capital may also be an ordinary word of a sentence.
    self.init(
      format: format, files: files,
      known: Dictionary(
        properties.filter { $0.0.count(where: \.isUppercase) > 1 }, uniquingKeysWith: { $1 }))
  }

  /// - Parameters:
  ///   - format: the kind of the given document.
  ///   - files: the documents.
  ///   - known: for each property to rename, whether it belongs to the app client.
  init(format: PoolDocument.Format, files: [String], known: [Substring: Bool]) {
    (self.format, self.known) = (format, known)
    isOfCDK = format == .cloudFormation && files.contains { $0.contains("cdk.out/") }
  }

  /// A text about a pool, with the service's property names respelt as in the documents.
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

  /// A property such as `AutoVerifiedAttributes` as the documents spell it.
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

  /// The value of `accountRecovery` in the CDK and in `defineAuth` for a recovery option of the
  /// service.
  private func recovery(_ way: String) -> String? {
    let ways = [
      "admin_only": "NONE", "verified_email": "EMAIL_ONLY",
      "verified_phone_number": "PHONE_ONLY_WITHOUT_MFA",
    ]
    return isOfCDK || format == .amplifyDefinition ? ways[way] : nil
  }

  /// The names in the CDK's `UserPool` and `UserPoolClient` that differ from the service's.
  private static let ofCDK = [
    "AccountRecoverySetting": "accountRecovery", "AdminCreateUserConfig": "selfSignUpEnabled",
    "AliasAttributes": "signInAliases", "AutoVerifiedAttributes": "autoVerify",
    "EmailConfiguration": "email", "EnabledMfas": "mfaSecondFactor",
    "ExplicitAuthFlows": "authFlows", "LambdaConfig": "lambdaTriggers", "MfaConfiguration": "mfa",
    "SmsConfiguration": "smsRole", "UsernameAttributes": "signInAliases",
  ]
  /// The names in Amplify's `defineAuth`.
  private static let ofDefinition = [
    "AccountRecoverySetting": "accountRecovery", "LambdaConfig": "triggers",
    "MfaConfiguration": "multifactor", "EnabledMfas": "multifactor",
  ]
  /// The names in `cli-inputs.json`.
  private static let ofInputs = [
    "AliasAttributes": "aliasAttributes", "AutoVerifiedAttributes": "autoVerifiedAttributes",
    "EnabledMfas": "mfaTypes", "GenerateSecret": "userpoolClientGenerateSecret",
    "LambdaConfig": "triggers", "MfaConfiguration": "mfaConfiguration",
    "UsernameAttributes": "usernameAttributes", "UsernameConfiguration": "usernameCaseSensitive",
    "UserAttributeUpdateSettings": "userAutoVerifiedAttributeUpdateSettings",
    "WriteAttributes": "userpoolClientWriteAttributes",
  ]

  // MARK: Other places

  /// A property that is to get another value.
  package struct Change: Hashable, Sendable {
    /// The property with the records that contain it: `Policies.SignInPolicy`.
    package var property: String
    /// Whether the property belongs to the app client.
    package var isClient: Bool
    /// The new value in the service's words, several for a list; empty where words do not suffice.
    package var words: [String]

    package init(_ property: String, isClient: Bool, words: [String] = []) {
      (self.property, self.isClient, self.words) = (property, isClient, words)
    }

    /// The property, or the outermost record or list that contains it.
    fileprivate var outermost: String { String(property.prefix { $0 != "." && $0 != "[" }) }

    /// The value as a literal, such as `"ENABLED"`; nil where words do not suffice.
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

  /// A sentence that says where to make changes for which documents of this kind have no property,
  /// and with which command; nil where the names alone are clear.
  ///
  /// - Parameter changes: the properties that are to get another value.
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

  /// A sentence with the call that enables an MFA method where MFA is on without one; nil where the
  /// document has a property for it, unlike a script, whose call that makes a pool has no such
  /// option.
  /// - Parameter value: the value of a parameter, by its name; nil for one that does not count.
  package func callForMethods(where value: (String) -> String?) -> String? {
    guard format == .shell, value(PoolParameter.mfaMethods.rawValue) == "{}",
      let mfa = value(PoolParameter.mfa.rawValue), mfa != KnownMember.off
    else { return nil }
    return "create-user-pool has no option for an authenticator: remove"
      + " `--mfa-configuration` from that call, and then call `aws cognito-idp"
      + " set-user-pool-mfa-config --user-pool-id ID --software-token-mfa-configuration"
      + " Enabled=true --mfa-configuration \(mfa == KnownMember.required ? "ON" : "OPTIONAL")`."
  }

  /// Whether documents of this kind have a property for a change, or derive it from others.
  private func has(_ change: Change) -> Bool {
    switch format {
    case .amplifyDefinition:
      Self.ofDefinition[change.outermost] != nil
        || Self.ofOtherDefinitions.contains(change.outermost)
    case .amplifyInputs:
      (Self.ofInputs[change.outermost] != nil || Self.ofOtherInputs.contains(change.outermost))
        && !change.words.contains("EMAIL_OTP")
    // For changes that a deployed pool does not allow, the remedy says so.
    case .amplifyOutputs, .amplifyConfiguration: Self.lasting.contains(change.outermost)
    case .shell: change.option == nil
    case .sst: !change.isClient
    default: true
    }
  }

  /// The properties that `defineAuth` derives from how users log in, their attributes, factors and
  /// senders.
  private static let ofOtherDefinitions: Set<String> = [
    "AutoVerifiedAttributes", "EmailConfiguration", "Schema", "SmsConfiguration",
    "UsernameAttributes",
  ]
  /// The properties that no call can change after the pool is created.
  private static let lasting: Set<String> = [
    "AliasAttributes", "GenerateSecret", "Schema", "UsernameAttributes",
  ]
  /// The properties that Amplify's CLI derives from other inputs.
  private static let ofOtherInputs: Set<String> = ["Schema", "SmsConfiguration"]

  /// A property of the resource, as a program that overrides it writes it.
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

  /// The option of the call with its value; nil where words do not suffice.
  fileprivate var option: String? {
    guard literal != nil, !isOfMethods else { return nil }
    let name = TerraformNames.name(of: property).replacing("_", with: "-")
    return "--\(name) \(words.joined(separator: " "))"
  }

  /// Whether the change is to the MFA methods, each of which has its own option.
  private var isOfMethods: Bool { property == "EnabledMfas" }
}
