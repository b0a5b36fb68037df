import SignInCryptography

/// The administrator's operations.
///
/// The table answers each request first (administrator-answers.yaml): it refuses, has nothing to
/// do, or an action that the row `grants:` makes the change.
extension PoolService {
  mutating func administer(_ request: ServiceRequest) throws(ServiceException) -> JSON {
    var (turn, answer) = try admit(request)
    // The request says whether a password is permanent or temporary; if it does not, the password
    // is temporary (N3).
    let says = model.messages[request.reading.message].wire.members.contains {
      $0.maker == .permanence
    }
    let isTemporary = says && request.reading[.permanence] != .bool(true)
    if let action = isTemporary ? answer.grants.last : answer.grants.first {
      _ = try run(action: action, [:], &turn)
    }
    return try reply(answer, request, &turn)
  }

  /// Checks a request and runs its rows: the turn, with the attributes that came along, and the
  /// answer with the actions to run. Throws where the table refuses.
  mutating func admit(
    _ request: ServiceRequest, for key: String? = nil, giving attributes: [String: String] = [:]
  ) throws(ServiceException) -> (turn: ServiceTurn, answer: ServiceAnswer) {
    var request = request
    var turn =
      if let key { try turn(for: key) } else { try turn(for: &request) }
    try judge(&request, &turn)
    (turn.attributes, turn.attribute) = (attributes, request.reading.fields[.attribute])
    noteClaim(&turn)
    let answer = try run(request.reading, &turn)
    try refuse(answer)
    var fresh = try self.turn(for: turn.key, deviceKey: turn.deviceKey, grant: turn.grant)
    (fresh.newPassword, fresh.attributes) = (turn.newPassword, attributes)
    noteClaim(&fresh)
    return (fresh, answer)
  }

  // MARK: Accounts

  mutating func createUser(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    var request = request
    let name = try self.name(in: request.reading)
    let action = try input.text(.messageAction, limit: 32)
    guard action == nil || action == "RESEND" || action == "SUPPRESS" else {
      throw .broken(
        "'\(action ?? "")' ", at: "messageAction", "satisfy enum value set: [RESEND, SUPPRESS]")
    }
    let attributes = try input.attributes(.userAttributes)
    var given = try newAttributes(in: input)
    try checkValues(of: given)
    given.merge(self.attributes(ofName: name)) { $1 }
    let isTrue = { (mark: TableWire) in attributes[mark]?.lowercased() == "true" }
    let flags: [TableField: Bool] = [
      .givesEmail: given[.email] != nil, .givesPhone: given[.phoneNumber] != nil,
      .marksEmail: isTrue(.emailVerified), .marksPhone: isTrue(.phoneNumberVerified),
    ]
    for (field, isSo) in flags { request.reading.set(field, isSo) }
    request.reading.set(.resends, action == "RESEND")
    request.reading.set(.name, name.nameShape)
    let hasPassword = request.reading.text(.administratorsPassword) != nil
    request.reading.set(.withoutPassword, !hasPassword)
    let found = try resolve(name)
    let isNew = found.identifier == .nobody && action != "RESEND"
    let fresh = try account(named: name)
    let key = isNew ? fresh.sub : found.key
    if isNew { accounts[key] = fresh }
    do throws(ServiceException) {
      var (turn, answer) = try admit(request, for: key, giving: isNew ? given : [:])
      turn.newPassword = hasPassword ? turn.newPassword : nil
      turn.isInvited = action != "SUPPRESS"
      try make(flags, &turn, by: answer.grants, hasPassword: isNew ? hasPassword : nil)
      if isNew {
        // If the request has no flag for an address, the reply has none either (N674).
        turn.account.unmarked = Set(given.keys.filter { attributes["\($0)_verified"] == nil })
        accounts[turn.key]?.unmarked = turn.account.unmarked
      }
      return .members(["User": describe(turn.account, turn.valuation)])
    } catch {
      if isNew { accounts[key] = nil }
      throw error
    }
  }

  /// Makes the change of an accepted AdminCreateUser. `hasPassword` is nil where an invitation is
  /// resent.
  private mutating func make(
    _ flags: [TableField: Bool], _ turn: inout ServiceTurn, by actions: [String],
    hasPassword: Bool?
  ) throws(ServiceException) {
    guard let action = actions.first else { return }
    guard let hasPassword else {
      _ = try run(action: action, [:], &turn)
      return
    }
    // Try without a password where the pool allows that; otherwise one is generated.
    for withoutPassword in hasPassword ? ["false"] : ["true", "false"] {
      var inputs = Dictionary(
        uniqueKeysWithValues: flags.map { ($0.key.rawValue, "\($0.value)") })
      inputs[TableInput.withoutPassword.rawValue] = withoutPassword
      if try run(action: action, inputs, &turn) != nil { return }
    }
    throw .internalError("the table accepts AdminCreateUser and makes no account")
  }

