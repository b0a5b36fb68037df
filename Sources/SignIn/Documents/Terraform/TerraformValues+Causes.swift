import TransitionTables

/// Finds the variables that an expression hangs on.
extension TerraformValues {
  /// The variables on which the value of an expression hangs and whose values are known, also those
  /// behind local values; a local value itself where it depends on no variable. Of a choice, only
  /// the variables of its test and of the side that it takes count.
  /// - Parameter isInRoot: whether nothing calls the configuration.
  mutating func causes(
    in fact: Fact, isInRoot: Bool, depth: Int = 0
  ) -> [PoolLeftOut.Cause] {
    budget -= 1
    guard budget > 0, depth <= Self.deepest else { return [] }
    if let words = fact.variable { return causes(ofName: words, fact, isInRoot, depth: depth) }
    return partsThatDecide(fact, depth: depth)
      .flatMap { causes(in: $0, isInRoot: isInRoot, depth: depth + 1) }
  }

  /// The cause that a variable is, or the causes behind a local value.
  private mutating func causes(
    ofName words: [String], _ fact: Fact, _ isInRoot: Bool, depth: Int
  ) -> [PoolLeftOut.Cause] {
    guard words.count > 1, let value = value(of: words, at: fact.location, depth: depth)
    else { return [] }
    let isLocal = words[0] == "local"
    guard isLocal || words[0] == "var" else {
      return causes(in: value, isInRoot: isInRoot, depth: depth + 1)
    }
    if isLocal {
      let behind = causes(in: value, isInRoot: isInRoot, depth: depth + 1)
      guard behind.isEmpty else { return behind }
    }
    let isGiven = !isLocal && given[words[1]] != nil
    let cause = PoolLeftOut.Cause(
      path: Array(words.dropFirst()), value: resolve(value),
      place: isGiven ? nil : value.location,
      origin: isLocal ? .local : isGiven || isInRoot ? .variable : .input)
    return cause.words == nil ? [] : [cause]
  }

  /// The parts of an expression on which its value hangs.
  private mutating func partsThatDecide(_ fact: Fact, depth: Int) -> [Fact] {
    guard let deferred = fact.deferred else {
      if case .list(let elements) = fact.content { return elements }
      return fact.entries?.map(\.value) ?? []
    }
    switch deferred.kind {
    case .choice(let test):
      let (left, right) = (
        resolve(deferred.parts[0], depth: depth), resolve(deferred.parts[1], depth: depth)
      )
      guard let holds = Fact.Deferred.holds(test, left, right) else { return deferred.parts }
      return deferred.parts.prefix(2) + [deferred.parts[holds ? 2 : 3]]
    case .each: return Array(deferred.parts.prefix(2))
    case .block, .call, .element, .joined, .ofEach: return deferred.parts
    }
  }

  /// Whether a `for_each` is known to be empty.
  mutating func hasNoMember(_ fact: Fact) -> Bool { resolve(fact).hasElements == false }
}
