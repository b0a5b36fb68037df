/// What Amplify sets in every pool that it makes, and a client configuration does not state.
///
/// These are assumptions by name, not facts of the document: any document that states one goes
/// before them, and `--set NAME=open` explores every value.
extension ImportedPool {
  /// Which Amplify wrote the document.
  enum AmplifyGeneration: String {
    case first = "the Amplify CLI"
    case second = "defineAuth"
  }

  /// Adds what is assumed, by what the document states.
  /// - Parameter author: who wrote the document of a pool that is of other means; nil for one of
  ///   Amplify's own.
  mutating func assumeAmplify(
    _ generation: AmplifyGeneration, _ parameters: [ParameterDeclaration],
    writtenBy author: String? = nil
  ) {
    // These the document states where it states anything of a pool.
    let stated: [PoolParameter] = [
      .mfa, .mfaMethods, .usernameAttributes, .requiredAttributes,
    ]
    for (parameter, value) in parameters.standards([.pool, .client])
    where !stated.contains(parameter) {
      // Neither sets any of these, so the service's own default stands.
      assume(parameter, value, generation)
    }
    assume(.selfSignUp, .bool(true), generation)
    assume(.clientSecret, .bool(false), generation)
    let logins = members(.usernameAttributes)
    assume(.autoVerified, logins.isEmpty ? .members([.email]) : .members(logins), generation)
    let factors = members(.firstFactors)
    var flows = [KnownMember.userSRP, .custom, .refresh].map(\.rawValue)
    if factors.contains(where: { $0 != KnownMember.password }) {
      flows.append(KnownMember.userAuth.rawValue)
    }
    // The flow that the app is configured for is one that its client allows.
    if case .choice(let own) = settings[.defaultFlow]?.value, !flows.contains(own) {
      flows.append(own)
    }
    assume(.flows, .members(flows), generation)
    guard generation == .second else {
      if let author { return leaveUndecided("\(author) wrote the configuration of the app") }
      // The CLI always writes the mode of MFA. Somebody else made a pool without, by means of their
      // own.
      guard settings[.mfa] != nil else {
        assumed[.existenceErrors] = nil
        return
      }
      // Its template verifies before an update whatever it verifies at sign-up, and leaves account
      // recovery out.
      let verified = settings[.autoVerified] ?? assumed[.autoVerified]
      if let value = verified?.value { assume(.verifyBeforeUpdate, value, generation) }
      return
    }
    let isByPhoneAlone = logins == [KnownMember.phone.rawValue]
    assume(.recovery, .choice(isByPhoneAlone ? .phone : .email), generation)
    assume(.existenceErrors, .choice(.prevent), generation)
    assume(.caseSensitive, .bool(false), generation)
    // Only what is verified at sign-up can be verified before an update (K249).
    let verified = settings[.autoVerified] == nil ? logins : members(.autoVerified)
    assume(.verifyBeforeUpdate, .members(logins.filter(verified.contains)), generation)
  }

  /// What people choose who make a pool by means of their own, such as the console.
  private static let chosen: [PoolParameter] = [
    .autoVerified, .existenceErrors, .flows, .recovery, .selfSignUp, .triggers,
    .verifyBeforeUpdate,
  ]

  /// Leaves to the pool what Amplify did not set; of the rest the service's own default is assumed.
  private mutating func leaveUndecided(_ reason: String) {
    for parameter in Self.chosen {
      assumed[parameter] = nil
      settings[parameter] = settings[parameter] ?? .open(reason)
    }
    assumed = assumed.mapValues { setting in
      Setting(value: setting.value, origin: .serviceDefault("assumed of the pool"))
    }
  }

  private mutating func assume(
    _ parameter: PoolParameter, _ value: ParameterValue, _ generation: AmplifyGeneration
  ) {
    assumed[parameter] = Setting(
      value: value, origin: .frameworkDefault("assumed of \(generation.rawValue)"))
  }
}
