import SignIn
import SignInCryptography

/// Operations that create an account, or that run several times for one request.
extension PoolService {
  mutating func signUp(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    var request = request
    let name = try self.name(in: request.reading)
    var given = try newAttributes(in: input)
    let found = try resolve(name)
    let isTaken = found.identifier != .nobody
    let fresh = try account(named: name)
    let key = isTaken ? found.key : fresh.sub
    if !isTaken { accounts[key] = fresh }
    // A sign-up with a name that is taken changes nothing of the existing account.
    var named = request
    _ = try turn(for: &named)
    var turn = try turn(for: key)
    try checkValues(of: given)
    given.merge(attributes(ofName: name)) { $1 }
    turn.attributes = isTaken ? [:] : given
    let password = request.reading.text(.signUpPassword) ?? ""
    turn.newPassword = password.isEmpty ? nil : Secret(password)
    request.reading.set(.givesEmail, given[.email] != nil)
    request.reading.set(.givesPhone, given[.phoneNumber] != nil)
    request.reading.set(.givesPassword, !password.isEmpty)
    let isWeak = passwordPolicy.classOf(password, by: binding) == .violatesPolicy
    request.reading.set(.weakPassword, isWeak)
    request.reading.set(.name, name.nameShape)
    defer {
      if holds(.accountNone, in: turn.valuation) { accounts[key] = nil }
    }
    return try answer(&request, &turn)
  }

  /// The attributes of a new user in a request, by the API's names, without the flags of
  /// verification, which the rows read.
  func newAttributes(in input: ServiceInput) throws(ServiceException) -> [String: String] {
    let given = try input.attributes(.userAttributes)
    for name in given.keys.sorted() { try checkSchema(of: name) }
    return given.filter { !$0.key.hasSuffix("_verified") }
  }

  /// The attributes that the user name of a new account sets, in pools whose names are attributes.
  func attributes(ofName name: String) -> [String: String] {
    let kinds = text(.usernameAttributes, in: initial)
    var attributes: [String: String] = [:]
    if name.isAddress, kinds.contains(TableMember.email.rawValue) { attributes[.email] = name }
    if name.first == "+", kinds.contains(TableMember.phone.rawValue) {
      attributes[.phoneNumber] = name
    }
    return attributes
  }

  // MARK: Attributes

