import Findings
import SignIn
import TransitionTables

/// Judges the properties of a pool that leaves parameters open, over all its legal configurations
/// in one exploration; each verdict is a condition.
struct FamilyExplorer {
  let model: Model
  let request: ExplorationRequest
  let environment: ToolEnvironment
  let pool: LoadedPool

  /// The findings; nil for a single configuration, and where a family cannot be explored as one.
  func verdicts(
    of family: ConfigurationFamily, properties: [Property]
  ) throws(CommandFailure) -> FamilyFindings? {
    guard let found = try checked(family, properties: properties) else { return nil }
    let runs = self.runs(of: found.verdicts)
    return FamilyFindings(
      reports: reports(of: found.verdicts, runs), runs: runs, statistics: found.statistics,
      configurations: family.legalCount)
  }

  /// The conditions under which properties fail, and how much was explored; nil as above.
  func checked(
    _ family: ConfigurationFamily, properties: [Property]
  ) throws(CommandFailure) -> (verdicts: [FamilyVerdict], statistics: FamilyStatistics)? {
    guard family.legalCount > 1 else { return nil }
    let (progress, name, limits) = (environment.progress, pool.name, environment.limits)
    var checker = request.familyChecker(
      model, closed: family.closed, open: family.open, stopping: limits)
    checker.progress = { states, level in
      progress("\(name): \(TextLayout.grouped(states)) states of the family, depth \(level)")
      return !limits.shouldStop
    }
    checker.symbolicProgress = { state in
      progress("\(name): sets of states of the family, round \(state.round)")
      return !limits.shouldStop
    }
    do throws(FamilyChecker.Failure) {
      return try environment.stopwatch.time("family") { () throws(FamilyChecker.Failure) in
        try checker.check(properties)
      }
    } catch {
      switch error {
      case .tooWide: return nil
      case .fault(let member):
        try shownFault(in: member, properties)
        return nil
      }
    }
  }

  /// The table contradicts itself; exploring the one configuration says how, as a failure.
  private func shownFault(
    in member: [Int: Int], _ properties: [Property]
  ) throws(CommandFailure) {
    _ = try explorer(for: properties).explore(BehaviourGroup(members: [0], parameters: member))
  }

  private func explorer(for properties: [Property]) -> GroupExplorer {
    var request = self.request
    request.listsPaths = false
    return GroupExplorer(
      model: model, properties: properties, request: request, environment: environment,
      poolName: pool.name)
  }

  // MARK: Reports

  private func reports(
    of verdicts: [FamilyVerdict], _ runs: [Int: FoundRun]
  ) -> [PropertyReport] {
    let teller = TraceTeller(model: model)
    return verdicts.enumerated().map { position, found in
      let verdict = Self.verdict(of: found)
      var report = PropertyReport(
        id: found.property.fullID,
        severity: PropertyReport.Severity(rawValue: found.property.severity) ?? .error,
        verdict: verdict)
      if verdict == .fails, !found.fails.isAlways {
        report.condition = Self.text(of: found.fails)
      }
      if verdict == .fails {
        // Nil where a limit came before the example was explored by itself.
        report.trace = found.property.isAboutConfigurations ? [] : nil
        if let run = runs[position] { report.trace = teller.tell(run.trace) }
      }
      if let example = found.example {
        report.example = model.values(of: pool.open, in: example)
      }
      return report
    }
  }

  /// A family fails if any member does, and is vacuous only if all are; of what a limit has cut off
  /// nothing is said.
  private static func verdict(of found: FamilyVerdict) -> PropertyReport.Verdict {
    if found.isUndetermined { return .undetermined }
    if !found.fails.isNever { return .fails }
    return found.isVacuous.isAlways ? .vacuous : .holds
  }

  static func text(of condition: FamilyVerdict.Condition) -> String {
    condition.words.map { $0.joined(separator: " and ") }.joined(separator: ", or if ")
  }

  /// The shortest traces of the configurations that fail soonest; each is explored once.
  private func runs(of verdicts: [FamilyVerdict]) -> [Int: FoundRun] {
    var runs: [Int: FoundRun] = [:]
    var open = verdicts.indices.filter {
      verdicts[$0].example != nil && !verdicts[$0].property.isAboutConfigurations
    }
    while let first = open.first, let example = verdicts[first].example,
      !environment.limits.shouldStop
    {
      let own = open.filter { verdicts[$0].example == example }
      open.removeAll(where: own.contains)
      environment.progress("\(pool.name): tracing \(verdicts[first].property.fullID)")
      var checker = request.propertyChecker(model, stopping: environment.limits)
      let found = environment.stopwatch.time("traces") {
        try? checker.check(own.map { verdicts[$0].property }, parameters: example)
      }
      for (position, verdict) in zip(own, found ?? []) {
        runs[position] = verdict.trace.map { FoundRun(trace: $0, parameters: example) }
      }
    }
    return runs
  }
}
