import SignInCryptography

/// What a record speaks of next to the account that is followed: the owner's triggers, somebody
/// else's account, and a change that waits for its code.
extension WireReplay {
  mutating func makeWhatIsNextToAccount(_ start: [Int]) throws(CryptographyError) {
    let behaviour = service.text(.triggerBehaviour, in: start)
    if behaviour != service.text(.triggerBehaviour, in: service.initial) {
      service.triggerBehaviour = behaviour
    }
    if key == nil, service.holds(.claimed, in: start) { makeHolder() }
    if service.holds(.changePending, in: start) { try makePendingChange() }
  }

  /// Another account, whose verified alias is the user's address.
  private mutating func makeHolder() {
    let name = "holder"
    let attributes = [("email", app.attributes["email"] ?? ""), ("email_verified", "true")]
    let list = attributes.map { name, value in
      JSON.members(["Name": .string(name), "Value": .string(value)])
    }
    _ = service.answer(
      "AdminCreateUser",
      .members([
        "UserPoolId": .string(app.poolID), "Username": .string(name),
        "UserAttributes": .array(list),
      ]))
    holder = service.accounts.keys(named: name).first
  }

  /// A new address that waits for its code, which was sent.
  private mutating func makePendingChange() throws(CryptographyError) {
    guard let key, var account = service.accounts[key] else { return }
    let code = try OneTimeCode(randomness: &account.world.random)
    account.pendingAttributes["email"] = app.newValue(of: "email")
    account.attributeCodes["email"] = code
    account.world.user.inbox[.attributeCode, default: []].append(code.text)
    service.accounts[key] = account
  }
}
