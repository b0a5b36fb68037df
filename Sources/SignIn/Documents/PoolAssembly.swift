import TransitionTables

/// Combines the documents of one pool and settles every parameter of the model.
struct PoolAssembly {
  /// The documents in a fixed order, so that the result does not depend on the order on the command
  /// line.
  let parts: [ImportedPool]
  /// Documents of further app clients of the pool: requests beyond the first one, which is judged,
  /// and scripts where another document creates the client.
  let otherClients: [ImportedPool]
  /// The template that Amplify synthesised from a `defineAuth` among the documents, or nil. It
  /// comes last, so that findings point into the program. Where the two differ the template wins,
  /// because other files of the program can change the pool.
  let synthesised: ImportedPool?
  let parameters: [ParameterDeclaration]
  /// The effects of the programs next to the documents on the pool's users.
  let programs: ProjectPrograms
  /// The triggers that functions next to the documents attach to this pool.
  let attached: [AttachedTrigger]
  /// Settings that take precedence over the documents, where these contradict each other.
  var deployed: [String: Setting] = [:]

  init(
    parts: [ImportedPool], parameters: [ParameterDeclaration],
    programs: ProjectPrograms = ProjectPrograms(), attached: [AttachedTrigger] = []
  ) {
    let isDefined = parts.contains { $0.format == .amplifyDefinition }
    let all = Self.addingTriggers(parts).sorted { ($0.format, $0.file) < ($1.format, $1.file) }
    let judged = all.first { $0.format == .clientRequest && $0.name != nil }
    let scripts = all.filter { $0.format == .shell && $0.makesClient }
    let makers = Set(all.filter { $0.format == .shell && $0.silence[.pool] == nil }.map(\.file))
    let script = (scripts.first { makers.contains($0.file) } ?? scripts.first)?.file
    // A call that creates a client is a further one where another document declares a client.
    let hasOwn = all.contains { $0.declaresClient }
    let isOther = { (part: ImportedPool) in
      if part.makesClient, hasOwn, !makers.contains(part.file) { return true }
      return part.format == .clientRequest && part.name != nil && part.name != judged?.name
        || part.format == .shell && part.makesClient && part.file != script
    }
    otherClients = all.filter(isOther)
    let ordered = all.filter { !isOther($0) }
    synthesised = isDefined ? ordered.first { $0.format == .cloudFormation } : nil
    let isMade = { (part: ImportedPool) in isDefined && part.format == .cloudFormation }
    self.parts = ordered.filter { !isMade($0) } + ordered.filter(isMade)
    self.parameters = parameters
    self.programs = programs
    let triggers = parameters.words(.triggers)
    self.attached = attached.compactMap { function in
      var known = function
      guard let member = triggers?[function.trigger] else { return nil }
      known.trigger = member
      return known
    }
  }

  /// Errors where documents do not belong together, and warnings where they disagree.
  func conflicts(files: [String]) -> [Diagnostic] {
    guard !parts.isEmpty else {
      return [
        Diagnostic(
          "document.missing", at: SourceLocation(file: files.last ?? ""), "no document is given",
          remedy: "give \(DocumentKind.accepted)")
      ]
    }
    if let nothing = nothingOverridden ?? nothingMade { return [nothing] }
    let faults =
      repeatedHalves + strangers(\.poolID, "pool", code: "document.other-pool")
      + strangers(\.poolName, "pool", code: "document.other-pool", unless: \.poolID)
      + strangers(\.clientID, "client", code: "document.other-client") + otherRequests
    return faults.contains(where: \.stopsReading) ? faults : faults + drifts
  }

  /// Errors for two answers to the same request of the service: only one can be this pool's.
  private var repeatedHalves: [Diagnostic] {
    PoolDocument.Format.allCases.filter(\.isServiceOutput).compactMap { format in
      let repeated = parts.filter { $0.format == format }
      guard repeated.count > 1, let last = repeated.last else { return nil }
      return Diagnostic(
        "document.repeated-half", at: SourceLocation(file: last.file),
        "two documents are outputs of \(format.rawValue)",
        remedy: "give the documents of one pool and one app client")
    }
  }

