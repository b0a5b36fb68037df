/// A ``TransitionSystem`` whose guards, updates and states are decision diagrams.
///
/// Each bit of a packed state that can ever be set or is tested is a Boolean variable. A set of
/// states is a diagram over these variables; a rule is the diagram of its guard and the product of
/// the literals that it writes. Rules, urgent states and coming to rest mean the same as in
/// ``TransitionSystem``. ``WholeSteps`` has the machine's steps from rest to rest, and
/// ``SymbolicSearch`` the states that it reaches.
///
/// The object is not `Sendable`, like its ``DecisionDiagrams``.
public final class SymbolicMachine {
  /// A guarded update.
  public struct Rule {
    /// The guard: the states in which the rule can fire.
    public let condition: Diagram
    /// The literals that the rule writes, as a product.
    public let change: Diagram
    /// The number that the rule's author gave it.
    public let label: Int32

    /// Makes a rule over the diagrams of a machine.
    public init(condition: Diagram, change: Diagram, label: Int32) {
      self.condition = condition
      self.change = change
      self.label = label
    }
  }

  /// The parts of a machine, over diagrams whose variables are bits.
  public struct Parts {
    /// The shared store of the decision diagrams of all other parts.
    public var diagrams: DecisionDiagrams
    /// For each variable, the bit that it stands for.
    public var bits: [StateBit]
    /// The number of words of a state while a step runs.
    public var wordCount: Int
    /// The number of words of a state at rest.
    public var restingWordCount: Int
    /// The initial states.
    public var initial: Diagram
    /// The urgent states, in which the machine cannot rest.
    public var urgent: Diagram
    /// The rules, in the order in which they are tried.
    public var rules: [Rule]
    /// The variables that are cleared when a step comes to rest.
    public var transient: [Int]
    /// The variables whose values at the end of a step are its observation.
    public var observed: [Int]

    /// A machine without states and rules, to be completed.
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

  /// The shared store of the decision diagrams of all sets of states.
  public let diagrams: DecisionDiagrams
  /// For each variable, the bit that it stands for.
  public let bits: [StateBit]
  /// The number of words of a state while a step runs.
  public let wordCount: Int
  /// The number of words of a state at rest.
  public let restingWordCount: Int
  /// The initial states.
  public let initial: Diagram
  /// The urgent states, in which the machine cannot rest.
  public let urgent: Diagram
  /// The rules, in the order of the machine.
  public let rules: [Rule]
  /// The variables of a state at rest, which are those that are not transient.
  public let resting: [Int]
  /// The variables whose values at the end of a step are its observation.
  public let observed: [Int]
  let variables: [StateBit: Int]
  /// The transient variables, as an array and (`transient`) as a conjunction; `cleared` is the
  /// product of their negations.
  let passing: [Int]
  let transient: Diagram
  let cleared: Diagram

  /// Makes a machine of its parts.
  public init(_ parts: Parts) {
    diagrams = parts.diagrams
    bits = parts.bits
    wordCount = parts.wordCount
    restingWordCount = parts.restingWordCount
    (initial, urgent, rules) = (parts.initial, parts.urgent, parts.rules)
    observed = parts.observed
    variables = Dictionary(
      zip(parts.bits, parts.bits.indices), uniquingKeysWith: { first, _ in first })
    passing = parts.transient.sorted()
    let isPassing = Set(parts.transient)
    resting = parts.bits.indices.filter { !isPassing.contains($0) }
    transient = diagrams.conjunction(of: parts.transient)
    cleared = diagrams.cube(parts.transient.map { Literal(variable: $0, value: false) })
  }

  /// The same machine, over the same diagrams, with other initial states.
  ///
  /// - Parameter states: the initial states, over all variables, including transient ones.
  public func starting(in states: Diagram) -> SymbolicMachine {
    var parts = Parts(
      diagrams: diagrams, bits: bits, wordCount: wordCount, restingWordCount: restingWordCount)
    (parts.initial, parts.urgent, parts.rules) = (states, urgent, rules)
    parts.transient = passing
    parts.observed = observed
    return SymbolicMachine(parts)
  }

