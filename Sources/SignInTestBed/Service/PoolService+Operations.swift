import SignInCryptography
import TransitionTables

/// A request on its way to its rows: the operation, and what it says.
struct ServiceRequest {
  let operation: String
  var reading: WireReading
}

/// The operations by their names: each is a message of the table, read by its members on the wire.
extension PoolService {
  /// What an operation needs in addition: another account, or rows that run more than once.
  typealias Handler =
    @Sendable (inout PoolService, ServiceRequest, ServiceInput)
    throws(ServiceException) -> JSON

  private static let handlers: [String: Handler] = [
    "SignUp": { service, request, input throws(ServiceException) in
      try service.signUp(request, input)
    },
    "GetTokensFromRefreshToken": { service, request, _ throws(ServiceException) in
      try service.refresh(request)
    },
    "RevokeToken": { service, request, _ throws(ServiceException) in
      try service.revokeToken(request)
    },
    "UpdateUserAttributes": { service, request, input throws(ServiceException) in
      try service.updateAttributes(request, input)
    },
    "DeleteUserAttributes": { service, request, input throws(ServiceException) in
      try service.deleteAttributes(request, input)
    },
    "StartWebAuthnRegistration": { service, request, _ throws(ServiceException) in
      try service.startRegistration(request)
    },
    "DeleteWebAuthnCredential": { service, request, _ throws(ServiceException) in
      try service.deletePasskey(request)
    },
    "AdminCreateUser": { service, request, input throws(ServiceException) in
      try service.createUser(request, input)
    },
    "ListUsers": { service, request, input throws(ServiceException) in
      try service.listUsers(request, input)
    },
    "AdminSetUserMFAPreference": { service, request, input throws(ServiceException) in
      try service.setPreference(request, input)
    },
    "AdminUpdateUserAttributes": { service, request, input throws(ServiceException) in
      try service.updateAttributesAsAdministrator(request, input)
    },
    "AdminDeleteUserAttributes": { service, request, input throws(ServiceException) in
      try service.deleteAttributesAsAdministrator(request, input)
    },
  ]

  /// Performs one operation.
  mutating func perform(
    _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    if operation.hasPrefix("TestBed") { return try control(operation, input) }
    guard let (message, field) = codec.request(named: operation, input.json) else {
      throw .unknownOperation(operation)
    }
    // A client's id of another type is refused before anything is read.
    _ = try input.text("ClientId")
    let given = field.map { [model.slots[$0].ownName: "true"] } ?? [:]
    if settingMessages.contains(message) { return try changeSettings(message, operation, input) }
    let reading = try read(message, input, given: given)
    try checkOwner(reading, input)
    let name = model.messages[message].wire.name
    let request = ServiceRequest(operation: name, reading: reading)
    if let handler = Self.handlers[name] ?? Self.groupHandlers[name] {
      return try handler(&self, request, input)
    }
    if model.messages[message].kind == "administration" { return try administer(request) }
    return try answer(request)
  }

  /// Reads a message; fields that are known before are given by name. Settings that it leaves out
  /// are as in the valuation, by default those of the pool.
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
      holdsObjects: model.messages[message].kind == "administration")
    return try codec.read(message, from: source, valuation ?? initial, given: values)
  }

  /// The usual way of a request: who is meant, what its bytes are worth, what the rows say.
  mutating func answer(_ request: ServiceRequest) throws(ServiceException) -> JSON {
    var request = request
    var turn = try turn(for: &request)
    return try answer(&request, &turn)
  }

  /// The rest of the way, for the account of a turn.
  mutating func answer(
    _ request: inout ServiceRequest, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> JSON {
    try judge(&request, &turn)
    turn.attribute = request.reading.fields[.attribute]
    let answer = try run(request.reading, &turn)
    try refuse(answer)
    return try reply(answer, request, &turn)
  }

  /// Runs the rows for what was read.
  mutating func run(
    _ reading: WireReading, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> ServiceAnswer {
    try run(reading.message, reading.values, &turn)
  }

  /// Throws what the table answers with an exception.
  func refuse(_ answer: ServiceAnswer) throws(ServiceException) {
    guard answer.isException else { return }
    throw ServiceException(name: answer.name, message: answer.text)
  }
}
