import TransitionTables

/// What Amplify's client configurations have in common: they list attributes of all kinds, of which
/// only e-mail and phone are parameters, and they state only what an app needs to know about the
/// pool.
extension FactReader {
  /// The contact attributes in a list; other attributes are ignored. One text may hold several
  /// words with commas, as Gen1 writes “email, phone_number”.
  mutating func contacts(_ fact: Fact, _ name: String) -> Reading<ParameterValue> {
    switch fact.content {
    case .absent: return .absent
    case .opaque(let reason), .uncertain(let reason): return leaveOpen(fact, name, reason)
    case .text, .record: return wrongType(fact, name, needs: "a list of attributes")
    case .list(let elements):
      for element in elements {
        switch element.content {
        case .opaque(let reason), .uncertain(let reason): return leaveOpen(element, name, reason)
        case .absent, .text, .list, .record: continue
        }
      }
      let words = elements.compactMap(\.text).flatMap { text in
        text.split(separator: ",").map(\.trimmingBlanks)
      }
      // The CLI writes capitals; people who edit the file by hand do not.
      let members = words.compactMap { parameters.addresses[$0.lowercased()] }
      return .value(.members(members), at: fact.location)
    }
  }
}

extension ImportedPool {
  /// Sets a parameter where the document states it or leaves it open; otherwise the parameter stays
  /// unset.
  mutating func set(_ parameter: PoolParameter, _ reading: Reading<ParameterValue>) {
    switch reading {
    case .absent: break
    case .value(let value, let place): settings[parameter] = .stated(value, at: place)
    case .open(let reason): settings[parameter] = .open(reason)
    }
  }

  /// Records that a standard attribute is required.
  mutating func require(_ name: String, at place: SourceLocation) {
    guard StandardAttribute.writable.contains(name) else { return }
    fixed.append(FixedFact(.requirement(name), value: "required", location: place))
  }

  /// Keeps a setting that no table row reads as a fact of the pool, where it has a value.
  mutating func keep(_ fact: Fact, as name: String) {
    guard let value = fact.shownValue, !value.isEmpty else { return }
    fixed.append(FixedFact(.setting(name), value: value, location: fact.location))
  }

  /// Sets whether users of an external provider can sign in, where the document lists providers.
  mutating func setProviders(_ list: Fact) {
    guard case .list(let providers) = list.content else { return }
    settings[.externalProvider] = .stated(.bool(!providers.isEmpty), at: list.location)
  }

  /// Sets a parameter that follows from another one by a rule of the service, unless it is set
  /// already.
  mutating func imply(_ parameter: PoolParameter, _ value: ParameterValue, because reason: String) {
    guard settings[parameter] == nil else { return }
    settings[parameter] = Setting(value: value, origin: .serviceDefault(reason))
  }

  /// The members of a set parameter; empty where it is not known.
  func members(_ parameter: PoolParameter) -> [String] {
    if case .set(let members) = settings[parameter]?.value { members } else { [] }
  }

  /// Sets the parameters that follow from those already set, because the service would reject any
  /// other pool.
  mutating func implyByLegality() {
    if settings[.mfa]?.value == .choice(.off), members(.mfaMethods).isEmpty {
      settings[.mfaMethods] = nil
      imply(
        .mfaMethods, .set([]), because: "MFA is off, and the service keeps no method then (L9)")
    }
    if !members(.usernameAttributes).isEmpty {
      imply(.aliasAttributes, .set([]), because: "username attributes exclude aliases (L1)")
    }
    if members(.mfaMethods).contains(.sms) {
      imply(.smsConfigured, .bool(true), because: "SMS MFA needs an SMS configuration (L7)")
    }
    if members(.autoVerified).contains(.phone) {
      imply(.smsConfigured, .bool(true), because: "verifying phone numbers needs SMS (L23)")
    }
    if members(.firstFactors).contains(.smsOTP) {
      imply(.smsConfigured, .bool(true), because: "SMS_OTP needs an SMS configuration (L16)")
    }
    if members(.mfaMethods).contains(.email) {
      imply(.emailSender, .choice(.ses), because: "e-mail MFA needs SES (L18)")
    }
  }

  /// Sets the reason why all other parameters are open, in the same words for the pool and its app
  /// client.
  mutating func beSilent(as name: String) {
    let reason =
      "\(name) does not say; give the template"
      + " or what describe-user-pool and describe-user-pool-client print too"
    silence = [.pool: reason, .client: reason]
  }

  /// Takes the ids of a pool and of its app client, except variables of Dart: `$userPoolId`.
  mutating func identify(pool: Fact, client: Fact) {
    let hasID = { (fact: Fact) in fact.text.map { !$0.contains("$") } ?? false }
    if hasID(pool) { poolID = pool }
    if hasID(client) { clientID = client }
    clientPlace = client.text == nil ? nil : client.location
  }
}
