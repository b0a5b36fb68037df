import TransitionTables

/// Reads second factors, recovery, triggers and senders of `defineAuth`, with the checks that it
/// makes.
extension DefineAuthImporter {
  mutating func readMultiFactor(_ logins: Logins) {
    let factors = definition["multifactor"]
    let hasPhone = logins.attributes.contains(.phone)
    guard isLiteral(factors, "multifactor") else { return }
    let switches = words(.mfaMethods)
    warnOfUnknownKeys(factors, "multifactor", Set(["mode"] + switches.wires))
    let mode = self.mode(factors)
    switch mode {
    case .value(let member, let place): set(.mfa, .choice(member), at: place)
    case .absent: set(.mfa, .choice(.off), "multifactor absent: MFA is off")
    case .open(let reason): pool.settings[.mfa] = .open(reason)
    }
    var methods: [String] = []
    for pair in switches.pairs where isOn(factors[pair.wire], "multifactor.\(pair.wire)") {
      methods.append(pair.member)
    }
    let isOn = mode.known == .optional || mode.known == .required
    if isOn, hasPhone, !methods.contains(.sms) {
      reader.complain(
        "amplify.phone-without-sms", at: factors.location,
        "defineAuth refuses this: “Invalid MFA settings. SMS must be enabled in multiFactor if"
          + " loginWith phone is enabled” (L24)",
        remedy: "write `sms: true` under multifactor, or drop the log-in by phone")
    }
    if isOn {
      set(.mfaMethods, .members(methods), at: factors.location)
    } else {
      set(.mfaMethods, .set([]), "MFA is off, its methods have no effect")
    }
    set(
      .smsConfigured, .bool(hasPhone || isOn && methods.contains(.sms)),
      "the CDK configures SMS for log-in by phone and for SMS MFA")
  }

  /// The mode of MFA. `defineAuth` silently drops a mode that is not in upper case, and leaves MFA
  /// off.
  private mutating func mode(_ factors: Fact) -> Reading<String> {
    guard factors.entries != nil else { return .absent }
    let mode = factors["mode"]
    guard isLiteral(mode, "multifactor.mode") else { return .open("the mode is computed") }
    guard let text = mode.text else {
      if case .absent = mode.content {
        reader.complain(
          "amplify.no-mode", .warning, at: factors.location,
          "multifactor has no mode: defineAuth leaves MFA off without a word",
          remedy: "write `mode: 'OPTIONAL'` or `mode: 'REQUIRED'`")
      }
      return .absent
    }
    let known = words(.mfa)
    if let member = known[text] { return .value(member, at: mode.location) }
    let upper = text.uppercased()
    let meant = known[upper] == nil ? nil : upper
    reader.complain(
      "amplify.mode-ignored", .warning, at: mode.location,
      "defineAuth ignores the mode `\(text.prefix(40))` without a word: MFA is off",
      remedy: (meant ?? known.wires.nearest(to: text)).map {
        "write `mode: '\($0)'`"
      } ?? "write \(known.wires.list)")
    return .value(KnownMember.off.rawValue, at: mode.location)
  }

  mutating func readRecovery(_ logins: Logins) {
    let name = "accountRecovery"
    guard isLiteral(definition[name], name) else { return }
    switch reader.word(definition[name], name, .recovery, in: .amplifyDefinition) {
    case .value(let member, let place): set(.recovery, .choice(member), at: place)
    case .open(let reason): pool.settings[.recovery] = .open(reason)
    case .absent:
      if logins.attributes == [KnownMember.phone.rawValue] {
        set(
          .recovery, .choice(.phone),
          "loginWith.phone alone, accountRecovery absent: PHONE_ONLY_WITHOUT_MFA")
      } else {
        set(.recovery, .choice(.email), "accountRecovery absent: EMAIL_ONLY")
      }
    }
  }

  mutating func readTriggers() {
    let triggers = definition["triggers"]
    if let undecided = undecided(of: triggers) {
      pool.settings[.triggers] = .open(undecided.reason)
      _ = reader.leaveOpen(undecided.fact, "triggers", undecided.reason) as Reading<Bool>
      return
    }
    guard isLiteral(triggers, "triggers") else { return }
    let triggerNames = reader.parameters.words(.triggers)?.pairs.map(\.member) ?? []
    let known = Set(triggerNames).subtracting([
      "customSMSSender", "customEmailSender",
    ])
    warnOfUnknownKeys(triggers, "triggers", known)
    let present = (triggers.entries ?? []).filter { known.contains($0.key) && $0.value.isCertain }
    if let first = present.first {
      set(.triggers, .members(present.map(\.key)), at: first.keyLocation)
    } else {
      set(.triggers, .set([]), "triggers absent: none")
    }
  }

  /// The first trigger, or the whole record of triggers, that depends on a condition of the
  /// program; nil where none does.
  private func undecided(of triggers: Fact) -> (fact: Fact, reason: String)? {
    for fact in [triggers] + (triggers.entries ?? []).map(\.value) {
      if case .uncertain(let reason) = fact.content { return (fact, reason) }
    }
    return nil
  }

