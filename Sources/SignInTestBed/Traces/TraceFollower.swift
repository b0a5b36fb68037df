import TransitionTables

/// Resolves the words of a stored trace against a table: the action of a call, the effects of a
/// step.
struct TraceFollower {
  let model: Model
  let stored: StoredTrace
  let interpreter: Interpreter
  /// The observers that the trace mentions; other observers are not compared.
  private let watched: Set<Int>

  init(model: Model, stored: StoredTrace) {
    self.model = model
    self.stored = stored
    let observers = Set(model.observers.map(\.slot))
    interpreter = Interpreter(model: model, observers: observers)
    let named = Set(stored.steps.flatMap { $0.changes?.entries ?? [] }.map(\.key))
    watched = observers.filter { named.contains(model.slots[$0].name) }
  }

  // MARK: Configuration

  /// The value of each parameter, by slot; omitted parameters have their defaults.
  func parameters() throws(DiagnosticList) -> [Int: Int] {
    var parameters: [Int: Int] = [:]
    for entry in stored.settings {
      guard let slot = model.parameters.first(where: { model.slots[$0].name == entry.key }) else {
        throw DiagnosticList([
          problem("trace.shape", entry.keyLocation, "the table has no parameter `\(entry.key)`")
        ])
      }
      do {
        parameters[slot] = try model.value(entry.value, for: slot)
      } catch {
        throw DiagnosticList([problem("trace.shape", error.location, error.message)])
      }
    }
    return parameters
  }

  // MARK: Steps

  /// Runs the step of the table that a stored step names.
  func take(_ step: StoredTrace.Step, from valuation: [Int]) -> Result<Trace.Step, Diagnostic> {
    let call = step.call.text ?? ""
    let first = step.rows.first?.text ?? ""
    let rows = model.rows.indices.filter { model.rows[$0].fullID == first }
    guard let row = rows.first else {
      return .failure(
        differs(step.rows.first?.location ?? step.call.location, "the table has no row `\(first)`"))
    }
    var action: Int?
    var inputs: [Int] = []
    if case .action(let own) = model.rows[row].trigger {
      guard let read = self.inputs(of: own, in: call) else {
        return .failure(
          differs(step.call.location, "`\(first)` is not what begins with `\(call)` in the table"))
      }
      (action, inputs) = (own, read)
    }
    do {
      let firings = try interpreter.step(row: row, action: action, inputs: inputs, from: valuation)
      return .success(interpreter.taken(action, inputs, firings, from: valuation))
    } catch {
      let others = action.map { interpreter.rows(for: $0, inputs: inputs, in: valuation) } ?? []
      let instead = others.map { "`\(model.rows[$0].fullID)`" }.joined(separator: ", ")
      return .failure(
        differs(
          step.rows.first?.location ?? step.call.location,
          "`\(first)` does not fire here; " + (others.isEmpty ? "nothing does" : "\(instead) does"))
      )
    }
  }

  /// The inputs that a call gives to an action, written as by ``Model/actionText(_:inputs:)``.
  private func inputs(of action: Int, in call: String) -> [Int]? {
    let declared = model.actions[action]
    guard call.hasPrefix("\(declared.call)("), call.last == ")" else { return nil }
    var rest = call.dropFirst(declared.call.count + 1).dropLast()
    var values: [Int] = []
    for (position, input) in declared.inputs.enumerated() {
      let lead = (position == 0 ? "" : ", ") + "\(input.name): "
      guard rest.hasPrefix(lead) else { return nil }
      rest = rest.dropFirst(lead.count)
      let type = model.slots[input.slot].type
      let next = declared.inputs.dropFirst(position + 1).first.map { ", \($0.name): " }
      let found = model.types.values(of: type).first { value in
        let text = model.types.text(of: value, as: type)
        guard rest.hasPrefix(text) else { return false }
        let behind = rest.dropFirst(text.count)
        return next.map(behind.hasPrefix) ?? behind.isEmpty
      }
      guard let found else { return nil }
      rest = rest.dropFirst(model.types.text(of: found, as: type).count)
      values.append(found)
    }
    return rest.isEmpty ? values : nil
  }

  // MARK: Comparison

