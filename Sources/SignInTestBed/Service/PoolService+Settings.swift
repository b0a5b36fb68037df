import SignInCryptography
import TransitionTables

/// The pool's parameters, which a test may change while there are users.
extension PoolService {
  /// Changes the parameters that the input names, and answers all of them.
  ///
  /// What the rules of legality forbid is refused, and what no update of a deployed pool can
  /// change; nothing is changed then.
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

  /// Takes settings, where legality allows them and no rule about changes refuses the step.
  ///
  /// - Parameter rules: those that count; none for a pool that is made anew.
  func check(_ changed: [Int], by rules: [ChangeRule]) throws(ServiceException) {
    let evaluator = ConcreteEvaluator(changed)
    // A refused change comes before a rule of legality that it would break too (N673).
    if let rule = rules.first(where: { $0.applies(from: initial, to: changed, leaving: []) }) {
      throw .refused(rule.id, rule.refusal, rule.documentation)
    }
    if let broken = model.legality.first(where: { $0.isError && evaluator.holds($0.forbid) }) {
      throw .refused(broken.id, broken.refusal, broken.documentation)
    }
  }

  /// The rules that a deployed pool's changes are refused by.
  var refusingRules: [ChangeRule] {
    model.changes.filter { $0.severity == .error || $0.replaces }
  }

  /// Gives all users the parameters.
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
