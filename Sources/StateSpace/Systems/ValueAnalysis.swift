/// What the states of a machine can contain, found without listing them: an answer that errs on one
/// side only.
///
/// For each combination of *control* bits (locations, the message under way) the analysis keeps,
/// for each part of the state by itself, the set of values that it can have there, and widens
/// these sets along the rules until nothing is new. Every reachable state is covered, urgent ones
/// included and those from which transient bits are about to be cleared. Which values go together
/// is forgotten, so that more may seem possible than is: a rule that ``canFire`` may never fire,
/// but one that cannot never does.
///
/// Costs a few visits of each reachable combination of control bits, each with a look at all cubes.
/// Source: abstract interpretation (Cousot and Cousot, POPL 1977) with a set for each variable and
/// the states divided by location.
public struct ValueAnalysis: Sendable, Hashable {
  /// Some neighbouring bits of a state that are one value.
  public struct Part: Sendable, Hashable {
    /// The word that holds them.
    public var word: Int
    /// The lowest of them, 0 to 63.
    public var shift: Int
    /// How many they are.
    public var width: Int

    /// Makes a part; it may not go beyond its word.
    public init(word: Int, shift: Int, width: Int) {
      (self.word, self.shift, self.width) = (word, shift, width)
    }
  }

  /// The largest number of combinations of control bits that are distinguished.
  public static let mostCombinations = 4096

  /// For each rule whether it may ever fire.
  public let canFire: [Bool]
  /// For each rule and each of its cubes whether any state may match it.
  public let canMatch: [[Bool]]
  /// The bits that have one value in all states, one word for each word of a state.
  public let fixed: [UInt64]
  /// The value of the fixed bits; other bits are zero.
  public let fixedValue: [UInt64]

  /// Analyses a machine from its initial states.
  ///
  /// - Parameters:
  ///   - system: a valid machine.
  ///   - parts: the parts of a state that are values of their own. Those of more than six bits are
  ///     cut into several; bits that belong to none stand for themselves.
  ///   - controlBits: how many low bits of word 0 make the combinations, 0 to 63. Where there are
  ///     more than ``mostCombinations``, none is distinguished.
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
  /// The machine without what an analysis of it found to be idle: without rules that cannot fire
  /// and cubes that cannot match, and without looks at fixed bits.
  ///
  /// The reachable states, the steps, their order and their labels stay what they were; the indices
  /// of rules change. Urgency and invariants mean the same in every reachable state.
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
      // What is written there is what is there.
      rule.clear = zip(rule.clear, analysis.fixed).map { $0 & ~$1 }
      rule.set = zip(rule.set, analysis.fixed).map { $0 & ~$1 }
      return rule
    }
    return result
  }
}