  /// The same machine with another order of variables.
  ///
  /// - Parameter places: for each variable, its place in that order.
  func moved(to places: [Int]) -> SymbolicMachine {
    let new = DecisionDiagrams(variableCount: diagrams.variableCount)
    new.limit = diagrams.limit
    var translation = DiagramTranslation(from: diagrams, to: new, variables: places)
    var moved = bits
    for (variable, place) in places.enumerated() where variable < bits.count {
      moved[place] = bits[variable]
    }
    var parts = Parts(
      diagrams: new, bits: moved, wordCount: wordCount, restingWordCount: restingWordCount)
    parts.initial = translation.translate(initial)
    parts.urgent = translation.translate(urgent)
    parts.rules = rules.map { rule in
      Rule(
        condition: translation.translate(rule.condition),
        change: translation.translate(product: rule.change), label: rule.label)
    }
    parts.transient = passing.map { places[$0] }
    parts.observed = observed.map { places[$0] }.sorted()
    return SymbolicMachine(parts)
  }

  /// For each variable, its place in an order of bits; variables that the order omits come last.
  func places(in order: [StateBit]) -> [Int] {
    let listed = order.compactMap { variables[$0] }
    let isListed = Set(listed)
    var places = Array(0..<diagrams.variableCount)
    for (place, variable) in (listed + places.filter { !isListed.contains($0) }).enumerated() {
      places[variable] = place
    }
    return places
  }

  /// Everything that must survive a ``DecisionDiagrams/collect(keeping:)``.
  var roots: [Diagram] {
    [initial, urgent, transient, cleared] + rules.flatMap { [$0.condition, $0.change] }
  }

  // MARK: States

  /// The set of a single state. Missing words count as zero; bits without a variable are ignored.
  public func set(of state: [UInt64]) -> Diagram {
    diagrams.cube(
      bits.enumerated().map { variable, bit in
        Literal(
          variable: variable, value: bit.word < state.count && state[bit.word] & bit.mask != 0)
      })
  }

  /// The set of a single state at rest, over the ``resting`` variables.
  public func restingSet(of state: [UInt64]) -> Diagram {
    diagrams.exists(transient, in: set(of: state))
  }

  /// The set of the states that match any of some cubes.
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

  /// The smallest state of a set, with all words, where states are compared variable by variable
  /// and false is less than true; `nil` for the empty set.
  public func first(of states: Diagram) -> [UInt64]? {
    guard let path = diagrams.smallestAssignment(of: states) else { return nil }
    var words = [UInt64](repeating: 0, count: wordCount)
    for (variable, value) in path where value {
      words[bits[variable].word] |= bits[variable].mask
    }
    return words
  }

  /// Whether a set contains a state, of which words may be missing; they count as zero.
  public func contains(_ states: Diagram, _ state: [UInt64]) -> Bool {
    diagrams.evaluate(states) { variable in
      let bit = bits[variable]
      return bit.word < state.count && state[bit.word] & bit.mask != 0
    }
  }

  /// The states at rest in a set of states: those in which no transient bit is set, as a set over
  /// the ``resting`` variables alone.
  public func atRest(_ states: Diagram) -> Diagram {
    diagrams.exists(transient, in: diagrams.and(states, cleared))
  }

  /// The exact number of states in a set over the ``resting`` variables; `nil` from 2^128 on.
  public func count(_ states: Diagram) -> UInt128? {
    diagrams.exactCount(states, among: resting)
  }

  /// The combinations of values that some variables have in a set, each as a product. They are
  /// sorted variable by variable, false before true.
  ///
  /// - Parameters:
  ///   - variables: distinct variables.
  ///   - states: the set of states.
  public func combinations(of variables: [Int], in states: Diagram) -> [Diagram] {
    let listed = Set(variables)
    let others = diagrams.conjunction(of: bits.indices.filter { !listed.contains($0) })
    var open: [(left: Diagram, chosen: [Literal])] = [(diagrams.exists(others, in: states), [])]
    for variable in variables.sorted() {
      open = open.flatMap { left, chosen in
        [false, true].compactMap { value -> (left: Diagram, chosen: [Literal])? in
          let rest = diagrams.restrict(left, variable, to: value)
          let literal = Literal(variable: variable, value: value)
          return rest == .no ? nil : (rest, chosen + [literal])
        }
      }
    }
    return open.filter { $0.left != .no }.map { diagrams.cube($0.chosen) }
  }
}
