import SignInCryptography
public import TransitionTables

/// Replays a trace of the table between an app and a ``PoolService`` that know each other only by
/// Cognito's operations: typed requests and responses, fresh keys, a virtual clock, seeded
/// randomness. Each answer must be the table's.
///
/// Actions of other actors (administrators, the clock, the owner's triggers) happen at the service
/// by the same rows. Traces with steps that have no operation (the web page of an external
/// provider, a migration from another store of users) are set aside.
public struct WireReplay: Sendable {
  /// The traffic of the run.
  public internal(set) var transcript: Transcript
  /// The answers that differ from the table's.
  public private(set) var differences: [TestBedDifference] = []
  /// The number of requests that were answered.
  public private(set) var requests = 0
  /// Why the run was not replayed to its end; empty where it was.
  public private(set) var setAside = ""

  let model: Model
  private let channel: Channel
  var service: PoolService
  var app: WireApp
  /// The last answer to a challenge that was sent, which an attacker may have recorded.
  private var lastAnswer: String?
  /// The key of the followed account at the service.
  var key: String?
  /// The key of another user's account with the user's address, where the record has one.
  var holder: String?
  /// The request that arrives late or a second time.
  private var late: (operation: String, input: JSON, proposed: Secret?)?
  /// The user's other app; nil until there is one.
  private(set) var otherApp: WireApp?

  /// Carries a request to the service: takes a line, and returns the line that answers it.
  public typealias Channel = @Sendable (inout PoolService, _ line: String) -> String

  /// The channel of the command `testbed`: a pipe.
  public static let pipe: Channel = { service, line in service.answer(Array(line.utf8)) }

  /// Replays the steps of a trace.
  ///
  /// - Parameters:
  ///   - steps: the steps, from a state that a world can represent or from one without an account.
  ///   - model: the model that the steps belong to.
  ///   - seed: the seed of all randomness.
  ///   - title: the name of the run, which names its stream of randomness.
  ///   - channel: carries requests to the service.
  /// - Throws: a `CryptographyError` where OpenSSL fails.
  public static func run(
    _ steps: [Trace.Step], of model: Model, seed: UInt64, title: String,
    through channel: @escaping Channel = pipe
  ) throws -> WireReplay {
    try run(steps, by: TestBedBinding(model), seed: seed, title: title, through: channel)
  }

  /// Replays the steps of a trace of a model that is bound already.
  static func run(
    _ steps: [Trace.Step], by binding: TestBedBinding, seed: UInt64, title: String,
    through channel: @escaping Channel
  ) throws -> WireReplay {
    let start = steps.first?.before ?? []
    var replay = try WireReplay(
      binding, start: start, seed: seed, title: title, through: channel)
    for step in steps where replay.setAside.isEmpty {
      do throws(CryptographyError) {
        try replay.run(step)
      } catch {
        guard error.code != .openSSLFailed else { throw error }
        replay.stop("the app cannot make its request: \(error.code.rawValue)")
      }
    }
    return replay
  }

  private init(
    _ binding: TestBedBinding, start: [Int], seed: UInt64, title: String,
    through channel: @escaping Channel
  ) throws {
    (model, self.channel) = (binding.model, channel)
    let parameters = Dictionary(
      uniqueKeysWithValues: model.parameters.compactMap { slot in
        start.indices.contains(slot) ? (slot, start[slot]) : nil
      })
    service = try PoolService(binding, parameters: parameters, seed: seed)
    let unknown = service.codec.unknownMakers(of: .requests, known: WireApp.known)
    guard unknown.isEmpty else { throw DiagnosticList(unknown) }
    transcript = Transcript(title: title, codec: service.codec)
    var world = try World(
      standingFor: service.binding.state(start),
      random: SeededRandomBytes(seed: seed, purpose: title), conventions: .cognito)
    let random = SeededRandomBytes(seed: seed, purpose: "app \(title)")
    app = WireApp(codec: service.codec, scratch: world, user: world.user, random: random)
    app.clientSecret = service.clientSecret
    app.clientSkew = World.clientSkew(in: service.binding.state(start))
    app.nameKinds = service.nameKinds(in: start)
    service.now = world.now
    app.heldNameKinds = service.held(app.nameKinds, in: start)
    if !service.holds(.accountNone, in: start) {
      key = service.adopt(&world, start, named: app.ownName, attributes: app.attributes)
      app.user = world.user
    }
    try makeWhatIsNextToAccount(start)
  }

