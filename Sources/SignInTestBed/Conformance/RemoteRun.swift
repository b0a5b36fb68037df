import SignIn
import SignInCryptography
public import TransitionTables

/// Plays a run of the table at an endpoint that does not know the table, with public and
/// administrators' operations only, and compares each answer with the row that should have made it.
///
/// The run is set aside where it needs more than such operations: a delivered code, the clock, a
/// trigger, or a lost answer.
public struct RemoteRun: Sendable {
  /// The answer to one operation, compared with the table.
  public struct Answer: Sendable, Hashable {
    /// The id of the row that should have answered.
    public var row: String
    public var operation: String
    /// The expected class of answer: a challenge, an exception, `tokens` or `a result`.
    public var expected: String
    public var actual: String
    /// The endpoint's text, where it differs from the expected text of the exception.
    public var note = ""
    /// The paths of the members of a result or challenge; empty for an exception.
    var members: Set<String> = []
    /// The members that the table's own service answers with here, and the endpoint does not.
    public var missing: [String] = []
    /// The further members of the endpoint's answer; clients that know the service ignore them.
    public var added: [String] = []

    /// Whether the answer is of the expected class, so that the run can go on.
    var isOfClass: Bool { expected == actual }
    public var agrees: Bool { isOfClass && missing.isEmpty }
  }

  public private(set) var answers: [Answer] = []
  /// Why the run was not played to its end; empty where it was.
  public private(set) var setAside = ""

  private let model: Model
  private let pool: RemotePool
  private let service: PoolService
  private var app: WireApp
  private var isStopped = false

  /// Plays the steps of a trace from an empty pool.
  ///
  /// - Parameters:
  ///   - steps: the steps, from a state without an account.
  ///   - model: the model that the steps belong to.
  ///   - seed: the seed of all randomness.
  ///   - title: the name of the run, which names its stream of randomness.
  ///   - pool: the pool to play them at; users left by earlier runs are deleted first.
  ///   - clock: this machine's time, in seconds since 1970.
  /// - Throws: a `CryptographyError` where OpenSSL fails, a ``RemoteFailure`` where the endpoint
  ///   cannot be reached.
  public static func run(
    _ steps: [Trace.Step], of model: Model, seed: UInt64, title: String, at pool: RemotePool,
    clock: () -> Int64
  ) throws -> RemoteRun {
    var run = try RemoteRun(model, steps.first?.before ?? [], seed, title, pool)
    let isEmpty = steps.first.map { run.isInitial($0.before) } ?? true
    let made = isEmpty ? nil : "a record, or triggers, that no operation makes"
    let unmade = pool.hasTriggers ? nil : RemotePool.unmade(in: model, run.service.initial)
    let setting = unmade.map { "a pool is made here without `\($0)`" }
    if let reason = made ?? setting ?? steps.lazy.compactMap({ run.obstacle(in: $0) }).first {
      run.setAside = reason
      return run
    }
    pool.deleteUsers(named: [WireApp.name] + run.app.attributes.values.sorted())
    let own = try RemoteRun(
      model, steps.first?.before ?? [], seed, title, .own(run.service, clock: clock))
    let members = try own.played(steps, clock).answers.map(\.members)
    run = try run.played(steps, clock)
    for (position, expected) in zip(run.answers.indices, members) {
      run.answers[position].compareMembers(with: expected)
    }
    return run
  }

  /// Plays the steps, up to the first answer of another class.
  private func played(_ steps: [Trace.Step], _ clock: () -> Int64) throws -> RemoteRun {
    var run = self
    for step in steps where !run.isStopped {
      run.app.now = clock()
      try run.play(step)
    }
    return run
  }

