import Findings
import SignIn
import TransitionTables

/// Simulates the deployment of a change with each tool, which makes its calls in its own order.
struct ToolSimulation {
  /// A changed property of the pool that cannot change and is no parameter, such as case
  /// sensitivity.
  struct Fact {
    var name: String
    /// The parameter that tools treat in the same way.
    var like: Int
  }

  let model: Model
  let old: [Int]
  let new: [Int]
  var facts: [Fact] = []

  var outcomes: [ToolOutcome] { model.tools.map(outcome) }

  /// One sentence on the tools that replace the pool or refuse the change; empty if there are none.
  var sentence: String {
    func names(_ verdict: ToolOutcome.Verdict) -> [String] {
      outcomes.filter { $0.verdict == verdict }.map(\.tool.id)
    }
    let (replacing, refusing) = (names(.replaces), names(.refused))
    let parts = [
      replacing.isEmpty
        ? ""
        : "\(replacing.joined(separator: ", ")) \(replacing.count == 1 ? "replaces" : "replace")"
          + " the pool, and all users are lost",
      refusing.isEmpty
        ? ""
        : "\(refusing.joined(separator: ", ")) \(refusing.count == 1 ? "refuses" : "refuse") it",
    ].filter { !$0.isEmpty }
    return parts.isEmpty ? "" : parts.joined(separator: "; ") + "."
  }

  private var changed: [Int] { model.parameters.filter { old[$0] != new[$0] } }

  private func names(_ slots: [Int]) -> String {
    slots.map { model.slots[$0].name }.joined(separator: ", ")
  }

  private func names(_ slots: [Int], _ facts: [Fact]) -> String {
    (slots.map { model.slots[$0].name } + facts.map(\.name)).joined(separator: ", ")
  }

  private func outcome(of tool: DeploymentTool) -> ToolOutcome {
    func end(_ verdict: ToolOutcome.Verdict, _ text: String) -> ToolOutcome {
      ToolOutcome(tool: tool, verdict: verdict, text: text)
    }
    let replaced = changed.filter(tool.replaces.contains)
    let client = Set(model.updates.flatMap(\.only))
    let lost = replaced.filter { !client.contains($0) }
    let lostFacts = facts.filter { tool.replaces.contains($0.like) }
    if !lost.isEmpty || !lostFacts.isEmpty {
      return end(.replaces, "replaces the pool (\(names(lost, lostFacts))): all users are lost")
    }
    if let rule = tool.refuses.first(where: isMet) {
      return ToolOutcome(
        tool: tool, verdict: .refused,
        text: "refused (seen in \(rule.source?.document ?? rule.id)): “\(rule.refusal)”",
        remedy: rule.remedy)
    }
    let carried = Set(model.updates.flatMap(\.slots))
    let fixed = changed.filter { !carried.contains($0) }
    if !fixed.isEmpty || !facts.isEmpty {
      return end(.refused, "is refused: \(names(fixed, facts)) cannot change")
    }
    if !replaced.isEmpty {
      return end(
        .replaces,
        "replaces the app client (\(names(replaced))), and installed apps know the old id")
    }
    return tool.calls.isEmpty
      ? end(.byHand, "can follow the plan page by page") : deployed(by: tool)
  }

  /// Whether a rule rejects the change, of a parameter or of a fact that is treated like one.
  private func isMet(_ rule: ChangeRule) -> Bool {
    rule.applies(from: old, to: new, leaving: [])
      || facts.contains { rule.changed.contains($0.like) }
  }

  private func deployed(by tool: DeploymentTool) -> ToolOutcome {
    let search = CallSearch(model: model, from: old, to: new)
    let certainty = ["A", "B"].contains(tool.source?.confidence ?? "") ? "is" : "may be"
    var valuation = old
    for (name, slots) in zip(tool.calls, tool.carried) {
      guard let call = model.updates.first(where: { $0.id == name }) else { continue }
      let set = search.changed.filter { slots.contains($0) && !tool.ignores.contains($0) }
      let next = search.valuation(valuation, changing: set)
      guard next != valuation else { continue }
      let rules = search.refusals(from: valuation, to: next, by: call)
      guard rules.isEmpty else {
        return ToolOutcome(
          tool: tool, verdict: .refused,
          text: "\(certainty) refused at \(name) by "
            + rules.map { "\($0.id) (“\($0.words)”)" }.joined(separator: ", ")
            + "; deploy the steps of the plan one by one")
      }
      valuation = next
    }
    let ignored = search.changed.filter { slot in
      tool.ignores.contains(slot) || !tool.carried.contains { $0.contains(slot) }
    }
    return ignored.isEmpty
      ? ToolOutcome(
        tool: tool, verdict: .accepted, text: "makes the change in one deployment")
      : ToolOutcome(
        tool: tool, verdict: .ignores,
        text: "makes the change without \(names(ignored)), which it does not set")
  }
}
