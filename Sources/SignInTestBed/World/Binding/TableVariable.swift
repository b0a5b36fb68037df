import TransitionTables

/// The variables and parameters that the pool's service, its replays and the reader of cases read
/// or set by name; ``TestBedBinding`` refuses a model that lacks one of them.
enum TableVariable: String, TableNames {
  case aliasAttributes, appKnowsClientSecret, claimed, clientSecret, contact, enabled, firstFactors,
    grant, immutableAttributes,
    mfa, migratedAddress, passwordHistory, preference, requiredAttributes, round, smsConfigured,
    status, threatProtection, tier, triggerBehaviour,
    triggers, usedCodes, usernameAttributes

  static var sort: String { "variable" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.symbols.sorted { $0.key < $1.key }.compactMap { name, symbol in
      symbol.slots.first.map { (name, model.slots[$0].location) }
    }
  }
}

/// Reads the values of a valuation by name.
struct ValuationReader {
  let model: Model
  let valuation: [Int]

  /// The value as a table writes it.
  subscript(variable: TableVariable) -> String {
    let slot = model.slot(of: variable)
    return model.text(of: valuation[slot], in: slot)
  }
}

extension Model {
  /// The slot of a variable, which the binding has found.
  func slot(of variable: TableVariable) -> Int { slots(of: variable)[0] }

  /// The slots of a variable, one for each member of what it is for.
  func slots(of variable: TableVariable) -> [Int] {
    guard let slots = symbols[variable.rawValue]?.slots, !slots.isEmpty else {
      preconditionFailure("`\(variable.rawValue)` is no variable of a model that was bound")
    }
    return slots
  }
}
