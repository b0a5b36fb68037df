import TransitionTables

/// Reads `cli-inputs.json`, from which Amplify Gen1 generates its template, or the
/// `parameters.json` of earlier releases, which holds the same without the key `cognitoConfig`.
///
/// The generator leaves to the service whatever the file does not ask about. That is certain,
/// unless an `override.ts` stands next to the file, which a note says. SMS is configured where the
/// generator needs it, and is then also an MFA method, whether or not the file asks for it. Source:
/// the stack builder of the Amplify CLI's category auth.
struct AmplifyInputsImporter {
  /// The parameters that the generator's template does not mention.
  private static let leftToTheService: [PoolParameter] = [
    .recovery, .passwordHistory, .firstFactors, .selfSignUp, .tier, .emailSender, .devices,
    .challengeOnNewDevice, .threatProtection, .webAuthnFactor, .userVerification, .flows,
    .existenceErrors,
  ]

  let document: LocatedDocument
  private let inputs: Fact
  private var reader: FactReader
  /// For each missing key of the CLI, an unknown key in the file that may be a misspelling of it.
  private var misspelt: [String: String] = [:]
  private(set) var pool = ImportedPool(format: .amplifyInputs)

  init(document: LocatedDocument, parameters: [ParameterDeclaration]) {
    self.document = document
    let root = Fact(literally: document.root)
    inputs = document.root["cognitoConfig"] == nil ? root : root["cognitoConfig"]
    reader = FactReader(document: document, author: .person, parameters: parameters)
  }

  /// Reads the whole file.
  mutating func read() {
    pool.name = inputs["userPoolName"].text
    inputsMustBeARecord()
    warnOfMisspeltKeys()
    guard hasPool() else {
      pool.diagnostics += reader.diagnostics
      return
    }
    (pool.poolPlace, pool.clientPlace) = (inputs.location, inputs.location)
    for parameter in Self.leftToTheService {
      guard let value = reader.parameters.setting(parameter).value else { continue }
      pool.settings[parameter] = Setting(
        value: value, origin: .frameworkDefault("the template of Amplify Gen1 leaves it out"))
    }
    readAttributes()
    readMultiFactor()
    leaveMisspeltOpen()
    readSecret()
    readWritable()
    if reader.flag(inputs["hostedUI"], "hostedUI").known == true {
      pool.setProviders(inputs["authProvidersUserPool"])
    }
    pool.settings[.triggers] = readTriggers().setting(.triggers, reader.parameters)
    let sensitive = reader.flag(inputs["usernameCaseSensitive"], "usernameCaseSensitive")
    pool.settings[.caseSensitive] = sensitive.map { .bool($0) }.setting(
      .caseSensitive, reader.parameters)
    if case .value(let value, let place) = sensitive {
      pool.fixed.append(FixedFact(.caseSensitivity, value: "\(value)", location: place))
    }
    reader.complain(
      "amplify.may-be-overridden", .note, at: inputs.location,
      "an override.ts next to this file can change what the template says",
      remedy: "where there is one, give the template below amplify/backend/auth/…/build")
    pool.diagnostics += reader.diagnostics
  }

  /// The keys that decide settings, as the CLI spells them.
  private static let decisive = [
    "autoVerifiedAttributes", "mfaConfiguration", "mfaTypes", "requiredAttributes",
    "aliasAttributes", "usernameAttributes", "usernameCaseSensitive", "hostedUI", "triggers",
    "userpoolClientGenerateSecret", "authProvidersUserPool", "useEnabledMfas",
    "userAutoVerifiedAttributeUpdateSettings",
  ]

  /// Warns of an unknown key that resembles a missing key: in a file that a person wrote, the
  /// setting would be lost.
  private mutating func warnOfMisspeltKeys() {
    let entries = inputs.entries ?? []
    let missing = Self.decisive.filter { name in !entries.contains { $0.key == name } }
    for entry in entries where !Self.decisive.contains(entry.key) {
      guard let meant = missing.nearest(to: entry.key) else { continue }
      reader.complain(
        "document.unknown-property", .warning, at: entry.keyLocation,
        "`\(entry.key.prefix(40))` is no key that Amplify's CLI writes; it is not read",
        remedy: "did you mean `\(meant)`?")
      misspelt[meant] = String(entry.key.prefix(40))
    }
  }

