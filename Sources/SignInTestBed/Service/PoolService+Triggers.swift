import SignInCryptography
import TransitionTables

/// The pool owner's Lambda functions (triggers): called where the rows ask for them; the rows
/// follow their answers.
extension PoolService {
  /// Connects trigger functions, which from now on are called in place of the behaviour that the
  /// configuration states.
  ///
  /// - Parameters:
  ///   - names: the functions to call, by the table's names.
  ///   - table: describes the functions and their events.
  public mutating func connect(_ names: Set<String>, by table: TriggerTable) {
    (triggers.table, triggers.connected) = (table, names)
  }

  /// Whether any trigger function is connected.
  public var asksTriggers: Bool { !triggers.connected.isEmpty }

  /// Of the given functions, by the table's names, those that the pool's configuration lacks.
  public func lacking(_ names: [String]) -> [String] { names.filter { !hasTrigger($0) } }

  private func hasTrigger(_ name: String) -> Bool {
    text(.triggers, in: initial).split { "{}, ".contains($0) }.contains { $0 == name }
  }

  /// The functions that are called at a place of the table.
  func functions(at place: String) -> [TriggerTable.Function] {
    guard !triggers.connected.isEmpty, let table = triggers.table else { return [] }
    return table.functions(at: place).filter {
      triggers.connected.contains($0.name) && hasTrigger($0.name)
    }
  }

  // MARK: Rows

  /// The rows that a message fires, with the functions called on the way.
  mutating func firings(
    _ message: Int, _ fields: [Int: Int], _ turn: inout ServiceTurn
  ) throws(ServiceException) -> [Interpreter.Firing] {
    var current = turn.valuation
    var firings: [Interpreter.Firing] = []
    let behaviour = slot(.triggerBehaviour)
    let ordinary = current[behaviour]
    while firings.count < 4_096 {
      current[behaviour] = ordinary
      try ask(at: message, fields, isFirst: firings.isEmpty, &current, &turn)
      guard let next = try step(message, fields, isFirst: firings.isEmpty, current) else { break }
      firings.append(next)
      current = next.valuation
      guard model.rows[next.row].sends == nil, interpreter.isUrgent(current) else { break }
    }
    return firings
  }

  private func step(
    _ message: Int, _ fields: [Int: Int], isFirst: Bool, _ valuation: [Int]
  ) throws(ServiceException) -> Interpreter.Firing? {
    do throws(Interpreter.Fault) {
      return isFirst
        ? try interpreter.deliver(message, fields: fields, to: valuation)
        : try interpreter.goOn(from: valuation)
    } catch {
      throw .internalError("the table cannot go on from \(model.messages[message].name)")
    }
  }

  /// Calls the functions of the row that would fire if they refused.
  private mutating func ask(
    at message: Int, _ fields: [Int: Int], isFirst: Bool, _ valuation: inout [Int],
    _ turn: inout ServiceTurn
  ) throws(ServiceException) {
    let behaviour = slot(.triggerBehaviour)
    guard let refuses = model.value(TableMember.refuses.rawValue, in: behaviour) else { return }
    var trial = valuation
    trial[behaviour] = refuses
    guard let refused = try? step(message, fields, isFirst: isFirst, trial) else { return }
    let place = model.rows[refused.row].fullID
    for function in functions(at: place) {
      // The event shows the record after the row: confirmed, where the function runs after
      // confirmation.
      turn.triggers.shown = refused.valuation
      let (does, response) = try ask(function, at: place, &turn)
      lend(TableVariable.triggerBehaviour.rawValue, does.rawValue, &valuation, &turn)
      guard does == .works else { return }
      follow(function, response, &valuation, &turn)
    }
  }

  /// Applies an answer in place of what the configuration states.
  private func follow(
    _ function: TriggerTable.Function, _ response: JSON, _ valuation: inout [Int],
    _ turn: inout ServiceTurn
  ) {
    takeMeanings(of: function, response, &valuation, &turn)
    switch TableMember(rawValue: function.name) {
    case .userMigration:
      noteMigrated(response, valuation, &turn)
      // The migrated address may belong to another account, which the answer reads too.
      noteClaim(&turn)
      valuation[slot(.claimed)] = turn.valuation[slot(.claimed)]
      takeMeanings(of: function, response, &valuation, &turn)
    case .preTokenGeneration: turn.triggers.tokens = TokenChanges(response)
    case .defineAuthChallenge:
      // Rounds are counted only to bound an exploration: stop at the last value.
      let slot = slot(.round)
      if let last = model.value("4", in: slot) {
        valuation[slot] = min(valuation[slot], last)
      }
    default: break
    }
  }