  /// Errors for documents that name different pools, or different app clients.
  ///
  /// Apps of one pool may each have a client. Their configurations are read together: a setting of
  /// a client that only one states, such as a secret, applies to both, and differences are reported
  /// as drift.
  ///
  /// - Parameter better: an identity that decides alone where both documents have it, such as a
  ///   pool's id: the pool may have been renamed.
  private func strangers(
    _ id: KeyPath<ImportedPool, Fact?>, _ what: String, code: String,
    unless better: KeyPath<ImportedPool, Fact?>? = nil
  ) -> [Diagnostic] {
    let named = parts.filter { $0[keyPath: id]?.text != nil }
    let isDecided = { (part: ImportedPool) in better.flatMap { part[keyPath: $0]?.text } != nil }
    guard let first = named.first, let name = first[keyPath: id]?.text else { return [] }
    return named.dropFirst().compactMap { part in
      guard let other = part[keyPath: id], let text = other.text, text != name,
        !(isDecided(first) && isDecided(part))
      else { return nil }
      let ofApps = id == \.clientID && first.format.isOfApp && part.format.isOfApp
      return Diagnostic(
        code, ofApps ? .note : .error, at: other.location,
        "this belongs to the \(what) `\(text.prefix(60))`, the documents before it to"
          + " `\(name.prefix(60))`" + (ofApps ? "; they are read as one client" : ""),
        remedy: ofApps
          ? "give one app's configuration to judge its client alone"
          : "give the documents of one \(what)")
    }
  }

  /// The diagnostics of the documents. The purpose of a client that is not judged does not matter.
  var complaints: [Diagnostic] {
    parts.flatMap(\.diagnostics)
      + otherClients.flatMap(\.diagnostics).filter { $0.code != "document.no-api-client" }
  }

  /// Notes about further app clients of the pool, which are not judged.
  private var otherRequests: [Diagnostic] {
    otherClients.compactMap { part in
      let isOfScript = part.format == .shell
      let first =
        parts.first(where: \.declaresClient)
        ?? parts.first {
          $0.format == part.format && $0.makesClient && (isOfScript || $0.name != nil)
        }
      guard let first else { return nil }
      let own = part.name.map { "the app client `\($0.prefix(60))`" } ?? "an app client"
      let name = first.makesClient ? first.name : nil
      let judged = name.map { "the app client `\($0.prefix(60))`" } ?? "another one"
      let file = first.file.split(separator: "/").last ?? ""
      return Diagnostic(
        "document.other-client", .note, at: SourceLocation(file: part.file),
        "this makes \(own), and \(file) \(judged), which is judged",
        remedy: "give the documents of one app client to judge it alone")
    }
  }

  // MARK: Settling

  /// The pool, with a setting for each declared parameter.
  func document(fallbackName: String, notes: [Diagnostic]) -> PoolDocument {
    var notes = notes
    var settings: [(parameter: String, setting: Setting)] = []
    for declaration in parameters {
      let setting = settle(declaration.name)
      let fitted = fit(setting, to: declaration, &notes)
      settings.append((declaration.name, fitted))
    }
    if programs.hasOwnDefineAuth { notes = notes.map(ofOwnDefineAuth) }
    notes += assumptions(settings) + absenceOfClient(settings, given: notes) + immutableByDefault
    let places = Set(parts.flatMap(named).map(\.location))
    notes.removeAll { $0.code == "amplify.computed-attribute" && places.contains($0.location) }
    notes.removeAll(where: isMoot)
    if synthesised != nil {
      let answered = ["amplify.may-be-overridden", "amplify.computed", "amplify.given-away"]
      notes.removeAll { answered.contains($0.code) }
    }
    let several = "template.several-clients"
    let choosing = parts.filter { $0.diagnostics.contains { $0.code == several } }
    if choosing.allSatisfy(\.hasLikeClients) { notes.removeAll { $0.code == several } }
    // Another document may supply what one document lacks.
    if parts.contains(where: \.hasDomain) {
      notes.removeAll { $0.code == "document.link-without-domain" }
    }
    if parts.contains(where: { $0.settings[.writeAttributes]?.isStated == true }) {
      notes.removeAll { $0.code == "document.unknown-writable" }
    }
    if parts.contains(where: { $0.format == .describeUserPool }) {
      notes.removeAll { $0.code == CustomResource.code }
    }
    var document = PoolDocument(
      name: parts.filter { $0.file != synthesised?.file }.compactMap(\.name).first
        ?? fallbackName,
      documentation: parts.first { !$0.documentation.isEmpty }?.documentation ?? "",
      format: parts.first?.format ?? .waymark, settings: settings,
      notes: [], fixed: fixed, expectation: parts.compactMap(\.expectation).first)
    document.formats = Dictionary(parts.map { ($0.file, $0.format) }) { first, _ in first }
    document.attributeReads = programs.reads
    document.attributesOfGroups = groupChoices
    document.tokensOfUsers = programs.tokens
    document.attributesOfBrowsers = Set(programs.readers.filter { $0.value == .browser }.keys)
    document.leavesDefaults = parts.contains(where: \.leavesDefaults)
    notes += unread(of: document)
    let privileges = WritablePrivileges(
      document: document, isForServers: parts.contains(where: \.isForServers))
    notes +=
      [
        privileges.complaint, absenceOfDomain, absenceOfChallenge, unofferedMFA, secretInBrowser,
      ].compactMap(\.self)
      + privileges.ofGroups + refusedFlows + unprovedAddresses
    document.notes = DiagnosticList(notes).diagnostics
    document.untoldReasons = untoldReasons
    document.filesOfTriggers = Set(attached.map(\.place.file))
    document.signsInOnPages =
      parts.contains(where: \.signsInOnPages) && !parts.contains(where: \.format.isOfAmplify)
    document.place = parts.lazy.compactMap(\.poolPlace).first
    document.defaultPlaces = defaultPlaces(of: settings)
    document.assumed = Set(settings.filter { assumed[$0.parameter] == $0.setting }.map(\.parameter))
    return document
  }

