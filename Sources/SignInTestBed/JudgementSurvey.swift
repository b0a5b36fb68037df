import SignInCryptography
import StateSpace
public import TransitionTables

/// Every distinct judgement of an exploration, computed by cryptography: kind of evidence × state
/// of the credential × class that is sent × state of the session.
///
/// One explored state stands for all that agree on what verdicts depend on; its concrete record is
/// made anew, the client half makes the evidence, the pool half judges it, and the verdict must be
/// the row's.
public struct JudgementSurvey: Sendable {
  public private(set) var counts = CryptographyCounts()
  /// The number of distinct judgements.
  public private(set) var judgements = 0
  public private(set) var differences: [TestBedDifference] = []
  /// Judgements by kind and class, those that the table does not tell apart among them.
  public private(set) var tally = EvidenceTally()
  /// Rows that judge evidence and were never exercised, by id.
  public private(set) var unexercisedRows: [String] = []

  /// Surveys an exploration that kept its steps.
  ///
  /// - Parameters:
  ///   - seed: of all randomness; the same seed gives the same survey.
  ///   - conventions: faults for tests.
  /// - Throws: a `CryptographyError` where OpenSSL fails.
  public static func run(
    _ explored: TableExploration, seed: UInt64, conventions: TestBedConventions = .cognito
  ) throws -> JudgementSurvey {
    var survey = Survey(explored: explored, seed: seed, conventions: conventions)
    try survey.run()
    var result = JudgementSurvey()
    result.counts = survey.counts
    result.judgements = survey.seen.count
    result.differences = survey.differences
    result.tally = survey.tally
    result.unexercisedRows = survey.unexercised
    return result
  }
}

/// The survey while it runs.
private struct Survey {
  /// What makes a judgement distinct.
  struct Key: Hashable {
    var row: Int
    var evidence: String
    var values: [Int]
  }

  let explored: TableExploration
  let seed: UInt64
  let conventions: TestBedConventions
  var seen: Set<Key> = []
  var counts = CryptographyCounts()
  var tally = EvidenceTally()
  var differences: [TestBedDifference] = []
  var judged: Set<Int> = []

  private var model: Model { explored.model }

  init(explored: TableExploration, seed: UInt64, conventions: TestBedConventions) {
    self.explored = explored
    self.seed = seed
    self.conventions = conventions
  }

  mutating func run() throws {
    guard let graph = explored.exploration.graph else { return }
    let interpreter = Interpreter(model: model, observers: explored.compiled.observers)
    for (state, rule) in representatives(in: graph) {
      let valuation = explored.valuation(state)
      let label = explored.compiled.label(ofRule: rule)
      let step = try explored.step(label, from: valuation, interpreter)
      guard notesNew(step) else { continue }
      var execution = Execution(
        model: model,
        world: try World(
          standingFor: valuation, of: model, seed: seed, purpose: "survey \(seen.count)",
          conventions: conventions),
        context: "\(model.text(of: step)) in state \(state)")
      execution.tally = tally
      execution.probesClasses = true
      try execution.run(step)
      tally = execution.tally
      counts = counts + execution.world.counts
      differences += execution.differences
      judged.formUnion(execution.judgedRows)
    }
  }

  /// The rows with evidence that some step fires and no judgement exercised.
  var unexercised: [String] {
    let fired = explored.exploration.firedRules
    let live = Set(
      fired.indices.filter { fired[$0] }.map { explored.compiled.label(ofRule: $0).row })
    return live.sorted().filter { !model.rows[$0].judgements.isEmpty && !judged.contains($0) }
      .map { model.rows[$0].fullID }
  }

  /// A state and a first rule for each combination of a rule that sends evidence and what verdicts
  /// depend on, in the order of discovery.
  private func representatives(in graph: StateGraph) -> [(state: Int, rule: Int)] {
    let mask = relevantBits
    let sends = explored.compiled.system.rules.indices.map { rule in
      explored.compiled.label(ofRule: rule).action.map { action in
        model.actions[action].inputs.contains { $0.evidence != nil }
          || model.actions[action].actor == "attacker"
          || model.actions[action].component != nil && model.actions[action].actor == "app"
      } ?? false
    }
    var numbers: [[UInt64]: Int] = [:]
    var taken: [Set<Int>] = []
    var found: [(state: Int, rule: Int)] = []
    for state in 0..<graph.stateCount {
      let projection = mask.indices.map { explored.exploration.word($0, of: state) & mask[$0] }
      let number = numbers[projection] ?? numbers.count
      if number == taken.count {
        numbers[projection] = number
        taken.append([])
      }
      for edge in graph.edges(from: state) where sends[edge.label.firstRule] {
        if taken[number].insert(edge.label.firstRule).inserted {
          found.append((state, edge.label.firstRule))
        }
      }
    }
    return found
  }

  /// The bits of all slots that some verdict depends on, and of the locations.
  private var relevantBits: [UInt64] {
    var mask = [UInt64](repeating: 0, count: explored.compiled.layout.restingWordCount)
    let slots =
      model.evidence.values.flatMap(\.depends) + model.components.map(\.locationSlot)
    for slot in Set(slots).sorted() {
      if let field = explored.compiled.layout.fields[slot], field.word < mask.count {
        mask[field.word] |= field.mask
      }
    }
    return mask
  }

  /// Whether a step judges something in a state of things that was not met before.
  private mutating func notesNew(_ step: Trace.Step) -> Bool {
    var isNew = false
    var before = step.before
    if let action = step.action {
      for (input, value) in zip(model.actions[action].inputs, step.inputs) {
        before[input.slot] = value
      }
    }
    for firing in step.firings {
      for judgement in model.rows[firing.row].judgements {
        guard let kind = model.evidence[judgement.evidence] else { continue }
        let key = Key(
          row: firing.row, evidence: judgement.evidence,
          values: (kind.classes + kind.depends).map { before[$0] })
        if seen.insert(key).inserted { isNew = true }
      }
      before = firing.valuation
    }
    return isNew
  }
}
