import TransitionTables

/// The variables and parameters that the service, its replays and the reader of cases access by
/// name; ``TestBedBinding`` refuses a model that lacks one of them.
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

  /// The value of a variable, as a table writes it.
  subscript(variable: TableVariable) -> String {
    let slot = model.slot(of: variable)
    return model.text(of: valuation[slot], in: slot)
  }
}

extension Model {
  /// The slot of a variable; the binding has checked that it exists.
  func slot(of variable: TableVariable) -> Int { slots(of: variable)[0] }

  /// The slots of a variable, one for each member of its index.
  func slots(of variable: TableVariable) -> [Int] {
    guard let slots = symbols[variable.rawValue]?.slots, !slots.isEmpty else {
      preconditionFailure("`\(variable.rawValue)` is no variable of a model that was bound")
    }
    return slots
  }
}