  /// Leaves open the parameters of misspelt keys, so that no verdict rests on the CLI's default.
  private mutating func leaveMisspeltOpen() {
    for (parameter, name) in [
      (PoolParameter.usernameAttributes, "usernameAttributes"),
      (.requiredAttributes, "requiredAttributes"), (.autoVerified, "autoVerifiedAttributes"),
      (.aliasAttributes, "aliasAttributes"), (.mfa, "mfaConfiguration"), (.mfaMethods, "mfaTypes"),
    ] {
      guard let written = misspelt[name] else { continue }
      pool.settings[parameter] = Setting(
        value: nil, origin: .open("`\(written)` is not read, and may be `\(name)`"))
    }
  }

  private mutating func inputsMustBeARecord() {
    if inputs.entries == nil { _ = reader.record(inputs, "cognitoConfig") }
    guard case .absent = inputs.content else { return }
    reader.complain(
      "document.wrong-type", at: inputs.location, "cognitoConfig is empty",
      remedy: "give the file that `amplify add auth` wrote")
  }

  /// Whether the inputs create a pool; reports an error where they do not.
  private mutating func hasPool() -> Bool {
    let (selections, service) = (inputs["authSelections"], inputs["serviceType"])
    if selections.text == "identityPoolOnly" {
      reader.complain(
        "template.no-pool", at: selections.location,
        "authSelections is identityPoolOnly: the template has no user pool",
        remedy: "give the inputs of a category auth with a user pool")
    } else if service.text == "imported" {
      reader.complain(
        "template.no-pool", at: service.location,
        "serviceType is imported: the pool is made elsewhere, and this file says little of it",
        remedy: "give the template that makes it, or describe-user-pool and"
          + " describe-user-pool-client")
    } else {
      return true
    }
    return false
  }

  private mutating func readAttributes() {
    for (parameter, name) in [
      (PoolParameter.usernameAttributes, "usernameAttributes"),
      (.requiredAttributes, "requiredAttributes"), (.autoVerified, "autoVerifiedAttributes"),
      (.verifyBeforeUpdate, "userAutoVerifiedAttributeUpdateSettings"),
    ] {
      pool.settings[parameter] = reader.contacts(inputs[name], name).setting(
        parameter, reader.parameters)
    }
    pool.settings[.aliasAttributes] = reader.members(
      inputs["aliasAttributes"], "aliasAttributes", .aliasAttributes
    ).setting(.aliasAttributes, reader.parameters)
    // The generator verifies aliases as well.
    let aliases = pool.members(.aliasAttributes).filter { $0 != KnownMember.preferredUsername }
    if !aliases.isEmpty, case .set(let verified) = pool.settings[.autoVerified]?.value {
      pool.settings[.autoVerified]?.value = .members(verified + aliases)
    }
    // The generator keeps the original of a verified attribute until its update is verified; newer
    // inputs name these attributes.
    if case .absent = inputs["userAutoVerifiedAttributeUpdateSettings"].content,
      let verified = pool.settings[.autoVerified]?.value
    {
      pool.settings[.verifyBeforeUpdate] = Setting(
        value: verified,
        origin: .frameworkDefault("Amplify Gen1 keeps the original of verified attributes"))
    }
    keepFacts()
  }

  /// Keeps the settings that cannot change later: case sensitivity and all required attributes.
  private mutating func keepFacts() {
    if case .list(let required) = inputs["requiredAttributes"].content {
      for element in required {
        for name in (element.text ?? "").split(separator: ",").map(\.trimmingBlanks) {
          pool.require(name, at: element.location)
        }
      }
    }
    let names = [
      "passwordPolicyMinLength": "PasswordPolicy.MinimumLength",
      "userpoolClientRefreshTokenValidity": "RefreshTokenValidity",
    ]
    for (name, setting) in names.sorted(by: { $0.key < $1.key }) {
      pool.keep(inputs[name], as: setting)
    }
    keepKindsOfCharacters()
  }

  /// Keeps the kinds of characters that a password must have:
  /// `[Requires Lowercase, Requires Numbers]`.
  private mutating func keepKindsOfCharacters() {
    guard case .list(let kinds) = inputs["passwordPolicyCharacters"].content else { return }
    for kind in kinds {
      for name in (kind.text ?? "").split(separator: ",").map(\.trimmingBlanks) {
        let member = name.replacing(" ", with: "").replacing("Requires", with: "Require")
        pool.fixed.append(
          FixedFact(
            .setting("PasswordPolicy.\(member)"), value: "true", location: kind.location))
      }
    }
  }