  mutating func stop(_ reason: String) {
    setAside = reason
    transcript.lines.append(.note("not followed further: \(reason)"))
  }

  // MARK: Steps

  private mutating func run(_ step: Trace.Step) throws(CryptographyError) {
    app.heldNameKinds = service.held(app.nameKinds, in: step.before)
    if let message = request(of: step) { return try ask(message, step) }
    let actor = step.action.map { model.actions[$0].actor } ?? "the table"
    transcript.lines.append(.call("\(actor): \(model.text(of: step))"))
    let effects = model.effects(of: step.firings)
    if effects.contains(.migrateUser) {
      return stop("the test bed's owner has no other store of users")
    }
    let asks = step.firings.contains { model.sends($0)?.toPool == true }
    if !asks, let action = step.action { return try act(action, step) }
    for (position, firing) in step.firings.enumerated() {
      guard let sent = model.sends(firing), sent.toPool else { continue }
      // The effects of the channel on this request, up to the next one.
      let rest = step.firings[(position + 1)...].prefix { model.sends($0)?.toPool != true }
      let fate = model.effects(of: [firing] + rest)
      let expected = rest.first { model.sends($0)?.toPool == false }
      try exchange(
        sent.message, firing.valuation, carries: model.rows[firing.row].carries,
        expected: expected, fate)
      if !setAside.isEmpty { return }
    }
    if effects.contains(.dropTokens) {
      (app.user.tokens, app.user.refreshToken) = (nil, nil)
    }
    if let answer = model.answer(of: step) {
      transcript.lines.append(.note("the app receives \(model.text(of: answer))"))
    }
  }

  mutating func exchange(
    _ message: Int, _ valuation: [Int], carries: [String: String] = [:],
    expected: Interpreter.Firing?, _ fate: Set<TableEffect>
  ) throws(CryptographyError) {
    // Web pages, such as `POST /oauth2/token`.
    guard !model.messages[message].wire.name.contains(" ") else {
      return stop("the web page is no operation of the API")
    }
    guard let (operation, input) = try request(message, valuation, carries, fate) else { return }
    transcript.lines.append(.request(operation: operation, input: input, at: service.now))
    if fate.contains(.keepRequest) { late = (operation, input, app.proposed) }
    if fate.contains(.dropRequest) { late = nil }
    guard !fate.contains(.loseRequest) else {
      let fault = fate.contains(.keepRequest) ? "is late" : "is lost"
      return transcript.lines.append(.note("the request \(fault); the client gives up"))
    }
    let line = JSON.members(["operation": .string(operation), "input": input]).serialized
    let answer = try JSON(parsing: channel(&service, line))
    transcript.lines.append(.answer(answer, at: service.now))
    transcript.rows.append(service.fired.map { model.rows[$0].fullID })
    transcript.said.append(service.said)
    requests += 1
    lastAnswer = operation == .respondToAuthChallenge ? line : lastAnswer
    if let note = Self.fate(of: fate) {
      transcript.lines.append(.note(note))
    } else if let output = answer["output"] {
      app.take(output, of: operation)
    }
    // A password that the service stored counts, even if its answer was lost.
    if let proposed = app.proposed, fate.contains(.storePassword) {
      app.user.passwords.append(proposed)
    }
    app.proposed = nil
    follow(operation)
    followAttributes()
    if let expected { compare(answer, with: expected, operation) }
  }

