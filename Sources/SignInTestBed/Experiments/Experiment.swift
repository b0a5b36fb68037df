import SignIn
public import SignInCryptography
public import TransitionTables

/// A run of calls whose last request two values of an assumption answer differently, as requests
/// that somebody can send to a pool of their own.
///
/// The requests name what they carry by its maker (`{"$": "password", "value": "current"}`), so
/// that a script can make the bytes against any pool.
public struct Experiment: Sendable {
  /// What an assumption's value says the service will answer.
  public struct Outcome: Sendable {
    /// The value, as a table writes it.
    public var value: String
    /// The parts of the answer that the table states: an exception, a challenge or a result.
    public var answer: JSON
  }

  /// The assumption by name.
  public var assumption: String
  /// The attributes that are names in this pool, by their wire names; none where names are free.
  public var nameAttributes: [String]
  /// What the calls are, as a report writes them.
  public var calls: [String]
  /// One object a step: an `operation` with its `input`, a `pause`, or what is done `byHand`,
  /// with the `input` of the test bed's act that does it.
  public var steps: [JSON]
  /// The answers to the last request, one for each value.
  public var outcomes: [Outcome]

  /// Everything in one document.
  public var json: JSON {
    .members([
      "assumption": .string(assumption), "calls": .array(calls.map { .string($0) }),
      "nameAttributes": .array(nameAttributes.map { .string($0) }),
      "steps": .array(steps),
      "outcomes": .object(outcomes.map { JSON.Member($0.value, $0.answer) }),
    ])
  }

  /// Whether an answer has everything that another states; lists and texts are compared whole.
  ///
  /// - Parameters:
  ///   - answer: what a pool answered.
  ///   - stated: what a value of an assumption says.
  public static func agrees(_ answer: JSON, with stated: JSON) -> Bool {
    guard case .object(let members) = stated else { return answer == stated }
    return members.allSatisfy { member in
      answer[member.name].map { agrees($0, with: member.value) } ?? false
    }
  }
}

/// Writes the calls of two worlds as requests, up to the first that is answered differently.
public struct ExperimentWriter {
  private let model: Model
  private let codec: WireCodec
  private let interpreter: Interpreter

  /// A writer for a model.
  public init(model: Model) {
    self.model = model
    codec = WireCodec(model)
    interpreter = Interpreter(model: model)
  }

  /// The experiment for a run of calls; nil where no request is answered differently.
  ///
  /// - Parameters:
  ///   - assumption: the slot of the assumption.
  ///   - values: two values of it.
  ///   - parameters: the configuration of both worlds.
  ///   - calls: the run.
  public func experiment(
    on assumption: Int, between values: (Int, Int), parameters: [Int: Int],
    calls: [AnswerComparison.Call]
  ) -> Experiment? {
    var worlds = [values.0, values.1].map { value in
      interpreter.rested(
        interpreter.initial(parameters: parameters.merging([assumption: value]) { $1 }))
    }
    let names = model.parameter(named: TableVariable.usernameAttributes.rawValue).map {
      codec.wireNames(ofSet: worlds[0][$0], in: $0)
    }
    var experiment = Experiment(
      assumption: model.slots[assumption].name, nameAttributes: names ?? [], calls: [], steps: [],
      outcomes: [])
    for call in calls {
      let turns = worlds.indices.map { exchanges(of: call, from: &worlds[$0]) }
      experiment.calls.append(text(of: call))
      // What one world refuses without a row is sent all the same.
      let longer = turns[0].count >= turns[1].count ? turns[0] : turns[1]
      for (position, sent) in longer.enumerated() {
        experiment.steps.append(sent.request)
        let answers = turns.map { position < $0.count ? $0[position].answer : nil }
        guard answers[0] != answers[1] else { continue }
        experiment.outcomes = zip([values.0, values.1], answers).map { value, answer in
          Experiment.Outcome(
            value: model.text(of: value, in: assumption), answer: answer ?? .object([]))
        }
        return experiment
      }
    }
    return nil
  }

  private func text(of call: AnswerComparison.Call) -> String {
    let action = model.actions[call.action]
    let inputs = zip(action.inputs, call.inputs).map { input, value in
      "\(input.name): \(model.text(of: value, in: input.slot))"
    }
    return "\(action.actor): \(action.call)(\(inputs.joined(separator: ", ")))"
  }

  // MARK: Requests

  private typealias Exchange = (request: JSON, answer: JSON?)

