import TransitionTables

/// Settles triggers and related parameters by the functions and programs next to the documents.
extension PoolAssembly {
  /// The setting of a parameter by the documents; for the triggers, functions add to it.
  func settle(_ name: String) -> Setting {
    let setting = deployed[name] ?? settledByDocuments(name)
    guard name == PoolParameter.triggers.rawValue, case .set(let known)? = setting.value else {
      return setting
    }
    let functions = attached + challengeFunctions(next: setting)
    guard let first = functions.first, functions.contains(where: { !known.contains($0.trigger) })
    else { return setting }
    return .stated(.members(known + functions.map(\.trigger)), at: first.place)
  }

  /// The functions of a custom challenge that stand next to the documents. A person attaches them;
  /// they count where the app client allows the flow and the documents state no triggers.
  private func challengeFunctions(next triggers: Setting) -> [AttachedTrigger] {
    guard let place = programs.challenge, attached.isEmpty, !triggers.isStated,
      case .set(let flows)? = settledByDocuments(PoolParameter.flows.rawValue).value,
      flows.contains(.custom)
    else { return [] }
    let names = ["DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse"]
    return names.compactMap { parameters.words(.triggers)?[$0] }.map {
      AttachedTrigger(pool: "", trigger: $0, place: place)
    }
  }

  /// Whether the documents state the pool's triggers, or functions are attached to it.
  var statesTriggers: Bool {
    let name = PoolParameter.triggers.rawValue
    return !attached.isEmpty || (deployed[name] ?? settledByDocuments(name)).isStated
  }

  /// Why an act is open: no program of the project lets users do it, or no program was searched.
  /// For a pool file there is no reason, since its author states what users do.
  func absence(of act: UserAct) -> UntoldReason? {
    guard programs.acts[act] != true, concerns(act) else { return nil }
    if programs.acts[act] == false { return act.absence }
    if parts.allSatisfy({ $0.format == .waymark }) { return nil }
    if act == .phoneNumber { return mayHave([.phone], among: .writeAttributes) ? nil : .unwritable }
    return act.harmsOthers ? nil : act.absence
  }

  /// Whether an act of users can change how they sign in to this pool. Deleting an address also
  /// removes the factor that uses it.
  private func concerns(_ act: UserAct) -> Bool {
    let hasMFA = settle(PoolParameter.mfa.rawValue).value != .choice(.off)
    return switch act {
    case .deletion: hasMFA && mayHave([.sms, .email], among: .mfaMethods)
    case .preference: hasMFA
    case .deviceKeeping: tracksDevices
    // The pages of managed login offer a recovery.
    case .recovery:
      (mayBeUnverified || hasMFA && mayHave([.sms, .email], among: .mfaMethods))
        && !parts.contains { $0.hasDomain || $0.signsInOnPages }
    // A client that keeps no device key has no device to forget.
    case .deviceForgetting: tracksDevices && programs.acts[.deviceKeeping] != false
    case .passwordlessAccount:
      mayHave([.userAuth], among: .flows)
        && mayHave([.emailOTP, .smsOTP], among: .firstFactors)
    // Where the pool asks for a number, users give one at sign-up.
    case .phoneNumber:
      hasMFA && mayHave([.sms], among: .mfaMethods)
        && !Self.asking.contains { mayHave([.phone], among: $0) }
    }
  }

  /// Whether the pool certainly calls a function after confirmation or sign-in.
  var callsFunctionAfter: Bool {
    has(.postConfirmation, among: .triggers) || has(.postAuthentication, among: .triggers)
  }

  /// The addresses that the functions after confirmation mark as verified.
  var triggerMarks: Setting? {
    guard callsFunctionAfter, mayBeUnverified else { return nil }
    if !programs.marksOfSome.isEmpty { return .open(UntoldReason.someMarks.rawValue) }
    let marks = programs.marks.compactMap { name, place in
      parameters.addresses[name].map { (member: $0, place: place) }
    }.sorted { $0.member < $1.member }
    if let first = marks.first { return .stated(.members(marks.map(\.member)), at: first.place) }
    let isHere = programs.hasFunctionAfter || parts.allSatisfy { $0.format == .waymark }
    return isHere ? nil : .open(UntoldReason.functionElsewhere.rawValue)
  }

  /// Whether the pool may send codes for passwords to an address that it does not verify. Most
  /// pools verify only the e-mail address, and send codes there.
  private var mayBeUnverified: Bool {
    settle(PoolParameter.autoVerified.rawValue).value != .members([.email])
      || settle(PoolParameter.recovery.rawValue).value == .choice(.phone)
  }

  /// The parameters that state which addresses a pool asks its users for.
  static let asking: [PoolParameter] = [
    .requiredAttributes, .usernameAttributes, .aliasAttributes, .autoVerified,
  ]

  private var tracksDevices: Bool {
    settle(PoolParameter.devices.rawValue).value != .choice(.off)
  }

  /// Whether a set parameter certainly contains a member.
  func has(_ member: String, among parameter: PoolParameter) -> Bool {
    guard case .set(let known)? = settle(parameter.rawValue).value else { return false }
    return known.contains(member)
  }

  func has(_ member: KnownMember, among parameter: PoolParameter) -> Bool {
    has(member.rawValue, among: parameter)
  }

  /// Whether a set parameter contains one of the members, or is open.
  func mayHave(_ members: [KnownMember], among parameter: PoolParameter) -> Bool {
    guard case .set(let known)? = settle(parameter.rawValue).value else { return true }
    return members.contains(where: known.contains)
  }
}
