import Findings
import SignIn
import StateSpace
import TransitionTables

/// The result for a pool: the report and the exit status.
package struct PoolResult: Codable {
  package var report: PoolReport
  /// The exit status for each of the report's properties, in their order.
  var statuses: [ExitStatus]
  /// The exit status for everything other than properties.
  var otherStatus: ExitStatus
  /// The logs of all paths over the wire, where they were requested.
  package var transcript = ""

  package var status: ExitStatus { ExitStatus.combined(statuses + [otherStatus]) }
}

/// Explores a pool with all its open parameters, and reports the findings.
package struct PoolExplorer {
  package let model: Model
  package let request: ExplorationRequest
  package let environment: ToolEnvironment
  private let compiler: TableCompiler
  private let known = KnownConfigurations()

  /// - Parameter compiler: a compiler that may have compiled parts of the table before.
  package init(
    model: Model, request: ExplorationRequest, environment: ToolEnvironment,
    compiler: TableCompiler? = nil
  ) {
    self.model = model
    self.request = request
    self.environment = environment
    self.compiler = compiler ?? environment.limits.compiler(of: model)
  }

  /// - Throws: the failure that makes an exploration impossible: an illegal configuration (151),
  ///   one that is too open (75), an unknown property (64), a fault of the table (153).
  package func explore(_ pool: LoadedPool) throws(CommandFailure) -> PoolResult {
    guard let own = model.narrowed(to: pool) else { return try exploreNarrowed(pool) }
    return try PoolExplorer(model: own, request: request, environment: environment)
      .exploreNarrowed(pool)
  }

  private func exploreNarrowed(_ given: LoadedPool) throws(CommandFailure) -> PoolResult {
    let properties = try request.properties(of: model)
    let wide = environment.stopwatch.time("configurations") { WideFamily(given, model: model) }
    let pool = wide.pool
    let family = environment.stopwatch.time("configurations") {
      ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    }
    let gate = LegalityGate(model: model, pool: pool, family: family)
    // Verdicts are conditions, for any number of configurations; paths are listed for each.
    try gate.pass(mostMembers: request.listsPaths ? ConfigurationFamily.mostMembers : .max)
    let ordinary = OrdinaryCounterexamples(
      model: model, request: request, environment: environment, compiler: compiler,
      mustFailAlways: pool.leavesUndecided(family))
    let together = try FamilyExplorer(
      model: model, request: request, environment: environment, pool: pool
    ).verdicts(of: family, properties: properties, ordinary: ordinary)
    // Paths contain the name of their pool, and the result for an open pool depends on more than
    // its settings.
    let isKept = together == nil && !request.listsPaths && family.members.count == 1
    let known = isKept ? self.known[family.closed] : nil
    var sensitivity = AssumptionSensitivity(
      model: model, properties: properties, request: request, environment: environment,
      compiler: compiler)
    defer { sensitivity.cancel() }
    var results = known?.results ?? []
    if known == nil, together == nil || request.listsPaths {
      let early = sensitivity
      if together == nil { early.beginWorlds(around: family, pool.name) }
      results = try explore(family, pool, properties: together == nil ? properties : []) {
        early.beginFamily(around: family, pool.name)
      } whenCounted: {
        early.reconsider(states: $0)
      }
    }
    var assembly = ReportAssembly(
      pool: pool, family: family, claims: properties, results: results,
      isStrict: request.isStrict)
    assembly.together = together
    var result = assembly.result()
    wide.limit(&result.report, claims: properties)
    sensitivity.joint = results.count == 1 ? results[0].joint : nil
    let (found, judged, trying) = (result.report, assembly, sensitivity)
    let (weighed, trial) = try SideBySide.run(threads: request.threads) {
      () throws(CommandFailure) in
      try self.weighed(found, judged, ordinary, known)
    } _: {
      () throws(CommandFailure) in
      if let known { return known.trial }
      return try trying.trial(around: family, with: found)
    }
    result.report = weighed.report
    if isKept, found.coverage.isComplete, found.coverage.isJudged, !environment.limits.shouldStop {
      let answer = KnownConfigurations.Answer(
        results: results, trial: trial, weights: weighed.weights, remedies: weighed.remedies)
      self.known.keep(answer, of: family.closed)
    }
    result.report.isInterrupted = environment.limits.isInterrupted
    let undecided = UndecidedSettings(
      model: model, wide: wide, findings: result.report.findings)
    let joined = Set(result.report.findings.flatMap(\.sameCause))
    let rules = gate.warnings.filter { !joined.contains($0.code) }
    let warnings =
      pool.notes.filter(Self.isShown) + [undecided.note].compactMap(\.self)
      + rules.filter(Self.isShown)
    result.report.warnings = warnings.map(\.rendered)
    result.report.problems = warnings.map(DocumentProblem.init)
    result.report.notModelled = pool.document?.notModelled ?? []
    result.report.configuration.bounds = bounds(of: family)
    result.report.configuration.trial = trial
    FindingBasis(model: model, pool: pool, compiler: compiler)
      .add(to: &result.report, runs: weighed.runs, unweighed: weighed.unweighed)
    DocumentWords(model: model, pool: pool).write(into: &result.report)
    result.statuses = assembly.statuses(of: result.report, unweighed: weighed.unweighed)
    if warnings.contains(where: { $0.severity == .error }) {
      result.otherStatus = ExitStatus.combined([result.otherStatus, .safetyViolated])
    }
    if case .cutOff = trial {
      result.otherStatus = ExitStatus.combined([result.otherStatus, .limitReached])
    }
    return result
  }

  /// Whether a report shows a diagnostic about documents.
  private static func isShown(_ complaint: Diagnostic) -> Bool {
    complaint.severity != .note || shownNotes.contains(complaint.code)
  }

  /// The codes of notes that reports show: those about what was judged, what was found but not
  /// read, and what concerns users although no verdict depends on it.
  private static let shownNotes: Set<String> = [
    "amplify.computed-attribute", "amplify.given-away", "document.assumed",
    "document.flow-without-challenge", "document.immutable-by-default", "document.mfa-not-offered",
    "document.no-api-client", "document.no-client", "document.no-domain", "document.not-json",
    "document.not-yaml", "document.other-client", "document.unknown-property",
    "document.unknown-writable", "document.unsupported-format", "document.writable-privilege",
    "project.old-template", "project.stale-template", "shell.update", "template.parameter-default",
    "template.pool-switched-off", "template.several-clients", "template.unjoined-client",
    "terraform.ignored-changes", "terraform.unread-values", "totp-alone",
  ]

  /// A report with the most ordinary counterexample, the severity and the remedy of each finding.
  private struct Weighed {
    var report: PoolReport
    /// The counterexamples, by the position of the property.
    var runs: [Int: Trace] = [:]
    /// The positions of properties whose severity could not be determined in time.
    var unweighed: Set<Int> = []
    var weights: KnownConfigurations.Weights
    var remedies = KnownConfigurations.Remedies()
  }

  private func weighed(
    _ report: PoolReport, _ assembly: ReportAssembly, _ ordinary: OrdinaryCounterexamples,
    _ known: KnownConfigurations.Answer?
  ) throws(CommandFailure) -> Weighed {
    var report = report
    let (properties, family) = (assembly.claims, assembly.family)
    var runs = assembly.runs
    limit(&report, assembly, ordinary)
    // Each scope takes time to explore, more for a family; the severity of a note cannot decrease.
    let searchesForNotes = request.showsNotes && family.legalCount <= 1
    let weighty = runs.keys.sorted().filter {
      searchesForNotes || report.properties[$0].severity != .note
    }
    let weighed = known.flatMap { $0.weights.positions == weighty ? $0.weights.found : nil }
    if !weighty.isEmpty, weighed == nil {
      environment.progress(
        "\(assembly.pool.name): weighing \(TextLayout.counted(weighty.count, "finding"))")
    }
    let found =
      assembly.together?.ordinary ?? weighed
      ?? ordinary.found(for: properties, failing: weighty, in: family, runs: runs)
    let untraced = report.properties.indices.filter {
      report.properties[$0].verdict == .fails && report.properties[$0].trace == nil
    }
    let unweighed =
      ordinary.unweighed(among: weighty, untraced: untraced, of: properties, found)
      .filter { report.properties[$0].severity != .note }
    for (position, found) in found.sorted(by: { $0.key < $1.key }) {
      if let run = found.run, run != runs[position] {
        assembly.replace(run, of: position, in: &report.properties[position])
        runs[position] = run
      }
      report.properties[position].severity.limit(to: found.atMost)
    }
    FindingDetails(
      model: model, pool: assembly.pool, request: request, environment: environment,
      compiler: compiler
    ).add(to: &report, claims: properties, runs: runs)
    let basis = FindingBasis(model: model, pool: assembly.pool, compiler: compiler)
    basis.limitDoubtful(in: &report)
    let traces = runs.mapValues(\.trace)
    let places = FindingPlaces(pool: assembly.pool, model: model)
    places.addOpenings(to: &report, claims: properties, runs: traces)
    FindingCauses(model: model).join(in: &report, claims: properties, runs: traces)
    var result = Weighed(
      report: report, runs: traces, unweighed: unweighed,
      weights: KnownConfigurations.Weights(positions: weighty, found: found))
    let example = (weighty + runs.keys.sorted()).lazy.compactMap { runs[$0]?.parameters }.first
    guard request.triesRemedies, let base = example ?? family.members.first else {
      return result
    }
    result.remedies.asked = report.properties.map(KnownConfigurations.Finding.init)
    if let known = known?.remedies, known.asked == result.remedies.asked {
      for (position, answer) in known.answers.enumerated() {
        answer.write(into: &result.report.properties[position])
      }
      result.remedies = known
      places.addRemedies(to: &result.report)
      return result
    }
    var trial = RemedyTrial(
      model: model, request: request, environment: environment, compiler: compiler)
    try trial.add(
      to: &result.report, around: base, failing: failingMembers(of: family, properties, runs),
      // For findings that keep their counterexample, remedies are tried on the whole exploration.
      scopes: Dictionary(
        uniqueKeysWithValues: found.filter { $0.value.run != nil }
          .map { (properties[$0.key].fullID, $0.value.scope) }),
      runs: Dictionary(
        uniqueKeysWithValues: runs.map { (properties[$0.key].fullID, $0.value.trace) }))
    result.remedies.answers = result.report.properties.map(KnownConfigurations.Finding.init)
    places.addRemedies(to: &result.report)
    return result
  }

  /// For each property that fails in a family, by its id, a failing member: that of its
  /// counterexample, or one whose settings alone break the property.
  private func failingMembers(
    of family: ConfigurationFamily, _ claims: [Property], _ runs: [Int: FoundRun]
  ) -> [String: [Int: Int]] {
    guard family.legalCount > 1 else { return [:] }
    var members: [String: [Int: Int]] = [:]
    for (position, property) in claims.enumerated() {
      if case .configuration(let claim) = property.claim {
        members[property.fullID] = family.members.first { member in
          let values = model.slots.indices.map { member[$0] ?? model.slots[$0].initial }
          return !ConcreteEvaluator(values).holds(claim)
        }
      } else {
        members[property.fullID] = runs[position]?.parameters
      }
    }
    return members
  }

  /// Limits findings to notes where their severity does not depend on the counterexample.
  private func limit(
    _ report: inout PoolReport, _ assembly: ReportAssembly, _ ordinary: OrdinaryCounterexamples
  ) {
    // A failure that only some values of an undecided setting cause is no finding about the pool.
    if ordinary.mustFailAlways {
      for position in report.properties.indices
      where report.properties[position].condition != nil {
        report.properties[position].severity.limit(to: .note)
      }
    }
    for position in report.properties.indices {
      guard let slot = assembly.claims[position].noteUnlessStated, !assembly.pool.states(slot)
      else { continue }
      report.properties[position].severity.limit(to: .note)
    }
  }

  /// Explores each group of members with the same behaviour once.
  ///
  /// - Parameters:
  ///   - whenMany: called if a group has too many states to list.
  ///   - whenCounted: called with the number of states of a group, before properties are judged.
  private func explore(
    _ family: ConfigurationFamily, _ pool: LoadedPool, properties: [Property],
    _ whenMany: @escaping @Sendable () -> Void, whenCounted: @escaping @Sendable (Int) -> Void
  ) throws(CommandFailure) -> [GroupResult] {
    let (progress, name, limits) = (environment.progress, pool.name, environment.limits)
    let groups = environment.stopwatch.time("configurations") {
      BehaviourGroup.groups(of: family, properties: properties, by: compiler) {
        progress("\(name): \($0)")
        return !limits.shouldStop
      }
    }
    var explorer = GroupExplorer(
      model: model, properties: properties, request: request, environment: environment,
      poolName: pool.name, compiler: compiler)
    (explorer.whenMany, explorer.whenCounted) = (whenMany, whenCounted)
    var results: [GroupResult] = []
    for group in groups { results.append(try explorer.explore(group)) }
    return results
  }

  /// The bounds on the exploration of some member of the family.
  private func bounds(of family: ConfigurationFamily) -> [ConfigurationReport.Bound] {
    let space = SymbolicSpace(model: model, slots: family.open, fixed: family.closed)
    return model.bounds.filter { space.condition($0.condition) != .no }.map { bound in
      let slot = bound.parameter
      let most = family.closed[slot].map { model.text(of: $0, in: slot) } ?? "open"
      return ConfigurationReport.Bound(
        model.slots[slot].name, most: most, counted: bound.counted)
    }
  }
}

