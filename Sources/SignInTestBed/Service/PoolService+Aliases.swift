import TransitionTables

/// What the accounts of others say of an account: whose alias its e-mail address is.
extension PoolService {
  /// Says in the record of a request whether the address that it is about is somebody else's alias.
  func noteClaim(_ turn: inout ServiceTurn) {
    turn.isClaimedByOther = !others(withAddressOf: turn).isEmpty
    if turn.isClaimedByOther { set("claimed", "true", &turn) }
  }

  /// The address is verified no more in any other account.
  mutating func takeAlias(_ turn: ServiceTurn) {
    let slot = model.slots.firstIndex { $0.name == "contact[email]" }
    guard let slot, let unverified = model.value("unverified", in: slot) else { return }
    for key in others(withAddressOf: turn) { accounts[key]?.valuation[slot] = unverified }
  }

  /// The accounts of others in which the address of a turn is verified, if addresses are aliases.
  private func others(withAddressOf turn: ServiceTurn) -> [String] {
    let email = "email"
    guard let wire = contacts.first(where: { $0.member == email })?.wire,
      let address = turn.attributes[wire] ?? turn.account.pendingAttributes[wire]
        ?? turn.account.attributes[wire],
      text("aliasAttributes", in: initial).contains(email)
    else { return [] }
    return accounts.keys(named: address).filter { key in
      guard key != turn.key, let other = accounts[key] else { return false }
      return other.attributes[wire] == address
        && text(contact: email, in: other.valuation) == "verified"
    }
  }
}
