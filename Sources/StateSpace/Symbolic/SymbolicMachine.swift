/// A ``TransitionSystem`` whose guards, updates and states are decision diagrams.
///
/// Each bit of a packed state that can ever be set or is asked for is a Boolean variable. A set of
/// states is a diagram over them; a rule is the diagram of its guard and the product of the
/// literals that it writes. The meaning of rules, of urgent states and of coming to rest is that of
/// ``TransitionSystem``, whose steps it takes for whole sets of states at once.
///
/// The object is not `Sendable`, like its ``DecisionDiagrams``.
public final class SymbolicMachine {
  /// A guarded update.
  public struct Rule {
    /// Where it fires.
    public let condition: Diagram
    /// The literals that it writes, as a product.
    public let change: Diagram
    /// The number that its author gave it.
    public let label: Int32

    /// Makes a rule over the diagrams of a machine.
    public init(condition: Diagram, change: Diagram, label: Int32) {
      self.condition = condition
      self.change = change
      self.label = label
    }
  }

  /// Rules that write the same, taken together: where any of them fires.
  struct Group {
    var condition: Diagram
    let change: Diagram
  }

  /// What a machine is made of, over diagrams whose variables are bits.
  public struct Parts {
    /// Where the other parts live.
    public var diagrams: DecisionDiagrams
    /// For each variable the bit that it stands for.
    public var bits: [StateBit]
    /// The words of a state while a step runs.
    public var wordCount: Int
    /// The words of a state at rest.
    public var restingWordCount: Int
    /// Where the machine starts.
    public var initial: Diagram
    /// Where it must go on at once.
    public var urgent: Diagram
    /// The rules, in the order in which they are tried.
    public var rules: [Rule]
    /// The variables that are cleared when a step comes to rest.
    public var transient: [Int]
    /// The variables whose values at the end of a step are its observation.
    public var observed: [Int]

    /// A machine without states and rules, to be filled in.
    public init(diagrams: DecisionDiagrams, bits: [StateBit], wordCount: Int, restingWordCount: Int)
    {
      self.diagrams = diagrams
      self.bits = bits
      self.wordCount = wordCount
      self.restingWordCount = restingWordCount
      (initial, urgent) = (.no, .no)
      (rules, transient, observed) = ([], [], [])
    }
  }

  /// Where all sets of states live.
  public let diagrams: DecisionDiagrams
  /// For each variable the bit that it stands for.
  public let bits: [StateBit]
  /// The words of a state while a step runs.
  public let wordCount: Int
  /// The words of a state at rest.
  public let restingWordCount: Int
  /// Where the machine starts.
  public let initial: Diagram
  /// Where it must go on at once.
  public let urgent: Diagram
  /// The rules, in the order of the machine.
  public let rules: [Rule]
  /// The variables that a state at rest is made of.
  public let resting: [Int]
  /// The variables whose values at the end of a step are its observation.
  public let observed: [Int]
  let variables: [StateBit: Int]
  /// The transient variables, and the product of their negations.
  let transient: Diagram
  let cleared: Diagram
  /// The rules that can begin a step, and those that can go on with it.
  let beginning: [Group]
  let continuing: [Group]

  /// Puts a machine together. Costs a conjunction for each rule.
  public init(_ parts: Parts) {
    diagrams = parts.diagrams
    bits = parts.bits
    wordCount = parts.wordCount
    restingWordCount = parts.restingWordCount
    (initial, urgent, rules) = (parts.initial, parts.urgent, parts.rules)
    observed = parts.observed
    variables = Dictionary(
      zip(parts.bits, parts.bits.indices), uniquingKeysWith: { first, _ in first })
    let passing = Set(parts.transient)
    resting = parts.bits.indices.filter { !passing.contains($0) }
    transient = diagrams.conjunction(of: parts.transient)
    cleared = diagrams.cube(parts.transient.map { Literal(variable: $0, value: false) })
    let resting = diagrams.minus(cleared, urgent)
    beginning = Self.groups(of: parts.rules, within: resting, in: diagrams)
    continuing = Self.groups(of: parts.rules, within: urgent, in: diagrams)
  }

  private static func groups(
    of rules: [Rule], within states: Diagram, in diagrams: DecisionDiagrams
  ) -> [Group] {
    var places: [Diagram: Int] = [:]
    var groups: [Group] = []
    for rule in rules {
      let condition = diagrams.and(rule.condition, states)
      guard condition != .no else { continue }
      if let place = places[rule.change] {
        groups[place].condition = diagrams.or(groups[place].condition, condition)
      } else {
        places[rule.change] = groups.count
        groups.append(Group(condition: condition, change: rule.change))
      }
    }
    return groups
  }

  /// Everything that must outlive a ``DecisionDiagrams/collect(keeping:)``.
  var roots: [Diagram] {
    [initial, urgent, transient, cleared] + rules.flatMap { [$0.condition, $0.change] }
      + (beginning + continuing).flatMap { [$0.condition, $0.change] }
  }

  // MARK: States

  /// The set of a single state. Words that it lacks count as zero, and so do bits that no variable
  /// stands for.
  public func set(of state: [UInt64]) -> Diagram {
    diagrams.cube(
      bits.enumerated().map { variable, bit in
        Literal(variable: variable, value: bit.word < state.count && state[bit.word] & bit.mask != 0)
      })
  }

  /// The set of states that match any of some cubes.
  public func set(of cubes: [PackedCube]) -> Diagram { diagrams.or(cubes.map(set)) }

  private func set(of cube: PackedCube) -> Diagram {
    var literals: [Literal] = []
    for word in cube.mask.indices where cube.value[word] & ~cube.mask[word] != 0 { return .no }
    for bit in StateBit.bits(of: cube.mask) {
      let value = cube.value[bit.word] & bit.mask != 0
      if let variable = variables[bit] {
        literals.append(Literal(variable: variable, value: value))
      } else if value {
        return .no
      }
    }
    return diagrams.cube(literals)
  }

  /// The first state of a set, in the order in which earlier variables decide first and false comes
  /// before true, with all words; `nil` of the empty set.
  public func first(of states: Diagram) -> [UInt64]? {
    guard let path = diagrams.smallestAssignment(of: states) else { return nil }
    var words = [UInt64](repeating: 0, count: wordCount)
    for (variable, value) in path where value {
      words[bits[variable].word] |= bits[variable].mask
    }
    return words
  }

  /// Whether a state, given with any number of its words, is in a set.
  public func contains(_ states: Diagram, _ state: [UInt64]) -> Bool {
    diagrams.evaluate(states) { variable in
      let bit = bits[variable]
      return bit.word < state.count && state[bit.word] & bit.mask != 0
    }
  }

  /// The exact number of states at rest in a set of them; `nil` from 2^128 on.
  public func count(_ states: Diagram) -> UInt128? {
    // A state at rest has no transient bit, so forgetting them loses nothing.
    diagrams.exactCount(diagrams.exists(transient, in: states), among: resting)
  }
}
