/// A parameter with its new value, an expression over the configuration as it is.
public struct ParameterChange: Sendable, Hashable {
  public var slot: Int
  public var value: Expression
}

/// A change of settings that may make findings vanish: a proposal, tried before it is shown.
public struct Remedy: Sendable, Hashable {
  /// Its mark.
  public var id: String
  /// The configurations for which it is one; nil where for all.
  public var condition: Expression?
  /// What each parameter becomes.
  public var changes: [ParameterChange] = []
  /// What to do, in a sentence for people.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation

  /// A remedy without a change.
  init(id: String, documentation: String, location: SourceLocation) {
    self.id = id
    self.documentation = documentation
    self.location = location
  }

  /// A configuration with the remedy; nil where it is none for this one, where nothing is different
  /// then, or where the service would refuse it.
  ///
  /// - Parameters:
  ///   - parameters: the configuration as it is.
  ///   - model: the model that declares the remedy.
  public func applied(to parameters: [Int: Int], in model: Model) -> [Int: Int]? {
    let old = model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial }
    let evaluator = ConcreteEvaluator(old)
    guard condition.map(evaluator.holds) ?? true else { return nil }
    var changed = parameters
    for change in changes { changed[change.slot] = evaluator.value(of: change.value) }
    guard changes.contains(where: { changed[$0.slot] != old[$0.slot] }) else { return nil }
    let after = ConcreteEvaluator(
      model.slots.indices.map { changed[$0] ?? model.slots[$0].initial })
    let isRefused = model.legality.contains {
      $0.isError && !$0.isBound && after.holds($0.forbid)
    }
    return isRefused ? nil : changed
  }
}
