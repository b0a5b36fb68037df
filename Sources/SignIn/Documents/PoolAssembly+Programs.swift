import TransitionTables

/// Judges sign-ins of a project's programs that the app client refuses, and addresses that its
/// functions have count as verified.
extension PoolAssembly {
  /// The warnings about programs that sign in by flows which the app client does not allow; none
  /// where they may use another client.
  var refusedFlows: [Diagnostic] {
    guard let allowed = allowedFlows, let words = parameters.words(.flows) else { return [] }
    // An app that knows no secret signs in by no flow at all.
    let hasSecret = secretInBrowser != nil
    let used = programs.flows.filter { name, _ in
      !hasSecret || !programs.flowsOfBrowsers.contains(name)
    }.sorted {
      ($0.value.file, $0.value.line, $0.key) < ($1.value.file, $1.value.line, $1.key)
    }
    let format = parts.first { $0.file == allowed.place.file }?.format ?? .waymark
    let properties = PropertyNames(
      format: format, files: [allowed.place.file], known: ["ExplicitAuthFlows": true])
    let client = "\(allowed.place.file):\(allowed.place.line)"
    let owner = format == .amplifyDefinition ? " of Amplify" : ""
    return used.compactMap { written, place -> Diagnostic? in
      guard let flow = words.pairs.first(where: { Self.isCalled($0.wire, written) }),
        flow.member != KnownMember.refresh, !allowed.members.contains(flow.member)
      else { return nil }
      let now = allowed.members.filter(hasFunction).compactMap(words.wire).sorted()
      let others = allowed.members.filter { mayReplace(flow.member, by: $0) }
        .compactMap(words.wire).map(Self.name).sorted()
      let all = [words.wire(of: flow.member)].compactMap(\.self) + now
      let elsewhere = properties.place(
        of: [.init("ExplicitAuthFlows", isClient: true, words: all)])
      let change = elsewhere ?? properties.text("list \(all.listOfAll) under ExplicitAuthFlows")
      return Diagnostic(
        "document.refused-flow", .warning, at: place,
        "this signs in by \(Self.name(flow.wire)), which the app client\(owner) (\(client)) does"
          + " not allow: the service refuses every such sign-in with"
          + " InvalidParameterException, the flow is not enabled for the client",
        remedy: change
          + (others.isEmpty ? "" : elsewhere == nil ? ", or sign in" : " Or sign in")
          + (others.isEmpty ? "" : " by \(others.list)"))
    }
  }

  /// The warning about an app that signs in by Amplify to a client with a secret.
  var secretInBrowser: Diagnostic? {
    let secret = settle(PoolParameter.clientSecret.rawValue)
    guard let app = programs.amplify, onlyClient != nil, secret.value == .bool(true),
      case .document(let place) = secret.origin
    else { return nil }
    let format = parts.first { $0.file == place.file }?.format ?? .waymark
    return Diagnostic(
      "document.secret-in-browser", .warning, at: place,
      "this client has a secret, and the app signs in by Amplify (\(app.file):\(app.line)),"
        + " which sends none: the service refuses every such sign-in with NotAuthorizedException,"
        + " SECRET_HASH was not received",
      remedy: PropertyNames(format: format, files: [place.file], known: ["GenerateSecret": true])
        .text("give the app a client of its own without GenerateSecret; no client loses its secret")
    )
  }

  /// Whether the pool may have the function that a flow needs: the custom flow does.
  private func hasFunction(for flow: String) -> Bool {
    flow != KnownMember.custom || mayHave([.defineAuthChallenge], among: .triggers)
  }

  /// Whether a sign-in may use another flow of the client instead: refresh signs nobody in, and an
  /// app cannot make an administrator's call.
  private func mayReplace(_ used: String, by other: String) -> Bool {
    hasFunction(for: other) && other != KnownMember.refresh
      && (other != KnownMember.adminUserPassword || used == KnownMember.adminUserPassword)
  }

  /// The note that an optional second factor protects nobody; nil where a program lets users switch
  /// it on, and where no app was examined.
  var unofferedMFA: Diagnostic? {
    let mfa = settle(PoolParameter.mfa.rawValue)
    guard programs.acts[.preference] == false, mfa.value == .choice(.optional),
      case .document(let place) = mfa.origin
    else { return nil }
    return Diagnostic(
      "document.mfa-not-offered", .note, at: place,
      "MFA is optional, and no program here lets users switch it on: unless an app outside of this"
        + " project does, no sign-in asks for a second factor",
      remedy: "offer it in the app (`updateMFAPreference` of Amplify, SetUserMFAPreference of the"
        + " service), or require it")
  }

