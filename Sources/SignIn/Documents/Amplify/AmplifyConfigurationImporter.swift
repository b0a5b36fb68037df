import TransitionTables

/// Reads the client configuration that Amplify Gen1 gives an app: `amplifyconfiguration.json`,
/// `aws-exports` as JSON, and `awsconfiguration.json` of the earlier SDKs, in which the plugin's
/// sections are at the top.
///
/// All of them state the same under different names: mode and methods of MFA, attributes, and
/// whether the app holds a client secret. A file that a person wrote for an SDK has only the ids
/// and the flow. The MFA methods mean nothing while MFA is off: the CLI writes SMS there by
/// default.
struct AmplifyConfigurationImporter {
  /// The key of each setting in one format.
  private struct Names {
    var mode, methods, usernames, required, verified, passwords: String
  }

  private static let plugin = Names(
    mode: "mfaConfiguration", methods: "mfaTypes", usernames: "usernameAttributes",
    required: "signupAttributes", verified: "verificationMechanisms",
    passwords: "passwordProtectionSettings")
  private static let exports = Names(
    mode: "aws_cognito_mfa_configuration", methods: "aws_cognito_mfa_types",
    usernames: "aws_cognito_username_attributes", required: "aws_cognito_signup_attributes",
    verified: "aws_cognito_verification_mechanisms",
    passwords: "aws_cognito_password_protection_settings")

  let document: LocatedDocument
  private var reader: FactReader
  private var pool = ImportedPool(format: .amplifyConfiguration)
  /// Whether a person wrote the file: the CLI writes the names of attributes in capitals, and a
  /// method even while MFA is off.
  private var isByHand = false
  /// Whether the CLI wrote the file for a pool that it imported. For a pool of its own it requires
  /// an attribute, or does not require all four classes of characters.
  private var isImported = false

  /// Reads what the configuration states about the pool.
  static func read(
    _ root: Fact, in document: LocatedDocument, parameters: [ParameterDeclaration]
  ) -> ImportedPool {
    let reader = FactReader(document: document, author: .service, parameters: parameters)
    var importer = AmplifyConfigurationImporter(document: document, reader: reader)
    importer.read(root)
    return importer.pool
  }

  /// Reads the section of the Cognito plugin, or the exports.
  private mutating func read(_ root: Fact) {
    pool.beSilent(as: "an Amplify client configuration")
    if root["aws_user_pools_id"].isCertain {
      pool.identify(pool: root["aws_user_pools_id"], client: root["aws_user_pools_web_client_id"])
      readAuth(root, Self.exports)
      pool.hasDomain = root["oauth"]["domain"].text?.isEmpty == false
      if root["oauth"]["domain"].isCertain {
        pool.setProviders(root["aws_cognito_social_providers"])
      }
    } else {
      let isOfSDK = root["CognitoUserPool"].isCertain
      let plugin = isOfSDK ? root : root["auth"]["plugins"]["awsCognitoAuthPlugin"]
      guard plugin.entries != nil else { return complainOfNoPlugin(root["auth"]["plugins"]) }
      let deployed = plugin["CognitoUserPool"]["Default"]
      pool.identify(pool: deployed["PoolId"], client: deployed["AppClientId"])
      let secret = reader.presence(deployed["AppClientSecret"], "AppClientSecret")
      pool.set(.clientSecret, secret.map { .bool($0) })
      readAuth(plugin["Auth"]["Default"], Self.plugin)
      let auth = plugin["Auth"]["Default"]
      pool.hasDomain = auth["OAuth"]["WebDomain"].text?.isEmpty == false
      if auth["OAuth"].entries != nil { pool.setProviders(auth["socialProviders"]) }
      let flow = auth["authenticationFlowType"]
      if let member = reader.parameters.words(.flows)?["ALLOW_\(flow.text ?? "")"] {
        pool.settings[.defaultFlow] = .stated(.choice(member), at: flow.location)
      } else {
        pool.keep(flow, as: "authenticationFlowType")
      }
    }
    pool.implyByLegality()
    let author = isByHand ? "a person" : isImported ? "`amplify import auth`" : nil
    pool.assumeAmplify(.first, reader.parameters, writtenBy: author)
    pool.diagnostics += reader.diagnostics
  }

  private mutating func readAuth(_ auth: Fact, _ names: Names) {
    let mode = reader.word(auth[names.mode], names.mode, .mfa)
    pool.set(.mfa, mode.map { .choice($0) })
    if mode.known != .off {
      let methods = reader.members(
        auth[names.methods], names.methods, .mfaMethods, in: .amplifyConfiguration)
      pool.set(.mfaMethods, methods)
    } else if case .list(let methods) = auth[names.methods].content, methods.isEmpty {
      isByHand = true
    }
    if case .list(let required) = auth[names.required].content, required.isEmpty,
      case .list(let classes) = auth[names.passwords]["passwordPolicyCharacters"].content
    {
      isImported = Set(classes.compactMap(\.text)).count == 4
    }
    for (parameter, name) in [
      (PoolParameter.usernameAttributes, names.usernames), (.requiredAttributes, names.required),
      (.autoVerified, names.verified),
    ] {
      if case .list(let words) = auth[name].content {
        isByHand = isByHand || words.contains { $0.text?.contains(where: \.isLowercase) == true }
      }
      pool.set(parameter, reader.contacts(auth[name], name))
    }
  }

  private mutating func complainOfNoPlugin(_ plugins: Fact) {
    pool.diagnostics.append(
      document.diagnostic(
        "amplify.no-cognito", at: plugins.location,
        "the configuration has no plugin awsCognitoAuthPlugin",
        remedy: "give the configuration of an app that signs in with a user pool"))
  }
}
