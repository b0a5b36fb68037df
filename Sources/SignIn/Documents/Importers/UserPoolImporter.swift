import TransitionTables

/// Reads the pool half of a pool: the properties of `AWS::Cognito::UserPool`, or the answer of
/// `describe-user-pool`, which differs in only a few names.
struct UserPoolImporter {
  /// The naming scheme of the properties.
  enum Dialect: Sendable {
    case template, service
    /// The names of a template, translated from Terraform's.
    case terraform

    /// The author of the properties. Terraform's plan and state are written by its provider, but
    /// their limits are those of a person's document.
    var author: FactReader.Author { self == .service ? .service : .person }
    /// The spelling of properties in diagnostics.
    var spelling: FactReader.Spelling { self == .terraform ? .terraform : .service }
  }

  let properties: Fact
  let dialect: Dialect
  /// Whether the properties are the service's answer, possibly as stored by a tool.
  let isAnswered: Bool
  var reader: FactReader
  private(set) var settings: [String: Setting] = [:]
  /// The facts that depend on the feature plan and are no parameters.
  var planFacts: [FixedFact] = []

  /// - Parameter isState: whether the properties are the service's answer as stored by a tool.
  init(
    properties: Fact, dialect: Dialect, document: LocatedDocument,
    parameters: [ParameterDeclaration], isState: Bool = false
  ) {
    self.properties = properties
    self.dialect = dialect
    isAnswered = isState || dialect == .service
    reader = FactReader(
      document: document, author: dialect.author, spelling: dialect.spelling,
      parameters: parameters)
  }

  /// Reads every property that decides a parameter.
  mutating func read() {
    if dialect != .terraform {
      reader.warnOfUnknownKeys(
        in: properties, of: "a user pool",
        known: dialect == .template ? KnownProperties.templatePool : KnownProperties.describedPool)
    }
    readAttributes()
    readAccounts()
    readRecovery()
    readMultiFactor()
    readFirstFactors()
    readDevices()
    readMessages()
    readThreatProtection()
    readTriggers()
    readTokenTrigger()
    checkLegality()
  }

  /// - Parameter bounds: the known bounds of a set that the reading leaves open.
  mutating func set(
    _ parameter: PoolParameter, _ reading: Reading<ParameterValue>, within bounds: SetBounds? = nil
  ) {
    settings[parameter] = reading.setting(parameter, reader.parameters)
    guard case .open = reading else { return }
    settings[parameter]?.bounds = bounds
    settings[parameter]?.possible = reader.possible(parameter, in: properties)
  }

  mutating func set(_ parameter: PoolParameter, to setting: Setting) {
    settings[parameter] = setting
  }

  /// Adds the triggers that a template's functions attach by their own events.
  mutating func addTriggers(_ events: [(trigger: String, location: SourceLocation)]) {
    guard let first = events.first, let setting = settings[.triggers] else { return }
    guard case .set(let known) = setting.value ?? .set([]), setting.value != nil else { return }
    let location = if case .document(let place) = setting.origin { place } else { first.location }
    set(.triggers, to: .stated(.members(known + events.map(\.trigger)), at: location))
  }

  /// Leaves open whether the pool has further triggers: only those that are named, where any is.
  mutating func openTriggers(named isNamed: (String) -> Bool, _ reason: String) {
    let known = settings[.triggers].flatMap { setting -> [String]? in
      if case .set(let known)? = setting.value { known } else { nil }
    }
    let pairs = reader.parameters.words(.triggers)?.pairs ?? []
    let named = pairs.filter { isNamed($0.wire) }.map(\.member)
    var bounds: SetBounds?
    if let known, !named.isEmpty {
      bounds = SetBounds(given: known, undecided: named.filter { !known.contains($0) })
    }
    set(.triggers, .open(reason), within: bounds)
  }

  /// Reads parameters whose properties need no interpretation.
  private mutating func read(_ parameters: PoolParameter...) {
    for parameter in parameters { set(parameter, reader.value(of: parameter, in: properties)) }
  }

  private mutating func readAttributes() {
    read(.usernameAttributes, .aliasAttributes, .autoVerified, .verifyBeforeUpdate)
    set(.requiredAttributes, readRequiredAttributes())
  }

