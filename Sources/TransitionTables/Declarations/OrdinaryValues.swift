/// What a parameter ordinarily is where no document states: a condition on configurations that are
/// explored because nobody said otherwise.
public struct OrdinaryValues: Sendable, Hashable {
  /// Its mark.
  public var id: String
  /// The parameter that it is about; what somebody has decided is never restricted.
  public var parameter: Int
  /// What holds of ordinary configurations.
  public var condition: Expression
  /// The condition as written, for reports.
  public var conditionText: String
  /// Why these are the ordinary ones.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
}

extension Model {
  /// The model where configurations out of the ordinary do not come up, as far as they lie in some
  /// open parameters.
  ///
  /// - Parameter open: the parameters of which no document states.
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

  /// The model where a set that is open has some members, and of all others none but some.
  ///
  /// - Parameters:
  ///   - slot: the parameter whose values are sets.
  ///   - least: the members that it has.
  ///   - most: those and the ones that it may have.
  public func bounding(_ slot: Int, from least: Int, to most: Int) -> Model {
    let value = Expression.slot(slot)
    return limiting(
      slot, by: .and([.subset(.constant(least), value), .subset(value, .constant(most))]))
  }

  /// The model where a parameter that is open has one of some values.
  ///
  /// - Parameters:
  ///   - slot: the parameter.
  ///   - values: the values.
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
