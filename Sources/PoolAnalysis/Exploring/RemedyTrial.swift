import Findings
import SignIn
import StateSpace
import TransitionTables

/// Tries the table's remedies on a pool, and groups the findings that one change fixes.
///
/// A remedy is proposed if the finding that it is tried for disappears and no new error or warning
/// appears. Findings that one remedy fixes have one cause: the most severe is shown, with the
/// others beneath it. Where nothing more can be explored, the remedies for claims about settings
/// are tried on these claims.
struct RemedyTrial {
  /// The greatest number of states of a pool that is explored with remedies.
  var mostStates = 2_000_000

  let model: Model
  let request: ExplorationRequest
  let environment: ToolEnvironment
  let compiler: TableCompiler

  /// The known counterexamples, by the id of the property.
  private var runs: [String: Trace] = [:]
  /// The number of states of the pool.
  private var states = 0
  /// The properties that fail in a configuration, among all those checked after a remedy.
  private var known: [[Int: Int]: [String: PropertyReport.Severity]] = [:]
  /// For each property that fails in a family, by its id, a failing member.
  private var failingMembers: [String: [Int: Int]] = [:]
  /// Whether only claims about settings are judged, because nothing is explored.
  private var judgesSettingsAlone = false

  init(
    model: Model, request: ExplorationRequest, environment: ToolEnvironment,
    compiler: TableCompiler
  ) {
    self.model = model
    self.request = request
    self.environment = environment
    self.compiler = compiler
  }

  /// A remedy, with the findings that it fixes.
  private struct Tried {
    var remedy: Remedy
    var parameters: [Int: Int]
    /// The ids of the properties that no longer fail.
    var mended: Set<String>
    /// The ids of the legality rules that no longer warn.
    var lifted: [String]

    var weight: Int { mended.count + lifted.count }
  }

  /// The greatest number of remedies for a finding that are checked against all properties.
  private static let mostChecked = 3

  /// Adds to each finding its remedy and the findings with the same cause.
  ///
  /// - Parameters:
  ///   - report: the findings.
  ///   - base: the configuration on which to try remedies: the pool's, or a member of a family.
  ///   - members: for a family, a member in which each property fails, by its id; the remedies for
  ///     the property are tried there.
  ///   - scopes: the scope in which each property was found to fail, by its id.
  ///   - runs: the counterexamples of failing properties, by their ids.
  mutating func add(
    to report: inout PoolReport, around base: [Int: Int], failing members: [String: [Int: Int]],
    scopes: [String: CounterexampleScope], runs: [String: Trace]
  ) throws(CommandFailure) {
    (self.runs, failingMembers) = (runs, members)
    guard !model.remedies.isEmpty else { return }
    let prose = report.properties.map(\.remedy)
    for position in report.properties.indices where report.properties[position].verdict == .fails {
      report.properties[position].remedy = ""
    }
    states = report.coverage.states
    if states > mostStates {
      let most = TextLayout.grouped(mostStates)
      FindingCauses(model: model).joinSettings(in: &report.properties)
      note("Remedies are tried on pools of up to \(most) states.", in: &report)
      for position in report.properties.indices
      where report.properties[position].verdict == .fails && !prose[position].isEmpty {
        report.properties[position].remedy =
          "\(prose[position]) Not tried, since the pool has more than \(most) states."
      }
      judgesSettingsAlone = true
    } else if !report.coverage.isComplete {
      return note(stop, in: &report)
    }
    let weighty = report.findings.filter { finding in
      finding.severity != .note && finding.cause == nil
        && (!judgesSettingsAlone || kept.contains { $0.fullID == finding.id })
    }
    var open = PropertyReport.Severity.allCases.flatMap { severity in
      Self.inOrder(weighty.filter { $0.severity == severity })
    }
    while let head = open.first, !environment.limits.shouldStop {
      let base = members[head] ?? base
      let tried = try self.tried(for: head, nextTo: open, report, base, scopes[head])
      // A trial that a limit prevented says nothing about the finding.
      guard let tried else { break }
      open.removeFirst()
      guard let place = report.properties.firstIndex(where: { $0.id == head }) else { continue }
      report.properties[place].lackOfRemedies = ""
      guard let best = self.best(of: tried, base) else {
        report.properties[place].remedy =
          (prose[place].isEmpty ? "" : "\(prose[place]) ")
          + "None of the changes that were tried mends it alone."
        continue
      }
      report.properties[place].remedy = text(of: best, base)
      report.properties[place].remedyID = best.remedy.id
      // A legality warning about the same setting is not a finding of its own.
      let known = report.properties.flatMap(\.sameCause)
      report.properties[place].sameCause += best.lifted.filter { !known.contains($0) }
      let mended = open.filter(best.mended.contains)
      for other in report.properties.indices {
        let property = report.properties[other]
        guard mended.contains(property.cause ?? property.id) else { continue }
        report.properties[other].cause = head
        report.properties[other].sameCause = []
        report.properties[other].remedy = report.properties[place].remedy
        report.properties[other].lackOfRemedies = ""
        report.properties[place].sameCause.append(property.id)
      }
      open.removeAll(where: best.mended.contains)
    }
    note(stop, for: open, in: &report)
  }