  private var untoldReasons: Set<String> {
    var reasons = Set(parts.flatMap(\.silence.values) + UntoldReason.allCases.map(\.rawValue))
    if case .open(let reason) = Origin.unstated { reasons.insert(reason) }
    return reasons
  }

  /// The settings assumed where no document states them: what the framework behind a document
  /// always sets, or the service's defaults.
  private var assumed: [String: Setting] {
    guard parts.allSatisfy({ $0.assumed.isEmpty }) else {
      // If the second generation refers to an existing pool, the first generation created it.
      let ofFirst = parts.filter { $0.format == .amplifyConfiguration && !$0.assumed.isEmpty }
      let known = programs.refersToFirstGeneration && !ofFirst.isEmpty ? ofFirst : parts
      return known.reduce(into: [:]) { $0.merge($1.assumed) { first, _ in first } }
    }
    return isWithoutPool ? assumedOfService : [:]
  }

  /// Whether no document describes the pool itself: all are requests for app clients, or answers of
  /// the service about something else.
  private var isWithoutPool: Bool {
    let others: [PoolDocument.Format] = [
      .describeUserPoolClient, .clientRequest, .mfaConfiguration,
    ]
    return !parts.isEmpty && parts.allSatisfy { others.contains($0.format) }
  }

  private var assumedOfService: [String: Setting] {
    var values = parameters.standards([.pool])
    // Most pools verify an address, although the default is none; assuming the default would give
    // false findings.
    values[.autoVerified] = nil
    // The service rejects these methods without a sender for them (L7, L18).
    let methods = parts.flatMap { $0.members(.mfaMethods) }
    if methods.contains(.email) { values[.emailSender] = .choice(.ses) }
    if methods.contains(.sms) { values[.smsConfigured] = .bool(true) }
    return values.reduce(into: [:]) { settings, entry in
      settings[entry.key] = Setting(
        value: entry.value, origin: .serviceDefault("assumed of the pool"))
    }
  }

  /// One note that lists all assumptions by name.
  private func assumptions(
    _ settings: [(parameter: String, setting: Setting)]
  ) -> [Diagnostic] {
    let known = self.assumed
    let assumed = settings.filter { known[$0.parameter] == $0.setting }
    guard let first = assumed.first,
      let part = parts.first(where: { !$0.assumed.isEmpty }) ?? parts.first
    else { return [] }
    let values = assumed.map { (name: $0.parameter, text: $0.setting.value?.description ?? "") }
    let isNothing = { (text: String) in ["[]", "false", "off"].contains(text) }
    let something = values.filter { !isNothing($0.text) }.map { "\($0.name) = \($0.text)" }
    let nothing = values.filter { isNothing($0.text) }.map(\.name)
    let groups = [
      something.joined(separator: ", "),
      nothing.isEmpty ? "" : "off or none: " + nothing.joined(separator: ", "),
    ].filter { !$0.isEmpty }
    let isOfService = assumed.allSatisfy { entry in
      if case .serviceDefault = entry.setting.origin { true } else { false }
    }
    let author = isOfService ? "what the service does by default" : "what Amplify always sets"
    let missing = isWithoutPool ? "" : "the template or "
    let id = part.format.isOfApp ? part.poolID?.text : nil
    let pool = id.map { " of \($0.prefix(60))" } ?? ""
    return [
      Diagnostic(
        "document.assumed", .note, at: SourceLocation(file: part.file),
        "\(part.format.rawValue) does not say all\(pool); \(author) is assumed: "
          + groups.joined(separator: "; "),
        remedy: "give \(missing)the output of describe-user-pool too; "
          + "`--set \(first.parameter)=open` explores every value")
    ]
  }

