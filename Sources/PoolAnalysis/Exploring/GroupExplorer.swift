import Findings
import SignIn
import SignInTestBed
import StateSpace
import TransitionTables

/// The results for one group of configurations with the same behaviour.
struct GroupResult {
  var members: [Int]
  /// The verdicts over states, by the position of the property in the request.
  var verdicts: [Int: (status: PropertyVerdict.Status, run: Trace?)] = [:]
  var states = 0
  var transitions = 0
  var depth = 0
  /// Whether all states were explored.
  var isComplete = true
  /// Whether no limit was reached, neither in the exploration nor in judging properties.
  var isJudged = true
  /// The engine that was used, and whether it counted transitions and measured depth.
  var backend = Backend.explicit
  var countsTransitions = true
  var measuresDepth = true
  var paths: [PathReport] = []
  var sideSteps: [SideStepReport] = []
  var isTruncated = false
  var cryptography: CryptographyReport?
  /// The logs of all paths over the wire.
  var transcript = ""
  /// The explicit exploration split by the observers of several properties, if there was one.
  var joint: TableExploration?
}

/// Explores one configuration: states, verdicts, judgements by cryptography, catalogue, replay.
struct GroupExplorer {
  let model: Model
  let properties: [Property]
  let request: ExplorationRequest
  let environment: ToolEnvironment
  let poolName: String
  /// A compiler that may have compiled parts of the table before.
  var compiler: TableCompiler?
  /// The table compiled in advance, see `PropertyChecker.prepared`; no paths are listed then.
  var prepared: CompiledModel?

  /// Whether failing properties get a counterexample; without, they are judged faster.
  var wantsCounterexamples = true
  /// The approximate number of states, where it is known.
  var knownStates = 0
  /// Called when there turn out to be too many states to list, before the symbolic search begins.
  var whenMany: @Sendable () -> Void = {}
  /// Called with the number of states, before properties are judged.
  var whenCounted: @Sendable (Int) -> Void = { _ in }

  /// The greatest number of states, split by observers, that are listed for a table compiled in
  /// advance.
  private static let mostStatesPrepared = 300_000

  /// Creates an explorer that judges properties of a trial configuration in a single exploration,
  /// with mostly precompiled rules. No paths are listed.
  static func trial(
    of properties: [Property], under parameters: [Int: Int], _ model: Model,
    _ request: ExplorationRequest, _ environment: ToolEnvironment, phase: String,
    compiler: TableCompiler
  ) -> GroupExplorer {
    var request = request
    request.listsPaths = false
    var explorer = GroupExplorer(
      model: model, properties: properties, request: request, environment: environment,
      poolName: phase, compiler: compiler)
    explorer.prepared = compiler.compiled(
      parameters: parameters,
      observers: model.observers(readBy: model.properties.flatMap(\.expressions)),
      invariants: model.watchedConstraints)
    return explorer
  }

  func explore(_ group: BehaviourGroup) throws(CommandFailure) -> GroupResult {
    var result = GroupResult(members: group.members)
    // A stopped run explores nothing more, neither here nor in the following pools.
    guard !environment.limits.shouldStop else {
      (result.isComplete, result.isJudged) = (false, false)
      return result
    }
    var checker = PropertyChecker(
      model: model, compiler: compiler ?? environment.limits.compiler(of: model))
    checker.watch(for: properties)
    checker.maximumStates = request.maximumStates
    checker.maximumBytes = request.maximumBytes
    checker.threads = request.threads
    checker.prepared = prepared
    if prepared != nil, knownStates <= checker.explicitStates {
      checker.explicitStates = Self.mostStatesPrepared
    }
    checker.backend = request.backend
    checker.notesJudgements = request.listsPaths
    checker.wantsTraces = wantsCounterexamples
    checker.knownStates = knownStates
    checker.whenMany = whenMany
    checker.progress = environment.listing(poolName)
    checker.symbolicProgress = environment.growing(poolName)
    checker.shouldStop = { [limits = environment.limits] in limits.shouldStop }
    checker.isOver = { [limits = environment.limits] in limits.isOver }
    let explored = try environment.stopwatch.time("explore") { () throws(CommandFailure) in
      try guarded { () throws(PropertyChecker.Failure) in
        try checker.explored(parameters: group.parameters, observers: prepared?.observers ?? [])
      }
    }
    let counts = explored.statistics
    result.isComplete = explored.isComplete
    (result.states, result.transitions, result.depth) = (
      counts.states, counts.transitions, counts.depth
    )
    whenCounted(result.states)
    (result.backend, result.countsTransitions, result.measuresDepth) = (
      counts.backend, counts.countsTransitions, counts.measuresDepth
    )
    try environment.stopwatch.time("check") { () throws(CommandFailure) in
      try check(group, &checker, into: &result)
    }
    note(checker.statistics.stop, explored, in: &result)
    // Paths of an incomplete exploration would end where the search did.
    if request.listsPaths, result.isJudged {
      try list(explored, into: &result)
      note(checker.statistics.stop, explored, in: &result)
    }
    return result
  }