  /// Changes all attributes of a request or, if one is refused, none (K212).
  mutating func updateAttributes(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let attributes = try input.attributes(.userAttributes)
    guard !attributes.isEmpty else { throw .missing(.userAttributes) }
    let list = try allOrNothing { service throws(ServiceException) in
      var list: [JSON] = []
      for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
        let answer = try service.changeAttribute(name, to: value, request)
        list += answer?[.codeDeliveryDetailsList]?.elements ?? []
      }
      return list
    }
    return list.isEmpty ? .object([]) : .members([.codeDeliveryDetailsList: .array(list)])
  }

  /// Changes accounts, and restores them if the change is refused.
  mutating func allOrNothing<Result>(
    _ change: (inout PoolService) throws(ServiceException) -> Result
  ) throws(ServiceException) -> Result {
    let before = accounts
    do throws(ServiceException) {
      return try change(&self)
    } catch {
      accounts = before
      throw error
    }
  }

  mutating func deleteAttributes(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    for name in try input.texts(.userAttributeNames) {
      _ = try changeAttribute(name, to: nil, request)
    }
    return .object([])
  }

  /// Changes one attribute, by the rows if they know it; other attributes affect no decision and
  /// are stored as they are.
  private mutating func changeAttribute(
    _ name: String, to value: String?, _ request: ServiceRequest
  ) throws(ServiceException) -> JSON? {
    var request = request
    var turn = try turn(for: &request)
    if let value, !value.isEmpty {
      try checkValues(of: [name: value], isChange: true)
    }
    guard let alias = alias(named: name) else {
      guard holds(.grantValid, in: turn.valuation) else {
        throw notAuthorized(.accessTokenExpired)
      }
      guard value != nil || isOfSchema(name) else { throw .said(.deletionNotInSchema, name) }
      try checkChange(of: name)
      store(value, asAttribute: name, of: turn.key)
      return nil
    }
    turn.attributes = [name: value ?? ""]
    turn.account.unmarked.remove(name)
    noteClaim(&turn)
    request.reading.set(.attribute, alias.member)
    request.reading.set(.mark, alias.isMark)
    if let value {
      let isThere = accounts[turn.key]?.attributes[name] == value
      request.reading.set(.name, try shape(ofPreferredName: value, for: turn.key))
      request.reading.set(.blank, value.isEmpty)
      request.reading.set(.unchanged, isThere)
    }
    return try answer(&request, &turn)
  }

  /// The class of a preferred user name, by its form or as the name of another account.
  mutating func shape(
    ofPreferredName value: String, for key: String
  ) throws(ServiceException) -> TableMember {
    let shape = value.nameShape
    guard shape == .plain, !value.isEmpty else { return shape }
    let found = try resolve(value)
    let isAnother = found.identifier != .nobody && found.key != key
    return isAnother ? .ofAnother : shape
  }

  /// The address or name that an attribute is, or whose flag of verification it is; nil where the
  /// rows know neither.
  func alias(named attribute: String) -> (member: String, isMark: Bool)? {
    let words = codec.words(of: .alias)
    let marked = words.first { attribute == "\($0.wire)_verified" }
    return (marked ?? words.first { $0.wire == attribute }).map { ($0.member, marked != nil) }
  }

  /// Refuses attributes of a new user that the schema lacks.
  func checkSchema(of attribute: String) throws(ServiceException) {
    guard isOfSchema(attribute) else { throw .said(.attributeNotInSchema, attribute) }
  }

  /// Checks the forms of values; changes of existing users are also checked against a second table.
  func checkValues(
    of attributes: [String: String], isChange: Bool = false
  ) throws(ServiceException) {
    let tables: [GivenForm.Table] = isChange ? [.formsOfChanges, .forms] : [.forms]
    let broken = tables.flatMap { binding.forms[$0] ?? [] }.first { rule in
      attributes[rule.name].map { rule.form?.takes($0) == false } ?? false
    }
    if let broken { throw .invalidParameter(broken.text) }
  }

  /// Refuses changes of the user's id and of attributes that the schema lacks.
  func checkChange(of attribute: String) throws(ServiceException) {
    guard !StandardAttribute.written.contains(attribute) else {
      throw .said(.attributeNotMutable, attribute)
    }
    guard isOfSchema(attribute) else { throw .said(.changeNotInSchema, attribute) }
  }

  /// Any custom attribute is accepted: which ones the pool has is not known.
  private func isOfSchema(_ attribute: String) -> Bool {
    attribute.hasPrefix("custom:") || attribute.hasPrefix("dev:")
      || StandardAttribute.names.contains(attribute)
  }

  // MARK: Passkeys

  /// The largest number of passkeys of a user.
  static let mostPasskeys = 20

  /// Starts a registration; the table follows one passkey, so the limit is checked here.
  mutating func startRegistration(_ request: ServiceRequest) throws(ServiceException) -> JSON {
    var request = request
    var turn = try turn(for: &request)
    let count = turn.account.world.pool.passkeys.credentials.count
    request.reading.set(.isFull, count >= Self.mostPasskeys)
    return try answer(&request, &turn)
  }

  /// Deletes a passkey. The table follows one passkey; here it is the one that the request names,
  /// so that the same rows apply to each.
  mutating func deletePasskey(_ request: ServiceRequest) throws(ServiceException) -> JSON {
    var request = request
    let text = request.reading.text(.credentialID) ?? ""
    let id = try guarded { () throws(CryptographyError) in try Base64URL.decode(text) }
    var turn = try turn(for: &request)
    let all = turn.account.world.pool.passkeys.credentials
    let others = all.filter { $0.id != id }
    turn.account.world.pool.passkeys.credentials = all.filter { $0.id == id }
    set(others.count == all.count ? .passkeyNone : .passkeyRegistered, &turn)
    let result = Result { () throws(ServiceException) in try run(request.reading, &turn) }
    accounts[turn.key]?.world.pool.passkeys.credentials += others
    try refuse(try result.get())
    return .object([])
  }
}
