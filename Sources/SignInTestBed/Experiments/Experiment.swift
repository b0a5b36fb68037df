import SignIn
public import SignInCryptography
public import TransitionTables

/// A run of calls whose last request is answered differently under two values of an assumption, as
/// requests that can be sent to a real pool.
///
/// The requests name the maker of what they carry (`{"$": "password", "value": "current"}`), so
/// that a script can make the bytes for any pool.
public struct Experiment: Sendable {
  /// The answer that one value of the assumption predicts.
  public struct Outcome: Sendable {
    /// The assumption's value, in the table's words.
    public var value: String
    /// The predicted parts of the answer: an exception, a challenge or a result.
    public var answer: JSON
  }

  /// The name of the assumption.
  public var assumption: String
  /// The attributes that serve as user names in this pool, by wire name; empty where names are
  /// free.
  public var nameAttributes: [String]
  /// The calls, as a report writes them.
  public var calls: [String]
  /// One object for each step: an `operation` with its `input`, a `pause`, or an act to do
  /// `byHand`, with the `input` of the test bed's act that does it.
  public var steps: [JSON]
  /// The predicted answers to the last request, one for each value.
  public var outcomes: [Outcome]

  /// The whole experiment as one document.
  public var json: JSON {
    .members([
      "assumption": .string(assumption), "calls": .array(calls.map { .string($0) }),
      "nameAttributes": .array(nameAttributes.map { .string($0) }),
      "steps": .array(steps),
      "outcomes": .object(outcomes.map { JSON.Member($0.value, $0.answer) }),
    ])
  }

  /// Whether an answer has all members that a prediction states; lists and texts must be equal.
  ///
  /// - Parameters:
  ///   - answer: the answer of a pool.
  ///   - stated: the answer that a value of the assumption predicts.
  public static func agrees(_ answer: JSON, with stated: JSON) -> Bool {
    guard case .object(let members) = stated else { return answer == stated }
    return members.allSatisfy { member in
      answer[member.name].map { agrees($0, with: member.value) } ?? false
    }
  }
}

/// Writes calls as requests, up to the first that two values of an assumption answer differently.
public struct ExperimentWriter {
  private let model: Model
  private let codec: WireCodec
  private let interpreter: Interpreter

  /// Creates a writer for a model.
  public init(model: Model) {
    self.model = model
    codec = WireCodec(model)
    interpreter = Interpreter(model: model)
  }

  /// The experiment for a run of calls; nil where no request is answered differently.
  ///
  /// - Parameters:
  ///   - assumption: the slot of the assumption.
  ///   - values: the two values to compare.
  ///   - parameters: the configuration that both runs share.
  ///   - calls: the calls of the run.
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
      // A request that one side refuses without a row is sent nevertheless.
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

  /// The requests of a call with their answers; updates the state to the one after the call.
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

  /// The step of an administrator, the clock or another actor: the request whose row grants the
  /// action, a pause, or an act to do by hand.
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

  /// A request whose fields have the action's inputs; other fields are `valid` or have their first
  /// value.
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

  /// An act that no request performs, in words for a person and as the input of `TestBedAct`.
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

/// Writes a symbolic value in place of bytes: an object with the maker in `$`. A value spread over
/// several members has its maker in `NAME.$`.
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

/// Leaves out every value that would have to be made.
private struct NothingMaker: WireMaker {
  typealias Failure = Never

  func make(_ part: WirePart) -> JSON? { nil }
}