  /// The requests of a call with their answers; the world goes on to the state that it leaves.
  private func exchanges(of call: AnswerComparison.Call, from world: inout [Int]) -> [Exchange] {
    let before = world
    guard let firings = try? interpreter.step(call.action, inputs: call.inputs, from: world),
      let last = firings.last
    else { return [] }
    world = interpreter.rested(last.valuation)
    let asked = firings.indices.filter { model.sends(firings[$0])?.toPool == true }
    guard asked.isEmpty else {
      return asked.enumerated().map { number, position in
        let end = number + 1 < asked.count ? asked[number + 1] : firings.endIndex
        let answer = firings[position..<end].first { model.sends($0)?.toPool == false }
        return (request(firings[position]), answer.map(self.answer))
      }
    }
    return [(act(call, firings, before), nil)]
  }

  private func request(_ firing: Interpreter.Firing) -> JSON {
    let row = model.rows[firing.row]
    guard let message = row.sends else { return .null }
    return request(message, firing.valuation, carries: row.carries)
  }

  private func request(
    _ message: Int, _ valuation: [Int], carries: [String: String] = [:]
  ) -> JSON {
    var maker = SymbolMaker()
    return .members([
      "operation": .string(codec.operation(of: message, in: valuation)),
      "input": codec.write(message, valuation, carries: carries, by: &maker),
    ])
  }

  /// What an administrator, the clock or somebody else does: the request whose row grants the
  /// action, a pause, or what has to be done by hand.
  private func act(
    _ call: AnswerComparison.Call, _ firings: [Interpreter.Firing], _ before: [Int]
  ) -> JSON {
    let action = model.actions[call.action]
    let effects = firings.flatMap { model.rows[$0.row].effects }
    if action.isBy(.clock), let pause = effects.last {
      return .members(["pause": .string(pause)])
    }
    for row in model.rows where row.grants.contains(call.action) {
      guard case .message(let message) = row.trigger else { continue }
      let valuation = asking(message, call, before)
      guard ConcreteEvaluator(valuation).holds(row.when) else { continue }
      let asked = request(message, valuation)
      return .object(asked.entries + [JSON.Member("as", .string(action.name))])
    }
    return byHand(call)
  }

  /// A request with the inputs of an action in its fields; what the action does not say is valid.
  private func asking(
    _ message: Int, _ call: AnswerComparison.Call, _ before: [Int]
  ) -> [Int] {
    var valuation = before
    for slot in model.messages[message].fields {
      let input = zip(model.actions[call.action].inputs, call.inputs)
        .first { $0.0.name == model.slots[slot].ownName }
      let initial = model.types.first(of: model.slots[slot].type)
      valuation[slot] = input?.1 ?? model.value(TableMember.valid.rawValue, in: slot) ?? initial
    }
    return valuation
  }

  /// What no request does: in words for a person, and as `TestBedAct` takes it.
  private func byHand(_ call: AnswerComparison.Call) -> JSON {
    let action = model.actions[call.action]
    let inputs = zip(action.inputs, call.inputs).map { input, value in
      JSON.Member(input.name, .string(model.text(of: value, in: input.slot)))
    }
    return .members([
      "byHand": .string(text(of: call)),
      "input": .members(["Action": .string(action.name), "Inputs": .object(inputs)]),
    ])
  }

  private func answer(_ firing: Interpreter.Firing) -> JSON {
    guard let message = model.rows[firing.row].sends else { return .object([]) }
    let form = model.messages[message].wire
    if model.messages[message].kind == .exception {
      return .members(["__type": .string(form.name)])
    }
    var maker = NothingMaker()
    let body = codec.write(message, firing.valuation, by: &maker)
    let name = codec.isChallenge(message) ? [JSON.Member(.challengeName, .string(form.name))] : []
    return .object(name + body.entries)
  }
}

/// Writes what is to be made instead of making it: an object with the maker in `$`. What is spread
/// over several members has its maker in `NAME.$`.
private struct SymbolMaker: WireMaker {
  typealias Failure = Never

  func make(_ part: WirePart) -> JSON? {
    let stated: [TableField] =
      part.member.encoding == .spread
      ? [.givesMissing, .givesPresent, .givesMark] : [.identifier, .attribute, .marksVerified]
    let given = stated.compactMap { field in
      let value = part.fields[field]
      return value.isEmpty ? nil : JSON.Member(field.rawValue, .string(value))
    }
    let symbol = JSON.members([
      "$": .string(part.maker), "value": part.value.isEmpty ? nil : .string(part.value),
    ])
    return .object(symbol.entries + given)
  }
}

/// Leaves out what is to be made.
private struct NothingMaker: WireMaker {
  typealias Failure = Never

  func make(_ part: WirePart) -> JSON? { nil }
}