  /// The name of a flow in a sign-in, from its name in the list of an app client.
  private static func name(_ listed: String) -> String {
    listed.hasPrefix("ALLOW_") ? String(listed.dropFirst("ALLOW_".count)) : listed
  }

  /// Whether a name in a program, such as `AuthFlowTypeUserPasswordAuth`, means a listed flow.
  private static func isCalled(_ listed: String, _ written: String) -> Bool {
    let plain = { (name: String) in name.uppercased().replacing("_", with: "") }
    let prefix = "AuthFlowType"
    let own = written.hasPrefix(prefix) ? String(written.dropFirst(prefix.count)) : written
    return plain(name(listed)) == plain(own)
  }

  /// The flows of the only app client, and its place; nil where there may be another client, or
  /// where the flows are not certain.
  private var allowedFlows: (members: [String], place: SourceLocation)? {
    guard let place = onlyClient,
      case .set(let members)? = settle(PoolParameter.flows.rawValue).value
    else { return nil }
    return (members.sorted(), place)
  }

  /// The place of the only app client; nil where there may be another, or where it is not certain.
  private var onlyClient: SourceLocation? {
    // What is deployed of a client shows the one that is written.
    let clients = parts.filter {
      ($0.clientPlace != nil || $0.format == .amplifyDefinition) && !$0.format.isOfDeployed
    }
    let unsure: Set<String> = [
      "template.unjoined-client", "template.unknown-client", "document.other-client",
      "document.no-api-client", "shell.update", CustomResource.code, "amplify.computed",
      "amplify.given-away", "amplify.may-be-overridden",
    ]
    guard !programs.makesClients, otherClients.isEmpty, clients.count == 1,
      let place = clients[0].clientPlace ?? clients[0].poolPlace,
      !parts.contains(where: { $0.isClientMadeByCode || $0.hasOtherClients }),
      !parts.flatMap(\.diagnostics).contains(where: { unsure.contains($0.code) && !isMoot($0) })
    else { return nil }
    return place
  }

  // MARK: Unproved addresses

  /// The addresses that the PreSignUp function has count as verified; none where the pool does not
  /// certainly call it. Each comes with its member of the table, its attribute and the place.
  private var verifications: [(member: String, name: String, place: SourceLocation)] {
    guard callsPreSignUp else { return [] }
    let before = programsBefore
    return programs.verifications.compactMap { name, places in
      guard
        let place = places.first(where: before.isOfOwn)
          ?? places.first(where: { !before.isOfOther($0) })
      else { return nil }
      return parameters.addresses[name].map { ($0, name, place) }
    }.sorted { $0.member < $1.member }
  }

  /// Whether the pool certainly calls a function before a sign-up.
  private var callsPreSignUp: Bool { statesTriggers && has(.preSignUp, among: .triggers) }

  /// The programs of the functions before a sign-up, of all documents.
  private var programsBefore: FunctionPrograms {
    parts.map(\.programsBefore).reduce(FunctionPrograms(), +)
  }

  /// The programs of the functions after confirmation or sign-in, of all documents.
  private var programsAfter: FunctionPrograms {
    parts.map(\.programsAfter).reduce(FunctionPrograms(), +)
  }

  /// The attributes that decide the group of the pool's users.
  var groupChoices: [String: GroupChoice] {
    guard callsFunctionAfter else { return [:] }
    let after = programsAfter
    return programs.groups.filter { !after.isOfOther($0.value.place) }
  }