  // MARK: Preferences and attributes

  /// Sets the MFA preference: each block of the request is one request of the table, for one
  /// factor.
  mutating func setPreference(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let message = request.reading.message
    var asksNothing = true
    for factor in codec.words(of: .mfaFactor).map(\.member).sorted() {
      let reading = try read(message, input, given: [TableInput.factor.rawValue: factor])
      guard reading.parts.contains(where: { $0.member.encoding == .among && $0.json != nil })
      else { continue }
      asksNothing = false
      var (turn, answer) = try admit(
        ServiceRequest(operation: request.operation, reading: reading))
      let inputs = [
        TableInput.factor.rawValue: factor, TableInput.value.rawValue: reading.fields[.value],
      ]
      for action in answer.grants { _ = try run(action: action, inputs, &turn) }
    }
    // Without any block the request only requires that the user exists.
    if asksNothing { try requireUser(request) }
    return .object([])
  }

  private mutating func requireUser(_ request: ServiceRequest) throws(ServiceException) {
    guard let message = codec.request(.adminGetUser) else { return }
    let key = try resolve(try name(in: request.reading)).key
    var turn = try turn(for: key)
    try refuse(try run(message, [:], &turn))
  }

  mutating func updateAttributesAsAdministrator(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let attributes = try input.attributes(.userAttributes)
    guard !attributes.isEmpty else { throw .missing(.userAttributes) }
    try requireUser(request)
    try checkValues(of: attributes.filter { !$0.value.isEmpty }, isChange: true)
    try allOrNothing { service throws(ServiceException) in
      try service.update(attributes, request)
    }
    return .object([])
  }

  /// Deletes all attributes of a request or, if one is refused, none.
  mutating func deleteAttributesAsAdministrator(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let names = try input.texts(.userAttributeNames)
    guard !names.isEmpty else { throw .missing(.userAttributeNames) }
    try requireUser(request)
    let key = try resolve(try name(in: request.reading)).key
    try allOrNothing { service throws(ServiceException) in
      for name in names { try service.delete(name, request, of: key) }
    }
    return .object([])
  }

  private mutating func delete(
    _ name: String, _ request: ServiceRequest, of key: String
  ) throws(ServiceException) {
    guard let alias = alias(named: name) else {
      try checkChange(of: name)
      return store(nil, asAttribute: name, of: key)
    }
    var asked = request
    asked.reading.set(.attribute, alias.member)
    asked.reading.set(.mark, alias.isMark)
    _ = try admit(asked, for: key, giving: [name: ""])
  }

  private mutating func update(
    _ attributes: [String: String], _ request: ServiceRequest
  ) throws(ServiceException) {
    let key = try resolve(try name(in: request.reading)).key
    for (member, attribute) in contacts {
      let (value, mark) = (attributes[attribute], attributes["\(attribute)_verified"])
      guard value != nil || mark != nil else { continue }
      let isVerified = mark?.lowercased() == "true"
      let inputs = [
        TableInput.attribute.rawValue: member,
        TableInput.marksVerified.rawValue: isVerified ? "true" : "false",
      ]
      var asked = request
      asked.reading.set(.value, value.map { $0.isEmpty ? .blank : .given } ?? .kept)
      asked.reading.set(.attribute, member)
      asked.reading.set(.marksVerified, isVerified)
      accounts[key]?.unmarked.remove(attribute)
      var (turn, answer) = try admit(asked, giving: value.map { [attribute: $0] } ?? [:])
      for action in answer.grants { _ = try run(action: action, inputs, &turn) }
    }
    for (name, value) in attributes.sorted(by: { $0.key < $1.key })
    where !contacts.contains(where: { name.hasPrefix($0.wire) }) {
      guard alias(named: name) == nil else {
        var asked = request
        let shape = value.isEmpty ? .blank : try shape(ofPreferredName: value, for: key)
        asked.reading.set(.name, shape)
        _ = try admit(asked, for: key, giving: [name: value])
        continue
      }
      // Attributes that affect no decision are stored as they are.
      try checkChange(of: name)
      store(value, asAttribute: name, of: key)
    }
  }
}
