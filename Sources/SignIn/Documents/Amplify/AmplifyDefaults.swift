/// Assumptions for the settings that Amplify gives every pool it creates, and that a client
/// configuration does not state.
///
/// They are not facts of the document: any document that states a parameter takes precedence over
/// the assumption, and `--set NAME=open` explores every value.
extension ImportedPool {
  /// The generation of Amplify that wrote the document.
  enum AmplifyGeneration: String {
    case first = "the Amplify CLI"
    case second = "defineAuth"
  }

  /// Adds the assumptions, some of which depend on what the document states.
  /// - Parameter author: the author of the document, for a pool that Amplify did not create; nil
  ///   for a document of Amplify's own.
  mutating func assumeAmplify(
    _ generation: AmplifyGeneration, _ parameters: [ParameterDeclaration],
    writtenBy author: String? = nil
  ) {
    // A document that states anything about a pool states these.
    let stated: [PoolParameter] = [
      .mfa, .mfaMethods, .usernameAttributes, .requiredAttributes,
    ]
    for (parameter, value) in parameters.standards([.pool, .client])
    where !stated.contains(parameter) {
      // Neither generation sets these parameters, so the service's own default applies.
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
    // An app is configured only for a flow that its client allows.
    if case .choice(let own) = settings[.defaultFlow]?.value, !flows.contains(own) {
      flows.append(own)
    }
    assume(.flows, .members(flows), generation)
    guard generation == .second else {
      if let author { return leaveUndecided("\(author) wrote the configuration of the app") }
      // The CLI always writes the mode of MFA. A document without it describes a pool that was made
      // by other means.
      guard settings[.mfa] != nil else {
        assumed[.existenceErrors] = nil
        return
      }
      // The CLI's template requires verification before an update for every attribute that it
      // verifies at sign-up, and leaves account recovery out.
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

  /// The parameters that people choose when they create a pool by other means, such as the console.
  private static let chosen: [PoolParameter] = [
    .autoVerified, .existenceErrors, .flows, .recovery, .selfSignUp, .triggers,
    .verifyBeforeUpdate,
  ]

  /// Leaves open the parameters that people choose; for the rest, assumes the service's default.
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