  /// The note that no document has an app client. There is none where another complaint covers
  /// it, because a client is ignored or created by code, or where the service would reject the
  /// pool.
  private func absenceOfClient(
    _ settings: [(parameter: String, setting: Setting)], given notes: [Diagnostic]
  ) -> [Diagnostic] {
    let isOpen = settings.contains { entry in
      guard entry.parameter == PoolParameter.flows.rawValue,
        case .open(let reason) = entry.setting.origin
      else {
        return false
      }
      return untoldReasons.contains(reason)
    }
    let isExplained =
      parts.contains(where: \.isClientMadeByCode)
      || notes.contains {
        $0.code == "template.unjoined-client" || $0.code == "document.no-api-client"
          || $0.severity == .error
      }
    guard isOpen, !isExplained else { return [] }
    return [
      Diagnostic(
        "document.no-client", .note, at: SourceLocation(file: parts.first?.file ?? ""),
        "no document has an app client; the pool is judged for the clients that apps ordinarily "
          + "have",
        remedy: "add the output of describe-user-pool-client, "
          + "or `--set flows='{userSRP, refresh}'`")
    ]
  }

  /// One note about all settings that no table row reads.
  private func unread(of document: PoolDocument) -> [Diagnostic] {
    guard !document.notModelled.isEmpty, let first = fixed.first(where: \.kind.isSetting) else {
      return []
    }
    return [
      Diagnostic(
        "document.not-modelled", .note, at: first.location,
        "not modelled: \(document.notModelled.joined(separator: ", "))",
        remedy: "no verdict hangs on them; `waymark diff` compares them")
    ]
  }

  /// The facts about custom attributes whose names are constants of the project's programs.
  private func named(_ part: ImportedPool) -> [FixedFact] {
    part.factsOfConstants.flatMap { constant, facts in
      guard let name = programs.constants[constant], !name.isEmpty else { return [FixedFact]() }
      return facts.map { fact in
        var fact = fact
        if case .attribute = fact.kind { fact.kind = .attribute(name) }
        if case .immutability = fact.kind { fact.kind = .immutability(name) }
        return fact
      }
    }
  }

  /// The facts of all documents; of several documents that state one, the first counts.
  var fixed: [FixedFact] {
    var seen: Set<FixedFact.Kind> = []
    let replaced = parts.filter(\.replacesSchema).compactMap(\.format.overridden)
    return parts.flatMap { part in
      (part.fixed + named(part)).filter { !$0.kind.isOfSchema || !replaced.contains(part.format) }
    }.compactMap { $0.leavingOut(parameters.addresses) }.filter { seen.insert($0.kind).inserted }
  }

  /// The setting of a parameter by the documents: stated values precede defaults, and these precede
  /// open settings; among equals the first document counts.
  func settledByDocuments(_ name: String) -> Setting {
    let parameter = PoolParameter(rawValue: name)
    let overridden = parts.filter { $0.settings[name] != nil }.compactMap(\.format.overridden)
    let known = parts.filter { !overridden.contains($0.format) && !isAsked(name, by: $0) }
      .compactMap { $0.settings[name] }
    // Where a document states the original setting, the service's rendering of it adds nothing.
    let found = known.filter { setting in !known.contains { Self.isShown(setting, of: $0) } }
    let stated = found.first(where: \.isStated)
    if let made = synthesised?.settings[name], made.isStated,
      let value = made.value, value != stated?.value
    {
      return made
    }
    if parameter == .immutableAttributes, stated == nil, let immutable { return immutable }
    if parameter == .confirmedByServer, stated == nil, let setting = confirmedByServer {
      return setting
    }
    if parameter == .triggerMarks, stated == nil, let setting = triggerMarks { return setting }
    if parameter == .preSignUpTrigger, stated == nil, let setting = preSignUpAnswer {
      return setting
    }
    if stated == nil, let act = UserAct.allCases.first(where: { $0.parameter == parameter }),
      let absence = absence(of: act)
    {
      return .open(absence.rawValue)
    }
    if parameter == .selfSignUp, parts.contains(where: { !$0.hasOwnUsers }),
      (stated ?? found.first)?.value != .bool(false)
    {
      return .open(UntoldReason.otherUsers.rawValue)
    }
    if parameter == .selfSignUp, stated == nil, parts.contains(where: \.isForServers) {
      return .open(UntoldReason.server.rawValue)
    }
    // On the pages of managed login, which need the pool's domain, anybody can sign up.
    if parameter == .selfSignUp, stated.map(isAnsweredOfAll) ?? true, programs.accounts != nil,
      !parts.contains(where: \.signsInOnPages) || !parts.contains(where: \.hasDomain)
    {
      return .open(UntoldReason.project.rawValue)
    }
    if parameter == .selfSignUp, stated == nil,
      !parts.contains(where: { $0.settings[.flows] != nil })
    {
      // The pool's own users who sign in on the pages can sign up there.
      if parts.contains(where: \.hasProvider), !parts.contains(where: \.signsInOnPages) {
        return .open(UntoldReason.noClient.rawValue)
      }
      if programs.signsUp == false { return .open(UntoldReason.nobody.rawValue) }
    }
    if let setting = stated ?? found.first(where: { $0.value != nil }) ?? found.first {
      return setting
    }
    if parameter == .defaultFlow, parts.contains(where: \.format.isOfAmplify) {
      // A client that allows the choice of a factor but not SRP lets each sign-in name its factor,
      // as in Amplify's guide.
      if case .set(let flows)? = settle(PoolParameter.flows.rawValue).value,
        flows.contains(.userAuth),
        !flows.contains(.userSRP)
      {
        return Setting(
          value: .choice(.userAuth),
          origin: .frameworkDefault("the app client allows the choice of a factor and not SRP"))
      }
      return Setting(
        value: .choice(.userSRP),
        origin: .frameworkDefault("Amplify signs in by SRP unless the app names a flow"))
    }
    guard let half = parameter.flatMap(parameters.half) else {
      return Setting(value: nil, origin: .untold)
    }
    if let assumed = assumed[name] { return assumed }
    let reasons = parts.compactMap { $0.silence[half] }
    return .open(reasons.first ?? UntoldReason.nothing.rawValue)
  }