  private func takeMeanings(
    of function: TriggerTable.Function, _ response: JSON, _ valuation: inout [Int],
    _ turn: inout ServiceTurn
  ) {
    for meaning in function.meanings where TriggerTable.matches(meaning.pattern, response) {
      for (name, text) in meaning.settings { lend(name, text, &valuation, &turn) }
    }
  }

  /// Sets slots for the current request alone.
  private func lend(
    _ name: String, _ text: String, _ valuation: inout [Int], _ turn: inout ServiceTurn
  ) {
    for slot in model.symbols[name]?.slots ?? [] {
      guard let value = model.value(text, in: slot) else { continue }
      turn.triggers.lend(slot, insteadOf: valuation[slot])
      valuation[slot] = value
    }
  }

  /// Records what a migration function found: attributes, the address that the table follows, and
  /// the password of the request.
  private func noteMigrated(
    _ response: JSON, _ valuation: [Int], _ turn: inout ServiceTurn
  ) {
    let given = triggers.input[.authParameters]
    let name = (given?[.authUsername] ?? triggers.input[.username])?.text ?? ""
    var found = attributes(ofName: name)
    for member in response["userAttributes"]?.entries ?? [] {
      found[member.name] = member.value.text
    }
    let followed = text(.migratedAddress, in: valuation)
    let others = contacts.filter { $0.member != followed }.map(\.wire)
    let dropped = contacts.map { "\($0.wire)_verified" } + others + ["username", "sub"]
    turn.attributes = found.filter { !dropped.contains($0.key) }
    turn.newPassword = given?[.authPassword]?.text.map { Secret($0) }
  }

  // MARK: Questions

  /// Calls a function: its behaviour in the table's word, and its response.
  mutating func ask(
    _ function: TriggerTable.Function, at place: String, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> (does: TableMember, response: JSON) {
    guard let answer = triggers.take(function.name) else {
      let call = TriggerCall(name: function.name, event: event(function, at: place, turn))
      triggers.question = call
      throw .internalError("\(function.name) is asked")
    }
    let title = wireName(of: function)
    switch answer.outcome {
    case .refused(let words):
      triggers.refusal = (title, words)
      return (.refuses, .null)
    case .failed(let reason):
      triggers.refusal = (title, reason)
      return (.fails, .null)
    case .returned(let event):
      guard let response = event["response"], function.recognizes(response) else {
        return (.answersNonsense, .null)
      }
      return (.works, response)
    }
  }

  /// Calls the functions at a place that no row follows; nil where there is none.
  mutating func ask(
    at place: String, in valuation: [Int]? = nil, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> JSON? {
    var last: JSON?
    for function in functions(at: place) {
      turn.triggers.shown = valuation ?? turn.valuation
      let (does, response) = try ask(function, at: place, &turn)
      guard does == .works else {
        let failure = triggers.table?.failures[does.rawValue]
        throw ServiceException(
          name: failure?.exception ?? TableMessage.unexpectedLambdaException.rawValue,
          message: filled(failure?.text ?? ""))
      }
      last = response
    }
    return last
  }

  private func wireName(of function: TriggerTable.Function) -> String {
    codec.words(of: .trigger).first { $0.member == function.name }?.wire ?? function.name
  }

  /// The end of a text whose wording nobody has reported.
  private static let unknown = ": the words are not known"

  /// A row's text with the message of the function that refused, to which the service adds a period
  /// (N680). Where the row's text is unknown, the reason of the failure is added.
  func filled(_ text: String) -> String {
    guard let refusal = triggers.refusal else { return text }
    return text.filling(.trigger, refusal.name)
      .filling(.saidByTrigger, refusal.words + ".")
      .replacing(Self.unknown, with: "\(Self.unknown); \(refusal.name): \(refusal.words)")
  }
}
