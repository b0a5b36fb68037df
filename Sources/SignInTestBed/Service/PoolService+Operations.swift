import SignInCryptography
import TransitionTables

/// A request that is being processed: the operation, and the members that were read.
struct ServiceRequest {
  let operation: String
  var reading: WireReading
}

/// The operations by name: each is a message of the table, read by its members on the wire.
extension PoolService {
  /// Dispatches an operation. Some need a second account, or run their rows several times.
  private mutating func perform(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    switch TableMessage(rawValue: request.operation) {
    case .signUp: return try signUp(request, input)
    case .getTokensFromRefreshToken: return try refresh(request)
    case .revokeToken: return try revokeToken(request)
    case .updateUserAttributes: return try updateAttributes(request, input)
    case .deleteUserAttributes: return try deleteAttributes(request, input)
    case .startWebAuthnRegistration: return try startRegistration(request)
    case .deleteWebAuthnCredential: return try deletePasskey(request)
    case .adminCreateUser: return try createUser(request, input)
    case .listUsers: return try listUsers(request, input)
    case .adminSetUserMFAPreference: return try setPreference(request, input)
    case .adminUpdateUserAttributes: return try updateAttributesAsAdministrator(request, input)
    case .adminDeleteUserAttributes: return try deleteAttributesAsAdministrator(request, input)
    case .createGroup, .getGroup, .updateGroup, .deleteGroup, .adminAddUserToGroup,
      .adminRemoveUserFromGroup:
      return try answer(aboutGroup: request, input)
    case .listGroups, .adminListGroupsForUser, .listUsersInGroup: return try list(request, input)
    default: break
    }
    let isAdministration = model.messages[request.reading.message].kind == .administration
    return isAdministration ? try administer(request) : try answer(request)
  }

  /// Performs an operation of the API or of the test bed.
  mutating func perform(
    _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    if operation.hasPrefix("TestBed") { return try control(operation, input) }
    guard let (message, field) = codec.request(named: operation, input.json) else {
      throw .unknownOperation(operation)
    }
    // Members of a wrong type are refused first.
    try input.check(of: operation, by: binding.members)
    let given = field.map { [model.slots[$0].ownName: "true"] } ?? [:]
    if settingMessages.contains(message) { return try changeSettings(message, operation, input) }
    let reading = try read(message, input, given: given)
    try checkOwner(reading, input)
    let name = model.messages[message].wire.name
    return try perform(ServiceRequest(operation: name, reading: reading), input)
  }

  /// Reads a message. `given` has fields that are known already, by name. Omitted settings keep
  /// their value in the valuation, by default the pool's.
  func read(
    _ message: Int, _ input: ServiceInput, given: [String: String] = [:],
    within valuation: [Int]? = nil
  ) throws(ServiceException) -> WireReading {
    var values: [Int: Int] = [:]
    let fields = codec.fields(of: message, in: initial)
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      if let slot = fields.slot(name) { values[slot] = model.value(value, in: slot) }
    }
    let source = ServiceSource(
      input: input, form: model.messages[message].wire,
      holdsObjects: model.messages[message].kind == .administration)
    return try codec.read(message, from: source, valuation ?? initial, given: values)
  }

  /// Answers an ordinary request: finds the account, judges the bytes, runs the rows.
  mutating func answer(_ request: ServiceRequest) throws(ServiceException) -> JSON {
    var request = request
    var turn = try turn(for: &request)
    return try answer(&request, &turn)
  }

  /// Answers a request for the account of a turn: judges the bytes and runs the rows.
  mutating func answer(
    _ request: inout ServiceRequest, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> JSON {
    try judge(&request, &turn)
    turn.attribute = request.reading.fields[.attribute]
    let answer = try run(request.reading, &turn)
    try refuse(answer)
    return try reply(answer, request, &turn)
  }

  /// Runs the rows for a message that was read.
  mutating func run(
    _ reading: WireReading, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> ServiceAnswer {
    try run(reading.message, reading.values, &turn)
  }

  /// Throws an answer of the table that is an exception.
  func refuse(_ answer: ServiceAnswer) throws(ServiceException) {
    guard answer.isException else { return }
    throw ServiceException(name: answer.name, message: answer.text)
  }
}
