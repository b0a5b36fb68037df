import TransitionTables

/// Reads the object literal that an Amplify Gen2 `resource.ts` gives to `defineAuth`.
///
/// Literals are read. A computed value is reported as an error rather than guessed. Triggers are
/// the exception, because only their presence matters. A setting that the literal leaves out gets
/// `defineAuth`'s default; a setting that `defineAuth` rejects or silently ignores is reported.
/// Overrides in `backend.ts` cannot be seen here; a note says so. Source: Amplify's auth construct;
/// reference, end of the legality rules.
struct DefineAuthImporter {
  let document: LocatedDocument
  let definition: Fact
  var reader: FactReader
  var pool = ImportedPool(format: .amplifyDefinition)

  /// Reads the pool of a program.
  /// - Throws: `amplify.no-definition` where no call of `defineAuth` is found, and the refusal of a
  ///   document that nests too deep or holds too many values.
  static func read(
    _ program: ProgramText, parameters: [ParameterDeclaration]
  ) throws(Diagnostic) -> ImportedPool {
    guard let definition = try definition(in: program) else {
      throw program.document.diagnostic(
        "amplify.no-definition", at: program.document.root.location,
        "the program names defineAuth but does not call it",
        remedy: "give the resource.ts that has `defineAuth({ … })`")
    }
    let reader = FactReader(
      document: program.document, author: .person, parameters: parameters)
    var importer = DefineAuthImporter(
      document: program.document, definition: definition, reader: reader)
    importer.read()
    return importer.pool
  }

  /// The argument of the first call of `defineAuth` outside comments and strings.
  private static func definition(in program: ProgramText) throws(Diagnostic) -> Fact? {
    var scanner = program.scanner(.typeScript)
    var constants = ProgramConstants(of: program.text)
    while scanner.peek != nil {
      scanner.skipBlanks()
      if scanner.isAtString {
        _ = scanner.string()
        continue
      }
      let word = scanner.word()
      if word == "const" {
        scanner.skipBlanks()
        let name = scanner.word()
        if !name.isEmpty, scanner.takeAssignment() { constants.keep(name, at: scanner) }
      } else if word == "defineAuth" {
        scanner.skipBlanks()
        guard scanner.take("(") else { continue }
        var literal = TypeScriptLiteral(scanner: scanner)
        let value = literal.value()
        if let refusal = literal.scanner.refusal {
          throw refusal.pointing(into: program.document.lines)
        }
        return constants.resolved(value)
      } else if scanner.peek != nil, !scanner.isAtWord {
        scanner.advance()
      }
    }
    return nil
  }

  // MARK: Reading

  private mutating func read() {
    guard isLiteral(definition, "the argument of defineAuth") else {
      pool.diagnostics += reader.diagnostics
      return
    }
    warnOfUnknownKeys(definition, "defineAuth", Self.keys)
    pool.name = definition["name"].text
    // `defineAuth` derives the settings that are left out from how users log in.
    pool.poolPlace = definition["loginWith"].location
    for parameter: PoolParameter in [
      .passwordHistory, .tier, .devices, .challengeOnNewDevice, .threatProtection,
    ] {
      // defineAuth does not set this parameter, so the service's own default applies.
      pool.settings[parameter] = reader.parameters.setting(parameter)
    }
    set(.selfSignUp, .bool(true), "defineAuth lets users sign up")
    set(.caseSensitive, .bool(false), "defineAuth makes user names case-insensitive")
    set(.clientSecret, .bool(false), "defineAuth makes a client without a secret")
    set(.existenceErrors, .choice(.prevent), "defineAuth enables PreventUserExistenceErrors")
    set(.webAuthnFactor, .choice(.single), "defineAuth leaves FactorConfiguration out")
    let logins = readLogins()
    readAttributes(logins)
    readMultiFactor(logins)
    readRecovery(logins)
    readTriggers()
    readSenders()
    keepFacts()
    checkLink()
    reader.complain(
      "amplify.may-be-overridden", .note, at: definition.location,
      "overrides in backend.ts can change what defineAuth makes",
      remedy: "where there are any, give the template that `npx ampx sandbox` synthesises")
    pool.diagnostics += reader.diagnostics
  }

  static let keys: Set<String> = [
    "name", "loginWith", "senders", "userAttributes", "multifactor", "accountRecovery", "groups",
    "triggers", "access", "passwordlessOptions",
  ]

  mutating func set(_ parameter: PoolParameter, _ value: ParameterValue?, _ reason: String) {
    pool.settings[parameter] = Setting(value: value, origin: .frameworkDefault(reason))
  }