  /// The request of a message, or the late request where that one arrives.
  private mutating func request(
    _ message: Int, _ valuation: [Int], _ carries: [String: String], _ fate: Set<TableEffect>
  ) throws(CryptographyError) -> (operation: String, input: JSON)? {
    app.now = service.now
    app.user.inbox = mailbox
    guard fate.contains(.deliverRequest) else {
      return try app.request(message, valuation, carries: carries)
    }
    defer { late = nil }
    app.proposed = late?.proposed
    return late.map { ($0.operation, $0.input) }
  }

  /// Why an answer does not reach the app; nil where it does.
  private static func fate(of effects: Set<TableEffect>) -> String? {
    if effects.contains(.deliverRequest) { return "nobody waits for the answer" }
    return effects.contains(.loseAnswer) ? "the answer is lost; the client gives up" : nil
  }

  /// The followed account at the service.
  var followedAccount: ServiceAccount? { key.flatMap { service.accounts[$0] } }

  /// The codes that were delivered to the followed account.
  private var mailbox: [String: [String]] {
    followedAccount?.world.user.inbox ?? app.user.inbox
  }

  /// Updates the app's addresses from the account: the current one and the former one.
  private mutating func followAttributes() {
    guard let email = key.flatMap({ service.accounts[$0]?.attributes[.email] }),
      email != app.attributes[.email]
    else { return }
    app.former = app.attributes[.email] ?? app.former
    if email == app.pending { app.pending = nil }
    app.attributes[.email] = email
  }

  /// Follows the account that a sign-up created.
  private mutating func follow(_ operation: String) {
    guard operation == .signUp || key == nil else { return }
    let made = service.accounts.all.last { key, account in
      key != holder && !service.holds(.accountNone, in: account.valuation)
    }
    key = made?.key ?? key
  }

  // MARK: Agreement

  private mutating func compare(
    _ answer: JSON, with expected: Interpreter.Firing, _ operation: String
  ) {
    guard let sent = model.sends(expected) else { return }
    let message = model.messages[sent.message]
    let error = answer["error"]
    var says = message.wire.name
    var actual = error?["__type"]?.text ?? answer["output"]?[.challengeName]?.text
    if message.kind == .exception {
      let (template, words) = (service.codec.text(of: expected), error?[.message]?.text ?? "")
      says += ": \(template)"
      actual = "\(actual ?? "no exception"): \(words.fits(template) ? template : words)"
    } else if message.kind != .challenge, error == nil {
      let hasTokens = answer["output"]?[.authenticationResult] != nil
      actual = message.name == .tokens && !hasTokens ? "no tokens" : says
    }
    guard actual != says else { return }
    differences.append(
      TestBedDifference(
        row: model.rows[expected.row].fullID, evidence: operation, sentClass: "", expected: says,
        actual: actual ?? "nothing", context: transcript.title))
    stop("the table says \(says)")
  }

  // MARK: Others

  /// Performs the action of an administrator, the clock or another actor at the service itself.
  private mutating func act(_ action: Int, _ step: Trace.Step) throws(CryptographyError) {
    let name = model.actions[action].name
    guard step.firings.contains(where: model.isOfPool) else { return }
    let effects = model.effects(of: step.firings)
    if effects.contains(.disturbChannel) { return }
    if effects.contains(.turnToOtherApp) {
      (app, otherApp) = (otherApp?.sharing(with: app) ?? app.nextTo, app)
      return
    }
    var inputs: [String: String] = [:]
    for (input, value) in zip(model.actions[action].inputs, step.inputs) {
      inputs[input.name] = model.text(of: value, in: input.slot)
    }
    if TableAction(rawValue: name) == .replayAnswer { return try replayAnswer() }
    let password = Secret(try app.random.password())
    do throws(ServiceException) {
      let key = try account()
      var turn = try service.turn(for: key, session: pendingSession(), grant: heldGrant(of: key))
      turn.newPassword = password
      turn.attributes = attributes(inputs, step)
      // Some actors wait until the app is at a certain place.
      for slot in model.clientSlots { turn.valuation[slot] = step.before[slot] }
      if try service.run(action: name, inputs, &turn) == nil {
        return stop("the service does nothing where the table does \(name)")
      }
      service.now = max(service.now, turn.account.world.now)
      passTime(effects, of: key)
    } catch {
      return stop("the service cannot do \(name): \(error.message)")
    }
    if effects.contains(.storePassword) || effects.contains(.storeTemporaryPassword) {
      app.user.passwords.append(password)
    }
    if effects.contains(.loseAuthenticator) { transcript.lines.append(.note("it is gone")) }
  }

