import SignInCryptography
import TransitionTables

/// The owner's Lambda functions: asked where the rows say so, and followed by the rows.
extension PoolService {
  /// Lets functions of the owner be asked from now on, in place of what the configuration says that
  /// they do.
  ///
  /// - Parameters:
  ///   - names: the functions by the table's names.
  ///   - table: what they are asked.
  public mutating func connect(_ names: Set<String>, by table: TriggerTable) {
    (triggers.table, triggers.connected) = (table, names)
  }

  /// Whether any function is asked.
  public var asksTriggers: Bool { !triggers.connected.isEmpty }

  /// Of some functions, by the table's names, those that the pool's configuration lacks.
  public func lacking(_ names: [String]) -> [String] { names.filter { !hasTrigger($0) } }

  private func hasTrigger(_ name: String) -> Bool {
    text(.triggers, in: initial).split { "{}, ".contains($0) }.contains { $0 == name }
  }

  /// The functions that are asked at a place.
  func functions(at place: String) -> [TriggerTable.Function] {
    guard !triggers.connected.isEmpty, let table = triggers.table else { return [] }
    return table.functions(at: place).filter {
      triggers.connected.contains($0.name) && hasTrigger($0.name)
    }
  }

  // MARK: Rows

  /// The rows that a message fires, functions asked on the way.
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

  /// Asks the functions of the row that would fire if they refused.
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
      // The record as the row would leave it: confirmed, where the function runs after that.
      turn.triggers.shown = refused.valuation
      let (does, response) = try ask(function, at: place, &turn)
      lend(TableVariable.triggerBehaviour.rawValue, does.rawValue, &valuation, &turn)
      guard does == .works else { return }
      follow(function, response, &valuation, &turn)
    }
  }

  /// Takes what an answer means for what the configuration says.
  private func follow(
    _ function: TriggerTable.Function, _ response: JSON, _ valuation: inout [Int],
    _ turn: inout ServiceTurn
  ) {
    takeMeanings(of: function, response, &valuation, &turn)
    switch TableMember(rawValue: function.name) {
    case .userMigration:
      noteMigrated(response, valuation, &turn)
      // The address that was found may be another account's, of which the answer speaks, too.
      noteClaim(&turn)
      valuation[slot(.claimed)] = turn.valuation[slot(.claimed)]
      takeMeanings(of: function, response, &valuation, &turn)
    case .preTokenGeneration: turn.triggers.tokens = TokenChanges(response)
    case .defineAuthChallenge:
      // The rounds are counted for the bound of an exploration alone.
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

  /// Sets slots for this request alone.
  private func lend(
    _ name: String, _ text: String, _ valuation: inout [Int], _ turn: inout ServiceTurn
  ) {
    for slot in model.symbols[name]?.slots ?? [] {
      guard let value = model.value(text, in: slot) else { continue }
      turn.triggers.lend(slot, insteadOf: valuation[slot])
      valuation[slot] = value
    }
  }

  /// What a function has found elsewhere: attributes, of the addresses the one that the table
  /// follows, and the password that came along.
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

  /// Asks a function; what it does in the table's word, and its response.
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

  /// Asks the functions of a place that no row of the table follows; nil where none is there.
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

  /// How words end that nobody has reported.
  private static let unknown = ": the words are not known"

  /// A row's words with those of the function that refused, after which the service puts a period
  /// of its own (N680); where the row's are not known, with why the function did not answer.
  func filled(_ text: String) -> String {
    guard let refusal = triggers.refusal else { return text }
    return text.filling(.trigger, refusal.name)
      .filling(.saidByTrigger, refusal.words + ".")
      .replacing(Self.unknown, with: "\(Self.unknown); \(refusal.name): \(refusal.words)")
  }
}
