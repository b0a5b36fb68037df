import TransitionTables

/// Reads the answer of `get-user-pool-mfa-config`: the MFA mode, the exact methods, passkeys.
struct MFAConfigurationImporter {
  let properties: Fact
  var reader: FactReader
  private(set) var settings: [String: Setting] = [:]

  init(properties: Fact, document: LocatedDocument, parameters: [ParameterDeclaration]) {
    self.properties = properties
    reader = FactReader(document: document, author: .service, parameters: parameters)
  }

  /// Reads every property that decides a parameter.
  mutating func read() {
    reader.warnOfUnknownKeys(
      in: properties, of: "an MFA configuration", known: KnownProperties.mfaConfiguration)
    let mode = reader.word(properties["MfaConfiguration"], "MfaConfiguration", .mfa)
    settings[.mfa] = mode.map { .choice($0) }.setting(.mfa, reader.parameters)
    let methods = readMethods()
    if case .value(KnownMember.off.rawValue, let place) = mode, methods.known != nil {
      // The answer still states the SMS configuration, but while MFA is off no method counts (L9).
      settings[.mfaMethods] = .stated(.set([]), at: place)
    } else {
      settings[.mfaMethods] = methods.setting(.mfaMethods, reader.parameters)
    }
    let passkeys = reader.record("WebAuthnConfiguration", in: properties)
    settings[.webAuthnFactor] = reader.word(
      passkeys["FactorConfiguration"], "FactorConfiguration", .webAuthnFactor
    ).map { .choice($0) }.setting(.webAuthnFactor, reader.parameters)
    settings[.userVerification] = reader.word(
      passkeys["UserVerification"], "UserVerification", .userVerification
    ).map { .choice($0) }.setting(.userVerification, reader.parameters)
    let sms = properties["SmsMfaConfiguration"]["SmsConfiguration"]
    if case .value(_, let place) = reader.presence(sms, "SmsConfiguration") {
      settings[.smsConfigured] = .stated(.bool(true), at: place)
    }
  }

  /// The domain of the passkeys, which cannot be changed later without loss.
  var fixedFacts: [FixedFact] {
    let party = properties["WebAuthnConfiguration"]["RelyingPartyId"]
    guard let domain = party.text, !domain.isEmpty else { return [] }
    return [FixedFact(.relyingParty, value: domain, location: party.location)]
  }

  private mutating func readMethods() -> Reading<ParameterValue> {
    let sms = reader.record("SmsMfaConfiguration", in: properties)
    let token = reader.record("SoftwareTokenMfaConfiguration", in: properties)
    let email = reader.record(properties["EmailMfaConfiguration"], "EmailMfaConfiguration")
    let readings = [
      (KnownMember.sms, reader.presence(sms, "SmsMfaConfiguration")),
      (.totp, reader.flag(token["Enabled"], "Enabled")),
      (.email, reader.presence(email, "EmailMfaConfiguration")),
    ]
    var methods: [KnownMember] = []
    var first: SourceLocation?
    for (method, reading) in readings {
      if case .open(let reason) = reading { return .open(reason) }
      guard case .value(true, let place) = reading else { continue }
      first = first ?? place
      methods.append(method)
    }
    return first.map { .value(.members(methods), at: $0) } ?? .absent
  }
}