  mutating func set(_ parameter: PoolParameter, _ value: ParameterValue, at place: SourceLocation) {
    pool.settings[parameter] = .stated(value, at: place)
  }

  /// The words that the literal uses for the values of a parameter.
  func words(_ parameter: PoolParameter) -> WireNames {
    reader.parameters.words(parameter, in: .amplifyDefinition) ?? WireNames()
  }

  // MARK: Log-in

  /// The attributes with which users log in.
  struct Logins {
    /// The attributes, each `email` or `phone`.
    var attributes: [String] = []
    var place: SourceLocation
  }

  /// Keeps the fact that new users are verified by a link; no table row reads it.
  private mutating func keepLink(_ email: Fact) {
    let style = email["verificationEmailStyle"]
    guard style.text == "LINK" else { return }
    pool.fixed.append(
      FixedFact(
        .setting("VerificationMessageTemplate.DefaultEmailOption"), value: UserPoolImporter.link,
        location: style.location))
  }

  /// Warns of a link in a pool without a domain. Amplify gives the pool a domain where users have
  /// external providers; `backend.ts` may add one.
  private mutating func checkLink() {
    let login = definition["loginWith"]
    let style = login["email"]["verificationEmailStyle"]
    guard style.text == "LINK" else { return }
    reader.warnOfLink(
      style, named: "verificationEmailStyle", pool.settings,
      login["externalProviders"].isCertain ? .here : .perhapsElsewhere,
      declaration: "give the pool a domain in backend.ts: `userPool.addDomain(…)`")
  }

  private mutating func readLogins() -> Logins {
    let login = definition["loginWith"]
    var logins = Logins(place: login.location)
    guard isLiteral(login, "loginWith") else { return logins }
    warnOfUnknownKeys(login, "loginWith", ["email", "phone", "webAuthn", "externalProviders"])
    var factors = [KnownMember.password]
    for (name, factor) in [("email", KnownMember.emailOTP), ("phone", .smsOTP)]
    where isOn(login[name], "loginWith.\(name)") {
      logins.attributes.append(name)
      if isOn(login[name]["otpLogin"], "loginWith.\(name).otpLogin") { factors.append(factor) }
    }
    keepLink(login["email"])
    if logins.attributes.isEmpty, !reader.hasError {
      reader.complain(
        "amplify.no-login", at: login.location,
        "defineAuth refuses this: “At least one of email or phone must be enabled.”",
        remedy: "write `loginWith: { email: true }`; add more ways to it")
    }
    if isOn(login["webAuthn"], "loginWith.webAuthn") { factors.append(.webAuthn) }
    readPasskeys(login["webAuthn"])
    readProviders(login["externalProviders"])
    checkPreferred(among: factors)
    let isPasswordless = factors.count > 1
    if isPasswordless {
      set(.firstFactors, .members(factors), at: login.location)
    } else {
      set(.firstFactors, .members([.password]), "loginWith has no passwordless factor")
    }
    set(
      .flows, .members([.userSRP, .custom, .refresh] + (isPasswordless ? [.userAuth] : [])),
      isPasswordless
        ? "defineAuth allows SRP, custom, refresh, and choice for passwordless factors"
        : "defineAuth allows SRP, custom and refresh")
    return logins
  }

  private mutating func readPasskeys(_ passkeys: Fact) {
    let name = "userVerification"
    switch reader.word(passkeys[name], name, .userVerification) {
    case .value(let word, let place): set(.userVerification, .choice(word), at: place)
    case .absent:
      set(.userVerification, .choice(.preferred), "userVerification absent: preferred")
    case .open(let reason): pool.settings[.userVerification] = .open(reason)
    }
  }

  /// Reads the keys of `externalProviders` that name providers; its other keys are about the web
  /// page.
  private mutating func readProviders(_ providers: Fact) {
    if case .uncertain(let reason) = providers.content {
      pool.settings[.externalProvider] = .open(reason)
    }
    let known = ["google", "facebook", "loginWithAmazon", "signInWithApple", "saml", "oidc"]
    guard let entries = providers.entries,
      let first = entries.first(where: { known.contains($0.key) && $0.value.isCertain })
    else { return }
    set(.externalProvider, .bool(true), at: first.keyLocation)
  }

  private mutating func checkPreferred(among factors: [KnownMember]) {
    let preferred = definition["passwordlessOptions"]["preferredChallenge"]
    guard let text = preferred.text else { return }
    let factor = words(.firstFactors)[text]
    if factors.contains(where: { factor == $0 }) { return }
    reader.complain(
      "amplify.preferred-challenge", at: preferred.location,
      "defineAuth refuses this: “Preferred challenge \"\(text.prefix(40))\" is not enabled”",
      remedy: "enable it under loginWith, or prefer an enabled one")
  }

