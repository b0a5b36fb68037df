extension CompiledModel {
  /// Returns the same machine with other initial states, such as given records under this
  /// configuration.
  ///
  /// - Parameter valuations: the initial states at rest, one value for each slot; their parameters
  ///   are ignored. Duplicates count once.
  public func starting(from valuations: [[Int]]) -> CompiledModel {
    starting(from: valuations) { _ in true }
  }

  /// Returns the machine with other initial states and only the rules with some labels, by position
  /// in ``labels``.
  func starting(from valuations: [[Int]], taking isTaken: (Int) -> Bool) -> CompiledModel {
    var system = self.system
    system.initialStates = valuations.map(pack)
    system.rules.removeAll { !isTaken(Int($0.label)) }
    return CompiledModel(
      model: model, parameters: parameters, observers: observers, layout: layout, system: system,
      labels: labels, compiler: compiler)
  }
}