  /// Reads the senders. A sender is a record of SES settings, or a function that sends in the
  /// service's place. Where a condition decides only about settings, the sender stays open; where
  /// it might choose a function, that is reported as computed.
  mutating func readSenders() {
    let senders = definition["senders"]
    let (email, sms) = (senders["email"], senders["sms"])
    let undecided = (senders.isUncertain ? [senders] : [email, sms]).filter(\.isUncertain)
    let areSettings = !undecided.contains(where: \.maySend)
    guard areSettings && senders.isUncertain || isLiteral(senders, "senders"),
      areSettings || !hangsOnCondition(senders, "senders")
    else { return }
    if email.isUncertain, case .uncertain(let reason) = undecided[0].content {
      pool.settings[.emailSender] = .open(reason)
      _ = reader.leaveOpen(undecided[0], "senders", reason) as Reading<Bool>
    } else if email.entries != nil, !email.isSender {
      set(.emailSender, .choice(.ses), at: email.location)
    } else {
      let reason = email.isSender ? "is a function" : "absent"
      set(.emailSender, .choice(.cognitoDefault), "senders.email \(reason): Cognito's own mail")
    }
    var functions: [KnownMember] = []
    if email.isSender { functions.append(.customEmailSender) }
    if sms.isSender { functions.append(.customSMSSender) }
    // Without a role the construct makes one; Amplify rejects a role that is given by half.
    let given = ["snsCallerArn", "externalId"].filter { sms[$0].isCertain }
    if sms.entries != nil, given.count == 1 {
      let other = given == ["externalId"] ? "snsCallerArn" : "externalId"
      reader.complain(
        "amplify.sms-sender", at: sms.location, "senders.sms has no \(other)",
        remedy: "give both snsCallerArn and externalId")
    }
    guard !functions.isEmpty, let setting = pool.settings[.triggers],
      case .set(let known) = setting.value
    else { return }
    set(.triggers, .members(known + functions.map(\.rawValue)), at: senders.location)
  }

  // MARK: Literals

  /// Whether a value can be read, which a spread in it prevents; reports it where it cannot.
  mutating func isLiteral(_ fact: Fact, _ name: String) -> Bool {
    switch fact.content {
    case .opaque(let reason), .uncertain(let reason):
      complainOfComputed(name, reason, at: fact.location)
      return false
    case .record(let entries):
      // An entry with a data type is a custom attribute, whatever its name.
      let unknown = entries.first { $0.isOfUnknownName && $0.value["dataType"].text == nil }
      guard let unknown else { return true }
      let adds = unknown.key == TypeScriptLiteral.spread ? "a spread" : "a key that is computed"
      complainOfComputed(name, "\(adds) adds to it", at: unknown.keyLocation)
      return false
    case .absent, .text, .list: return true
    }
  }

  /// Whether a condition of the program decides which entries exist, where a missing entry would
  /// mean something else; reports each such entry.
  mutating func hangsOnCondition(_ fact: Fact, _ name: String) -> Bool {
    let uncertain = (fact.entries ?? []).filter {
      if case .uncertain = $0.value.content { true } else { false }
    }
    for entry in uncertain {
      complainOfComputed(
        "\(name).\(entry.key)", "a condition of the program decides", at: entry.keyLocation)
    }
    return !uncertain.isEmpty
  }

  /// Whether a switch is on: `true`, or an object of settings.
  mutating func isOn(_ fact: Fact, _ name: String) -> Bool {
    switch fact.content {
    case .absent: return false
    case .record: return true
    case .opaque(let reason), .uncertain(let reason):
      complainOfComputed(name, reason, at: fact.location)
      return false
    case .text, .list: return reader.flag(fact, name).known ?? false
    }
  }

  private mutating func complainOfComputed(
    _ name: String, _ reason: String, at place: SourceLocation
  ) {
    reader.complain(
      "amplify.computed", at: place, "\(name) cannot be read: \(reason)",
      remedy: "write the value out, or give the template that `npx ampx sandbox` synthesises below"
        + " .amplify/artifacts/cdk.out")
  }

  mutating func warnOfUnknownKeys(_ fact: Fact, _ owner: String, _ known: Set<String>) {
    reader.warnOfUnknownKeys(
      in: fact, of: owner,
      known: known.union([TypeScriptLiteral.spread, TypeScriptLiteral.computedKey]))
  }
}

extension Fact {
  /// Whether the value is computed, such as the name of a function.
  var isFunction: Bool {
    if case .opaque = content { true } else { false }
  }

  /// Whether the value is a function that sends messages, perhaps under its key:
  /// `{ handler: sendSMS }`.
  var isSender: Bool { isFunction || self["handler"].isCertain }

  /// Whether a condition decides if there is a value.
  fileprivate var isUncertain: Bool {
    if case .uncertain = content { true } else { false }
  }

  /// Whether a value that depends on a condition may contain a function that sends messages.
  fileprivate var maySend: Bool {
    if isUncertain { return alternatives.isEmpty || alternatives.contains(where: \.maySend) }
    return isSender
      || (entries ?? []).contains { entry in
        entry.isOfUnknownName || ["email", "sms"].contains(entry.key) && entry.value.maySend
      }
  }
}
