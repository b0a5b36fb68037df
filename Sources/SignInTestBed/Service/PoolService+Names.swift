import SignInCryptography
import TransitionTables

/// Resolves the name in a request to an account, and checks the app client.
extension PoolService {
  /// The account with a name, and what kind of name it is; for an unknown name an empty record of
  /// its own.
  ///
  /// - Parameter bySub: whether the `sub` counts as a name; a public sign-in does not take it
  ///   (K20).
  mutating func resolve(
    _ name: String, bySub: Bool = true
  ) throws(ServiceException) -> (key: String, identifier: String) {
    var found: (key: String, identifier: String)?
    let form = accounts.form(of: name)
    for key in accounts.keys(named: name) {
      guard let account = accounts[key], !holds(.accountNone, in: account.valuation) else {
        continue
      }
      let internalName = bySub ? account.sub : account.username
      let names = [account.username, internalName, account.typedName].compactMap(\.self)
      if names.map(accounts.form).contains(form) { return (key, TableMember.username.rawValue) }
      for alias in codec.words(of: .alias)
      where account.attributes[alias.wire].map(accounts.form) == form {
        // An attribute that is no name in this pool finds no account; of several users with the
        // same address, the one who has verified it is found.
        guard isName(alias.member) else { continue }
        let isVerified = text(contact: alias.member, in: account.valuation) == .verified
        if found == nil || isVerified { found = (key, alias.member) }
      }
    }
    if let found { return found }
    let key = "?\(form)"
    if accounts[key] == nil { accounts[key] = try account(named: form, sub: form) }
    return (key, TableMember.nobody.rawValue)
  }

  private func isName(_ identifier: String) -> Bool {
    [TableVariable.usernameAttributes, .aliasAttributes].contains { parameter in
      text(parameter, in: initial).split { "{}, ".contains($0) }.contains { $0 == identifier }
    }
  }

  /// A new record for a name. In pools whose names are attributes the internal name is the `sub`.
  mutating func account(named name: String, sub: String? = nil) throws(ServiceException)
    -> ServiceAccount
  {
    do throws(CryptographyError) {
      return try makeAccount(named: name, sub: sub)
    } catch {
      throw .internalError("no record can be made: \(error.code)")
    }
  }

  private mutating func makeAccount(named name: String, sub: String? = nil)
    throws(CryptographyError) -> ServiceAccount
  {
    accounts.version += 1  // What is drawn is drawn, whatever becomes of the record.
    let made = try random.identifier()
    let sub = sub ?? made
    let isAttribute = !holds(.hasPlainNames, in: initial)
    var world = try World(
      binding, random: SeededRandomBytes(seed: seed, purpose: "account \(sub)"),
      conventions: conventions)
    let username = isAttribute ? sub : name
    world.pool = PoolHalf(
      poolID: World.poolID, userID: username, server: world.pool.server,
      conventions: conventions.pool)
    world.subject = sub
    world.setUp(for: binding.state(initial))
    return ServiceAccount(username: username, sub: sub, valuation: initial, world: world)
  }

  /// Creates an account for a user migrated from another store, with a `sub` and a record of its
  /// own; the record under the typed name was empty until then.
  mutating func bringIn(_ turn: inout ServiceTurn) throws(CryptographyError) {
    var account = try makeAccount(named: turn.unownedName ?? turn.key)
    account.valuation = turn.account.valuation
    account.attributes = turn.account.attributes
    account.world.now = turn.account.world.now
    (turn.key, turn.account) = (account.sub, account)
  }

  private func refusal(ofClient id: String, _ reading: WireReading) -> ServiceException {
    if model.messages[reading.message].kind == .administration {
      return .said(.clientUnknownToAdministrator)
    }
    guard let pool = reading[.poolID]?.text else { return .said(.clientUnknown, id) }
    return .said(.clientUnknownInPool, id, pool)
  }

  /// Refuses a request for another app client or, by an administrator, for another pool.
  func checkOwner(_ reading: WireReading, _ input: ServiceInput) throws(ServiceException) {
    for (member, _) in reading.parts {
      switch TableMaker(rawValue: member.maker) {
      case .clientID:
        let id = try input.required(member.name, limit: 128)
        let isThere = isPoolThere && isClientThere
        guard id == World.clientID, isThere else { throw refusal(ofClient: id, reading) }
      case .poolID:
        let id = try input.required(member.name, limit: 55)
        guard id == World.poolID, isPoolThere else { throw .said(.poolUnknown, id) }
      default:
        // The tokens of a client that was deleted are not accepted (K43).
        guard member.evidence != .accessToken || isClientThere else {
          throw .said(.clientUnknown, World.clientID)
        }
      }
    }
  }

  /// Whether a secret hash came along. A wrong one is refused, whatever the table says of a missing
  /// one.
  func hasSecretHash(
    _ hash: String?, for username: String
  ) throws(ServiceException) -> Bool {
    guard let hash else { return false }
    guard let clientSecret else { return true }
    let isRight = try guarded { () throws(CryptographyError) in
      try SecretHash.isRight(
        hash, username: username, clientID: World.clientID, clientSecret: clientSecret)
    }
    guard isRight else { throw notAuthorized(.secretHashWrong) }
    return true
  }

  /// Runs cryptography on request data; what it cannot parse is refused as malformed.
  func guarded<Value>(
    _ body: () throws(CryptographyError) -> Value
  ) throws(ServiceException) -> Value {
    do throws(CryptographyError) {
      return try body()
    } catch {
      switch error.code {
      case .openSSLFailed: throw .internalError("cryptography failed")
      default: throw .invalidParameter("[\(error.code.rawValue): the words are not known]")
      }
    }
  }

  /// Makes a condition such as `passkey == none` true in the turn's state.
  func set(_ term: TableTerm, _ turn: inout ServiceTurn) {
    let part = binding.part(term)
    turn.valuation[part.slot] = part.code
  }

  func set(_ variable: TableVariable, _ text: String, _ turn: inout ServiceTurn) {
    let slot = slot(variable)
    guard let value = model.value(text, in: slot) else { return }
    turn.valuation[slot] = value
  }
}
