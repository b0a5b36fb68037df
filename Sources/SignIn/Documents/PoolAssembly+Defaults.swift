import TransitionTables

/// Places and notes for settings that no document states.
extension PoolAssembly {
  /// For each setting that has a default of the service or a framework: the place of the pool, or
  /// of the app client or whatever creates or names it.
  func defaultPlaces(
    of settings: [(parameter: String, setting: Setting)]
  ) -> [String: SourceLocation] {
    let pool = parts.lazy.compactMap(\.poolPlace).first
    let client = parts.lazy.compactMap(\.clientPlace).first
    return settings.reduce(into: [:]) { places, own in
      guard let half = PoolParameter(rawValue: own.parameter).flatMap(parameters.half),
        let place = half == .client ? client : pool
      else { return }
      switch own.setting.origin {
      case .serviceDefault, .frameworkDefault: places[own.parameter] = place
      default: break
      }
    }
  }

  /// Notes about contact addresses that are immutable because the schema lists them without
  /// `Mutable`, where the model has the parameter.
  var immutableByDefault: [Diagnostic] {
    guard parameters.contains(where: { $0.name == PoolParameter.immutableAttributes.rawValue })
    else { return [] }
    return fixed.compactMap { fact in
      guard fact.isByDefault, case .immutability(let name) = fact.kind,
        parameters.addresses[name] != nil
      else { return nil }
      return Diagnostic(
        "document.immutable-by-default", .note, at: fact.location,
        "the schema names `\(name)` without saying that it is mutable: the service makes it"
          + " immutable, and nobody can change the address",
        remedy: "write `Mutable: true`, or `mutable = true`, before the pool is made")
    }
  }
}
