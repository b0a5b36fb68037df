import StateSpace
import TransitionTables

/// What calls are answered, asked of all users at once.
extension MeansSets {
  /// The calls of somebody who holds nothing that are answered otherwise for a user than for a name
  /// that nobody has. Calls in a row are not tried.
  func leaks(_ words: RecordWords) -> [Attacks.Leak] {
    let model = origin.model
    let compiled = origin.compiled
    guard let none = compiled.system.initialStates.first else { return [] }
    func text(_ answer: Answer?) -> String { answer.map { model.text(of: $0) } ?? "no answer" }
    var others: [StepKinds.Kind: [String]] = [:]
    for step in compiled.system.steps(from: none).steps {
      guard let rule = step.rules.first else { continue }
      let label = compiled.label(ofRule: rule)
      let answer = model.answer(in: compiled.valuation(of: step.observation))
      others[StepKinds.Kind(action: label.action, inputs: label.inputs), default: []]
        .append(text(answer))
    }
    var order: [Attacks.Leak] = []
    var found: [Int: Diagram] = [:]
    let wording = TraceWording(model: model)
    var done = Diagram.no
    for reply in replies(where: model.access?.start ?? .no, atStart: true) {
      // A call with several outcomes leaves it to chance.
      guard let known = others[reply.kind], known.count == 1, known[0] != text(reply.answer),
        let action = reply.kind.action, model.actions[action].actor == "app"
      else { continue }
      let own = users(startingIn: reply.free, without: done)
      guard own != .no else { continue }
      done = union(done, own)
      let calls = [model.actionText(action, inputs: reply.kind.inputs)]
      let position = order.firstIndex {
        $0.calls == calls && $0.withAccount == text(reply.answer)
      }
      found[position ?? order.count] = union(found[position ?? order.count] ?? .no, own)
      if position == nil {
        order.append(
          Attacks.Leak(
            calls: calls, words: [wording.shortCall(action, reply.kind.inputs)],
            withoutAccount: known[0], withAccount: text(reply.answer), who: [],
            records: 0))
      }
    }
    for position in order.indices {
      let starts = starts(in: found[position] ?? .no)
      order[position].who = words.descriptions(of: starts)
      order[position].records = starts.count
    }
    return order
  }

  /// The app's calls that may never return.
  var hangingCalls: [Int] {
    let found = replies(where: .yes, atStart: false).filter { $0.answer == nil }
      .compactMap(\.kind.action)
    return Set(found).filter { origin.model.actions[$0].actor == "app" }.sorted()
  }

  /// A call of the app that never returns, and the state in which the app waits then; nil where
  /// every call returns. None takes fewer steps to get to.
  var hang: (action: Int, end: [Int])? {
    let (model, compiled, kinds) = (origin.model, origin.compiled, origin.kinds)
    func isOfApp(_ action: Int?) -> Bool {
      action.map { model.actions[$0].actor == "app" } ?? false
    }
    let account = model.access?.account ?? .no
    let states = origin.askAlongAll { search in
      let diagrams = search.diagrams
      let hanging = search.steps.filter {
        isOfApp(kinds.all[$0.kind].action) && search.answer(of: $0) == nil
      }
      // Who is where the call leads already has not gone there by it.
      let moving = diagrams.or(hanging.map { diagrams.minus($0.condition, $0.change) })
      return diagrams.and([moving, search.all(where: account), search.reached])
    }
    guard let words = origin.nearestState(in: states) else { return nil }
    let here = compiled.valuation(of: words)
    let step = steps(from: here).first {
      isOfApp($0.call.action) && $0.answer == nil && $0.end != here
    }
    return step.flatMap { step in step.call.action.map { ($0, step.end) } }
  }
}
