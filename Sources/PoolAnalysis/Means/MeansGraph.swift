import SignIn
import StateSpace
import TransitionTables

/// The states of a pool with what each step between them needs and gives of the means that people
/// hold.
///
/// Sets of means are bits, by position in ``used``. Steps that change nothing and give nothing are
/// left out.
struct MeansGraph {
  /// A step, as the analysis sees it.
  struct Step {
    var source: UInt32
    var target: UInt32
    var label: UInt32
    /// What whoever takes it must hold.
    var needs: UInt32
    /// What whoever took it holds.
    var gives: UInt32
    /// Whether it brings the tokens by a sign-in.
    var signsIn: Bool
    /// Whether there is no account after it: it leads nowhere from here.
    var endsAccount: Bool
  }

  let explored: TableExploration
  let graph: StateGraph
  /// The means that some step needs or gives, by position in `Model/means`.
  let used: [Int]
  /// Further means that no step needs, and that open others; see ``MeansLinks``.
  private(set) var linked: [Int] = []
  private(set) var links = MeansLinks()
  /// By source, in the order of the search.
  let steps: [Step]
  /// Where the steps of each state begin, with the total count as last entry.
  let starts: [Int]
  /// The same steps by target, without those that end an account.
  let arrivals: MeansArrivals
  private let needMasks: [[Use]]
  /// What the app receives at the end of a step, by label.
  private let answers: [Answer?]

  var model: Model { explored.model }
  var stateCount: Int { graph.stateCount }
  /// The means that steps use.
  var allMeans: UInt32 { UInt32(1) << UInt32(used.count) - 1 }
  /// The same with those of linked accounts.
  var universe: UInt32 { UInt32(1) << UInt32(used.count + linked.count) - 1 }

  /// The bit of some means; nil where no step uses it.
  func bit(of means: Int?) -> UInt32? {
    (used + linked).firstIndex { $0 == means }.map { UInt32(1) << UInt32($0) }
  }

  /// What an administrator's help is, or nothing.
  var help: UInt32 { bit(of: model.access?.help) ?? 0 }
  /// The means that are places to begin from.
  var places: UInt32 {
    (model.access?.places ?? []).reduce(0) { $0 | (bit(of: $1.means) ?? 0) }
  }
  /// The means that no owner has.
  var outsiders: UInt32 {
    (model.access?.outsiders ?? []).reduce(0) { $0 | (bit(of: $1) ?? 0) }
  }
  /// What the owner of the account holds who begins anew: all but help, places and what only
  /// outsiders have.
  var own: UInt32 { owned & allMeans }
  /// The same with what opens linked accounts.
  var owned: UInt32 { universe & ~help & ~places & ~outsiders }

  /// What the owner holds of the means that steps use after losing some.
  func kept(losing set: UInt32) -> UInt32 { links.kept(of: owned, losing: set) & allMeans }

  /// What an outsider holds of the means that steps use after stealing some.
  func opened(by set: UInt32) -> UInt32 { links.closure(set) & allMeans }

  /// The same graph with accounts elsewhere that open means; those that open nothing that a step
  /// uses make no difference.
  func linking(_ accounts: [(means: Int, ways: [[Int]])]) -> MeansGraph {
    var graph = self
    let named = Set(accounts.flatMap { [$0.means] + $0.ways.joined() })
    graph.linked = named.subtracting(used).sorted()
    graph.links.opened = accounts.map { account in
      let bits = { (means: [Int]) in means.reduce(UInt32(0)) { $0 | (graph.bit(of: $1) ?? 0) } }
      return (bits([account.means]), account.ways.map(bits))
    }
    return graph
  }

  func steps(from state: Int) -> ArraySlice<Step> { steps[starts[state]..<starts[state + 1]] }

  /// The state with a valuation; nil where it is not listed.
  func state(of valuation: [Int]) -> Int? {
    let compiled = explored.compiled
    let words = compiled.pack(valuation).prefix(compiled.layout.restingWordCount)
    return explored.exploration.index(of: Array(words))
  }

  /// The means of a set, in the order of the table.
  func means(_ set: UInt32) -> [Means] {
    (used + linked).enumerated().filter { set >> UInt32($0.offset) & 1 == 1 }
      .map { model.means[$0.element] }
  }

  /// The action and inputs behind a label.
  func call(_ label: Int) -> CompiledModel.Label {
    explored.compiled.label(ofRule: graph.labels[label].firstRule)
  }

  /// What the app receives at the end of a step with a label.
  func answer(_ label: Int) -> Answer? { answers[label] }

  func isError(_ label: Int) -> Bool { Self.isError(answers[label], model) }

  private static func isError(_ answer: Answer?, _ model: Model) -> Bool {
    answer.map { model.messages[$0.message].isKind(.error) } ?? false
  }

