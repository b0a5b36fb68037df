import Findings
import SafeText
import SignIn
import TransitionTables

/// A walk through the states of a pool by actions that the user chooses one after the other.
///
/// It runs the rows of the table one at a time. Steps can be taken back, and the walk can be
/// written as a scenario.
package struct PoolWalk {
  /// A possible choice: an action with its inputs.
  package struct Choice: Sendable {
    /// The actor of the action.
    package var actor: String
    /// The call as scenarios write it.
    package var call: String
    /// The call without the switches that are off: `signUp(givesEmail, name: plain)`.
    package var shortCall: String
    /// The short call with the action's own name, where forms of one call have the same inputs.
    package var formCall: String
    var step: Trace.Step
  }

  let model: Model
  private let layers: [String]
  private let interpreter: Interpreter
  private let start: [Int]
  private var steps: [Trace.Step] = []

  /// Starts a walk where nobody has an account; parameters that the documents leave open have their
  /// defaults.
  ///
  /// - Parameters:
  ///   - pool: the pool.
  ///   - model: the table.
  ///   - layers: the names of the layers applied to the table.
  /// - Throws: the rules by which the service would reject such a pool.
  package init(_ pool: LoadedPool, model: Model, layers: [String]) throws(CommandFailure) {
    var closed = pool.closed
    for slot in pool.open { closed[slot] = model.slots[slot].initial }
    let family = ConfigurationFamily(model: model, closed: closed, open: [])
    try LegalityGate(model: model, pool: pool, family: family).pass()
    (self.model, self.layers) = (model, layers)
    interpreter = Interpreter(model: model)
    start = interpreter.initial(parameters: closed)
  }

  private var here: [Int] { steps.last?.after ?? start }

  /// The possible actions, in the order of the table. If several calls of an action fire the same
  /// rows with the same results, only the first is listed, since they differ only in wrong
  /// evidence.
  package var choices: [Choice] { model.actions.indices.flatMap { choices(of: $0) } }

  /// The possible choices of one action, with some of its inputs given by position.
  func choices(of action: Int, giving values: [Int: Int] = [:]) -> [Choice] {
    // The rows that fired, each with the state after it, of the calls so far.
    var seen: Set<[[Int]]> = []
    return inputs(of: action, giving: values).compactMap { inputs -> Choice? in
      guard let step = interpreter.taken(action, inputs, from: here),
        seen.insert(step.firings.map { [$0.row] + interpreter.rested($0.valuation) }).inserted
      else { return nil }
      let own = model.actions[action]
      let short = TraceWording(model: model).shortCall(action, inputs)
      return Choice(
        actor: own.actor, call: model.actionText(action, inputs: inputs), shortCall: short,
        formCall: own.name + short.dropFirst(own.call.count), step: step)
    }
  }

  private func inputs(of action: Int, giving values: [Int: Int]) -> [[Int]] {
    model.actions[action].inputs.enumerated().reduce([[]]) { lists, input in
      let all =
        values[input.offset].map { [$0] }
        ?? model.types.values(of: model.slots[input.element.slot].type)
      return lists.flatMap { list in all.map { list + [$0] } }
    }
  }

  // MARK: Walking

  /// Takes the chosen step.
  package mutating func take(_ choice: Choice) { steps.append(choice.step) }

  /// Takes back the last step; returns false where there is none.
  package mutating func takeBack() -> Bool { steps.popLast() != nil }

  /// The number of steps so far.
  package var count: Int { steps.count }

  /// All steps in the words of the table.
  package var reports: [TraceStepReport] {
    TraceWording(model: model).steps(Trace(steps: steps))
  }

  /// A row that fired.
  package struct FiredRow {
    package var name: String
    /// The row's source with its confidence, or empty.
    package var source: String
    /// The author's documentation of the row, or empty.
    package var documentation: String
  }

  /// The last step, with the rows that fired; nil before the first.
  package var last: (step: TraceStepReport, rows: [FiredRow])? {
    guard let step = steps.last, let report = reports.last else { return nil }
    let rows = step.firings.map { firing in
      let row = model.rows[firing.row]
      return FiredRow(
        name: row.fullID,
        source: row.source.map { "\($0.document), confidence \($0.confidence)" } ?? "",
        documentation: row.documentation)
    }
    return (report, rows)
  }

  /// The variables that differ from the initial state, with their values.
  package var state: [(name: String, value: String)] {
    model.slots.indices.filter { slot in
      model.slots[slot].isState && !model.slots[slot].isTransient && here[slot] != start[slot]
        && model.slots[slot].kind != .observer
    }.map { (model.slots[$0].name, model.text(of: here[$0], in: $0)) }
  }

  // MARK: Scenario

  private static let mark = "doc: Written by `waymark step`."
  private static let pageMark = "Written by `waymark step`."

  /// Whether a text was written by `waymark step`, so that its file may be replaced.
  package static func isWritten(_ text: String) -> Bool {
    text.split(separator: "\n").prefix(2).last.map { $0 == mark || $0 == pageMark } ?? false
  }

  /// The walk as a page in Markdown: each step with its changes.
  package func page(named name: String) -> String {
    let steps = reports.map { step in
      let changes = step.changes.filter { !$0.isBookkeeping }.map { change in
        "   * \(MarkdownText.code("\(change.name): \(change.before) ⇒ \(change.after)"))\n"
      }
      return TableAnswerText.item(step) + changes.joined()
    }
    let list = steps.isEmpty ? "Nothing was done.\n" : steps.joined()
    return "# \(MarkdownText.escaped(name))\n\n\(Self.pageMark)\n\n" + list
  }

  /// The walk as a scenario file, which `waymark run` replays against the table and the test bed.
  /// It contains the configuration itself, because only a pool file could be referenced by name.
  package func scenario(named name: String) -> String {
    var lines = ["scenario: \(name)", Self.mark]
    let names = layers.map(Self.quoted).joined(separator: ", ")
    if !layers.isEmpty { lines.append("layer: [\(names)]") }
    lines += section("configuration", .parameter) + section("assume", .assumption)
    lines.append("steps:")
    for step in steps {
      lines.append("  - call: \(Self.quoted(scenarioCall(of: step)))")
      if let answer = model.answer(of: step) {
        let message = model.messages[answer.message]
        // A scenario has no word for an empty set.
        let fields = zip(message.fields, answer.fields).compactMap { slot, value -> String? in
          let field = model.slots[slot].name.split(separator: ".").last.map(String.init) ?? ""
          let text = model.text(of: value, in: slot)
          return text == "{}" ? nil : ", \(field): \(text)"
        }
        lines.append("    expect: { \(message.kind): \(message.name)\(fields.joined()) }")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A step as a scenario writes the call: with the action's own name where another form of the
  /// call has all of its inputs and would be mistaken for it.
  private func scenarioCall(of step: Trace.Step) -> String {
    let text = model.text(of: step)
    guard let action = step.action else { return text }
    let own = model.actions[action]
    let names = Set(own.inputs.map(\.name))
    let isShared = model.actions.contains { other in
      other.name != own.name && other.call == own.call
        && names.isSubset(of: other.inputs.map(\.name))
    }
    return isShared ? own.name + text.dropFirst(own.call.count) : text
  }

  /// The settings of a kind that differ from their defaults, whichever document or option set them.
  private func section(_ heading: String, _ kind: Slot.Kind) -> [String] {
    let entries = model.parameters.filter { slot in
      model.slots[slot].kind == kind && start[slot] != model.slots[slot].initial
    }.map { slot in
      // Sets are lists in YAML.
      let value = model.text(of: start[slot], in: slot)
        .replacing("{", with: "[").replacing("}", with: "]")
      let name = model.slots[slot].name
      return "  \(name.contains("[") ? Self.quoted(name) : name): \(value)"
    }
    return entries.isEmpty ? ["\(heading): {}"] : ["\(heading):"] + entries
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
