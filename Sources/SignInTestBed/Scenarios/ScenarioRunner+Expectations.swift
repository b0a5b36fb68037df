import TransitionTables

extension ScenarioRunner {
  /// Checks that each expectation names something that an answer can have: a kind of message with a
  /// name, a field with a value, or `nothing`.
  ///
  /// - Throws: `scenario.unknown-expectation` for a key or a value that no answer can have.
  func checkExpectations(of scenario: Scenario) throws(DiagnosticList) {
    var problems: [Diagnostic] = []
    for step in scenario.steps {
      let answers = answers(toRequest: step.isRequest)
      for expectation in step.expectation {
        problems += complaints(expectation, answers, in: scenario)
      }
    }
    guard problems.isEmpty else { throw DiagnosticList(problems) }
  }

  private func complaints(
    _ expectation: Scenario.Expectation, _ answers: [Message], in scenario: Scenario
  ) -> [Diagnostic] {
    guard let words = words(for: expectation.key, in: answers) else {
      let keys = Set(answers.map(\.kind) + answers.flatMap(fieldNames) + ["nothing"]).sorted()
      return [
        complaint(
          "no answer has `\(expectation.key)` here", expectation.location, expectation.key,
          among: keys, in: scenario)
      ]
    }
    let named = expectation.value.elements ?? [expectation.value]
    let wrong = named.filter { node in
      !words.isEmpty && !words.contains(meant(node.text ?? "", by: expectation.key))
    }
    return wrong.map { node in
      complaint(
        "`\(expectation.key)` can never be `\(node.text ?? "")`", node.location, node.text ?? "",
        among: words, in: scenario)
    }
  }

  /// The declared name of an expected message; a statement may use an alias of it.
  func meant(_ word: String, by key: String) -> String {
    guard let name = model.message(byAlias: word),
      model.messages.contains(where: { $0.kind == key && $0.name == name })
    else { return word }
    return name
  }

  private func complaint(
    _ message: String, _ location: SourceLocation, _ word: String, among words: [String],
    in scenario: Scenario
  ) -> Diagnostic {
    scenario.document.diagnostic(
      "scenario.unknown-expectation", at: location, message,
      remedy: words.remedy(for: word))
  }

  /// The messages that the app can receive, or that the pool can answer a request with.
  private func answers(toRequest isRequest: Bool) -> [Message] {
    guard isRequest else { return model.messages.filter { $0.receiver == nil } }
    let pool = model.component(.pool)
    return model.messages.filter { $0.receiver != nil && $0.receiver != pool }
  }

  private func fieldNames(of message: Message) -> [String] {
    message.fields.map { String(model.slots[$0].name.dropFirst(message.name.count + 1)) }
  }

  /// The words allowed as the value of a key, sorted; empty where any is allowed, nil where the key
  /// is unknown.
  private func words(for key: String, in answers: [Message]) -> [String]? {
    if key == "nothing" { return ["false", "true"] }
    let named = answers.filter { $0.kind == key }.map(\.name)
    if !named.isEmpty { return named.sorted() }
    let slots = answers.flatMap { message in
      message.fields.filter { model.slots[$0].name == "\(message.name).\(key)" }
    }
    guard !slots.isEmpty else { return nil }
    var words: Set<String> = []
    for slot in slots {
      switch model.slots[slot].type {
      case .set(let members): words.formUnion(model.types.enums[members].members)
      case let type:
        words.formUnion(model.types.values(of: type).map { model.types.text(of: $0, as: type) })
      }
    }
    return words.sorted()
  }

  /// Why a step did nothing: the conditions of its call, and the places of the components.
  func idleness(of action: Int, in valuation: [Int], by interpreter: Interpreter) -> String {
    let places = model.components.map {
      "\($0.name) is \(model.text(of: valuation[$0.locationSlot], in: $0.locationSlot))"
    }
    let called = model.actions[action]
    let others = model.actions.indices.filter { other in
      other != action && model.actions[other].call == called.call
        && isOffered(other, in: valuation, by: interpreter)
    }
    let forms = others.map { other -> String in
      let inputs = model.actions[other].inputs.map { "\($0.name): …" }
      return "\(model.actions[other].call)(\(inputs.joined(separator: ", ")))"
    }
    return "nothing fired: `\(called.name)` is not offered here, where the "
      + "\(places.joined(separator: " and the ")); "
      + (forms.isEmpty ? "" : "here \(forms.list) is; ")
      + "\(called.location) says where it is"
  }

  /// Whether an action does something in a state, for some choice of its inputs.
  private func isOffered(_ action: Int, in valuation: [Int], by interpreter: Interpreter) -> Bool {
    var choices: [[Int]] = [[]]
    for input in model.actions[action].inputs {
      let values = model.types.values(of: model.slots[input.slot].type)
      choices = choices.flatMap { chosen in values.map { chosen + [$0] } }
    }
    return choices.contains { !interpreter.rows(for: action, inputs: $0, in: valuation).isEmpty }
  }
}