  /// The answer of the PreSignUp function, where it is the same for everybody and, where it has an
  /// address count as verified, for every address that the pool may ask for; else nil.
  var preSignUpAnswer: Setting? {
    guard callsPreSignUp else { return nil }
    let verified = verifications
    let isOfAll = [KnownMember.email, .phone].allSatisfy { address in
      verified.contains { $0.member == address }
        || !Self.asking.contains { mayHave([address], among: $0) }
    }
    if let first = verified.first {
      return isOfAll ? .stated(.choice(.confirmsAndVerifies), at: first.place) : nil
    }
    // Of another function next to this one it is not known which of them the pool calls.
    let places: [(KnownMember, SourceLocation)] =
      programs.confirmationsAlone.map { (.confirms, $0) }
      + programs.verificationsAlone.map { (.verifies, $0) }
    let before = programsBefore
    let own = places.filter { before.isOfOwn($0.1) }
    let others = places.filter { !before.isOfOther($0.1) }
    guard let (answer, place) = own.first ?? (others.count == 1 ? others.first : nil) else {
      return nil
    }
    return .stated(.choice(answer), at: place)
  }

  /// The warnings about addresses that count as verified after a sign-up, although nobody proved
  /// them.
  var unprovedAddresses: [Diagnostic] {
    let signUp = settle(PoolParameter.selfSignUp.rawValue)
    let others: [KnownMember] = [.custom, .refresh]
    // Where the project signs nobody up whoever likes still does by the API.
    guard signUp.value == .bool(true) || signUp == .open(UntoldReason.project.rawValue),
      case .set(let flows)? = settle(PoolParameter.flows.rawValue).value,
      flows.contains(where: { flow in !others.contains { flow == $0 } })
    else { return [] }
    let unproved = verifications
    let marked = markedAfter.filter { mark in !unproved.contains { $0.member == mark.member } }
    return unproved.map { member, name, place in
      Diagnostic(
        "document.unproved-address", .warning, at: place,
        "this confirms whoever signs up and has their \(name) count as verified, which nobody has"
          + " proved: \(harm(of: member, name))"
          + (programs.gates[place].map { gate in
            "; the check of it (\(gate.file):\(gate.line)) stops nobody, since whoever types an"
              + " address that passes gets in"
          } ?? ""),
        remedy: "confirm nobody here, so that a code to the address does, or verify it by a proof"
          + " of your own")
    }
      + marked.map { member, name, place in
        let confirming = confirmation.map { "\($0.file):\($0.line)" } ?? ""
        return Diagnostic(
          "document.unproved-address", .warning, at: place,
          "this has the \(name) of whoever gets here count as verified, and nobody has proved it:"
            + " \(confirming) confirms whoever signs up, who then signs in by a password of"
            + " their own; \(harm(of: member, name))",
          remedy: flows.contains(.custom)
            ? "take the other flows off the app client, so that its challenge proves the"
              + " address, or mark it only behind a proof"
            : "confirm nobody at PreSignUp, so that a code to the address does, or mark it only"
              + " behind a proof")
      }
  }

  /// The addresses that a function after confirmation or sign-in has count as verified, where the
  /// one at PreSignUp confirms everybody without a code.
  private var markedAfter: [(member: String, name: String, place: SourceLocation)] {
    guard callsFunctionAfter, confirmation != nil else { return [] }
    let after = programsAfter
    return programs.marks.compactMap { name, place in
      after.isOfOther(place) ? nil : parameters.addresses[name].map { ($0, name, place) }
    }.sorted { $0.member < $1.member }
  }

  /// The place where the function at PreSignUp confirms everybody without a code; nil where the
  /// pool does not certainly call it.
  private var confirmation: SourceLocation? {
    let before = programsBefore
    return callsPreSignUp
      ? (programs.confirmationsAlone + verifications.map(\.place)).first { !before.isOfOther($0) }
      : nil
  }

  /// What comes of an address that counts as verified without a proof.
  private func harm(of member: String, _ name: String) -> String {
    let harm =
      has(member, among: .aliasAttributes)
      ? ", and takes it from the account that signs in by it"
      : !has(member, among: .usernameAttributes)
        ? ""
        : isSignedInByCode
          ? ", and keeps a password to the account that its owner gets into by a code"
          : ", and keeps its owner from signing up"
    return "whoever signs up with somebody else's is its owner for all that trust"
      + " \(name)_verified\(harm)"
  }

  /// Whether users may sign in by a code, in a challenge of the pool's own or as a first factor.
  private var isSignedInByCode: Bool {
    has(.custom, among: .flows) && has(.defineAuthChallenge, among: .triggers)
      || has(.userAuth, among: .flows)
        && (has(.emailOTP, among: .firstFactors) || has(.smsOTP, among: .firstFactors))
  }
}
