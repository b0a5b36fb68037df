import StateSpace

/// A machine compiled for many configurations at once. Each guard is a condition on the state
/// together with the set of configurations in which it applies.
///
/// The open parameters come first in the variable order of the diagrams. Below them a guard splits
/// into finitely many conditions on the state, each with the diagram of its configurations. So the
/// parameters are evaluated once, and a step costs one conjunction of sets of configurations.
final class FamilyMachine {
  /// The words of a state within a step, at most eight.
  typealias State = SIMD8<UInt64>

  /// A condition on the state, and the configurations in which it applies.
  struct Guard {
    var mask: State
    var value: State
    var configurations: Diagram
  }

  /// The kept bits, the set bits, and the label that identifies row, action and inputs.
  struct Rule {
    var keep: State
    var set: State
    var label: Int
  }

  /// A guard with its rule, as it is matched against states.
  struct Entry {
    var when: Guard
    var rule: Int32
  }

  let model: Model
  let open: [Int]
  let observers: Set<Int>
  let layout: StateLayout
  let space: SymbolicSpace
  /// The legal configurations of the family.
  let legal: Diagram
  let labels: [CompiledModel.Label]
  let initial: State
  private(set) var rules: [Rule] = []
  let urgent: [Guard]
  /// The bits that are kept when a step comes to rest.
  let lasting: State
  /// All guards, in the order of the rules.
  private var entries: [Entry] = []
  /// The matchers that were created so far.
  private var matchers: [GuardMatcher] = []
  /// One more than the position of the matcher, by the low bits of word 0; 0 where there is none.
  private var index: [Int32]
  private let compiler: RuleCompiler
  private let openVariables: Int
  private let selectorMask: UInt64

  var diagrams: DecisionDiagrams { space.diagrams }

  /// Compiles a family; nil where a state needs more than eight words.
  ///
  /// - Parameters:
  ///   - closed: the value of each parameter that is not open, by slot.
  ///   - open: the open parameters.
  ///   - observers: the observers to compose in.
  ///   - limit: the limit on the work on its diagrams.
  init?(
    model: Model, closed: [Int: Int], open: [Int], observers: Set<Int>, limit: WorkLimit? = nil
  ) {
    self.model = model
    self.open = open.sorted()
    self.observers = observers
    compiler = RuleCompiler(
      model: model, parameters: closed, observers: observers, open: open.sorted())
    space = compiler.space
    space.diagrams.limit = limit
    layout = compiler.layout
    guard layout.wordCount <= 8 else { return nil }
    let space = self.space
    openVariables = open.map { space.bits[$0]?.count ?? 0 }.reduce(0, +)
    selectorMask = (1 << UInt64(layout.selectorBits)) - 1
    legal = space.legal(open.sorted())
    initial = Self.state(compiler.initialState)
    lasting = ~Self.state(compiler.mask { $0.isTransient })
    var parts: [(condition: Diagram, change: (clear: [UInt64], set: [UInt64]), label: Int)] = []
    compiler.takesPart = { parts.append(($0, $1, $2)) }
    labels = compiler.compileParts()
    urgent = compiler.packedCubes(where: model.urgency).map {
      Guard(mask: Self.state($0.mask), value: Self.state($0.value), configurations: .yes)
    }
    index = Array(repeating: 0, count: 1 << layout.selectorBits)
    for part in parts {
      let (rule, count) = (Int32(rules.count), entries.count)
      let isWhole = forEachGuard(of: part.condition) { own in
        // Growing copies the array into twice the space.
        let more = 2 * entries.count * MemoryLayout<Entry>.stride
        if entries.count == entries.capacity, limit?.endsWork(before: more) == true { return false }
        entries.append(Entry(when: own, rule: rule))
        return true
      }
      guard isWhole else {
        // A rule without all its guards is dropped.
        entries.removeSubrange(count...)
        break
      }
      guard entries.count > count else { continue }
      rules.append(
        Rule(
          keep: ~Self.state(part.change.clear), set: Self.state(part.change.set),
          label: part.label))
    }
  }

  /// Converts words to a state; missing words are zero.
  static func state(_ words: [UInt64]) -> State {
    var state = State()
    for (position, word) in words.prefix(8).enumerated() { state[position] = word }
    return state
  }

  /// Returns the matcher that finds the guards of a state; it is created on first use. Without
  /// memory for it, the work on the diagrams is ended, and no guard is found.
  func matcher(at state: State) -> GuardMatcher {
    let selector = state[0] & selectorMask
    let known = Int(index[Int(selector)])
    if known > 0 { return matchers[known - 1] }
    func isPossible(_ entry: Entry) -> Bool {
      (entry.when.value[0] ^ selector) & entry.when.mask[0] & selectorMask == 0
    }
    let count = entries.count(where: isPossible)
    if diagrams.limit?.endsWork(before: GuardMatcher.bytes(for: count)) == true {
      return GuardMatcher([])
    }
    var own: [Entry] = []
    own.reserveCapacity(count)
    for entry in entries where isPossible(entry) { own.append(entry) }
    let made = GuardMatcher(own)
    matchers.append(made)
    index[Int(selector)] = Int32(matchers.count)
    return made
  }

  func isUrgent(_ state: State) -> Bool { urgent.contains { state & $0.mask == $0.value } }

  /// Returns the guards of an expression over state and parameters.
  func guards(where expression: Expression) -> [Guard] {
    guards(of: space.condition(expression))
  }

  /// Returns the configurations in which a state fulfils one of some guards.
  func configurations(of state: State, _ guards: [Guard]) -> Diagram {
    var found = Diagram.no
    for own in guards where state & own.mask == own.value {
      found = diagrams.or(found, own.configurations)
    }
    return found
  }

  /// Splits a condition into conditions on the state with their configurations.
  private func guards(of condition: Diagram) -> [Guard] {
    var guards: [Guard] = []
    _ = forEachGuard(of: condition) {
      guards.append($0)
      return true
    }
    return guards
  }

  /// Calls a closure for each guard of a condition, since there may be very many. Stops when the
  /// closure returns false, and reports whether all were taken.
  private func forEachGuard(of condition: Diagram, _ take: (Guard) -> Bool) -> Bool {
    var parts: [Diagram: Diagram] = [:]
    var order: [Diagram] = []
    collect(condition, path: legal, into: &parts, &order)
    for part in order {
      for cube in compiler.packedCubes(of: part) {
        let own = Guard(
          mask: Self.state(cube.mask), value: Self.state(cube.value),
          configurations: parts[part] ?? .no)
        guard take(own) else { return false }
      }
    }
    return true
  }

  /// Collects the parts of a diagram below the parameters' variables, each with its configurations.
  private func collect(
    _ diagram: Diagram, path: Diagram, into parts: inout [Diagram: Diagram],
    _ order: inout [Diagram]
  ) {
    guard diagram != .no, path != .no else { return }
    guard let top = diagrams.support(of: diagram).first, top < openVariables else {
      if parts[diagram] == nil { order.append(diagram) }
      parts[diagram] = diagrams.or(parts[diagram] ?? .no, path)
      return
    }
    for value in [false, true] {
      let literal = diagrams.literal(Literal(variable: top, value: value))
      collect(
        diagrams.restrict(diagram, top, to: value), path: diagrams.and(path, literal),
        into: &parts, &order)
    }
  }
}
