/// A parameter and its new value, an expression over the current configuration.
public struct ParameterChange: Sendable, Hashable {
  public var slot: Int
  public var value: Expression
}

/// A proposed change of settings that may make findings vanish; it is tried before it is shown.
public struct Remedy: Sendable, Hashable {
  /// The id of the remedy.
  public var id: String
  /// The condition on configurations to which the remedy applies; nil where it applies to all.
  public var condition: Expression?
  /// The new value of each changed parameter.
  public var changes: [ParameterChange] = []
  /// The advice, in a sentence for readers who do not know the table.
  public var documentation: String
  /// Where the remedy is declared.
  public var location: SourceLocation

  /// A remedy without changes.
  init(id: String, documentation: String, location: SourceLocation) {
    self.id = id
    self.documentation = documentation
    self.location = location
  }

  /// Returns the configuration after the remedy; nil where the remedy does not apply, where it
  /// changes nothing, or where the service would refuse the result.
  ///
  /// - Parameters:
  ///   - parameters: the current configuration.
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
