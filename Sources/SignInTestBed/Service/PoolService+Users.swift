import SignIn
import SignInCryptography
import TransitionTables

/// The test bed's own operations on users: their mailbox, their state in the table's words, and the
/// creation of users with any record.
extension PoolService {
  /// The codes that were sent, to one user or to all, the newest last.
  mutating func mailbox(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let medium = try input.text("Medium", limit: 16)
    var found: [(username: String, mail: ServiceMail)] = []
    if let name = try input.text(.username, limit: 128) {
      let account = accounts[try resolve(name).key]
      found = (account?.mail ?? []).map { (name, $0) }
    } else {
      for (_, account) in accounts.all { found += account.mail.map { (account.username, $0) } }
    }
    let messages = found.filter { medium == nil || $0.mail.medium == medium }.map { entry in
      JSON.members([
        "Username": .string(entry.username), "Purpose": .string(entry.mail.purpose),
        "Medium": entry.mail.medium.isEmpty ? nil : .string(entry.mail.medium),
        "To": entry.mail.address.isEmpty ? nil : .string(entry.mail.address),
        "Code": .string(entry.mail.code), "Time": .integer(entry.mail.at),
        "Message": entry.mail.text.map { .string($0) },
      ])
    }
    return .members(["Messages": .array(messages)])
  }

  /// The users, with their attributes and with the variables whose values differ from the initial
  /// state.
  func users(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let most = Int(clamping: try input.integer("Limit") ?? 60)
    let name = try input.text(.username, limit: 128)
    let keys = name.map { accounts.keys(named: $0) } ?? accounts.all.map(\.key)
    var list: [JSON] = []
    for key in keys where list.count < most {
      guard let account = accounts[key], !holds(.accountNone, in: account.valuation) else {
        continue
      }
      let state = try turn(for: key).valuation
      list.append(
        .members([
          "Username": .string(account.username), "Sub": .string(account.sub),
          "Attributes": .object(
            account.attributes.sorted { $0.key < $1.key }.map {
              JSON.Member($0.key, .string($0.value))
            }),
          "Groups": account.groups.isEmpty
            ? nil : .array(groups(of: account).map { .string($0.name) }),
          "Record": .object(
            recordWords(state).map { JSON.Member($0.name, .string($0.text)) }),
        ]))
    }
    return .members(["Users": .array(list)])
  }

  private func isRecord(_ slot: Int) -> Bool {
    model.slots[slot].kind == .variable(component: nil)
  }

  /// Creates a user with a record in the table's words: `Record`, by the names of the variables. A
  /// given password or authenticator secret replaces a generated one, and a code that the record
  /// says was sent is in the mailbox.
  mutating func addUser(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let name = try input.required(.username, limit: 128)
    let secret = try input.text("TotpSecret", limit: 128)
    let key = secret.flatMap { try? Base32.decode($0) }.map { Secret(bytes: $0) }
    guard secret == nil || key != nil else {
      throw .invalidParameter("TotpSecret is no Base32: A to Z and 2 to 7.")
    }
    let named = attributes(ofName: name)
    let kinds = nameKinds(in: initial)
    guard kinds.isEmpty || !named.isEmpty else {
      throw .invalidParameter(
        "A username is an address here, \(kinds.joined(separator: " or ")): \(name) is none.")
    }
    let given = try input.attributes(.userAttributes).merging(named) { $1 }
    for (attribute, value) in try input.attributes(.userAttributes) {
      guard let other = named[attribute], accounts.form(of: other) != accounts.form(of: value)
      else { continue }
      throw .invalidParameter(
        "The username \(name) is the \(attribute) here, and \(value) is another: leave it out.")
    }
    try checkForm(ofName: name)
    for attribute in given.keys.sorted() {
      try checkSchema(of: attribute)
      guard !StandardAttribute.written.contains(attribute), alias(named: attribute)?.isMark != true
      else {
        throw .invalidParameter("\(attribute) is made up, or the record says it: leave it out.")
      }
    }
    try checkValues(of: given)
    guard try resolve(name).identifier == .nobody else {
      throw ServiceException(.usernameExistsException)
    }
    var account = try account(named: name)
    // A temporary password's age in the record is relative to this clock.
    account.world.now = now
    let valuation = try valuation(of: try input.map("Record"))
    let password = try input.text(.password, limit: 256)
    try guarded { () throws(CryptographyError) in
      try account.world.concretise(binding.state(valuation), secret: key)
      if let password, account.world.pool.password != nil {
        account.world.pool.password?.verifier = try account.world.pool.server.makeVerifier(
          userID: account.username, password: Secret(password),
          salt: try account.world.random.bytes(16))
      }
    }
    account.valuation = interpreter.rested(valuation)
    account.attributes = given
    (account.created, account.modified) = (now, now)
    if let sent = account.world.pool.outstanding {
      let purpose = model.evidence[sent.kind]?.purpose ?? ""
      account.mail.append(ServiceMail(purpose: purpose, code: sent.code.text, at: now))
    }
    noteWaiting(&account)
    try checkAgreement(of: account, password: password, secret: secret)
    if let device = account.world.pool.device { account.devices[device.key] = device }
    account.groups = try makeGroups(in: input)
    accounts[account.sub] = account
    return .members(["Username": .string(account.username), "Sub": .string(account.sub)])
  }

  /// Checks that the given material and the record agree.
  private func checkAgreement(
    of account: ServiceAccount, password: String?, secret: String?
  ) throws(ServiceException) {
    guard !holds(.accountNone, in: account.valuation) else {
      throw .invalidParameter("The record of a user says what status is.")
    }
    for (member, attribute) in contacts {
      let isHeld = text(contact: member, in: account.valuation) != .absent
      guard isHeld == (account.attributes[attribute] != nil) else {
        throw .invalidParameter(
          isHeld
            ? "The record has \(member), so give the attribute \(attribute)."
            : "The attribute \(attribute) is given, so say in the record what \(member) is.")
      }
    }
    guard password == nil || account.world.pool.password != nil else {
      throw .invalidParameter("A password is given, so say in the record what password is.")
    }
    guard secret == nil || account.world.pool.authenticator != nil else {
      throw .invalidParameter("A TotpSecret is given, so the record needs totp: verified.")
    }
  }

  /// The state that a record describes in words; refuses unknown words.
  private func valuation(of record: ServiceInput) throws(ServiceException) -> [Int] {
    var valuation = initial
    for name in record.names {
      let text = try record.text(name) ?? ""
      guard let slot = model.slots.indices.first(where: { model.slots[$0].name == name }),
        isRecord(slot), let value = model.value(text, in: slot)
      else { throw .invalidParameter("The table has no \(name): \(text).") }
      valuation[slot] = value
    }
    return valuation
  }
}