  /// The standard attributes, as `userAttributes` spells them.
  static let attributes: Set<String> = [
    "address", "birthdate", "email", "familyName", "fullname", "gender", "givenName",
    "lastUpdateTime", "locale", "middleName", "nickname", "phoneNumber", "preferredUsername",
    "profilePage", "profilePicture", "timezone", "website",
  ]

  /// Warns of attributes with other names: the pool does not get them, although the author may
  /// expect it.
  private mutating func warnOfUnknownAttributes(_ attributes: Fact) {
    let custom = (attributes.entries ?? []).map(\.key).filter { $0.hasPrefix("custom:") }
    warnOfUnknownKeys(attributes, "userAttributes", Self.attributes.union(custom))
  }

  /// The standard attributes that `userAttributes` spells differently from the service.
  private static let spellings = [
    "familyName": "family_name", "fullname": "name", "givenName": "given_name",
    "lastUpdateTime": "updated_at", "middleName": "middle_name", "phoneNumber": "phone_number",
    "preferredUsername": "preferred_username", "profilePage": "profile",
    "profilePicture": "picture", "timezone": "zoneinfo",
  ]

  /// Keeps the settings that cannot change after the pool is created: case sensitivity, and
  /// required, custom and immutable attributes.
  private mutating func keepFacts() {
    pool.fixed.append(
      FixedFact(.caseSensitivity, value: "false", location: definition.location))
    for entry in definition["userAttributes"].entries ?? [] {
      if entry.isOfUnknownName {
        if let constant = entry.constant?.joined(separator: ".") {
          pool.factsOfConstants.append((constant, Self.facts(of: entry, custom: constant)))
        }
        reader.complain(
          "amplify.computed-attribute", .note, at: entry.keyLocation,
          "the name of this custom attribute is computed and not read, so that the list of"
            + " attributes is open",
          remedy: "write the name out; `waymark diff` does not compare it, and no verdict hangs on"
            + " it")
        continue
      }
      let isCustom = entry.key.hasPrefix("custom:")
      let name =
        isCustom ? String(entry.key.dropFirst(7)) : Self.spellings[entry.key] ?? entry.key
      if isCustom {
        pool.fixed += Self.facts(of: entry, custom: name)
        continue
      }
      if entry.value["required"].isTrue { pool.require(name, at: entry.keyLocation) }
      pool.fixed += Self.immutability(of: entry, name)
    }
  }

  private static func facts(of entry: Fact.Entry, custom name: String) -> [FixedFact] {
    let type = entry.value["dataType"].text ?? "String"
    return [FixedFact(.attribute(name), value: type, location: entry.keyLocation)]
      + immutability(of: entry, name)
  }

  private static func immutability(of entry: Fact.Entry, _ name: String) -> [FixedFact] {
    let mutable = entry.value["mutable"]
    guard mutable.text == "false" else { return [] }
    return [FixedFact(.immutability(name), value: "immutable", location: mutable.location)]
  }

  private mutating func readAttributes(_ logins: Logins) {
    set(.usernameAttributes, .members(logins.attributes), at: logins.place)
    set(.aliasAttributes, .set([]), "defineAuth uses username attributes")
    set(.autoVerified, .members(logins.attributes), "defineAuth verifies the log-in attributes")
    set(
      .verifyBeforeUpdate, .members(logins.attributes),
      "defineAuth keeps the original of the log-in attributes")
    let attributes = definition["userAttributes"]
    guard isLiteral(attributes, "userAttributes"), !hangsOnCondition(attributes, "userAttributes")
    else { return }
    warnOfUnknownAttributes(attributes)
    var required = logins.attributes
    var place: SourceLocation?
    for (name, member) in words(.requiredAttributes).pairs.map({ ($0.wire, $0.member) }) {
      let attribute = attributes[name]
      guard attribute.entries != nil, isLiteral(attribute, "userAttributes.\(name)") else {
        continue
      }
      place = place ?? attribute.location
      // An explicit entry replaces the whole default, `required` included.
      required.removeAll { $0 == member }
      if isOn(attribute["required"], "userAttributes.\(name).required") { required.append(member) }
    }
    if let place {
      set(.requiredAttributes, .members(required), at: place)
    } else {
      set(.requiredAttributes, .members(required), "defineAuth requires the log-in attributes")
    }
  }
}