  private mutating func readRequiredAttributes() -> Reading<ParameterValue> {
    // A request that is given in place of an answer names the schema as a template does.
    let isAnswer = dialect == .service && !properties["Schema"].isCertain
    let name = isAnswer ? "SchemaAttributes" : "Schema"
    let schema = properties[name]
    switch schema.content {
    case .absent: return .absent
    case .opaque(let reason), .uncertain(let reason):
      return reader.leaveOpen(schema, name, reason)
    case .text, .record: return reader.wrongType(schema, name, needs: "a list of attributes")
    case .list(let elements):
      var required: [String] = []
      var first: SourceLocation?
      var open: String?
      var custom: [Fact] = []
      for element in elements {
        let attribute = reader.record(element, name)
        open = open ?? attribute["Name"].unknownReason
        guard let spelling = attribute["Name"].text else { continue }
        let flag = reader.flag(attribute["Required"], "Required")
        if flag.known == true, !StandardAttribute.names.contains(spelling) {
          custom.append(attribute["Name"])
        }
        guard let member = reader.parameters.addresses[spelling] else { continue }
        if case .open(let reason) = flag { open = open ?? reason }
        guard flag.known == true else { continue }
        first = first ?? attribute["Name"].location
        required.append(member)
      }
      refuseRequiredCustomAttributes(custom)
      warnOfDoubledPrefixes(elements)
      if let open { return .open(open) }
      return first.map { .value(.members(required), at: $0) } ?? .absent
    }
  }

  /// Reports all required custom attributes at the first of them: one change of the schema fixes
  /// all.
  private mutating func refuseRequiredCustomAttributes(_ names: [Fact]) {
    guard dialect != .service, let first = names.first else { return }
    let spellings = names.compactMap(\.text)
    let shown = spellings.map { "`\($0.prefix(40))`" }.joined(separator: ", ")
    let meant = spellings.compactMap { StandardAttribute.names.sorted().nearest(to: $0) }
      .map { "`\($0)`" }.joined(separator: ", ")
    reader.refuse(
      .l3, at: first.location,
      shown + (spellings.count == 1 ? " is" : " are") + " required but no standard attribute"
        + (spellings.count == 1 ? "" : "s")
        + (meant.isEmpty ? "" : " (\(meant) \(meant.contains(",") ? "are" : "is one"))"))
  }

  /// The names of the attributes that the schema certainly requires.
  var requiredNames: [String] {
    guard case .list(let elements) = properties["Schema"].content else { return [] }
    return elements.filter { $0["Required"].isTrue }.compactMap { $0["Name"].text }
  }

  private mutating func readAccounts() {
    let creation = reader.record("AdminCreateUserConfig", in: properties)
    let closed = reader.flag(creation["AllowAdminCreateUserOnly"], "AllowAdminCreateUserOnly")
    set(.selfSignUp, closed.map { .bool(!$0) })
    let user = reader.record("UsernameConfiguration", in: properties)
    set(.caseSensitive, reader.flag(user["CaseSensitive"], "CaseSensitive").map { .bool($0) })
    readHistory()
  }

  private mutating func readHistory() {
    let name = "PasswordHistorySize"
    let size = properties["Policies"]["PasswordPolicy"][name]
    switch size.content {
    case .opaque(let reason), .uncertain(let reason):
      set(.passwordHistory, reader.leaveOpen(size, name, reason))
    default:
      guard let number = size.number else { return set(.passwordHistory, .absent) }
      set(.passwordHistory, .value(.bool(number > 0), at: size.location))
    }
  }

  private mutating func readFirstFactors() {
    read(.firstFactors)
    if dialect != .service { read(.webAuthnFactor, .userVerification) }
  }

  private mutating func readDevices() {
    let devices = reader.record("DeviceConfiguration", in: properties)
    let prompt = reader.flag(
      devices["DeviceOnlyRememberedOnUserPrompt"], "DeviceOnlyRememberedOnUserPrompt")
    let challenge = reader.flag(
      devices["ChallengeRequiredOnNewDevice"], "ChallengeRequiredOnNewDevice")
    set(.challengeOnNewDevice, challenge.map { .bool($0) })
    switch (reader.presence(devices, "DeviceConfiguration"), prompt) {
    case (.absent, _): set(.devices, .absent)
    case (.open(let reason), _), (.value, .open(let reason)): set(.devices, .open(reason))
    case (.value(_, let place), .absent), (.value, .value(false, let place)):
      set(.devices, .value(.choice(.always), at: place))
    case (.value, .value(true, let place)):
      set(.devices, .value(.choice(.onPrompt), at: place))
    }
  }

  private mutating func readMessages() {
    let sms = reader.presence(properties["SmsConfiguration"], "SmsConfiguration")
    set(.smsConfigured, sms.map { .bool($0) })
    read(.emailSender)
  }

  /// Reads threat protection, and the tier, which it determines.
  private mutating func readThreatProtection() {
    let mode = reader.value(of: .threatProtection, in: properties)
    set(.threatProtection, mode)
    let tier = reader.value(of: .tier, in: properties)
    set(.tier, tier)
    guard case .absent = tier else { return }
    switch mode {
    case .absent, .value(.choice(KnownMember.off.rawValue), _): break
    case .value:
      let reason = "UserPoolTier absent: AdvancedSecurityMode forces PLUS"
      set(.tier, to: Setting(value: .choice(.plus), origin: .serviceDefault(reason)))
    case .open(let reason): set(.tier, to: .open(reason))
    }
  }
}