  // MARK: Building

  /// A use of means in some states.
  private struct Use {
    var mask: UInt32
    /// Nil for every state.
    var states: BitSet?
  }

  private static func mask(_ uses: [Use], _ state: Int) -> UInt32 {
    uses.reduce(0) { $0 | ($1.states?.contains(state) ?? true ? $1.mask : 0) }
  }

  /// What a step with a label needs in a state.
  func needs(_ label: Int, in state: Int) -> UInt32 { Self.mask(needMasks[label], state) }

  /// Nil where the table has no attempt, no `access:`, the exploration kept no edges, or the work
  /// was stopped.
  ///
  /// - Parameters:
  ///   - explored: all states of a pool, with edges.
  ///   - known: the means, where they are not to be those that steps use.
  ///   - shouldStop: asked now and then; true stops.
  init?(
    _ explored: TableExploration, using known: [Int]? = nil,
    stopping shouldStop: () -> Bool = { false }
  ) {
    guard let graph = explored.exploration.graph, let attempt = explored.model.attempt,
      let access = explored.model.access
    else { return nil }
    self.explored = explored
    self.graph = graph
    let model = explored.model
    let labels = graph.labels.map { explored.compiled.label(ofRule: $0.firstRule) }
    let answers = graph.labels.map { explored.answer(observation: $0.observation) }
    self.answers = answers
    var reader = UseReader(explored: explored)
    var needs: [[(means: Int, states: BitSet?)]] = []
    var gives: [[(means: Int, states: BitSet?)]] = []
    for (number, label) in labels.enumerated() {
      needs.append(reader.uses(label, in: \.needs))
      let fails = Self.isError(answers[number], model)
      gives.append(fails ? [] : reader.uses(label, in: \.gives))
    }
    // A place to begin from is no step's need.
    let reached = access.places.filter { !explored.states(where: $0.condition).isEmpty }
    let named = Set((needs + gives).joined().map(\.means) + reached.map(\.means))
    used = known ?? model.means.indices.filter(named.contains)
    let position = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    func masks(_ uses: [[(means: Int, states: BitSet?)]]) -> [[Use]] {
      uses.map { $0.map { Use(mask: 1 << UInt32(position[$0.means] ?? 0), states: $0.states) } }
    }
    let (needMasks, giveMasks) = (masks(needs), masks(gives))
    self.needMasks = needMasks
    let calls = Set(attempt.begins + attempt.continues)
    let signsIn = labels.indices.map { number in
      calls.contains(labels[number].action ?? -1) && model.isDone(answers[number])
    }
    let account = explored.states(where: access.account)
    // Whoever is signed in is answered “done” too, and signs in nobody.
    let attempts = explored.states(where: .or([attempt.ready, attempt.underway]))
    let forbidden = labels.map { label in
      label.action.map { model.actions[$0].isBy(.attacker) } ?? false
    }
    var steps: [Step] = []
    var starts = [0]
    for state in 0..<graph.stateCount {
      if state & 0xFFF == 0, shouldStop() { return nil }
      if account.contains(state) {
        graph.forEachEdge(from: state) { target, label in
          guard !forbidden[label] else { return }
          let given = Self.mask(giveMasks[label], state)
          let enters = signsIn[label] && attempts.contains(state)
          guard target != state || given != 0 || enters else { return }
          steps.append(
            Step(
              source: UInt32(state), target: UInt32(target), label: UInt32(label),
              needs: Self.mask(needMasks[label], state), gives: given, signsIn: enters,
              endsAccount: !account.contains(target)))
        }
      }
      starts.append(steps.count)
    }
    (self.steps, self.starts) = (steps, starts)
    arrivals = MeansArrivals(steps, states: graph.stateCount)
  }
}

/// Reads what labels need and give, each condition's states once.
private struct UseReader {
  let explored: TableExploration
  private var known: [Expression: BitSet] = [:]

  init(explored: TableExploration) { self.explored = explored }

  mutating func uses(
    _ label: CompiledModel.Label, in part: KeyPath<Action, [MeansUse]>
  ) -> [(means: Int, states: BitSet?)] {
    guard let action = label.action, !explored.model.actions[action][keyPath: part].isEmpty else {
      return []
    }
    let uses =
      part == \.needs
      ? explored.compiled.needs(of: action, inputs: label.inputs)
      : explored.compiled.gives(of: action, inputs: label.inputs)
    return uses.compactMap { use in
      if let constant = ConcreteEvaluator.constant(use.condition) {
        return constant == 0 ? nil : (use.means, nil)
      }
      if known[use.condition] == nil {
        known[use.condition] = explored.states(where: use.condition)
      }
      guard let states = known[use.condition], !states.isEmpty else { return nil }
      return (use.means, states)
    }
  }
}
