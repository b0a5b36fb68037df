import SignInCryptography

/// Creates what a record has in addition to the followed account: the triggers' behaviour, another
/// user's account, and a change that waits for its code.
extension WireReplay {
  mutating func makeWhatIsNextToAccount(_ start: [Int]) throws(CryptographyError) {
    let behaviour = service.text(.triggerBehaviour, in: start)
    if behaviour != service.text(.triggerBehaviour, in: service.initial) {
      service.triggerBehaviour = behaviour
    }
    if key == nil, service.holds(.claimed, in: start) { makeHolder() }
    if service.holds(.changePending, in: start) { try makePendingChange() }
  }

  /// Creates another account, whose verified alias is the user's address.
  private mutating func makeHolder() {
    let name = "holder"
    let attributes = [(TableWire.email, app.attributes[.email] ?? ""), (.emailVerified, "true")]
    let list = attributes.map { JSON.pair($0.rawValue, .string($1)) }
    _ = service.answer(
      TableMessage.adminCreateUser.rawValue,
      .members([
        .userPoolID: .string(app.poolID), .username: .string(name), .userAttributes: .array(list),
      ]))
    holder = service.accounts.keys(named: name).first
  }

  /// Creates a pending new address, whose code was sent.
  private mutating func makePendingChange() throws(CryptographyError) {
    guard let key, var account = service.accounts[key] else { return }
    let code = try OneTimeCode(randomness: &account.world.random)
    account.pendingAttributes[.email] = app.newValue(of: TableWire.email.rawValue)
    account.attributeCodes[TableMember.email.rawValue] = code
    account.world.user.inbox[.attributeCode, default: []].append(code.text)
    service.accounts[key] = account
  }
}
