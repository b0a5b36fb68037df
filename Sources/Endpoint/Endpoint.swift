public import SignInCryptography
public import SignInTestBed
public import TransitionTables

/// A user pool behind Cognito's JSON protocol: answers the requests that arrive over HTTP.
///
/// A `PoolService` answers the operations; this adds the protocol, this machine's clock, persistent
/// state, and the routes under `/_waymark/` that tests need. It is a value without sockets:
/// ``EndpointServer`` carries requests to it.
public struct Endpoint: Sendable {
  /// The service, and the number of seconds by which its clock is ahead of this machine's.
  struct Moment: Sendable {
    var service: PoolService
    var offset: Int64 = 0
  }

  /// A user who exists at the start, as the input of `TestBedAddUser`.
  public typealias User = JSON

  let sources: [String: String]
  var origins = LocalOrigins()
  /// The state that `reset` goes back to.
  private let start: Moment
  var moment: Moment
  private var snapshots: [String: Moment] = [:]
  private let users: [User]
  private var journal: StateJournal?
  /// The trigger functions' answers to the current request that are not used yet.
  private var answers: [TriggerAnswer] = []
  private var question: TriggerCall?
  var faults: [Fault] = []
  /// The exchanges of each user, from which coverage is measured.
  public var signIns = SignInLog()
  /// The paths of the catalogue that can be driven.
  public var drives: [Drive] = []
  var driven: Driven?
  var log = WireLog()
  /// The generator of request ids.
  var requestIDs: SeededRandomBytes

  /// An endpoint for a pool.
  ///
  /// - Parameters:
  ///   - service: the pool, without users.
  ///   - model: the table that answers for the pool; the sources of its rows are read from it.
  ///   - users: the users who exist at the start.
  ///   - time: this machine's time, in seconds since 1970.
  ///   - state: the path of the file that keeps the state; nil where it need not last. The file's
  ///     content replaces `users`.
  /// - Throws: an ``EndpointFailure`` where a user cannot be made or the file cannot be used.
  public init(
    _ service: PoolService, model: Model, users: [User] = [], time: Int64, state: String? = nil
  ) throws(EndpointFailure) {
    sources = Dictionary(
      model.rows.compactMap { row in
        row.source.map { (row.fullID, [$0.fact, $0.confidence].filter { !$0.isEmpty }) }
      }.map { ($0.0, $0.1.joined(separator: ", confidence ")) },
      uniquingKeysWith: { first, _ in first })
    self.users = users
    requestIDs = SeededRandomBytes(seed: UInt64(clamping: time), purpose: "request ids")
    var first = Moment(service: service)
    first.service.moveClock(to: time)
    var made = first
    for (position, user) in users.enumerated() {
      let reply = made.service.answer("TestBedAddUser", user)
      guard reply.exception == nil else {
        throw EndpointFailure(
          place: user["Username"]?.text ?? "a user", reason: reply.body["message"]?.text ?? "",
          user: position)
      }
    }
    (start, moment) = (made, made)
    guard let state else { return }
    let (journal, records) = try StateJournal.open(state)
    self.journal = journal
    // The file has only some of the start's users: the process ended while it wrote them.
    let isBegun = records.count >= users.count || records.contains { $0.operation != Self.addUser }
    guard isBegun, !records.isEmpty else {
      try self.journal?.clear()
      try recordUsers()
      return
    }
    do throws(EndpointFailure) {
      try replay(records, on: service)
    } catch {
      closeState()
      throw error
    }
  }

  /// Performs the records of a state file again.
  private mutating func replay(
    _ records: [StateJournal.Record], on service: PoolService
  ) throws(EndpointFailure) {
    moment = Moment(service: service)
    for (position, record) in records.enumerated() {
      moment.service.moveClock(to: record.clock)
      let reply = apply(record.operation, record.input, record.answers)
      guard Self.digest(of: reply) == record.answer else {
        throw .state(
          journal?.path ?? "",
          "request \(position + 1) (\(record.operation)) is answered otherwise now; the file was "
            + "written for another pool, seed or version", line: position + 1)
      }
    }
  }

  /// Records the start's users as requests, with which the file of a new state begins.
  private mutating func recordUsers() throws(EndpointFailure) {
    for user in users {
      // The initializer has checked already that the user can be made.
      record(
        Self.addUser, user, at: moment.service.clock,
        answer: Self.digest(of: JSON.object([])))
    }
    try commit()
  }

  // MARK: Requests

  /// Performs an operation at the current time.
  ///
  /// - Parameter time: this machine's time, in seconds since 1970.
  mutating func perform(_ operation: String, _ input: JSON, at time: Int64) -> ServiceReply {
    moment.service.moveClock(to: time + moment.offset)
    let version = moment.service.version
    // Read the clock before the request, which may move it.
    let clock = moment.service.clock
    let reply = apply(operation, input, answers)
    let used = Array(answers.prefix(reply.answersUsed))
    answers.removeFirst(used.count)
    if question == nil { question = reply.question }
    if operation.hasPrefix(Self.own) || moment.service.version != version {
      record(operation, input, at: clock, answers: used, answer: Self.digest(of: reply))
    }
    return reply
  }

