public import StateSpace

extension TransitionSystem {
  /// The same machine with the collapse of urgent states off: urgent states are states, and each
  /// firing of a rule is a step of its own.
  ///
  /// What other checkers explore. A rule that may come to rest or not, depending on the state, is
  /// split in two that exclude each other, since only the one at rest clears the transient bits; a
  /// label fires as often as before. Invariants keep their places: those of states at rest do not
  /// look at urgent ones, and those within steps also forbid a state from which a rule comes to a
  /// bad end that is then cleared. Nothing is observed. A step that could not be finished is a
  /// state without a successor here, or a cycle.
  ///
  /// Costs about the number of rules times that of the urgent cubes.
  public func uncollapsed() -> TransitionSystem {
    var plain = self
    plain.restingWordCount = wordCount
    plain.transient = [UInt64](repeating: 0, count: wordCount)
    plain.observed = plain.transient
    plain.urgent = []
    plain.rules = rules.flatMap(splitByRest)
    plain.invariants = invariants.map { invariant in
      var plain = invariant
      plain.within = false
      plain.badCubes =
        invariant.within
        ? invariant.badCubes + badEnds(invariant)
        : PackedCube.difference(invariant.badCubes, urgent)
      return plain
    }
    plain.initialStates = initialStates.map { state in
      state + [UInt64](repeating: 0, count: wordCount - state.count)
    }
    return plain
  }

  /// Whether a step is over once a rule has fired, as far as the rule alone decides.
  enum Ending: Hashable {
    case rests
    case goesOn
    /// It goes on from the states of these cubes, and rests from all others.
    case depends([PackedCube])
  }

  /// How a step goes on after a rule.
  func ending(of rule: TransitionRule) -> Ending {
    let goingOn = urgent.compactMap { $0.before(rule) }
    if goingOn.isEmpty { return .rests }
    return goingOn.contains { $0.mask.allSatisfy { $0 == 0 } } ? .goesOn : .depends(goingOn)
  }

  /// What an invariant within steps forbids and no state shows: ends of steps before their
  /// transient bits are cleared.
  func fleetingCubes(of invariant: StateInvariant) -> [PackedCube] {
    guard invariant.within else { return [] }
    let passing = invariant.badCubes.filter { cube in
      cube.mask.indices.contains { cube.mask[$0] & transient[$0] != 0 }
    }
    return PackedCube.difference(passing, urgent)
  }

  /// The states from which a rule comes to an end that the invariant forbids and no state shows.
  func badEnds(_ invariant: StateInvariant) -> [PackedCube] {
    let fleeting = fleetingCubes(of: invariant)
    return rules.flatMap { rule in
      let before = fleeting.compactMap { $0.before(rule) }
      return rule.cubes.flatMap { cube in before.compactMap { cube.intersection($0) } }
    }
  }

  /// A rule as those that go on and those that come to rest.
  private func splitByRest(_ rule: TransitionRule) -> [TransitionRule] {
    var resting = rule
    resting.clear = zip(rule.clear, transient).map { $0 | $1 }
    resting.set = zip(rule.set, transient).map { $0 & ~$1 }
    switch ending(of: rule) {
    case .rests: return [resting]
    case .goesOn: return [rule]
    case .depends(let goingOn):
      guard transient.contains(where: { $0 != 0 }) else { return [rule] }
      var urgent = rule
      urgent.cubes = rule.cubes.flatMap { cube in goingOn.compactMap { cube.intersection($0) } }
      resting.cubes = PackedCube.difference(rule.cubes, goingOn)
      return [urgent, resting].filter { !$0.cubes.isEmpty }
    }
  }
}

extension PackedCube {
  /// The states that a rule's update takes into this cube, the guard aside; nil where none.
  fileprivate func before(_ rule: TransitionRule) -> PackedCube? {
    var earlier = self
    for word in mask.indices {
      let written = rule.clear[word] | rule.set[word]
      guard mask[word] & written & (value[word] ^ rule.set[word]) == 0 else { return nil }
      earlier.mask[word] &= ~written
      earlier.value[word] &= ~written
    }
    return earlier
  }

  /// The states in both; nil where there is none.
  func intersection(_ other: PackedCube) -> PackedCube? {
    var both = self
    for word in mask.indices {
      guard mask[word] & other.mask[word] & (value[word] ^ other.value[word]) == 0 else {
        return nil
      }
      both.mask[word] |= other.mask[word]
      both.value[word] |= other.value[word]
    }
    return both
  }

  /// The states of some cubes that are in none of others, as cubes.
  static func difference(_ cubes: [PackedCube], _ others: [PackedCube]) -> [PackedCube] {
    others.reduce(cubes) { rest, other in rest.flatMap { $0.subtracting(other) } }
  }

  /// The states of this cube that are not in another: one cube for each bit that the other asks
  /// for and this one leaves open.
  private func subtracting(_ other: PackedCube) -> [PackedCube] {
    guard intersection(other) != nil else { return [self] }
    var pieces: [PackedCube] = []
    var common = self
    for word in mask.indices {
      var open = other.mask[word] & ~mask[word]
      while open != 0 {
        let bit = open & (0 &- open)
        open &= ~bit
        common.mask[word] |= bit
        common.value[word] |= other.value[word] & bit
        var piece = common
        piece.value[word] ^= bit
        pieces.append(piece)
      }
    }
    return pieces
  }
}
