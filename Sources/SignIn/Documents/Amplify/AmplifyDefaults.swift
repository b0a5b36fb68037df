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
  mutating func assumeAmplify(
    _ generation: AmplifyGeneration, _ parameters: [ParameterDeclaration]
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
    let isByPhoneAlone = logins == [KnownMember.phone.rawValue]
    assume(.recovery, .choice(isByPhoneAlone ? .phone : .email), generation)
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
    if generation == .first, settings[.mfa] == nil {
      // The CLI always writes the mode of MFA. Somebody else made this pool, by means of their own.
      assumed[.existenceErrors] = nil
    }
    guard generation == .second else { return }
    assume(.existenceErrors, .choice(.prevent), generation)
    assume(.caseSensitive, .bool(false), generation)
    // Only what is verified at sign-up can be verified before an update (K249).
    let verified = settings[.autoVerified] == nil ? logins : members(.autoVerified)
    assume(.verifyBeforeUpdate, .members(logins.filter(verified.contains)), generation)
  }

  private mutating func assume(
    _ parameter: PoolParameter, _ value: ParameterValue, _ generation: AmplifyGeneration
  ) {
    assumed[parameter] = Setting(
      value: value, origin: .frameworkDefault("assumed of \(generation.rawValue)"))
  }
}