extension Model {
  /// The model, narrowed to ordinary values for parameters that the given kinds of document never
  /// state, and for other open settings to the values that the documents leave possible; nil where
  /// nothing is narrowed.
  func narrowed(to pool: LoadedPool) -> Model? {
    let untold = pool.open.filter { pool.isUntold($0) }
    let bounds = pool.open.compactMap { slot in
      pool.bounds(of: slot, in: self).map { (slot: slot, least: $0.least, most: $0.most) }
    }
    let possible = pool.open.compactMap { slot in
      pool.possibleValues(of: slot, in: self).map { (slot: slot, values: $0) }
    }
    guard
      !bounds.isEmpty || !possible.isEmpty
        || ordinaryValues.contains(where: { untold.contains($0.parameter) })
    else { return nil }
    let bounded = bounds.reduce(amongOrdinary(untold)) { model, bound in
      model.bounding(bound.slot, from: bound.least, to: bound.most)
    }
    return possible.reduce(bounded) { $0.limiting($1.slot, to: $1.values) }
  }
}

extension LoadedPool {
  /// Whether the documents leave a setting undecided that the user did not ask to leave open.
  func leavesUndecided(_ family: ConfigurationFamily) -> Bool {
    family.open.contains { !isLeftOpen($0) }
  }
}

extension PropertyReport.Severity {
  /// Lowers a severity to a maximum; never raises it.
  mutating func limit(to most: PropertyReport.Severity?) {
    let order = PropertyReport.Severity.allCases
    guard let most, let own = order.firstIndex(of: self), let limit = order.firstIndex(of: most)
    else { return }
    self = order[max(own, limit)]
  }
}