  private init(
    _ model: Model, _ start: [Int], _ seed: UInt64, _ title: String, _ pool: RemotePool
  ) throws {
    (self.model, self.pool) = (model, pool)
    let parameters = Dictionary(
      uniqueKeysWithValues: model.parameters.compactMap { slot in
        start.indices.contains(slot) ? (slot, start[slot]) : nil
      })
    service = try PoolService(model: model, parameters: parameters, seed: seed)
    let random = SeededRandomBytes(seed: seed, purpose: "app \(title)")
    let world = try World(
      standingFor: service.binding.state(start),
      random: SeededRandomBytes(seed: seed, purpose: title), conventions: .cognito)
    app = WireApp(codec: service.codec, scratch: world, user: world.user, random: random)
    (app.poolID, app.clientID, app.clientSecret) = (pool.poolID, pool.clientID, pool.clientSecret)
    app.clientSkew = World.clientSkew(in: service.binding.state(start))
    app.nameKinds = service.nameKinds(in: start)
    app.heldNameKinds = service.held(app.nameKinds, in: start)
  }

  // MARK: Playability

  /// Whether a state is initial: no account, and working triggers.
  private func isInitial(_ valuation: [Int]) -> Bool {
    model.slots.indices.allSatisfy { slot in
      model.slots[slot].kind != .variable(component: nil)
        || valuation[slot] == service.initial[slot]
    }
  }

  /// The table's means that an app gets from elsewhere than from the endpoint, with their
  /// descriptions.
  private static let lacking: [TableMeans: String] = [
    .mailbox: "a code that is delivered", .phone: "a code that is delivered",
    .designersAnswer: "an answer that a trigger judges",
  ]

  /// Why a step needs more than operations; nil where it does not.
  private func obstacle(in step: Trace.Step) -> String? {
    guard let action = step.action else { return "a request of another client" }
    let declared = model.actions[action]
    guard declared.isBy(.app, .administrator) else {
      return "\(declared.actor): \(declared.name)"
    }
    if declared.isBy(.administrator), RemoteCommand(step, of: model) == nil {
      return "administrator: \(declared.name) has no operation"
    }
    var valuation = step.before
    for (input, value) in zip(declared.inputs, step.inputs) {
      valuation[input.slot] = value
    }
    let evaluator = ConcreteEvaluator(valuation)
    let lacking = declared.needs.lazy
      .filter { declared.isBy(.app) && evaluator.holds($0.condition) }
      .compactMap { TableMeans(rawValue: model.means[$0.means].name) }
      .compactMap { Self.lacking[$0] }.first
    if let lacking { return lacking }
    for firing in step.firings {
      if let sent = model.sends(firing), sent.toPool,
        model.messages[sent.message].wire.name.contains(" ")
      {
        return "the web page"
      }
      let fault = TableEffect.faults.first(where: model.effects(of: [firing]).contains)
      if let fault { return fault.rawValue }
    }
    let isTriggered = !pool.hasTriggers && isDecidedByTriggers(action, step)
    return isTriggered ? "a trigger, of which a pool that is made here has none" : nil
  }

  /// Whether other rows would fire in a pool without triggers.
  private func isDecidedByTriggers(_ action: Int, _ step: Trace.Step) -> Bool {
    var without = step.before
    let triggers = model.slot(of: .triggers)
    without[triggers] = model.slots[triggers].initial
    let interpreter = service.interpreter
    let rows = [step.before, without].map { valuation in
      try? interpreter.step(action, inputs: step.inputs, from: valuation).map(\.row)
    }
    return rows[0] != rows[1]
  }

  // MARK: Steps