  /// The first difference between a step of the table and the stored one.
  func difference(of step: StoredTrace.Step, from taken: Trace.Step) -> Diagnostic? {
    let rows = taken.firings.map { model.rows[$0.row].fullID }
    for (position, node) in step.rows.enumerated() {
      guard rows.indices.contains(position) else {
        return differs(node.location, "the step ends before `\(node.text ?? "")`")
      }
      guard rows[position] == node.text else {
        return differs(node.location, "`\(rows[position])` fires here, not `\(node.text ?? "")`")
      }
    }
    if rows.count > step.rows.count {
      let place = step.rows.last?.location ?? step.call.location
      return differs(place, "the step goes on with `\(rows[step.rows.count])`")
    }
    let messages = taken.firings.compactMap { model.messageText(of: $0) }
    for (position, node) in (step.messages?.elements ?? []).enumerated() {
      let sent = messages.indices.contains(position) ? messages[position] : "nothing"
      guard sent == node.text else {
        return differs(node.location, "\(sent) is sent here, not \(node.text ?? "")")
      }
    }
    if let wanted = step.answer {
      let answer = model.answer(of: taken).map { model.text(of: $0) }
      let expected = wanted.isNull ? nil : wanted.text
      guard answer == expected else {
        return differs(
          wanted.location, "the app receives \(answer ?? "nothing"), not \(expected ?? "nothing")")
      }
    }
    return step.changes.flatMap { difference(of: $0, from: taken) }
  }

  private func difference(of changes: LocatedNode, from taken: Trace.Step) -> Diagnostic? {
    let entries = changes.entries ?? []
    for slot in model.slots.indices {
      let declared = model.slots[slot]
      guard declared.isState, !declared.isTransient else { continue }
      guard declared.kind != .observer || watched.contains(slot) else { continue }
      let before = model.text(of: taken.before[slot], in: slot)
      let after = model.text(of: taken.after[slot], in: slot)
      guard let entry = entries.first(where: { $0.key == declared.name }) else {
        guard before == after else {
          return differs(
            changes.location, "`\(declared.name)` changes from \(before) to \(after) too")
        }
        continue
      }
      let stored = (before: entry.value["before"]?.text, after: entry.value["after"]?.text)
      guard stored.before == before, stored.after == after else {
        return differs(
          entry.keyLocation,
          "`\(declared.name)` goes from \(before) to \(after), "
            + "not from \(stored.before ?? "nothing") to \(stored.after ?? "nothing")")
      }
    }
    let names = Set(model.slots.map(\.name))
    return entries.first { !names.contains($0.key) }.map {
      differs($0.keyLocation, "the table has no variable `\($0.key)`")
    }
  }

  // MARK: The end

  /// The problems at the end of a run: its loop does not close, or the property holds.
  func problemsOfEnd(_ rests: [[Int]], _ property: Property?) -> [Diagnostic] {
    guard let property, let last = rests.last else {
      return [
        differs(
          stored.property.location, "the table has no property `\(stored.property.text ?? "")`")
      ]
    }
    if let loop = stored.loop {
      guard rests.indices.contains(loop.start), isSameRest(rests[loop.start], last) else {
        return [differs(loop.location, "the run does not come back to where the loop begins")]
      }
    }
    let evaluator = ConcreteEvaluator(last)
    let isKept =
      switch property.claim {
      case .always(let claim): evaluator.holds(claim)
      case .staysReachable(let from, let goal, _): !evaluator.holds(from) || evaluator.holds(goal)
      case .configuration, .alwaysWithin, .sometimes, .noDeadEnd, .temporal: false
      }
    guard isKept else { return [] }
    return [
      problem(
        "trace.holds", stored.property.location,
        "the steps are as stored, but `\(property.fullID)` holds in their last state")
    ]
  }

  private func isSameRest(_ a: [Int], _ b: [Int]) -> Bool {
    model.slots.indices.allSatisfy { slot in
      let declared = model.slots[slot]
      guard declared.isState, !declared.isTransient else { return true }
      return a[slot] == b[slot] || declared.kind == .observer && !watched.contains(slot)
    }
  }

  private func differs(_ location: SourceLocation, _ message: String) -> Diagnostic {
    problem("trace.differs", location, message)
  }

  private func problem(
    _ code: String, _ location: SourceLocation, _ message: String
  ) -> Diagnostic {
    stored.document.diagnostic(
      code, at: location, message,
      remedy: "the table has changed since; check the pool again")
  }
}
