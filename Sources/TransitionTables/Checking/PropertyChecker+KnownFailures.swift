import StateSpace

extension PropertyChecker {
  /// Checks properties that are known to fail under a configuration, as ``check(_:parameters:)``
  /// does, to find their counterexamples.
  ///
  /// Where there are too many states to list, most failures lie near the initial states. Those
  /// states are listed, and the symbolic engine runs only for the remaining properties.
  ///
  /// - Parameters:
  ///   - failures: the properties, each with the states in which it fails, if they are known.
  ///   - parameters: the configuration.
  public mutating func check(
    knownToFail failures: [(property: Property, states: FailingStates?)], parameters: [Int: Int]
  ) throws(Failure) -> [PropertyVerdict] {
    var traces = [Trace?](repeating: nil, count: failures.count)
    turn(to: parameters)
    if backend == .auto, choice.isLarge, !shouldStop() {
      let compiled = compiledForSets([])
      var nearest = NearestStates(
        of: compiled.system, most: compiled.system.isWhole ? symbolicLimits.listedStates : 0,
        shouldStop: shouldStop)
      for (position, failure) in failures.enumerated() {
        if case .sometimes = failure.property.claim {
          traces[position] = Trace(steps: [])
        } else if let states = failure.states {
          do {
            traces[position] = try nearest.path(where: states.membership(in: compiled))
              .map(compiled.trace(along:))
          } catch { throw .disagreement(error) }
        }
      }
    }
    let open = failures.indices.filter { traces[$0] == nil }
    var others = try check(open.map { failures[$0].property }, parameters: parameters)[...]
    return zip(failures, traces).compactMap { failure, trace in
      guard let trace else { return others.popFirst() }
      return PropertyVerdict(property: failure.property, status: .fails, trace: trace)
    }
  }
}