  private mutating func readMultiFactor() {
    let mode = reader.word(inputs["mfaConfiguration"], "mfaConfiguration", .mfa)
    pool.settings[.mfa] = mode.map { .choice($0) }.setting(.mfa, reader.parameters)
    let listed = reader.words(inputs["mfaTypes"], "mfaTypes", .mfaMethods, in: .amplifyInputs)
    let asked = listed.known?.map(\.member) ?? []
    let isOn = mode.known != nil && mode.known != .off
    let sms =
      isOn && asked.contains(.sms)
      || [PoolParameter.usernameAttributes, .requiredAttributes, .autoVerified].contains {
        pool.members($0).contains(.phone)
      }
    let enabled = reader.flag(inputs["useEnabledMfas"], "useEnabledMfas").known == true
    pool.settings[.smsConfigured] = Setting(
      value: .bool(sms || !enabled),
      origin: .frameworkDefault(
        sms
          ? "Amplify Gen1 configures SMS for phone numbers and SMS MFA"
          : enabled ? "nothing asks for SMS" : "useEnabledMfas is off: SMS is always configured"))
    guard isOn else {
      pool.settings[.mfaMethods] = Setting(
        value: .set([]), origin: .frameworkDefault("MFA is off, mfaTypes has no effect"))
      return
    }
    // Without `useEnabledMfas` a function of the template sets the methods and always includes SMS.
    let methods = ParameterValue.members(
      (sms || !enabled ? [KnownMember.sms.rawValue] : []) + asked.filter { $0 == KnownMember.totp })
    if sms || !enabled, !asked.contains(.sms) {
      reader.complain(
        "amplify.sms-enabled", .note, at: inputs["mfaTypes"].location,
        "SMS becomes an MFA method because SMS is configured, "
          + "although mfaTypes does not ask for it",
        remedy: (enabled ? "collect no phone numbers" : "have a newer release make the template")
          + ", or let users choose SMS")
    }
    switch listed {
    case .open(let reason): pool.settings[.mfaMethods] = .open(reason)
    case .absent:
      pool.settings[.mfaMethods] = Setting(
        value: methods, origin: .frameworkDefault("mfaTypes absent"))
    case .value(_, let place): pool.settings[.mfaMethods] = .stated(methods, at: place)
    }
  }

  /// Reads whether clients have a secret. Gen1 makes two clients, of which only the native one can
  /// have a secret.
  private mutating func readSecret() {
    let name = "userpoolClientGenerateSecret"
    let secret = reader.flag(inputs[name], name)
    pool.settings[.clientSecret] =
      secret.known == true
      ? .open(
        "Amplify Gen1 makes a client with a secret for native apps and one without for the web")
      : secret.map { .bool($0) }.setting(.clientSecret, reader.parameters)
  }

  /// Reads the writable attributes. The CLI uses the lists of attributes only where it was asked
  /// to.
  private mutating func readWritable() {
    let (asked, name) = ("userpoolClientSetAttributes", "userpoolClientWriteAttributes")
    guard reader.flag(inputs[asked], asked).known == true else { return }
    pool.keep(inputs["userpoolClientReadAttributes"], as: "ReadAttributes")
    pool.keep(inputs[name], as: FixedFact.writable)
    guard case .list(let elements) = inputs[name].content, !elements.isEmpty else { return }
    pool.settings[.writeAttributes] = reader.contacts(inputs[name], name)
      .setting(.writeAttributes, reader.parameters)
  }

  /// Reads the triggers: an object with one key per trigger, or the same object as JSON text.
  private mutating func readTriggers() -> Reading<ParameterValue> {
    let fact = inputs["triggers"]
    let known = reader.parameters.words(.triggers, in: .amplifyInputs) ?? WireNames()
    switch fact.content {
    case .absent, .text("", _): return .absent
    case .record(let entries):
      let members = entries.compactMap { entry -> String? in
        if case .list(let modules) = entry.value.content, modules.isEmpty { return nil }
        if let member = known[entry.key] { return member }
        reader.complain(
          "document.unknown-value", at: entry.keyLocation,
          "triggers cannot be `\(entry.key.prefix(40))`",
          remedy: known.wires.nearest(to: entry.key).map { "did you mean `\($0)`?" }
            ?? "write \(known.wires.list)")
        return nil
      }
      return .value(.members(members), at: fact.location)
    case .text(let text, _):
      let members = known.pairs.filter { pair in
        text.firstRange(of: "\"\(pair.wire)\"").map { name in
          !text[name.upperBound...].filter { !$0.isWhitespace }.hasPrefix(":[]")
        } ?? false
      }.map(\.member)
      return .value(.members(members), at: fact.location)
    case .list, .opaque, .uncertain:
      return reader.wrongType(fact, "triggers", needs: "a record of triggers")
    }
  }
}
