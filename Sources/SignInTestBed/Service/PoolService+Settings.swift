import SignInCryptography
import TransitionTables

/// Reads and changes the pool's parameters, also while there are users.
extension PoolService {
  /// Changes the parameters that the input names, and returns all of them.
  ///
  /// A change is refused as a whole where a legality rule forbids its result, or no update of a
  /// deployed pool can make it.
  mutating func settings(_ input: ServiceInput) throws(ServiceException) -> JSON {
    var changed = initial
    for name in input.names {
      let text = try input.required(name, limit: 1_024)
      guard let slot = model.parameter(named: name) else {
        let near = model.parameters.map { model.slots[$0].name }.nearest(to: name)
        throw .invalidParameter(
          "There is no parameter \(name)" + (near.map { ", did you mean \($0)?" } ?? "."))
      }
      guard let value = model.value(text, in: slot) else {
        throw .invalidParameter(
          "\(name) cannot be \(text); it is \(model.text(of: initial[slot], in: slot)) now.")
      }
      changed[slot] = value
    }
    if changed != initial {
      try check(changed, by: refusingRules)
      configure(changed)
    }
    return .object(
      model.parameters.map { slot in
        JSON.Member(model.slots[slot].name, .string(model.text(of: initial[slot], in: slot)))
      })
  }

  /// Checks new settings: legality must allow them, and no rule about changes may refuse the step.
  ///
  /// - Parameter rules: the rules about changes that apply; empty for a new pool.
  func check(_ changed: [Int], by rules: [ChangeRule]) throws(ServiceException) {
    let evaluator = ConcreteEvaluator(changed)
    // A refused change takes precedence over a broken legality rule (N673).
    if let rule = rules.first(where: { $0.applies(from: initial, to: changed, leaving: []) }) {
      throw .refused(rule.id, rule.refusal, rule.documentation)
    }
    if let broken = model.legality.first(where: { $0.isError && evaluator.holds($0.forbid) }) {
      throw .refused(broken.id, broken.refusal, broken.documentation)
    }
  }

  /// The rules that refuse a change of a deployed pool.
  var refusingRules: [ChangeRule] {
    model.changes.filter { $0.severity == .error || $0.replaces }
  }

  /// Applies the parameters to the pool and all its users.
  mutating func configure(_ changed: [Int]) {
    let parameters = Dictionary(
      uniqueKeysWithValues: model.parameters.map { ($0, changed[$0]) })
    initial = interpreter.rested(interpreter.initial(parameters: parameters))
    for (key, account) in accounts.all {
      var account = account
      for slot in model.parameters { account.valuation[slot] = changed[slot] }
      account.world.setUp(for: binding.state(initial))
      accounts[key] = account
    }
    accounts.version += 1
  }
}
