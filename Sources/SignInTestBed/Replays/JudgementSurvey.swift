import SignInCryptography
public import TransitionTables

/// Every distinct judgement of an exploration, computed by cryptography: kind of evidence × state
/// of the credential × class that is sent × state of the session.
///
/// The engines record what a verdict depends on whenever a row that judges evidence fires, also in
/// the middle of a step, so that no judgement is missed. One step represents all that judge alike:
/// its concrete record is created, the client half makes the evidence, the pool half judges it, and
/// the verdict must be the row's.
public struct JudgementSurvey: Sendable {
  public private(set) var counts = CryptographyCounts()
  /// The number of distinct judgements.
  public private(set) var judgements = 0
  public private(set) var differences: [TestBedDifference] = []
  /// The number of judgements by kind and class, including classes that the table does not
  /// distinguish.
  public private(set) var tally = EvidenceTally()
  /// The ids of the rows that judge evidence and were never exercised.
  public private(set) var unexercisedRows: [String] = []

  /// Surveys an exploration that kept its steps.
  ///
  /// - Parameters:
  ///   - explored: the exploration whose judgements are computed.
  ///   - seed: the seed of all randomness; the same seed gives the same survey.
  ///   - conventions: the conventions of both halves; tests inject faults with them.
  /// - Throws: a `CryptographyError` where OpenSSL fails; a `DiagnosticList` where the table names
  ///   something that nothing carries out, see ``TestBedBinding``.
  public static func run(
    _ explored: TableExploration, seed: UInt64, conventions: TestBedConventions = .cognito
  ) throws -> JudgementSurvey {
    try run(Explored.explicit(explored), seed: seed, conventions: conventions)
  }

  /// Surveys the result of either engine; adds no more judgements once `shouldStop` returns true.
  public static func run(
    _ explored: Explored, seed: UInt64, conventions: TestBedConventions = .cognito,
    shouldStop: () -> Bool = { false }
  ) throws -> JudgementSurvey {
    var survey = Survey(
      explored: explored, binding: try TestBedBinding(explored.table.model, conventions.registry),
      seed: seed, conventions: conventions)
    try survey.run(shouldStop)
    var result = JudgementSurvey()
    result.counts = survey.counts
    result.judgements = survey.seen.count
    result.differences = survey.differences
    result.tally = survey.tally
    result.unexercisedRows = survey.unexercised
    return result
  }
}

/// The state of a running survey.
private struct Survey {
  /// The values that make a judgement distinct.
  struct Key: Hashable {
    var row: Int
    var evidence: String
    var values: [Int]
  }

  let found: Explored
  let binding: TestBedBinding
  let seed: UInt64
  let conventions: TestBedConventions
  var seen: Set<Key> = []
  var counts = CryptographyCounts()
  var tally: EvidenceTally
  var differences: [TestBedDifference] = []
  var judged: Set<Int> = []
  /// The rows with evidence that some step fires.
  var live: Set<Int> = []

  private var explored: any ExploredTable { found.table }
  private var model: Model { explored.model }

  init(
    explored: Explored, binding: TestBedBinding, seed: UInt64, conventions: TestBedConventions
  ) {
    found = explored
    self.binding = binding
    tally = EvidenceTally(binding)
    self.seed = seed
    self.conventions = conventions
  }

  mutating func run(_ shouldStop: () -> Bool) throws {
    let interpreter = Interpreter(model: model, observers: explored.compiled.observers)
    for occasion in found.judgementOccasions() {
      guard !shouldStop() else { return }
      live.insert(occasion.row)
      let label = explored.compiled.label(ofRule: occasion.rule)
      guard keys(of: occasion, label).contains(where: { !seen.contains($0) }) else { continue }
      let valuation = explored.valuation(occasion.state)
      let step = try explored.step(label, from: valuation, interpreter)
      guard notesNew(step) else { continue }
      var execution = Execution(
        world: try World(
          standingFor: binding.state(valuation),
          random: SeededRandomBytes(seed: seed, purpose: "survey \(seen.count)"),
          conventions: conventions),
        context: "\(model.text(of: step)) in state \(occasion.state)")
      execution.tally = tally
      execution.probesClasses = true
      try execution.run(step)
      tally = execution.tally
      counts = counts + execution.world.counts
      differences += execution.differences
      judged.formUnion(execution.judgedRows)
    }
  }

  /// The rows with evidence that some step fires but no judgement exercised.
  var unexercised: [String] {
    live.sorted().filter { !judged.contains($0) }.map { model.rows[$0].fullID }
  }

  /// The keys of the judgements that a row makes on an occasion.
  private func keys(of occasion: JudgementOccasion, _ label: CompiledModel.Label) -> [Key] {
    var before = explored.compiled.valuation(of: occasion.before)
    if let action = label.action {
      for (input, value) in zip(model.actions[action].inputs, label.inputs) {
        before[input.slot] = value
      }
    }
    return keys(of: occasion.row, in: before)
  }

  private func keys(of row: Int, in valuation: [Int]) -> [Key] {
    model.rows[row].judgements.compactMap { judgement in
      model.evidence[judgement.evidence].map { kind in
        Key(
          row: row, evidence: judgement.evidence,
          values: (kind.classes + kind.depends).map { valuation[$0] })
      }
    }
  }

  /// Whether a step makes a judgement that was not met before; records it as met.
  private mutating func notesNew(_ step: Trace.Step) -> Bool {
    var isNew = false
    var before = step.before
    if let action = step.action {
      for (input, value) in zip(model.actions[action].inputs, step.inputs) {
        before[input.slot] = value
      }
    }
    for firing in step.firings {
      for key in keys(of: firing.row, in: before) where seen.insert(key).inserted { isNew = true }
      before = firing.valuation
    }
    return isNew
  }
}
