import SignIn
import TransitionTables

/// Finds the plan of a change: tries the shortest orders of calls, then those one call longer, and
/// takes the first in which the comparison of users finds nobody affected.
package struct ChangePlanner {
  let comparer: PoolComparer
  private var model: Model { comparer.model }

  /// The greatest number of user comparisons for one plan.
  static let mostComparisons = 6

  package init(comparer: PoolComparer) { self.comparer = comparer }

  /// - Throws: the errors of `PoolComparer.compare(_:_:)`.
  package func plan(
    from oldPool: LoadedPool, to newPool: LoadedPool
  ) throws(CommandFailure) -> ChangePlan {
    let decided = [
      comparer.decided(withoutClient(oldPool), as: newPool),
      comparer.decided(withoutClient(newPool), as: oldPool),
    ]
    let (oldPool, newPool) = (decided[0].pool, decided[1].pool)
    let ends = try comparer.configurations(oldPool, newPool, rulings: [])
    let new = valuation(ends.1)
    var old = valuation(ends.0)
    let choices = model.parameters.filter {
      old[$0] != new[$0] && (!model.slots[$0].isSetting || model.slots[$0].kind == .assumption)
    }
    // Both pools are explored with the same choices, which would otherwise seem to affect users.
    for slot in choices { old[slot] = new[slot] }
    var plan = ChangePlan(model: model, oldPool: oldPool, newPool: newPool, old: old, new: new)
    plan.choices = choices
    // Both ends may come from the same documents; each of their settings is reported once.
    plan.taken = decided.flatMap { taken($0.taken, in: $0.pool) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    simulate(&plan)
    plan.blocks = fixedBlocks(plan)
    let search = CallSearch(model: model, from: old, to: new)
    let orders = plan.blocks.isEmpty ? search.orders : (shortest: [], longer: [])
    guard !orders.shortest.isEmpty else {
      plan.isFound = false
      if plan.blocks.isEmpty { plan.blocks = refusals(plan) }
      return plan
    }
    plan.compared.of = orders.shortest.count + orders.longer.count
    try choose(&plan, among: orders.shortest + orders.longer, search)
    plan.refusals = refusedFirst(search, plan)
    return plan
  }

  // MARK: What documents leave open

  /// The parameters that only calls about an app client carry.
  private var clientSlots: Set<Int> {
    let client = model.updates.filter(\.isOfClient).flatMap(\.slots)
    let others = model.updates.filter { !$0.isOfClient }.flatMap(\.slots)
    return Set(client).subtracting(others)
  }

  /// The pool, with the client's settings open where its documents have no app client.
  private func withoutClient(_ pool: LoadedPool) -> LoadedPool {
    guard pool.notes.contains(where: { $0.code == "document.no-client" }) else { return pool }
    var result = pool
    for slot in clientSlots where pool.origins[slot] != .commandLine && pool.closed[slot] != nil {
      result.closed[slot] = nil
      result.open.append(slot)
    }
    result.open.sort()
    return result
  }

  private func taken(_ slots: [Int], in pool: LoadedPool) -> [ChangePlan.Taken] {
    let hasNoClient = pool.notes.contains { $0.code == "document.no-client" }
    let client = hasNoClient ? clientSlots : []
    return [true, false].compactMap { isClient in
      let some = slots.filter { client.contains($0) == isClient }
      return some.isEmpty
        ? nil
        : ChangePlan.Taken(
          pool: pool.name, settings: comparer.words(some, in: pool), isClient: isClient)
    }
  }

  // MARK: Tools

  private func simulate(_ plan: inout ChangePlan) {
    let gate = ChangeGate(model: model, oldPool: plan.oldPool, newPool: plan.newPool)
    plan.unread = gate.unread
    guard plan.old != plan.new || !gate.facts.isEmpty else { return }
    plan.outcomes =
      ToolSimulation(model: model, old: plan.old, new: plan.new, facts: gate.facts).outcomes
    plan.creations = model.stepwise(parameters(plan.new))
  }

  private func valuation(_ parameters: [Int: Int]) -> [Int] {
    model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial }
  }

  private func parameters(_ valuation: [Int]) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: model.parameters.map { ($0, valuation[$0]) })
  }

  // MARK: Obstacles to every order

  /// The changes that no order allows: parameters that no call carries, and attributes.
  private func fixedBlocks(_ plan: ChangePlan) -> [Diagnostic] {
    let carried = Set(model.updates.flatMap(\.slots))
    let isFixed = plan.model.parameters.contains { slot in
      plan.old[slot] != plan.new[slot] && !carried.contains(slot)
    }
    let rulings = self.rulings(plan)
    let schema = rulings.filter { ruling in
      ruling.severity == .error && model.changes.contains { $0.id == ruling.code && $0.replaces }
    }
    return isFixed && schema.isEmpty ? rulings.filter { $0.severity == .error } : schema
  }

  /// The reasons why the change in a single step is rejected.
  private func refusals(_ plan: ChangePlan) -> [Diagnostic] {
    rulings(plan).filter { $0.severity == .error }
  }

  private func rulings(_ plan: ChangePlan) -> [Diagnostic] {
    ChangeGate(model: model, oldPool: plan.oldPool, newPool: plan.newPool).rulings
  }

  /// The calls of the plan that are rejected if they come first with everything they carry.
  private func refusedFirst(_ search: CallSearch, _ plan: ChangePlan) -> [ChangePlan.Refusal] {
    var seen: Set<String> = []
    return plan.steps.dropFirst().compactMap { step in
      guard seen.insert(step.call.id).inserted,
        let call = model.updates.firstIndex(where: { $0.id == step.call.id })
      else { return nil }
      let slots = search.carried(by: call)
      let after = search.valuation(plan.old, changing: slots)
      let rules = search.refusals(from: plan.old, to: after, by: step.call)
      return rules.isEmpty ? nil : ChangePlan.Refusal(call: step.call.id, rules: rules)
    }
  }

  // MARK: Users

  /// Compares the users along one order after the other, up to the first that affects nobody;
  /// otherwise the order with the fewest affected users is chosen.
  private func choose(
    _ plan: inout ChangePlan, among orders: [[CallSearch.Step]], _ search: CallSearch
  ) throws(CommandFailure) {
    let first = try comparer.explored(parameters(plan.old), plan.oldPool)
    var left = Self.mostComparisons
    var judged: [[CallSearch.Step]: (users: UserComparison, live: Explored)] = [:]
    var best: (affected: Int, steps: [ChangePlan.Step])?
    for order in orders {
      var (steps, live, before, affected) = ([ChangePlan.Step](), first, plan.old, 0)
      for (position, made) in order.enumerated() {
        let after = search.valuation(before, changing: made.slots)
        let key = Array(order[...position])
        if judged[key] == nil {
          guard best == nil || left > 0 else { break }
          left -= 1
          let compiled = comparer.compiler.compiled(parameters: parameters(after))
          let users = try comparer.users(live, under: compiled, plan.newPool)
          judged[key] = (users, users.live ?? live)
        }
        guard let known = judged[key] else { break }
        affected += known.users.affectedRecords
        // A prefix that is no better than the best whole order excludes all orders with this
        // prefix.
        if let best, affected >= best.affected { break }
        live = known.live
        steps.append(step(made, before, after, known.users, plan))
        before = after
      }
      let isWhole = steps.count == order.count
      if isWhole || affected >= best?.affected ?? .max { plan.compared.orders += 1 }
      if isWhole { best = (affected, steps) }
      if isWhole, affected == 0 { break }
    }
    plan.steps = best?.steps ?? []
    if let best, best.affected > 0, plan.steps.count > 1 {
      let compiled = comparer.compiler.compiled(parameters: parameters(plan.new))
      let users = try comparer.users(first, under: compiled, plan.newPool)
      plan.isAffectingAtOnce = users.affectedRecords > 0
    }
  }

  private func step(
    _ made: CallSearch.Step, _ before: [Int], _ after: [Int], _ users: UserComparison,
    _ plan: ChangePlan
  ) -> ChangePlan.Step {
    let call = model.updates[made.call]
    let remarks = model.changes.filter { rule in
      rule.severity != .error && rule.calls.isEmpty
        && rule.applies(from: before, to: after, leaving: [])
    }
    let back = CallSearch(model: model, from: before, to: plan.old).orders.shortest.first
    return ChangePlan.Step(
      call: call, slots: made.slots, before: before, after: after, users: users,
      remarks: remarks, back: back)
  }
}
