import TransitionTables

/// Conflicts between accounts: which other account has the same e-mail address as name or alias.
extension PoolService {
  /// Records in the turn whether the address of the request belongs to another account.
  func noteClaim(_ turn: inout ServiceTurn) {
    guard !others(withAddressOf: turn).isEmpty else { return }
    turn.isClaimedByOther = true
    turn.valuation[slot(.claimed)] = 1
  }

  /// Makes the address unverified in all other accounts, unless the row leaves it unverified in
  /// this one.
  mutating func takeAlias(_ turn: ServiceTurn) {
    let slot = slot(contact: TableMember.email.rawValue)
    guard areAliases, let slot,
      let unverified = model.value(TableMember.unverified.rawValue, in: slot),
      turn.reached[slot] != unverified
    else { return }
    for key in others(withAddressOf: turn) { accounts[key]?.valuation[slot] = unverified }
  }

  private var areAliases: Bool {
    text(.aliasAttributes, in: initial).contains(TableMember.email.rawValue)
  }

  /// The other accounts with the address of a turn: those in which it is verified if addresses are
  /// aliases, all of them if addresses are user names.
  private func others(withAddressOf turn: ServiceTurn) -> [String] {
    let email = TableMember.email.rawValue
    let areNames = text(.usernameAttributes, in: initial).contains(email)
    guard areAliases || areNames,
      let wire = contacts.first(where: { $0.member == email })?.wire,
      let address = turn.attributes[wire] ?? turn.account.pendingAttributes[wire]
        ?? turn.account.attributes[wire]
    else { return [] }
    return accounts.keys(named: address).filter { key in
      guard key != turn.key, let other = accounts[key] else { return false }
      return other.attributes[wire].map(accounts.form) == accounts.form(of: address)
        && (areNames || text(contact: email, in: other.valuation) == .verified)
    }
  }
}