  // MARK: Trigger functions

  /// Answers a request, or returns the question to a trigger function that must be answered first.
  /// In that case nothing is changed: repeat the request with one answer more.
  ///
  /// - Parameters:
  ///   - request: the request with its body complete.
  ///   - time: this machine's time, in seconds since 1970.
  ///   - answers: the trigger functions' answers to this request so far, in order.
  public mutating func respond(
    to request: EndpointRequest, at time: Int64, by answers: [TriggerAnswer]
  ) -> EndpointOutcome {
    guard moment.service.asksTriggers else { return .response(respond(to: request, at: time)) }
    let before = self
    (self.answers, question) = (answers, nil)
    let response = respond(to: request, at: time)
    if let question {
      self = before
      return .question(question)
    }
    self.answers = []
    return .response(response)
  }

  /// The prefix of the names of the endpoint's own operations.
  static let own = "Endpoint"
  private static let addUser = "EndpointAddUser"

  private mutating func apply(
    _ operation: String, _ input: JSON, _ answers: [TriggerAnswer]
  ) -> ServiceReply {
    let name = input["name"]?.text ?? ""
    switch operation {
    case Self.addUser:
      // A version of Waymark that cannot make this user cannot replay the file.
      let reply = moment.service.answer("TestBedAddUser", input)
      return reply.exception == nil ? ServiceReply(body: .object([])) : reply
    case "EndpointAdvance":
      let by = min(max(0, input["advance"]?.integer ?? 0), Self.longestAdvance)
      moment.offset += by
      moment.service.moveClock(to: moment.service.clock + by)
    case "EndpointSnapshot": snapshots[name] = moment
    case "EndpointRestore":
      guard let kept = snapshots[name] else {
        return ServiceReply(body: .members(["__type": .string("UnknownSnapshot")]))
      }
      moment = kept
    default: return moment.service.answer(operation, input, by: answers)
    }
    return ServiceReply(body: .object([]))
  }

  /// Goes back to the start. Snapshots are kept, unless the state is in a file.
  mutating func reset() throws(EndpointFailure) {
    (moment, faults, driven) = (start, [], nil)
    guard journal != nil else { return }
    snapshots = [:]  // They are in the file that is cleared.
    try journal?.clear()
    try recordUsers()
  }

  /// The differences found between table and test bed, one line each.
  public var differences: [String] {
    moment.service.differences.map {
      "\($0.row): \($0.evidence) is \($0.actual), not \($0.expected)"
    }
  }

  var snapshotNames: [String] { snapshots.keys.sorted() }

  // MARK: State

  private mutating func record(
    _ operation: String, _ input: JSON, at clock: Int64, answers: [TriggerAnswer] = [],
    answer: @autoclosure () -> String
  ) {
    // The digest of the reply is computed only if a file keeps the state.
    journal?.append(
      StateJournal.Record(
        clock: clock, operation: operation, input: input, answers: answers, answer: answer()))
  }

  private static func digest(of reply: ServiceReply) -> String { digest(of: reply.body) }

  private static func digest(of body: JSON) -> String {
    StateJournal.digest(Array(body.serialized.utf8)) ?? ""
  }

  /// Writes the pending records to disk. Send an answer only after this returns.
  ///
  /// - Throws: an ``EndpointFailure`` where the disk does not accept them.
  public mutating func commit() throws(EndpointFailure) {
    if journal?.isWaiting == true { try journal?.commit() }
  }

  /// Closes the state file.
  public mutating func closeState() {
    journal?.close()
    journal = nil
  }

  /// Whether there are records that are not yet in the file.
  public var hasUncommitted: Bool { journal?.isWaiting ?? false }

  /// The test bed's description of itself: ids, secret, clock.
  mutating func describe() -> JSON { moment.service.answer("TestBedDescribe", .object([])).body }

  /// The line printed at the start: address, pool, client and users.
  ///
  /// - Parameter address: where the endpoint listens, such as `http://127.0.0.1:9229`.
  public mutating func greeting(at address: String) -> String {
    let ids = describe()
    let known = moment.service.answer("TestBedUsers", .members(["Limit": .integer(5)])).body
    var names = (known["Users"]?.elements ?? []).compactMap { user in
      // If user names are addresses, the service makes up `Username`: show the address.
      let address = user["Attributes"]?["email"] ?? user["Attributes"]?["phone_number"]
      return (user["Username"] == user["Sub"] ? address ?? user["Sub"] : user["Username"])?.text
    }
    if names.count == 5 { names[4] = "…" }
    let secret = ids["ClientSecret"] == nil ? "" : " (with a secret)"
    return "\(address) pool \(ids["UserPoolId"]?.text ?? "") client "
      + "\(ids["ClientId"]?.text ?? "")\(secret) users "
      + (names.isEmpty ? "none" : names.joined(separator: " "))
  }
}