  /// The reports on the properties under one configuration.
  func verdicts(under parameters: [Int: Int]) throws(CommandFailure) -> [PropertyReport] {
    let result = try explore(BehaviourGroup(members: [0], parameters: parameters))
    return ReportAssembly(
      pool: LoadedPool.unnamed,
      family: ConfigurationFamily(model: model, closed: parameters, open: []),
      claims: properties, results: [result], isStrict: false
    ).properties()
  }

  /// Records a limit, which may be reached during the exploration and during symbolic questions.
  private func note(_ stop: Completeness?, _ explored: Explored, in result: inout GroupResult) {
    result.isJudged = stop == nil && explored.isComplete
    if let stop = stop ?? (explored.isComplete ? nil : explored.completeness) {
      environment.limits.note(stop)
    }
  }

  private func check(
    _ group: BehaviourGroup, _ checker: inout PropertyChecker, into result: inout GroupResult
  ) throws(CommandFailure) {
    // Properties are checked in one call, so that explorations with different observers run in
    // parallel.
    let positions = properties.indices.filter { !properties[$0].isAboutConfigurations }
    let verdicts = try guarded { () throws(PropertyChecker.Failure) in
      try checker.check(positions.map { properties[$0] }, parameters: group.parameters)
    }
    result.joint = checker.joint
    for (position, verdict) in zip(positions, verdicts) {
      result.verdicts[position] = (verdict.status, verdict.trace)
    }
  }

  // MARK: Paths and cryptography

  private func list(
    _ explored: Explored, into result: inout GroupResult
  ) throws(CommandFailure) {
    let progress = environment.progress
    progress("\(poolName): listing paths")
    let catalogue = environment.stopwatch.time("catalogue") { Catalogue(explored) }
    guard let catalogue else { return }
    result.isTruncated = catalogue.isTruncated
    let wording = CatalogueWording(explored: explored.table, catalogue: catalogue)
    let conventions = environment.conventions
    let shouldStop: @Sendable () -> Bool = { [limits = environment.limits] in limits.shouldStop }
    do {
      guard request.replaysPaths else {
        result.paths = try wording.paths(agreed: [:])
        result.sideSteps = try wording.sideSteps()
        return
      }
      let survey = try environment.stopwatch.time("judgements") {
        try JudgementSurvey.run(
          explored, seed: request.seed, conventions: conventions, shouldStop: shouldStop)
      }
      let name = poolName
      let replay = try environment.stopwatch.time("replay") {
        try CatalogueReplay.run(
          catalogue, explored.table, seed: request.seed, conventions: conventions,
          shouldStop: shouldStop
        ) { done, all in
          progress("\(name): replaying \(done) of \(all) paths and side steps")
        }
      }
      // Incomplete judgements or paths prove nothing.
      guard !shouldStop() else { return }
      var cryptography = CryptographyReport(survey: survey, replay: replay)
      try repeatReplay(catalogue, explored.table, into: &cryptography)
      try tellWire(catalogue, explored.table, into: &result, &cryptography)
      result.cryptography = cryptography
      result.paths = try wording.paths(agreed: replay.agreed) { _ in !shouldStop() }
      result.sideSteps = try wording.sideSteps()
    } catch let failure as ReplayFailure {
      throw CommandFailure.fault(
        "`\(failure.id)` cannot be replayed: \(failure.reason)", of: poolName, "system.replay")
    } catch let disagreement as TableExploration.Disagreement {
      throw CommandFailure.fault(disagreement.message, of: poolName)
    } catch let unbound as DiagnosticList {
      throw CommandFailure(unbound.diagnostics, status: .unreadable)
    } catch {
      throw CommandFailure.fault(
        "cryptography failed: \(error)", of: poolName, "system.cryptography")
    }
  }

