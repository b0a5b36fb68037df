/// The ordinary values of a parameter that no document states: a condition on the configurations
/// that are explored only because the parameter is open.
public struct OrdinaryValues: Sendable, Hashable {
  /// The id of the declaration.
  public var id: String
  /// The parameter that is restricted; a parameter that a document decides is never restricted.
  public var parameter: Int
  /// The condition that ordinary configurations fulfil.
  public var condition: Expression
  /// The condition as the author wrote it, for reports.
  public var conditionText: String
  /// The reason why these values are ordinary.
  public var documentation: String
  /// Where the condition is declared.
  public var location: SourceLocation
}

extension Model {
  /// Returns the model restricted to ordinary configurations, as far as some open parameters are
  /// concerned.
  ///
  /// - Parameter open: the parameters that no document states.
  public func amongOrdinary(_ open: some Sequence<Int>) -> Model {
    let open = Set(open)
    var model = self
    model.legality += ordinaryValues.filter { open.contains($0.parameter) }.map { ordinary in
      LegalityRule(
        id: ordinary.id, forbid: .not(ordinary.condition), forbidText: ordinary.conditionText,
        refusal: "", parameters: [slots[ordinary.parameter].name], isError: true, source: nil,
        remedy: "", documentation: ordinary.documentation, location: ordinary.location)
    }
    return model
  }

  /// Returns the model in which a set-valued parameter that is open lies between two sets.
  ///
  /// - Parameters:
  ///   - slot: the parameter whose values are sets.
  ///   - least: the members that the set must have.
  ///   - most: all members that the set may have, those of `least` included.
  public func bounding(_ slot: Int, from least: Int, to most: Int) -> Model {
    let value = Expression.slot(slot)
    return limiting(
      slot, by: .and([.subset(.constant(least), value), .subset(value, .constant(most))]))
  }

  /// Returns the model in which an open parameter has one of some values.
  ///
  /// - Parameters:
  ///   - slot: the parameter.
  ///   - values: the permitted values.
  public func limiting(_ slot: Int, to values: [Int]) -> Model {
    limiting(slot, by: .or(values.map { .equal(.slot(slot), .constant($0)) }))
  }

  private func limiting(_ slot: Int, by isWithin: Expression) -> Model {
    var rule = LegalityRule(
      id: "bound.\(slots[slot].name)", forbid: .not(isWithin), forbidText: "", refusal: "",
      parameters: [slots[slot].name], isError: true, source: nil, remedy: "", documentation: "",
      location: slots[slot].location)
    rule.isBound = true
    var model = self
    model.legality.append(rule)
    return model
  }
}
