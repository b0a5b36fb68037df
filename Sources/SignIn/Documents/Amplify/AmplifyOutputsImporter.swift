import TransitionTables

/// Reads `amplify_outputs.json`, version 1: what Amplify Gen2 states to an app about its pool.
///
/// It states the MFA mode and methods, the attributes, and passwordless factors. It never states
/// recovery, flows, devices, triggers or tier; for these the values that `defineAuth` always sets
/// are assumed. Parameters that follow from a rule of the service are implied, and name the rule.
struct AmplifyOutputsImporter {
  private static let name = "amplify_outputs.json"

  let document: LocatedDocument
  private var reader: FactReader
  private var pool = ImportedPool(format: .amplifyOutputs)

  /// Reads what the outputs state about the pool.
  static func read(
    _ root: Fact, in document: LocatedDocument, parameters: [ParameterDeclaration]
  ) -> ImportedPool {
    let reader = FactReader(document: document, author: .service, parameters: parameters)
    var importer = AmplifyOutputsImporter(document: document, reader: reader)
    importer.read(root)
    return importer.pool
  }

  /// Reads the section `auth`.
  private mutating func read(_ root: Fact) {
    pool.beSilent(as: Self.name)
    warnOfVersion(root["version"])
    let auth = reader.record(root["auth"], "auth")
    pool.identify(pool: auth["user_pool_id"], client: auth["user_pool_client_id"])
    let mode = reader.word(
      auth["mfa_configuration"], "mfa_configuration", .mfa, in: .amplifyOutputs)
    pool.set(.mfa, mode.map { .choice($0) })
    for (parameter, key) in [
      (PoolParameter.mfaMethods, "mfa_methods"), (.usernameAttributes, "username_attributes"),
    ] {
      pool.set(parameter, reader.members(auth[key], key, parameter, in: .amplifyOutputs))
    }
    for (parameter, key) in [
      (PoolParameter.autoVerified, "user_verification_types"),
      (.requiredAttributes, "standard_required_attributes"),
    ] {
      pool.set(parameter, reader.contacts(auth[key], key))
    }
    if case .list(let required) = auth["standard_required_attributes"].content {
      for element in required { pool.require(element.text ?? "", at: element.location) }
    }
    readPasswordPolicy(auth["password_policy"])
    readPasswordless(auth)
    pool.setProviders(reader.record(auth["oauth"], "oauth")["identity_providers"])
    pool.hasDomain = auth["oauth"]["domain"].text?.isEmpty == false
    pool.implyByLegality()
    pool.assumeAmplify(.second, reader.parameters)
    pool.diagnostics += reader.diagnostics
  }

  private mutating func warnOfVersion(_ version: Fact) {
    guard let text = version.text, text != "1", !text.hasPrefix("1.") else { return }
    reader.complain(
      "document.newer-version", .warning, at: version.location,
      "this is version \(text.prefix(20)) of \(Self.name); version 1 is known",
      remedy: "look at the configuration at the head of the report")
  }

  private mutating func readPasswordPolicy(_ policy: Fact) {
    let names = [
      ("min_length", "MinimumLength"), ("require_lowercase", "RequireLowercase"),
      ("require_numbers", "RequireNumbers"), ("require_symbols", "RequireSymbols"),
      ("require_uppercase", "RequireUppercase"),
    ]
    for (key, name) in names { pool.keep(policy[key], as: "PasswordPolicy.\(name)") }
  }

  private mutating func readPasswordless(_ auth: Fact) {
    let passwordless = reader.record(auth["passwordless"], "passwordless")
    guard case .record = passwordless.content else { return }
    var factors = [KnownMember.password.rawValue]
    let passkeys = reader.record(passwordless["web_authn"], "web_authn")
    for pair in reader.parameters.words(.firstFactors, in: .amplifyOutputs)?.pairs ?? [] {
      let isOn =
        pair.wire == "web_authn"
        ? passkeys.entries != nil : reader.flag(passwordless[pair.wire], pair.wire).known == true
      if isOn { factors.append(pair.member) }
    }
    pool.set(.firstFactors, .value(.members(factors), at: passwordless.location))
    let verification = reader.word(
      passkeys["user_verification"], "user_verification", .userVerification)
    pool.set(.userVerification, verification.map { .choice($0) })
  }
}