  /// The ids of findings of one severity in their order: those with a counterexample come first,
  /// and among these the ones in which no time has to pass.
  private static func inOrder(_ findings: [PropertyReport]) -> [String] {
    let shown = findings.filter { $0.trace?.isEmpty == false }
    let waiting = Set(
      shown.filter { $0.run.contains { $0.actor == KnownActor.clock.rawValue } }.map(\.id))
    let now: [String] = shown.map(\.id).filter { !waiting.contains($0) }
    let later: [String] = shown.map(\.id).filter(waiting.contains)
    let others: [String] = findings.map(\.id).filter { id in !shown.contains { $0.id == id } }
    return now + later + others
  }

  /// The reason why no more remedies are tried.
  private var stop: String {
    environment.limits.isInterrupted
      ? "The run was interrupted first." : "A limit was reached first."
  }

  /// Records the reason why no remedy was tried for the given findings, or for all.
  private func note(_ reason: String, for ids: [String]? = nil, in report: inout PoolReport) {
    for position in report.properties.indices
    where report.properties[position].verdict == .fails
      && ids?.contains(report.properties[position].id) ?? true
    {
      report.properties[position].lackOfRemedies = reason
    }
  }

  /// The remedy that fixes most; among equals, one that a deployed pool accepts.
  private func best(of tried: [Tried], _ base: [Int: Int]) -> Tried? {
    let most = tried.map(\.weight).max()
    let equal = tried.filter { $0.weight == most }
    return equal.first { model.refusedChanges(from: base, to: $0.parameters).isEmpty }
      ?? equal.first
  }

  /// The remedies that fix a finding without causing another one, with what else they fix; nil
  /// where a limit was reached. If the finding's own counterexample still applies, nothing is
  /// explored; else the remedy is tried in the counterexample's scope before it is checked against
  /// all properties.
  private mutating func tried(
    for head: String, nextTo open: [String], _ report: PoolReport, _ base: [Int: Int],
    _ scope: CounterexampleScope?
  ) throws(CommandFailure) -> [Tried]? {
    let isError = report.findings.contains { $0.id == head && $0.severity == .error }
    var found = Set(report.findings.map(\.id))
    if report.properties.count < model.properties.count {
      // Properties that were not requested and fail anyway are not caused by a remedy.
      let before = try all(under: base, "\(report.pool): checking all without a remedy")
      guard let before else { return nil }
      found.formUnion(before.keys)
    }
    var tried: [Tried] = []
    let candidates = try candidates(for: head, report, base, scope)
    check(candidates.compactMap(\.parameters), "\(report.pool): checking all with remedies")
    for (remedy, parameters) in candidates where tried.count < Self.mostChecked {
      guard let parameters else { return nil }
      let after = try all(under: parameters, "\(report.pool): checking all with \(remedy.id)")
      guard let after else { return nil }
      let news = after.filter { !found.contains($0.key) && $0.value != .note }
      let isFree = news.isEmpty || isError && !news.values.contains(.error)
      guard after[head] == nil, isFree else { continue }
      var mended = Set(open.filter { after[$0] == nil })
      if !failingMembers.isEmpty, mended != [head] {
        // A property that already holds in this member is not fixed there.
        let before = try all(under: base, "\(report.pool): checking all without a remedy")
        guard let before else { return nil }
        mended = mended.filter { $0 == head || before[$0] != nil && mends(remedy, $0) }
      }
      tried.append(
        Tried(
          remedy: remedy, parameters: parameters, mended: mended,
          lifted: lifted(from: base, to: parameters)))
    }
    return tried
  }

  /// The properties that fail in a configuration; nil where a limit was reached.
  private mutating func all(
    under parameters: [Int: Int], _ phase: String
  ) throws(CommandFailure) -> [String: PropertyReport.Severity]? {
    let whole = widened(parameters)
    if known[whole] == nil {
      environment.progress(phase)
      known[whole] = try failing(kept, under: whole, phase)
    }
    return known[whole]
  }

