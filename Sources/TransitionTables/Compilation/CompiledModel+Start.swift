extension CompiledModel {
  /// The same machine started elsewhere: what becomes of given records under this configuration.
  ///
  /// - Parameter valuations: where it starts, at rest, one value a slot; parameters in them are
  ///   not read. Equal ones count once.
  public func starting(from valuations: [[Int]]) -> CompiledModel {
    starting(from: valuations) { _ in true }
  }

  /// The same with the rules of some labels alone, given by position in ``labels``.
  func starting(from valuations: [[Int]], taking isTaken: (Int) -> Bool) -> CompiledModel {
    var system = self.system
    system.initialStates = valuations.map(pack)
    system.rules.removeAll { !isTaken(Int($0.label)) }
    return CompiledModel(
      model: model, parameters: parameters, observers: observers, layout: layout, system: system,
      labels: labels, compiler: compiler)
  }
}
