import SignInCryptography
import TransitionTables

/// The calls that create, change and delete the pool and its app client; their members carry
/// parameters.
///
/// An omitted setting is reset or kept, as the table's `updates:` say.
extension PoolService {
  /// The messages whose accepting rows change the settings.
  static func messagesOfSettings(in model: Model) -> Set<Int> {
    let changing = model.rows.filter { row in
      !TableEffect.all(in: row).isDisjoint(with: [.changeSettings, .endSettings])
    }
    return Set(
      changing.compactMap { row in
        guard case .message(let message) = row.trigger else { return nil }
        return message
      })
  }

  mutating func changeSettings(
    _ message: Int, _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let makesPool = operation == .createUserPool
    let makesClient = operation == .createUserPoolClient
    try makeRoom(pool: makesPool, client: makesClient)
    let base = makesPool ? defaults : settings(leftBy: operation, input)
    let reading = try read(message, input, within: base)
    try checkOwner(reading, input)
    let isOfClient = makesClient || reading[.clientID] != nil
    let lives = isOfClient ? try ClientLives(input) : makesPool ? ClientLives() : nil
    let isSensitive = try input.object("UsernameConfiguration")?.bool("CaseSensitive")
    let policies = try input.object(.policies)
    let policy = try policies?.object(.passwordPolicy).map(PasswordPolicy.init)
    var turn = try turnOfNobody()
    var answer = try run(message, reading.values, &turn)
    try refuse(answer)
    if answer.effects.contains(.endSettings) {
      end(isClient: reading[.clientID] != nil)
    } else {
      var changed = settings(in: reading, over: base, of: operation)
      let given = ConcreteEvaluator(changed)
      for implied in model.messages[message].wire.implies {
        changed[implied.slot] = given.value(of: implied.value)
      }
      let lifted = model.updates.first { $0.id == operation }?.lifts ?? []
      try check(
        changed, by: makesPool ? [] : refusingRules.filter { !lifted.contains($0.id) })
      if makesPool {
        forgetUsers()
        ignoresCase = isSensitive == false
      }
      passwordPolicy = policy ?? (makesPool ? PasswordPolicy() : passwordPolicy)
      try noteChange(input, ofClient: isOfClient, isNew: makesPool || makesClient)
      if let lives { take(lives) }
      (isPoolThere, isClientThere) = (true, isClientThere && !makesPool || makesClient)
      configure(changed)
      for slot in model.parameters { answer.valuation[slot] = changed[slot] }
    }
    let request = ServiceRequest(operation: operation, reading: reading)
    return try reply(answer, request, &turn)
  }

  // MARK: Existing resources

  /// Makes room for the one pool or client that can exist: an unused pool is replaced.
  private func makeRoom(pool: Bool, client: Bool) throws(ServiceException) {
    if pool, isPoolThere, hasUsers {
      throw ServiceException(
        .limitExceededException,
        "There is one pool here, and it has users. DeleteUserPool makes room.")
    }
    if client, isClientThere, hasUsers {
      throw ServiceException(
        .limitExceededException, "There is one app client here. DeleteUserPoolClient makes room.")
    }
  }

  private mutating func end(isClient: Bool) {
    isClientThere = false
    accounts.version += 1
    guard !isClient else { return }
    isPoolThere = false
    forgetUsers()
  }

  private mutating func forgetUsers() {
    for (key, _) in accounts.all { accounts[key] = nil }
    sessions.removeAll { _ in true }
    exchanges.removeAll { _ in true }
    refreshTokens.removeAll { _ in true }
    (groups, triggerBehaviour) = ([:], nil)
  }

  // MARK: Settings

  /// The service's default settings.
  private var defaults: [Int] {
    var values = initial
    for slot in model.parameters { values[slot] = model.slots[slot].initial }
    return values
  }

  /// The settings before a call's members are read: omitted fields that the call resets have their
  /// defaults, unless a rule forbids the removal.
  private func settings(leftBy operation: String, _ input: ServiceInput) -> [Int] {
    var values = initial
    guard let call = model.updates.first(where: { $0.id == operation }) else { return values }
    let given = Set(input.names)
    for field in call.fields where field.omitted == .reset {
      for slot in field.sets where !given.contains(field.name) || isShared(slot, in: call) {
        var reset = values
        reset[slot] = model.slots[slot].initial
        let isRefused = refusingRules.contains {
          $0.applies(from: values, to: reset, leaving: [])
        }
        if !isRefused { values = reset }
      }
    }
    return values
  }

  /// Whether several fields of a call carry a parameter together.
  private func isShared(_ slot: Int, in call: SettingCall) -> Bool {
    call.fields.count { $0.sets.contains(slot) } > 1
  }

  /// The settings after a call. A flag that a field sets, and that no member of its own carries, is
  /// true where the field is present.
  private func settings(
    in reading: WireReading, over base: [Int], of operation: String
  ) -> [Int] {
    var changed = base
    for (member, json) in reading.parts where json != nil {
      guard let slot = member.field, model.parameters.contains(slot) else { continue }
      changed[slot] = reading.fields.valuation[slot]
    }
    let carried = Set(reading.parts.compactMap(\.member.field))
    let given = Set(reading.parts.filter { $0.json != nil }.compactMap(\.member.path.first))
    for field in model.updates.first(where: { $0.id == operation })?.fields ?? [] {
      for slot in field.sets where given.contains(field.name) && !carried.contains(slot) {
        if model.slots[slot].type == .bool { changed[slot] = 1 }
      }
    }
    return changed
  }
}
