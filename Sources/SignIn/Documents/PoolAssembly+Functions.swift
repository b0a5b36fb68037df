import TransitionTables

/// The triggers that functions next to the documents are.
extension PoolAssembly {
  /// What a parameter is: what the documents make of it, and for the triggers the functions too.
  func settle(_ name: String) -> Setting {
    let setting = deployed[name] ?? settledByDocuments(name)
    guard name == PoolParameter.triggers.rawValue, case .set(let known)? = setting.value else {
      return setting
    }
    let functions = attached + challengeFunctions(next: setting)
    guard let first = functions.first, functions.contains(where: { !known.contains($0.trigger) })
    else { return setting }
    return .stated(.members(known + functions.map(\.trigger)), at: first.place)
  }

  /// The functions of a custom challenge that stand next to the documents. A person attaches them,
  /// where the app client allows the flow and the documents state no triggers.
  private func challengeFunctions(next triggers: Setting) -> [AttachedTrigger] {
    guard let place = programs.challenge, attached.isEmpty, !triggers.isStated,
      case .set(let flows)? = settledByDocuments(PoolParameter.flows.rawValue).value,
      flows.contains(.custom)
    else { return [] }
    let names = ["DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse"]
    return names.compactMap { parameters.words(.triggers)?[$0] }.map {
      AttachedTrigger(pool: "", trigger: $0, place: place)
    }
  }

  /// Whether the documents say which triggers the pool has, or attach functions to it.
  var statesTriggers: Bool {
    let name = PoolParameter.triggers.rawValue
    return !attached.isEmpty || (deployed[name] ?? settledByDocuments(name)).isStated
  }

  /// Whether users may have a factor by a message, which is lost with the address it goes to.
  var hasFactorByMessage: Bool {
    guard settle(PoolParameter.mfa.rawValue).value != .choice(.off) else { return false }
    guard case .set(let methods)? = settle(PoolParameter.mfaMethods.rawValue).value else {
      return true
    }
    return methods.contains(.sms) || methods.contains(.email)
  }
}
