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
      guard let slot = model.parameter(named: name), let value = model.value(text, in: slot) else {
        throw .invalidParameter("The table has no \(name): \(text).")
      }
      changed[slot] = value
    }
    if changed != initial { try configure(changed) }
    return .object(
      model.parameters.map { slot in
        JSON.Member(model.slots[slot].name, .string(model.text(of: initial[slot], in: slot)))
      })
  }

  private mutating func configure(_ changed: [Int]) throws(ServiceException) {
    let evaluator = ConcreteEvaluator(changed)
    if let broken = model.legality.first(where: { $0.isError && evaluator.holds($0.forbid) }) {
      let words = broken.refusal.isEmpty ? broken.documentation : broken.refusal
      throw .invalidParameter("\(broken.id): \(words)")
    }
    let refusing = model.changes.filter { $0.severity == .error || $0.replaces }
    if let rule = refusing.first(where: { $0.applies(from: initial, to: changed, leaving: []) }) {
      throw .invalidParameter("\(rule.id): \(rule.documentation)")
    }
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
