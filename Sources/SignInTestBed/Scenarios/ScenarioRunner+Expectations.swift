import TransitionTables

extension ScenarioRunner {
  /// What a step may expect: a kind of message to the app with its name, a field of one with its
  /// value, or `nothing`.
  ///
  /// - Throws: `scenario.unknown-expectation` for a key or a value that no answer can have.
  func checkExpectations(of scenario: Scenario) throws(DiagnosticList) {
    var problems: [Diagnostic] = []
    for expectation in scenario.steps.flatMap(\.expectation) {
      guard let words = words(for: expectation.key) else {
        problems.append(
          complaint(
            "no answer to the app has `\(expectation.key)`", expectation.location,
            expectation.key, among: expectationKeys, in: scenario))
        continue
      }
      let named = expectation.value.elements ?? [expectation.value]
      for node in named where !words.isEmpty && !words.contains(node.text ?? "") {
        let text = node.text ?? ""
        problems.append(
          complaint(
            "`\(expectation.key)` can never be `\(text)`", node.location, text, among: words,
            in: scenario))
      }
    }
    guard problems.isEmpty else { throw DiagnosticList(problems) }
  }

  private func complaint(
    _ message: String, _ location: SourceLocation, _ word: String, among words: [String],
    in scenario: Scenario
  ) -> Diagnostic {
    scenario.document.diagnostic(
      "scenario.unknown-expectation", at: location, message,
      remedy: words.nearest(to: word).map { "did you mean `\($0)`?" } ?? "use one of \(words.list)")
  }

  private var answers: [Message] { model.messages.filter { $0.receiver == nil } }

  private var expectationKeys: [String] {
    Set(answers.map(\.kind) + answers.flatMap(fieldNames) + ["nothing"]).sorted()
  }

  private func fieldNames(of message: Message) -> [String] {
    message.fields.map { String(model.slots[$0].name.dropFirst(message.name.count + 1)) }
  }

  /// The words that may stand behind a key, sorted; empty where any may, nil where the key is
  /// unknown.
  private func words(for key: String) -> [String]? {
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

  /// Why a step did nothing: what its call asks for and where that stands.
  func idleness(of action: Int, in valuation: [Int]) -> String {
    let places = model.components.map {
      "\($0.name) is \(model.text(of: valuation[$0.locationSlot], in: $0.locationSlot))"
    }
    let action = model.actions[action]
    return "nothing fired: `\(action.call)` is not offered here, where the "
      + "\(places.joined(separator: " and the ")); \(action.location) says where it is"
  }
}
