import TransitionTables

/// Reads second factors and recovery, where a pool's properties need interpretation.
extension UserPoolImporter {
  mutating func readMultiFactor() {
    let name = "MfaConfiguration"
    let fact = properties[name]
    let mode = reader.word(fact, name, .mfa)
    set(.mfa, mode.map { .choice($0) })
    if dialect == .template, case .text("OFF", quoted: false) = fact.content {
      reader.complain(
        "template.unquoted-off", .note, at: fact.location,
        "\(name) is an unquoted OFF, which YAML 1.1 reads as the boolean false",
        remedy: "write \"OFF\"")
    }
    switch dialect {
    case .template, .terraform: readTemplateMethods(mode)
    case .service: readDescribedMethods(mode)
    }
  }

  /// Reads the methods of a template, which lists them in `EnabledMfas`; without it an SMS
  /// configuration makes SMS a method.
  private mutating func readTemplateMethods(_ mode: Reading<String>) {
    let methods = properties["EnabledMfas"]
    let listed = reader.members(methods, "EnabledMfas", .mfaMethods)
    guard case .absent = listed else {
      return set(.mfaMethods, listed, within: reader.bounds(methods, .mfaMethods))
    }
    let sms = reader.presence(properties["SmsConfiguration"], "SmsConfiguration")
    switch (mode, sms) {
    case (.absent, _), (.value(KnownMember.off.rawValue, _), _), (_, .absent):
      set(.mfaMethods, .absent)
    case (.value, .value):
      set(.mfaMethods, to: Self.implicitSMS)
    case (.open(let reason), _), (_, .open(let reason)):
      set(.mfaMethods, .open(reason))
    }
  }

  /// Adds TOTP to the methods, where MFA is on.
  mutating func addTOTP(at place: SourceLocation) {
    guard case .set(let methods)? = settings[.mfaMethods]?.value, !methods.isEmpty else { return }
    set(.mfaMethods, to: .stated(.members(methods + [KnownMember.totp.rawValue]), at: place))
  }

  private static let implicitSMS = Setting(
    value: .members([.sms]),
    origin: .serviceDefault("EnabledMfas absent: the SMS configuration enables SMS"))

  /// Reads the methods of `describe-user-pool`, which shows only SMS; TOTP and e-mail stand in
  /// `get-user-pool-mfa-config`.
  private mutating func readDescribedMethods(_ mode: Reading<String>) {
    switch mode {
    case .absent, .value(KnownMember.off.rawValue, _): set(.mfaMethods, .absent)
    case .value, .open:
      set(
        .mfaMethods,
        .open(
          "describe-user-pool does not say whether TOTP and e-mail are enabled;"
            + " give the output of get-user-pool-mfa-config too"))
    }
  }

  mutating func readRecovery() {
    let setting = reader.record("AccountRecoverySetting", in: properties)
    let list = setting["RecoveryMechanisms"]
    switch list.content {
    case .absent: set(.recovery, .absent)
    case .opaque(let reason), .uncertain(let reason):
      set(.recovery, reader.leaveOpen(list, "RecoveryMechanisms", reason))
    case .text, .record:
      set(.recovery, reader.wrongType(list, "RecoveryMechanisms", needs: "a list of mechanisms"))
    case .list(let elements):
      set(.recovery, recovery(elements, at: list.location))
    }
  }

  private mutating func recovery(
    _ elements: [Fact], at location: SourceLocation
  ) -> Reading<ParameterValue> {
    guard let names = reader.parameters.words(.recovery) else { return .absent }
    var mechanisms: [(priority: Int, word: String)] = []
    for (index, element) in elements.enumerated() {
      let mechanism = reader.record(element, "RecoveryMechanisms")
      if case .uncertain(let reason) = mechanism.content { return .open(reason) }
      if case .absent = mechanism.content { continue }
      reader.warnOfUnknownKeys(
        in: mechanism, of: "RecoveryMechanisms",
        known: KnownProperties.records["RecoveryMechanisms"] ?? [])
      switch reader.word(mechanism["Name"], "Name of a recovery mechanism", names) {
      case .absent:
        return reader.wrongType(
          mechanism, "RecoveryMechanisms", needs: "the Name of a mechanism in each element")
      case .open(let reason): return .open(reason)
      case .value:
        let priority = mechanism["Priority"].text.flatMap { Int($0) } ?? index + 1
        mechanisms.append((priority, mechanism["Name"].text ?? ""))
      }
    }
    let order = mechanisms.sorted { $0.priority < $1.priority }.map(\.word)
    if order.isEmpty { return .absent }
    if Set(mechanisms.map(\.priority)).count < mechanisms.count {
      reader.refuse(.n491, at: location, "two recovery mechanisms have one priority")
    }
    let members = names.members(inOrder: order)
    // The service shows an order even for a pool that was given none. Several members may have the
    // same order; in an answer of the service it means the last one.
    let member = isAnswered ? members.last : members.first
    return member.map { .value(.choice($0), at: location) } ?? refuse(order, names, at: location)
  }

  private mutating func refuse(
    _ order: [String], _ names: WireNames, at location: SourceLocation
  ) -> Reading<ParameterValue> {
    let alone = "admin_only"
    if order.contains(alone), reader.author == .person, let member = names[alone] {
      reader.refuse(.l22, at: location, "\(alone) stands with another recovery mechanism")
      return .value(.choice(member), at: location)
    }
    reader.complain(
      "document.contradictory-recovery", at: location,
      "the same recovery mechanism stands twice, or admin_only with another",
      remedy: "write admin_only alone, or verified_email and verified_phone_number once each")
    return .open("AccountRecoverySetting could not be read")
  }

  mutating func readTriggers() {
    let lambda = reader.record("LambdaConfig", in: properties)
    switch lambda.content {
    case .absent: return set(.triggers, .absent)
    case .opaque(let reason), .uncertain(let reason):
      return set(.triggers, reader.leaveOpen(lambda, "LambdaConfig", reason))
    case .text, .list, .record: break
    }
    if case .value = reader.presence(lambda["InboundFederation"], "InboundFederation") {
      reader.complain(
        "document.not-modelled", .note, at: lambda["InboundFederation"].location,
        "the trigger InboundFederation is not part of the model; it is ignored",
        remedy: "look at sign-in through identity providers yourself")
    }
    var bounds = SetBounds()
    var open: String?
    for pair in reader.parameters.words(.triggers)?.pairs ?? [] {
      switch reader.presence(lambda[pair.wire], pair.wire) {
      case .absent: break
      case .value: bounds.given.append(pair.member)
      case .open(let reason):
        bounds.undecided.append(pair.member)
        open = open ?? reason
      }
    }
    if let open { return set(.triggers, .open(open), within: bounds) }
    let isEmpty = bounds.given.isEmpty
    set(.triggers, isEmpty ? .absent : .value(.members(bounds.given), at: lambda.location))
  }
}
