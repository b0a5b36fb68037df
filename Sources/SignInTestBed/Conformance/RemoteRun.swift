import SignIn
import SignInCryptography
public import TransitionTables

/// A run of the table, played at an endpoint that knows nothing of the table: public and
/// administrators' operations alone, each answer compared with the row that should have made it.
///
/// The run is set aside where it needs more than such operations: a code that was delivered, the
/// clock, a trigger, an answer that is lost.
public struct RemoteRun: Sendable {
  /// What one operation was answered with.
  public struct Answer: Sendable, Hashable {
    /// The row that should have answered.
    public var row: String
    public var operation: String
    /// A challenge, an exception, `tokens` or `a result`.
    public var expected: String
    public var actual: String
    /// Where the texts of exceptions differ, what the endpoint says.
    public var note = ""
    /// The paths of what a result or challenge consists of; none of an exception.
    var members: Set<String> = []
    /// Members with which the table's own service answers here, and the endpoint does not.
    public var missing: [String] = []
    /// Further members of the endpoint. No client that knows the service looks for them.
    public var added: [String] = []

    /// Whether it is of the class that the table says, so that the run can go on.
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
  ///   - steps: from a state without an account.
  ///   - model: the model whose steps they are.
  ///   - seed: of all randomness.
  ///   - title: what the run is called; it names its stream of randomness.
  ///   - pool: where they are played; users of the run are deleted before it.
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

  /// This run after its steps, or after the first answer of another class.
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

  // MARK: What can be played

  /// Whether nothing has happened: no account, and triggers that work.
  private func isInitial(_ valuation: [Int]) -> Bool {
    model.slots.indices.allSatisfy { slot in
      model.slots[slot].kind != .variable(component: nil)
        || valuation[slot] == service.initial[slot]
    }
  }

  /// What the app has from elsewhere than from the endpoint, by the table's means.
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

  /// Whether other rows fire in a pool without functions of its owner.
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
      // Where the table does nothing, nothing is asked.
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

  /// The class of an answer that a row sends, with the service's words.
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
    // Tokens are a result too, where the row sends no message of its own for them.
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
  /// The paths of all members of a result: of a list those of its elements, of attributes their
  /// names. Texts that hold JSON are one member.
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