  private mutating func play(_ step: Trace.Step) throws {
    app.heldNameKinds = service.held(app.nameKinds, in: step.before)
    if let command = RemoteCommand(step, of: model) {
      // If the table does nothing, do not call the endpoint.
      return step.firings.isEmpty ? () : try administer(command, step)
    }
    for (position, firing) in step.firings.enumerated() where !isStopped {
      guard let sent = model.sends(firing), sent.toPool else { continue }
      let rest = step.firings[(position + 1)...].prefix { model.sends($0)?.toPool != true }
      let made: (operation: String, input: JSON)
      let expected = rest.first { model.sends($0)?.toPool == false }
      do throws(CryptographyError) {
        made = try app.request(
          sent.message, firing.valuation, carries: model.rows[firing.row].carries)
      } catch {
        guard error.code != .openSSLFailed else { throw error }
        return note(
          Answer(
            row: expected.map { model.rows[$0.row].fullID } ?? "", operation: "",
            expected: expected.flatMap { expectation($0)?.name } ?? "",
            actual: "the client cannot go on", note: error.code.rawValue))
      }
      let reply = try pool.send(made.operation, made.input)
      if reply.exception == nil { app.take(reply.body, of: made.operation) }
      app.proposed = nil
      if let expected { compare(reply, with: expected, made.operation) }
    }
    if model.effects(of: step.firings).contains(.dropTokens) {
      (app.user.tokens, app.user.refreshToken) = (nil, nil)
    }
  }

  private mutating func administer(
    _ command: RemoteCommand, _ step: Trace.Step
  ) throws {
    let password = try app.random.password()
    let name =
      command.operation == .adminCreateUser ? app.signUpName(command.gives) : app.ownName
    let input = command.input(
      pool: pool.poolID, name: name, password: password, attributes: app.attributes)
    let reply = try pool.send(command.operation, input)
    if reply.exception == nil, command.setsPassword { app.user.passwords.append(Secret(password)) }
    note(
      Answer(
        row: step.firings.last.map { model.rows[$0.row].fullID } ?? "",
        operation: command.operation, expected: "a result", actual: reply.exception ?? "a result",
        members: reply.members))
  }

  // MARK: Agreement

  /// The class of answer that a row sends, with the service's text.
  private func expectation(_ firing: Interpreter.Firing) -> (name: String, words: String)? {
    guard let sent = model.sends(firing) else { return nil }
    let message = model.messages[sent.message]
    switch TableKind(rawValue: message.kind) {
    case .exception: return (message.wire.name, service.codec.text(of: firing))
    case .challenge: return (message.wire.name, "")
    default: return (message.name == .tokens ? "tokens" : "a result", "")
    }
  }

  private mutating func compare(
    _ reply: ServiceReply, with firing: Interpreter.Firing, _ operation: String
  ) {
    guard let expected = expectation(firing) else { return }
    let hasTokens = reply.body[.authenticationResult]?[.accessToken] != nil
    let challenge = reply.body[.challengeName]?.text
    // Tokens count as a plain result where the row sends no message of its own for them.
    let isTokens = hasTokens && expected.name != "a result"
    let actual = reply.exception ?? challenge ?? (isTokens ? "tokens" : "a result")
    var answer = Answer(
      row: model.rows[firing.row].fullID, operation: operation, expected: expected.name,
      actual: actual, members: reply.members)
    let words = reply.body[.message]?.text ?? reply.body["Message"]?.text ?? ""
    if reply.exception != nil, !words.fits(expected.words) { answer.note = words }
    note(answer)
  }

  private mutating func note(_ answer: Answer) {
    answers.append(answer)
    isStopped = !answer.isOfClass
  }
}

extension RemoteRun.Answer {
  fileprivate mutating func compareMembers(with expected: Set<String>) {
    guard isOfClass else { return }
    missing = expected.subtracting(members).sorted()
    added = members.subtracting(expected).sorted()
  }
}

extension ServiceReply {
  /// The paths of all members of a result. A list contributes its elements' paths, attributes their
  /// names; a text that holds JSON is one member.
  fileprivate var members: Set<String> {
    guard exception == nil else { return [] }
    var paths: Set<String> = []
    func visit(_ value: JSON, _ path: String) {
      if !path.isEmpty { paths.insert(path) }
      for element in value.elements ?? [] {
        if let name = element["Name"]?.text, element["Value"] != nil {
          paths.insert("\(path)[\(name)]")
        } else {
          visit(element, path)
        }
      }
      for member in value.entries {
        visit(member.value, path.isEmpty ? member.name : "\(path).\(member.name)")
      }
    }
    visit(body, "")
    return paths
  }
}