  /// Determines the failing properties of several configurations, where one exploration suffices.
  private mutating func check(_ configurations: [[Int: Int]], _ phase: String) {
    let open = configurations.map(widened).filter { known[$0] == nil }
    guard let found = failing(kept, underEach: open, phase) else { return }
    for (parameters, failures) in zip(open, found) { known[parameters] = failures }
  }

  /// A configuration, narrowed to the widest scope by which findings are weighed.
  private func widened(_ parameters: [Int: Int]) -> [Int: Int] {
    widest?.narrowed(parameters, in: model) ?? parameters
  }

  /// Whether nothing shows that the remedy leaves the property failing in the family member in
  /// which it was found to fail.
  private func mends(_ remedy: Remedy, _ id: String) -> Bool {
    guard let member = failingMembers[id] else { return true }
    let parameters = remedy.applied(to: member, in: model) ?? member
    let replay = CounterexampleReplay(compiler: compiler)
    return model.properties.filter { $0.fullID == id }.allSatisfy { property in
      if property.isAboutConfigurations {
        return failing(configurationClaims: [property], under: parameters).isEmpty
      }
      return !(runs[id].map { replay.shows(property, by: $0, under: parameters) } ?? false)
    }
  }

  /// The legality rules that warn of the old configuration but not of the new one. One about
  /// a refusal at deployment is no part of a finding about users.
  private func lifted(from old: [Int: Int], to new: [Int: Int]) -> [String] {
    let (before, after) = (evaluator(of: old), evaluator(of: new))
    return model.legality.filter {
      !$0.isError && !$0.isNote && $0.refusal.isEmpty && before.holds($0.forbid)
        && !after.holds($0.forbid)
    }.map(\.id)
  }

