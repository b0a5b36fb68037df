public import StateSpace

extension TransitionSystem {
  /// Returns the machine without the collapse of urgent states: urgent states are states, and each
  /// firing of a rule is a separate step.
  ///
  /// Other checkers explore this machine. A rule that comes to rest only from some states is split
  /// into two disjoint ones, since only the one that rests clears the transient bits; each label
  /// fires as often as before. Invariants keep their positions: those of resting states ignore
  /// urgent ones, and those within steps also forbid a state from which a rule reaches a bad end
  /// that is then cleared. There are no observations. A step that cannot be finished becomes a
  /// state without a successor, or a cycle.
  ///
  /// The cost is about the number of rules times that of the urgent cubes.
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

  /// Whether a step ends after a rule has fired, as far as the rule alone determines it.
  enum Ending: Hashable {
    case rests
    case goesOn
    /// The step continues from the states of these cubes, and rests from all others.
    case depends([PackedCube])
  }

  /// Returns whether a step ends after a rule.
  func ending(of rule: TransitionRule) -> Ending {
    let goingOn = urgent.compactMap { $0.before(rule) }
    if goingOn.isEmpty { return .rests }
    return goingOn.contains { $0.mask.allSatisfy { $0 == 0 } } ? .goesOn : .depends(goingOn)
  }

  /// The states that an invariant within steps forbids and that do not persist: ends of steps
  /// before their transient bits are cleared.
  func fleetingCubes(of invariant: StateInvariant) -> [PackedCube] {
    guard invariant.within else { return [] }
    let passing = invariant.badCubes.filter { cube in
      cube.mask.indices.contains { cube.mask[$0] & transient[$0] != 0 }
    }
    return PackedCube.difference(passing, urgent)
  }

  /// The states from which a rule reaches a forbidden end that does not persist.
  func badEnds(_ invariant: StateInvariant) -> [PackedCube] {
    let fleeting = fleetingCubes(of: invariant)
    return rules.flatMap { rule in
      let before = fleeting.compactMap { $0.before(rule) }
      return rule.cubes.flatMap { cube in before.compactMap { cube.intersection($0) } }
    }
  }

  /// Splits a rule into the part after which a step continues and the part that comes to rest.
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
  /// The states that a rule's update maps into this cube, without the guard; nil where there are
  /// none.
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

  /// The intersection of two cubes; nil where it is empty.
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

  /// The states of some cubes that are in no others, as cubes.
  static func difference(_ cubes: [PackedCube], _ others: [PackedCube]) -> [PackedCube] {
    others.reduce(cubes) { rest, other in rest.flatMap { $0.subtracting(other) } }
  }

  /// The states of this cube that are not in another: one cube for each bit that the other fixes
  /// and this one leaves open.
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
