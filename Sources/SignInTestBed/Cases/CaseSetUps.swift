import SignInCryptography
import TransitionTables

/// A legal state that a case begins in.
struct CaseSetUp: Sendable {
  /// The value of every slot.
  var valuation: [Int]
  /// The chosen values of what the case leaves open; empty where it leaves nothing open.
  var text: String
}

/// Determines the states that a case begins in: configuration, record and state are data, checked
/// by the model's own rules.
///
/// A configuration is legal where no legality rule refuses it (warnings do not), and a state where
/// no `never:` condition holds. `among` stands for every combination of its values; illegal ones
/// are counted and skipped.
struct CaseSetUps {
  let node: LocatedNode
  let scenario: Scenario
  let interpreter: Interpreter

  private var model: Model { interpreter.model }
  private var runner: ScenarioRunner { ScenarioRunner(model: model) }

  /// Adds to a case the states that it begins in, and checks its calls and its steps' records.
  /// - Throws: a `DiagnosticList` for the first unknown or illegal part.
  func place(_ one: inout ClientCase) throws {
    one.scenario = scenario
    for choice in try choices() {
      var scenario = scenario
      scenario.configuration += choice.filter(\.isParameter).map(\.entry)
      scenario.record += choice.filter { !$0.isParameter }.map(\.entry)
      do {
        let texts = choice.map { "\($0.entry.key) \(JSON($0.entry.value).serialized)" }
        one.setUps.append(
          CaseSetUp(
            valuation: try start(of: scenario),
            text: texts.joined(separator: ", ").replacing("\"", with: "")))
      } catch let error as DiagnosticList where !choice.isEmpty && error.isOfLegality {
        one.illegalSetUps += 1
      }
    }
    guard let first = one.setUps.first else {
      throw complaint(
        "cases.illegal", node["among"]?.location ?? node.location,
        "none of the \(one.illegalSetUps) set-ups is legal", "leave other values open")
    }
    for step in one.steps {
      _ = try runner.call(step.scripted, of: scenario, from: first.valuation, by: interpreter)
      var valuation = first.valuation
      try runner.setRecord(scenario, step.record, in: &valuation)
    }
  }

  private func start(of scenario: Scenario) throws -> [Int] {
    let parameters = try runner.configuration(of: scenario, over: [:])
    var valuation = interpreter.initial(parameters: parameters)
    let evaluator = ConcreteEvaluator(valuation)
    if let broken = model.legality.first(where: { $0.isError && evaluator.holds($0.forbid) }) {
      throw complaint(
        "cases.illegal", node["configuration"]?.location ?? node.location,
        "\(broken.id): the service refuses this configuration: `\(broken.forbidText)`",
        broken.remedy)
    }
    let places = node["state"]?.entries ?? []
    try runner.set(places, of: scenario, among: isOfComponent, in: &valuation)
    try runner.setRecord(scenario, in: &valuation)
    return valuation
  }

  /// Whether a symbol is a component's place or one of its own variables.
  private func isOfComponent(_ symbol: Symbol) -> Bool {
    symbol.slots.allSatisfy { slot in
      model.isKept(slot) && model.slots[slot].kind != .variable(component: nil)
    }
  }

  // MARK: Values left open

  /// One value chosen for a name that is left open.
  private typealias Choice = (isParameter: Bool, entry: LocatedNode.Entry)

  /// All combinations of values for the names that are left open.
  private func choices() throws -> [[Choice]] {
    var chosen: [[Choice]] = [[]]
    for group in node["among"]?.entries ?? [] {
      for var entry in group.value.entries ?? [] {
        guard let values = entry.value.elements, !values.isEmpty else {
          throw complaint(
            "cases.shape", entry.value.location, "`\(entry.key)` is a list of values",
            "write `[ … ]`, or name one value outside `among`")
        }
        let choices = values.map { value -> Choice in
          entry.value = value
          return (group.key == "configuration", entry)
        }
        chosen = chosen.flatMap { before in choices.map { before + [$0] } }
      }
    }
    return chosen
  }

  private func complaint(
    _ code: String, _ place: SourceLocation, _ message: String, _ remedy: String
  ) -> DiagnosticList {
    DiagnosticList([scenario.document.diagnostic(code, at: place, message, remedy: remedy)])
  }
}

extension DiagnosticList {
  /// Whether the problem is an illegal set-up, not a badly written one.
  fileprivate var isOfLegality: Bool {
    diagnostics.allSatisfy { ["cases.illegal", "scenario.impossible-record"].contains($0.code) }
  }
}
