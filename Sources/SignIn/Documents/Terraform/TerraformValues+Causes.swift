import TransitionTables

/// Finds the variables that an expression hangs on.
extension TerraformValues {
  /// The variables in an expression whose values are known, also those behind local values, and
  /// whether the value is given by name.
  mutating func variables(
    in fact: Fact, depth: Int = 0
  ) -> [(name: String, value: Fact, isGiven: Bool)] {
    budget -= 1
    guard budget > 0, depth <= Self.deepest else { return [] }
    if let words = fact.variable {
      guard words.count > 1, let value = value(of: words, at: fact.location, depth: depth)
      else { return [] }
      guard words[0] == "var" else { return variables(in: value, depth: depth + 1) }
      return [(words[1], resolve(value), given[words[1]] != nil)]
    }
    var found: [(name: String, value: Fact, isGiven: Bool)] = []
    for part in fact.deferred?.parts ?? [] { found += variables(in: part, depth: depth + 1) }
    return found
  }

  /// Whether a `for_each` is known to be empty.
  mutating func hasNoMember(_ fact: Fact) -> Bool { resolve(fact).hasElements == false }
}
