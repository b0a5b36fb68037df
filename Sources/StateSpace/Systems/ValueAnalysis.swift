/// An overapproximation of the values that the reachable states of a machine contain, found without
/// listing the states.
///
/// For each combination of *control* bits (locations, the message under way) and for each part of
/// the state separately, the analysis keeps the set of values that the part can have there, and
/// extends these sets along the rules until nothing is new. They cover every reachable state,
/// including urgent states and ends of steps before transient bits are cleared. The analysis does
/// not keep which values occur together, so it may find more than is possible: a rule that
/// ``canFire`` may never fire, but a rule that cannot fire never does.
///
/// Costs a few visits of each reachable combination of control bits, each with a test of all cubes.
/// Source: abstract interpretation (Cousot and Cousot, POPL 1977) with a set for each variable and
/// the states divided by location.
public struct ValueAnalysis: Sendable, Hashable {
  /// Some adjacent bits of a state that form one value.
  public struct Part: Sendable, Hashable {
    /// The index of the word that holds the bits.
    public var word: Int
    /// The position of the lowest bit, 0 to 63.
    public var shift: Int
    /// The number of bits.
    public var width: Int

    /// Makes a part; it must lie within one word.
    public init(word: Int, shift: Int, width: Int) {
      (self.word, self.shift, self.width) = (word, shift, width)
    }
  }

  /// The maximum number of combinations of control bits that are distinguished.
  public static let mostCombinations = 4096

  /// For each rule, whether it may ever fire.
  public let canFire: [Bool]
  /// For each rule and each of its cubes, whether any reachable state may match the cube.
  public let canMatch: [[Bool]]
  /// The bits that have the same value in all states, one word for each word of a state.
  public let fixed: [UInt64]
  /// The value of the fixed bits; other bits are zero.
  public let fixedValue: [UInt64]

  /// Analyses a machine from its initial states.
  ///
  /// - Parameters:
  ///   - system: a valid machine.
  ///   - parts: the parts of a state that are values. Those of more than six bits are cut into
  ///     several; a bit that belongs to no part is a part of its own.
  ///   - controlBits: the number of low bits of word 0 that are control bits, 0 to 63. If they have
  ///     more than ``mostCombinations`` combinations, none is distinguished.
  public init(_ system: TransitionSystem, parts: [Part], controlBits: Int) {
    var widening = Widening(system, parts: parts, controlBits: controlBits)
    if !widening.run(mostPlaces: Self.mostCombinations) {
      widening = Widening(system, parts: parts, controlBits: 0)
      _ = widening.run(mostPlaces: 1)
    }
    canMatch = widening.cubesMatched
    canFire = canMatch.map { $0.contains(true) }
    let possible = widening.possibleBits
    fixed = zip(possible.zero, possible.one).map { ~($0 & $1) }
    fixedValue = zip(fixed, possible.one).map { $0 & $1 }
  }
}

extension TransitionSystem {
  /// The machine without what an analysis of it found to have no effect: without rules that cannot
  /// fire, cubes that cannot match, and tests of fixed bits.
  ///
  /// The reachable states, the steps, their order and their labels do not change; the indices of
  /// rules do. Urgency and invariants mean the same in every reachable state.
  public func simplified(by analysis: ValueAnalysis) -> TransitionSystem {
    func simplified(_ cubes: [PackedCube]) -> [PackedCube] {
      cubes.compactMap { cube in
        var cube = cube
        for word in cube.mask.indices {
          let known = cube.mask[word] & analysis.fixed[word]
          guard (cube.value[word] ^ analysis.fixedValue[word]) & known == 0 else { return nil }
          cube.mask[word] &= ~known
          cube.value[word] &= ~known
        }
        return cube
      }
    }
    var result = self
    result.urgent = simplified(urgent)
    for place in invariants.indices {
      result.invariants[place].badCubes = simplified(invariants[place].badCubes)
    }
    result.rules = rules.indices.filter { analysis.canFire[$0] }.map { number in
      var rule = rules[number]
      rule.cubes = simplified(
        zip(rule.cubes, analysis.canMatch[number]).filter(\.1).map(\.0))
      // Fixed bits need not be written, since they already have the value.
      rule.clear = zip(rule.clear, analysis.fixed).map { $0 & ~$1 }
      rule.set = zip(rule.set, analysis.fixed).map { $0 & ~$1 }
      return rule
    }
    return result
  }
}