  /// Whether a program confirms sign-ups. A function that does so at PreSignUp counts where the
  /// documents attach it; where they state no triggers, a person may have attached it.
  private var confirmedByServer: Setting? {
    if let place = programs.confirmation { return .stated(.bool(true), at: place) }
    let ofSome = programs.confirmationOfSome.map { _ in Setting.open(UntoldReason.some.rawValue) }
    guard programs.autoConfirmation != nil || programs.autoConfirmationOfSome != nil else {
      return ofSome
    }
    guard statesTriggers, case .set(let known)? = settle(PoolParameter.triggers.rawValue).value
    else { return .open(UntoldReason.unattached.rawValue) }
    guard known.contains(.preSignUp) else { return ofSome }
    return programs.autoConfirmation.map { .stated(.bool(true), at: $0) }
      ?? .open(UntoldReason.some.rawValue)
  }

  /// Whether a setting is the service's rendering of another one: it shows recovery by e-mail, then
  /// phone, also for a pool without that setting.
  static func isShown(_ setting: Setting, of other: Setting) -> Bool {
    setting.value == .choice(.shownEmailThenPhone)
      && [.choice(.emailThenPhone), .choice(.legacy)].contains(other.value)
  }

  /// Whether the setting is the service's answer that anybody can sign up, which is the default of
  /// every pool.
  private func isAnsweredOfAll(_ setting: Setting) -> Bool {
    setting.value == .bool(true)
      && parts.contains { part in
        [.describeUserPool, .terraformState].contains(part.format)
          && part.settings[PoolParameter.selfSignUp.rawValue] == setting
      }
  }

  /// The contact attributes that a document states to be immutable; nil where there are none.
  private var immutable: Setting? {
    let known = fixed.compactMap { fact -> (member: String, place: SourceLocation)? in
      guard case .immutability(let name) = fact.kind else { return nil }
      return parameters.addresses[name].map { ($0, fact.location) }
    }
    return known.first.map { .stated(.members(known.map(\.member)), at: $0.place) }
  }

  /// The setting, or an open one with a note where the model's declaration does not know all
  /// members.
  private func fit(
    _ setting: Setting, to declaration: ParameterDeclaration, _ notes: inout [Diagnostic]
  ) -> Setting {
    guard let value = setting.value, !declaration.allows(value) else { return setting }
    if case .document(let place) = setting.origin {
      notes.append(
        Diagnostic(
          "document.not-modelled", .note, at: place,
          "the model's `\(declaration.name)` does not know all of \(value)",
          remedy: "read its verdicts as those of the rest"))
    }
    if case .set(let chosen) = value, case .set(let members) = declaration.kind {
      return Setting(value: .members(chosen.filter(members.contains)), origin: setting.origin)
    }
    return .open("the model does not know \(value)")
  }
}
