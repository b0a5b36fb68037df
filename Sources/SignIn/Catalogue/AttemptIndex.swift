import StateSpace
import TransitionTables

/// Lookup tables for the walk over attempts: which rules are calls, what each observation shows the
/// app, and how an attempt can still end from each state.
struct AttemptIndex {
  let model: Model
  /// The states between the calls of an attempt, and the states where an attempt may begin.
  let underway: BitSet
  let ready: BitSet
  /// The distinct answers. The first is nil, which means no answer.
  private(set) var answers: [Answer?] = [nil]
  /// For each observation, the position of its answer in ``answers``.
  private(set) var answerOfObservation: [Int] = []
  /// For each rule: its action or -1, its inputs, and a number shared by the rules that differ only
  /// in evidence.
  private(set) var actionOfRule: [Int] = []
  private(set) var inputsOfRule: [[Int]] = []
  private(set) var kindOfRule: [Int] = []
  private let begins: Set<Int>
  private let continues: Set<Int>
  private let clock: Set<Int>
  /// For each message that ends attempts well, the states from which that end is still possible.
  private var endings: [(message: Int, states: BitSet)] = []

  init(explored: TableExploration, graph: StateGraph, attempt: Attempt) {
    let model = explored.model
    self.model = model
    underway = explored.states(where: attempt.underway)
    ready = explored.states(where: attempt.ready)
    begins = Set(attempt.begins)
    continues = Set(attempt.continues)
    clock = Set(model.actions.indices.filter { model.actions[$0].isBy(.clock) })
    readRules(of: explored)
    readObservations(of: graph, explored)
    readEndings(of: graph)
  }

  func isCall(_ rule: Int, beginning: Bool) -> Bool {
    (beginning ? begins : continues).contains(actionOfRule[rule])
  }

  func isPassing(_ rule: Int) -> Bool { clock.contains(actionOfRule[rule]) }

  func isNextStep(_ answer: Answer) -> Bool {
    model.messages[answer.message].isKind(.nextStep)
  }

  /// All messages with which any attempt ends well.
  var allEnds: [Int] { endings.map(\.message) }

  /// The messages with which one of the states can still end, ascending.
  func ends(of states: [Int]) -> [Int] {
    endings.filter { ending in states.contains { ending.states.contains($0) } }.map(\.message)
  }

  private mutating func readRules(of explored: TableExploration) {
    var kinds: [[Int]: Int] = [:]
    for rule in explored.compiled.system.rules.indices {
      let label = explored.compiled.label(ofRule: rule)
      actionOfRule.append(label.action ?? -1)
      inputsOfRule.append(label.inputs)
      guard let action = label.action else {
        kindOfRule.append(0)
        continue
      }
      let fixed = zip(model.actions[action].inputs, label.inputs).map { input, value in
        input.evidence == nil ? value : -1
      }
      let key = [action] + fixed
      kinds[key] = kinds[key] ?? kinds.count + 1
      kindOfRule.append(kinds[key] ?? 0)
    }
  }

  private mutating func readObservations(of graph: StateGraph, _ explored: TableExploration) {
    var positions: [Answer: Int] = [:]
    for observation in graph.observations.indices {
      guard let answer = explored.answer(observation: observation) else {
        answerOfObservation.append(0)
        continue
      }
      if positions[answer] == nil {
        positions[answer] = answers.count
        answers.append(answer)
      }
      answerOfObservation.append(positions[answer] ?? 0)
    }
  }

  /// Finds the messages that end attempts well: next steps that leave no attempt under way.
  private mutating func readEndings(of graph: StateGraph) {
    var sources: [Int: BitSet] = [:]
    for state in underway.members {
      for edge in graph.edges(from: state) where !underway.contains(edge.target) {
        guard isCall(edge.label.firstRule, beginning: false),
          let answer = answers[answerOfObservation[edge.label.observation]], isNextStep(answer)
        else { continue }
        sources[answer.message, default: BitSet(capacity: graph.stateCount)].insert(state)
      }
    }
    let (continues, clock, actionOfRule) = (self.continues, self.clock, self.actionOfRule)
    let underway = self.underway
    let isAttempt = { (label: EdgeLabel) in
      let action = actionOfRule[label.firstRule]
      return continues.contains(action) || clock.contains(action)
    }
    endings = sources.sorted { $0.key < $1.key }.map { message, states in
      (message, graph.backwardReachable(from: states, within: underway, along: isAttempt))
    }
  }
}