  /// Repeats the replay with further seeds: fresh keys, salts and codes.
  private func repeatReplay(
    _ catalogue: Catalogue, _ explored: any ExploredTable,
    into cryptography: inout CryptographyReport
  ) throws {
    for offset in 1..<max(1, request.seeds) {
      let (seed, _) = request.seed.addingReportingOverflow(offset)
      environment.progress("\(poolName): replaying with seed \(seed)")
      let again = try CatalogueReplay.run(
        catalogue, explored, seed: seed, conventions: environment.conventions,
        shouldStop: { [limits = environment.limits] in limits.shouldStop })
      cryptography.replay = cryptography.replay + CryptographyReport.Counts(again.counts)
      cryptography.replayedPaths += again.paths
      cryptography.replayedSideSteps += again.sideSteps
      cryptography.differences += again.differences.map(CryptographyReport.Difference.init)
    }
  }

  /// Replays every path over the wire between an app and the pool's operations, with each seed.
  private func tellWire(
    _ catalogue: Catalogue, _ explored: any ExploredTable, into result: inout GroupResult,
    _ cryptography: inout CryptographyReport
  ) throws {
    guard request.tellsWire else { return }
    let (progress, name) = (environment.progress, poolName)
    for offset in 0..<max(1, request.seeds) {
      let (seed, _) = request.seed.addingReportingOverflow(offset)
      let wire = try WireCatalogue.run(
        catalogue, explored, seed: seed,
        shouldStop: { [limits = environment.limits] in limits.shouldStop },
        progress: { done, all in
          progress("\(name): \(done) of \(all) paths and side steps over the wire")
        })
      cryptography.differences += wire.differences.map(CryptographyReport.Difference.init)
      result.transcript +=
        "## seed \(seed): \(wire.transcripts.count) runs, \(wire.requests) requests, "
        + "\(wire.setAside) not followed to the end\n\n"
      result.transcript += wire.transcripts.map {
        $0.text(revealsSecrets: request.revealsSecrets) + "\n"
      }.joined()
    }
  }

  // MARK: Failures

  /// Turns a fault of the table or of Waymark, never of the pool, into a command failure.
  func guarded<T>(
    _ body: () throws(PropertyChecker.Failure) -> T
  ) throws(CommandFailure) -> T {
    do throws(PropertyChecker.Failure) {
      return try body()
    } catch {
      switch error {
      case .table(let fault):
        let steps = TextSink().steps(TraceWording(model: model).steps(fault.trace))
        throw CommandFailure.fault(
          "the table contradicts itself: \(fault.message)\n\(steps)", of: poolName,
          "system.table-fault")
      case .system(let fault):
        throw CommandFailure.fault(fault.description, of: poolName, "system.machine")
      case .disagreement(let fault): throw CommandFailure.fault(fault.message, of: poolName)
      }
    }
  }
}

extension CryptographyReport {
  /// Combines the judgements made during exploration and during replay.
  init(survey: JudgementSurvey, replay: CatalogueReplay) {
    self.init()
    exploration = Counts(survey.counts)
    judgements = survey.judgements
    self.replay = Counts(replay.counts)
    replayedPaths = replay.paths
    replayedSideSteps = replay.sideSteps
    differences = (survey.differences + replay.differences).map(Difference.init)
    unexercisedRows = survey.unexercisedRows
    var tally = survey.tally
    tally.add(replay.tally)
    evidence = tally.counts.sorted { $0.key < $1.key }.map { kind, counts in
      Evidence(
        kind: kind,
        classes: EvidenceClass.allCases.map { sent in
          Evidence.Sent(
            name: sent.rawValue, count: counts[sent] ?? 0,
            reason: tally.reason(kind, lacks: sent) ?? "")
        })
    }
  }
}

extension CryptographyReport.Counts {
  package init(_ counts: CryptographyCounts) {
    self.init(
      srp: counts.srp, deviceSRP: counts.deviceSRP, totp: counts.totp, webAuthn: counts.webAuthn,
      codes: counts.codes)
  }
}

extension CryptographyReport.Difference {
  package init(_ difference: TestBedDifference) {
    self.init(
      row: difference.row, evidence: difference.evidence, sentClass: difference.sentClass,
      expected: difference.expected, actual: difference.actual)
    context = difference.context
  }
}
