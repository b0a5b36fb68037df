import TransitionTables

/// Which documents take precedence where those of a pool contradict each other.
extension PoolAssembly {
  /// The settings of all parameters, in the order of the declarations.
  private var settled: [(parameter: String, setting: Setting)] {
    parameters.map { ($0.name, settle($0.name)) }
  }

  /// The pool as deployed, if the documents together describe a pool that the service would reject
  /// but the written ones alone do not: drift is no error of either document.
  ///
  /// - Parameter isRefused: whether the settings break a rule of the service.
  func judgedAsDeployed(
    where isRefused: ([(parameter: String, setting: Setting)]) -> Bool
  ) -> PoolAssembly {
    let found = parts.filter(\.format.isOfDeployed)
    let written = parts.filter { !$0.format.isOfDeployed }
    guard !found.isEmpty, !written.isEmpty, isRefused(settled),
      !isRefused(assembly(of: written).settled)
    else { return self }
    var other = self
    for (name, own) in assembly(of: found).settled where own.value != nil {
      let isSaid = found.contains { $0.settings[name]?.value != nil }
      // Assumptions about the deployed pool take precedence only over other defaults.
      if !isSaid, settle(name).isStated { continue }
      other.deployed[name] = own
    }
    return isRefused(other.settled) ? self : other
  }

  private func assembly(of parts: [ImportedPool]) -> PoolAssembly {
    PoolAssembly(parts: parts, parameters: parameters, programs: programs)
  }
}