  /// Sends a recorded answer again, as an attacker would; the service must refuse it.
  private mutating func replayAnswer() throws(CryptographyError) {
    guard let lastAnswer else { return }
    let request = try JSON(parsing: lastAnswer)
    transcript.lines.append(
      .request(
        operation: TableMessage.respondToAuthChallenge.rawValue, input: request["input"] ?? .null,
        at: service.now))
    let answer = try JSON(parsing: channel(&service, lastAnswer))
    transcript.lines.append(.answer(answer, at: service.now))
    transcript.rows.append(service.fired.map { model.rows[$0].fullID })
    transcript.said.append(service.said)
    requests += 1
    let expected = TableMessage.notAuthorizedException.rawValue
    guard answer["error"]?["__type"]?.text != expected else { return }
    differences.append(
      TestBedDifference(
        row: "pool.session.replayed", evidence: TableMaker.session.rawValue,
        sentClass: TableMember.previous.rawValue,
        expected: expected, actual: "an answer", context: transcript.title))
  }

  /// The addresses that an action at the service gives: those that the account has only after it,
  /// and the one that the action is about.
  private func attributes(_ inputs: [String: String], _ step: Trace.Step) -> [String: String] {
    var given: [String: String] = [:]
    for (member, wire) in service.contacts {
      let isNew =
        service.held([member], in: step.before).isEmpty
        && !service.held([member], in: step.after).isEmpty
      if isNew || inputs[TableInput.attribute.rawValue] == member {
        given[wire] = app.attributes[wire]
      }
    }
    return given
  }

  /// The key of the followed account; creates an account where there is none.
  private mutating func account() throws(ServiceException) -> String {
    if let key, let account = service.accounts[key],
      !service.holds(.accountNone, in: account.valuation)
    {
      return key
    }
    // The state left by a deleted account (the triggers' behaviour) is kept for the new one.
    let before = key.flatMap { service.accounts[$0]?.valuation }
    var fresh = try service.account(named: WireApp.name)
    fresh.valuation = before ?? fresh.valuation
    service.accounts[fresh.sub] = fresh
    key = fresh.sub
    return fresh.sub
  }
}

extension PoolService {
  /// Adds an account that represents a state of the table.
  mutating func adopt(
    _ world: inout World, _ valuation: [Int], named name: String, attributes: [String: String]
  ) -> String {
    let sub = world.subject
    var account = ServiceAccount(
      username: world.pool.userID, sub: sub, valuation: interpreter.rested(valuation), world: world)
    account.attributes = attributes.filter { attribute, _ in
      let member = contacts.first { $0.wire == attribute }?.member ?? ""
      return text(contact: member, in: valuation) != .absent
    }
    (account.created, account.modified) = (now, now)
    account.typedName = account.attributes.values.contains(name) ? nil : name
    if let device = world.pool.device { account.devices[device.key] = device }
    if world.pool.tokens.grant != nil { account.grants = [world.pool.tokens] }
    if let refresh = world.user.refreshToken { refreshTokens[refresh] = sub }
    if let refresh = world.user.retiredRefreshToken { refreshTokens[refresh] = sub }
    accounts[sub] = account
    return sub
  }
}