  private func evaluator(of parameters: [Int: Int]) -> ConcreteEvaluator {
    ConcreteEvaluator(model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial })
  }

  /// The remedies with which a finding disappears in its counterexample's scope, with the resulting
  /// configurations, or nil where a limit was reached. They are tried in parallel.
  private func candidates(
    for head: String, _ report: PoolReport, _ base: [Int: Int], _ scope: CounterexampleScope?
  ) throws(CommandFailure) -> [(remedy: Remedy, parameters: [Int: Int]?)] {
    let own = model.properties.filter { $0.fullID == head }
    // A claim about settings that holds in this member cannot be fixed here.
    if own.allSatisfy(\.isAboutConfigurations),
      failing(configurationClaims: own, under: base).isEmpty
    {
      return []
    }
    let replay = CounterexampleReplay(compiler: compiler)
    let changes = model.remedies.compactMap { remedy in
      remedy.applied(to: base, in: model).map { parameters in
        let narrow = scope?.narrowed(parameters, in: model) ?? parameters
        return (remedy: remedy, parameters: parameters, narrow: narrow)
      }
    }
    .filter { change in
      !own.contains { property in
        runs[head].map { replay.shows(property, by: $0, under: change.narrow) } ?? false
      }
    }
    let answers: [[String: PropertyReport.Severity]?]
    let phase = "\(report.pool): trying remedies"
    if let together = failing(own, underEach: changes.map(\.narrow), phase) {
      answers = together
    } else {
      answers = try SideBySide.run(changes.count, threads: request.threads) {
        number throws(CommandFailure) in
        let phase = "\(report.pool): trying remedy \(number + 1) of \(changes.count)"
        environment.progress(phase)
        return try failing(own, under: changes[number].narrow, phase)
      }
    }
    // A trial that a limit stopped has no answer.
    return zip(changes, answers).filter { $1?.isEmpty ?? true }.map { change, answer in
      (change.remedy, answer.map { _ in change.parameters })
    }
  }

  /// The last scope in which a finding may be more severe than a note; remedies are not tried on
  /// anything beyond it.
  private var widest: CounterexampleScope? {
    model.counterexampleScopes.last { $0.atMost != "note" }
  }

  /// The properties that can be judged in a narrowed scope, or without exploration.
  private var kept: [Property] {
    if judgesSettingsAlone { return model.properties.filter(\.isAboutConfigurations) }
    let narrowing = Set(model.counterexampleScopes.flatMap(\.values.keys))
    return model.properties.filter {
      $0.isAboutConfigurations || $0.isKept(whenNarrowingBy: narrowing, in: model)
    }
  }

  /// The properties that fail in a configuration, with their severities; nil where a limit was
  /// reached.
  ///
  /// - Parameter phase: the progress message.
  private func failing(
    _ properties: [Property], under parameters: [Int: Int], _ phase: String
  ) throws(CommandFailure) -> [String: PropertyReport.Severity]? {
    if properties.allSatisfy(\.isAboutConfigurations) {
      return failing(configurationClaims: properties, under: parameters)
    }
    var request = self.request
    request.maximumStates = min(request.maximumStates, 4 * mostStates)
    var explorer = GroupExplorer.trial(
      of: properties, under: parameters, model, request, environment, phase: phase,
      compiler: compiler)
    (explorer.wantsCounterexamples, explorer.knownStates) = (false, states)
    let verdicts = try environment.stopwatch.time("remedies") { () throws(CommandFailure) in
      try explorer.verdicts(under: parameters)
    }
    guard !verdicts.contains(where: { $0.verdict == .undetermined }) else { return nil }
    return Dictionary(
      verdicts.filter { $0.verdict == .fails }.map { ($0.id, $0.severity) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The properties that fail in each of several configurations, from a single exploration; nil
  /// where each has to be explored by itself: there are few states or they are to be listed, a
  /// configuration is outside the family, or a limit was reached.
  private func failing(
    _ properties: [Property], underEach configurations: [[Int: Int]], _ phase: String
  ) -> [[String: PropertyReport.Severity]?]? {
    let few = PropertyChecker(model: model, compiler: compiler).explicitStates
    let initial = model.parameters.map { ($0, model.slots[$0].initial) }
    let configurations = configurations.map { $0.merging(initial) { own, _ in own } }
    guard states > few, request.backend != .explicit, configurations.count > 1,
      let first = configurations.first, request.maximumStates >= 4 * mostStates,
      !properties.allSatisfy(\.isAboutConfigurations),
      !configurations.contains(where: isRefused)
    else { return nil }
    environment.progress(phase)
    let open = model.parameters.filter { slot in
      configurations.contains { $0[slot] != first[slot] }
    }
    var checker = request.familyChecker(
      model, closed: first.filter { !open.contains($0.key) }, open: open,
      stopping: environment.limits)
    (checker.members, checker.wantsExamples) = (configurations, false)
    let found = environment.stopwatch.time("remedies") { try? checker.check(properties) }
    guard let verdicts = found?.verdicts, !verdicts.contains(where: \.isUndetermined) else {
      return nil
    }
    return configurations.map { parameters in
      verdicts.reduce(into: [:]) { failing, found in
        guard found.fails.holds(in: parameters) else { return }
        failing[found.property.fullID] = severity(of: found.property)
      }
    }
  }

  /// Whether a legality rule rejects a configuration, including rules that only keep values
  /// ordinary.
  private func isRefused(_ parameters: [Int: Int]) -> Bool {
    let evaluator = evaluator(of: parameters)
    return model.legality.contains { $0.isError && evaluator.holds($0.forbid) }
  }

  /// The claims about the configuration that fail, for which no state is explored.
  private func failing(
    configurationClaims properties: [Property], under parameters: [Int: Int]
  ) -> [String: PropertyReport.Severity] {
    let evaluator = evaluator(of: parameters)
    var failing: [String: PropertyReport.Severity] = [:]
    for property in properties {
      guard case .configuration(let claim) = property.claim, !evaluator.holds(claim) else {
        continue
      }
      failing[property.fullID] = severity(of: property)
    }
    return failing
  }

  private func severity(of property: Property) -> PropertyReport.Severity {
    PropertyReport.Severity(rawValue: property.severity) ?? .error
  }

  /// The remedy in words, with the command-line options for it and the service's treatment of the
  /// change.
  private func text(of tried: Tried, _ base: [Int: Int]) -> String {
    let changes = tried.remedy.changes.map(\.slot)
    let options = changes.filter { tried.parameters[$0] != base[$0] ?? model.slots[$0].initial }
      .map { "`\(model.option(setting: $0, to: tried.parameters[$0] ?? model.slots[$0].initial))`" }
    let refused = model.refusedChanges(from: base, to: tried.parameters)
    let replaced =
      refused.isEmpty ? "" : " A live pool refuses the change (\(refused.joined(separator: ", ")))."
    let judged = judgesSettingsAlone ? "Tried on the settings alone" : "Tried"
    return "\(tried.remedy.documentation)\(replaced) \(judged): \(options.joined(separator: " "))."
  }
}

extension Model {
  /// The rules by which the service rejects a change of a deployed pool.
  func refusedChanges(from old: [Int: Int], to new: [Int: Int]) -> [String] {
    let before = slots.indices.map { old[$0] ?? slots[$0].initial }
    let after = slots.indices.map { new[$0] ?? slots[$0].initial }
    return changes.filter {
      $0.severity == .error && $0.applies(from: before, to: after, leaving: [])
    }
    .map(\.id)
  }
}
