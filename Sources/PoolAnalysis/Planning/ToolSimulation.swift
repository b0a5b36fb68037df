import TransitionTables

/// What tools make of a change that is deployed at once: each makes its calls in its own order.
struct ToolSimulation {
  let plan: ChangePlan
  private var model: Model { plan.model }

  var outcomes: [ChangePlan.Outcome] { model.tools.map(outcome) }

  private var changed: [Int] { model.parameters.filter { plan.old[$0] != plan.new[$0] } }

  private func names(_ slots: [Int]) -> String {
    slots.map { model.slots[$0].name }.joined(separator: ", ")
  }

  private func outcome(of tool: DeploymentTool) -> ChangePlan.Outcome {
    let replaced = changed.filter(tool.replaces.contains)
    if !replaced.isEmpty {
      let isClient = replaced.allSatisfy { slot in
        model.updates.contains { $0.only.contains(slot) }
      }
      return ChangePlan.Outcome(
        tool: tool, verdict: .replaces,
        text: isClient
          ? "replaces the app client (\(names(replaced))), and installed apps know the old id"
          : "replaces the pool (\(names(replaced))): all users are lost\(creation(by: tool))")
    }
    let carried = Set(model.updates.flatMap(\.slots))
    let fixed = changed.filter { !carried.contains($0) }
    if !fixed.isEmpty {
      return ChangePlan.Outcome(
        tool: tool, verdict: .refused, text: "is refused: \(names(fixed)) cannot change")
    }
    return tool.calls.isEmpty
      ? ChangePlan.Outcome(tool: tool, verdict: .byHand, text: "can follow the plan page by page")
      : deployed(by: tool)
  }

  /// What the tool was seen not to make of a new pool in one step, and the steps in which it does.
  private func creation(by tool: DeploymentTool) -> String {
    let parameters = Dictionary(
      uniqueKeysWithValues: model.parameters.map { ($0, plan.new[$0]) })
    return model.refusedCreations(of: parameters, by: tool).map { rule in
      "; nor is the new one made in one step \(rule.seen): “\(rule.refusal)”. Instead: "
        + rule.steps.joined(separator: " ")
    }.joined()
  }

  private func deployed(by tool: DeploymentTool) -> ChangePlan.Outcome {
    for rule in tool.refuses where rule.applies(from: plan.old, to: plan.new, leaving: []) {
      return ChangePlan.Outcome(
        tool: tool, verdict: .refused,
        text: "was seen to be refused (\(rule.source?.document ?? rule.id)): “\(rule.refusal)”")
    }
    let search = CallSearch(model: model, from: plan.old, to: plan.new)
    let certainty = ["A", "B"].contains(tool.source?.confidence ?? "") ? "is" : "may be"
    var valuation = plan.old
    for (name, slots) in zip(tool.calls, tool.carried) {
      guard let call = model.updates.first(where: { $0.id == name }) else { continue }
      let set = search.changed.filter { slots.contains($0) && !tool.ignores.contains($0) }
      let next = search.valuation(valuation, changing: set)
      guard next != valuation else { continue }
      let rules = search.refusals(from: valuation, to: next, by: call)
      if let rule = rules.first {
        return ChangePlan.Outcome(
          tool: tool, verdict: .refused,
          text: "\(certainty) refused at \(name) by \(rules.map(\.id).joined(separator: ", "))"
            + " (“\(rule.words)”); deploy the steps of the plan one by one")
      }
      valuation = next
    }
    let ignored = search.changed.filter { slot in
      tool.ignores.contains(slot) || !tool.carried.contains { $0.contains(slot) }
    }
    return ignored.isEmpty
      ? ChangePlan.Outcome(
        tool: tool, verdict: .accepted, text: "makes the change in one deployment")
      : ChangePlan.Outcome(
        tool: tool, verdict: .ignores,
        text: "makes the change without \(names(ignored)), which it does not set")
  }
}
