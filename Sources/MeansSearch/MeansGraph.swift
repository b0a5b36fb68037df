import SignIn
import StateSpace
import TransitionTables

/// The states of a pool, and the steps between them with the means that each needs and gives.
///
/// Sets of means are bits, by position in ``used``. Steps that change nothing, give nothing and
/// sign nobody in are omitted.
package struct MeansGraph {
  /// A step with the properties that the analysis needs.
  package struct Step {
    package var source: UInt32
    package var target: UInt32
    package var label: UInt32
    /// The means that the person who takes the step must hold.
    package var needs: UInt32
    /// The means that the person holds after the step.
    package var gives: UInt32
    /// Whether the step brings the tokens by a sign-in.
    package var signsIn: Bool
    /// Whether no account exists after the step, so that its target is not followed.
    package var endsAccount: Bool
  }

  package let explored: TableExploration
  package let graph: StateGraph
  /// The means that some step needs or gives, by position in `Model/means`.
  package let used: [Int]
  /// Further means that no step needs and that open others; see ``MeansLinks``.
  package private(set) var linked: [Int] = []
  package private(set) var links = MeansLinks()
  /// The steps by source, in the order of the search.
  package let steps: [Step]
  /// The position of each state's first step, with the total count as last entry.
  package let starts: [Int]
  /// The same steps by target, without those after which no account exists.
  let arrivals: MeansArrivals
  private let needMasks: [[Use]]
  /// The answer to the app at the end of a step, by label.
  private let answers: [Answer?]

  package var model: Model { explored.model }
  package var stateCount: Int { graph.stateCount }
  /// The set of all means that steps use.
  package var allMeans: UInt32 { UInt32(1) << UInt32(used.count) - 1 }
  /// The set of all means, those of linked accounts included.
  package var universe: UInt32 { UInt32(1) << UInt32(used.count + linked.count) - 1 }

  /// Returns the bit of a means; nil where no step uses it.
  package func bit(of means: Int?) -> UInt32? {
    (used + linked).firstIndex { $0 == means }.map { UInt32(1) << UInt32($0) }
  }

  /// The means that stands for an administrator's help, or the empty set.
  package var help: UInt32 { bit(of: model.access?.help) ?? 0 }
  /// The means that are places where a person may begin.
  package var places: UInt32 {
    (model.access?.places ?? []).reduce(0) { $0 | (bit(of: $1.means) ?? 0) }
  }
  /// The means that only outsiders hold.
  package var outsiders: UInt32 {
    (model.access?.outsiders ?? []).reduce(0) { $0 | (bit(of: $1) ?? 0) }
  }
  /// The means with which the owner of an account begins: all except help, places and those of
  /// outsiders.
  package var own: UInt32 { owned & allMeans }
  /// The same set with the means that open linked accounts.
  package var owned: UInt32 { universe & ~help & ~places & ~outsiders }

  /// Returns the means of steps that the owner holds after losing some.
  package func kept(losing set: UInt32) -> UInt32 { links.kept(of: owned, losing: set) & allMeans }

  /// Returns the means of steps that an outsider holds after stealing some.
  package func opened(by set: UInt32) -> UInt32 { links.closure(set) & allMeans }

  /// Returns the graph with external accounts that open means; accounts that open no means of a
  /// step have no effect.
  package func linking(_ accounts: [(means: Int, ways: [[Int]])]) -> MeansGraph {
    var graph = self
    let named = Set(accounts.flatMap { [$0.means] + $0.ways.joined() })
    graph.linked = named.subtracting(used).sorted()
    graph.links.opened = accounts.map { account in
      let bits = { (means: [Int]) in means.reduce(UInt32(0)) { $0 | (graph.bit(of: $1) ?? 0) } }
      return (bits([account.means]), account.ways.map(bits))
    }
    return graph
  }

  package func steps(from state: Int) -> ArraySlice<Step> {
    steps[starts[state]..<starts[state + 1]]
  }

  /// Returns the state with a valuation; nil where it is not listed.
  package func state(of valuation: [Int]) -> Int? {
    let compiled = explored.compiled
    let words = compiled.pack(valuation).prefix(compiled.layout.restingWordCount)
    return explored.exploration.index(of: Array(words))
  }

  /// Returns the means in a set, in the order of the table.
  package func means(_ set: UInt32) -> [Means] {
    (used + linked).enumerated().filter { set >> UInt32($0.offset) & 1 == 1 }
      .map { model.means[$0.element] }
  }

  /// Returns the action and inputs of a label.
  package func call(_ label: Int) -> CompiledModel.Label {
    explored.compiled.label(ofRule: graph.labels[label].firstRule)
  }

  /// Returns the answer to the app at the end of a step with a label.
  package func answer(_ label: Int) -> Answer? { answers[label] }

  package func isError(_ label: Int) -> Bool { Self.isError(answers[label], model) }

  private static func isError(_ answer: Answer?, _ model: Model) -> Bool {
    answer.map { model.messages[$0.message].isKind(.error) } ?? false
  }

  // MARK: Building

  /// A set of means that a label needs or gives in some states.
  private struct Use {
    var mask: UInt32
    /// The states; nil for all.
    var states: BitSet?
  }

  private static func mask(_ uses: [Use], _ state: Int) -> UInt32 {
    uses.reduce(0) { $0 | ($1.states?.contains(state) ?? true ? $1.mask : 0) }
  }

  /// Returns the means that a step with a label needs in a state.
  package func needs(_ label: Int, in state: Int) -> UInt32 { Self.mask(needMasks[label], state) }

  /// Builds the graph; nil where the table has no attempt or no `access:`, where the exploration
  /// kept no edges, or where the work was stopped.
  ///
  /// - Parameters:
  ///   - explored: all states of a pool, with edges.
  ///   - known: the means of the sets, if they are not those that steps use.
  ///   - shouldStop: called from time to time; true stops.
  package init?(
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
    // A place where a person begins is not a need of steps.
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
    // A person who is signed in also gets the answer “done”, which is no sign-in.
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

/// Reads the needs and gifts of labels; the states of each condition are computed once.
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
