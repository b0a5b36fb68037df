import Findings
import SignIn
import StateSpace
import TransitionTables

/// Judges the properties of a pool with open parameters over all its legal configurations in one
/// exploration; each verdict is a condition.
struct FamilyExplorer {
  let model: Model
  let request: ExplorationRequest
  let environment: ToolEnvironment
  let pool: LoadedPool

  /// The findings; nil for a single configuration, and where a family cannot be explored at once.
  func verdicts(
    of family: ConfigurationFamily, properties: [Property], ordinary: OrdinaryCounterexamples
  ) throws(CommandFailure) -> FamilyFindings? {
    guard let found = try checked(family, properties: properties) else { return nil }
    let weighty = found.verdicts.indices.filter {
      isWeighty(found.verdicts[$0], among: ordinary.mustFailAlways)
    }
    // Each example is explored by itself; counterexamples of notes are not shown everywhere.
    let shown = request.showsNotes ? Array(found.verdicts.indices) : weighty
    let runs: [Int: FoundRun]
    let own: [Int: OrdinaryCounterexamples.Found]
    if request.showsNotes {
      (runs, own) = SideBySide.run(threads: request.threads) {
        self.runs(of: found.verdicts, at: shown, ordinary.compiler)
      } _: {
        ordinary.found(for: properties, failing: weighty, in: family)
      }
    } else {
      // Where all shown findings have an ordinary counterexample, no other one is needed.
      own = ordinary.found(for: properties, failing: weighty, in: family)
      runs = self.runs(
        of: found.verdicts, at: shown, ordinary.compiler, knowing: own.compactMapValues(\.run))
    }
    return FamilyFindings(
      reports: reports(of: found.verdicts, runs), runs: runs, ordinary: own,
      statistics: found.statistics, configurations: family.legalCount)
  }

  /// Whether a finding may be more severe than a note.
  private func isWeighty(_ found: FamilyVerdict, among mustFailAlways: Bool) -> Bool {
    !found.fails.isNever && found.property.severity != PropertyReport.Severity.note.rawValue
      && !(mustFailAlways && !found.fails.isAlways)
  }

  /// The conditions under which properties fail, with statistics of the exploration; nil in the
  /// same cases as above.
  ///
  /// - Parameter wantsExamples: see `FamilyChecker`.
  func checked(
    _ family: ConfigurationFamily, properties: [Property], wantsExamples: Bool = true
  ) throws(CommandFailure) -> (verdicts: [FamilyVerdict], statistics: FamilyStatistics)? {
    guard family.legalCount > 1 else { return nil }
    let (progress, name, limits) = (environment.progress, pool.name, environment.limits)
    var checker = request.familyChecker(
      model, closed: family.closed, open: family.open, stopping: limits)
    checker.wantsExamples = wantsExamples
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

  /// Reports a contradiction in the table as a failure, by exploring the one configuration.
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
    let wording = TraceWording(model: model)
    return verdicts.enumerated().map { position, found in
      let verdict = Self.verdict(of: found)
      var report = PropertyReport(
        id: found.property.fullID,
        severity: PropertyReport.Severity(rawValue: found.property.severity) ?? .error,
        verdict: verdict)
      if verdict == .fails, !found.fails.isAlways {
        report.condition = Self.text(of: found.fails)
        report.conditionSettings = Set(found.fails.terms.joined().map { model.slots[$0.slot].name })
      }
      if verdict == .fails {
        // Nil where a limit prevented the exploration of the example.
        report.trace = found.property.isAboutConfigurations ? [] : nil
        if let run = runs[position] { report.trace = wording.steps(run.trace) }
      }
      if let example = found.example {
        report.example = model.values(of: pool.open, in: example)
      }
      return report
    }
  }

  /// The verdict on a family: it fails if any member fails, and is vacuous only if all members are;
  /// for an incomplete exploration it is undetermined.
  private static func verdict(of found: FamilyVerdict) -> PropertyReport.Verdict {
    if found.isUndetermined { return .undetermined }
    if !found.fails.isNever { return .fails }
    return found.isVacuous.isAlways ? .vacuous : .holds
  }

  static func text(of condition: FamilyVerdict.Condition) -> String {
    condition.words.map { $0.joined(separator: " and ") }.joined(separator: ", or if ")
  }

  /// The shortest counterexamples in the configurations that fail soonest. Each configuration is
  /// explored once, unless all properties that fail in it have a known counterexample.
  private func runs(
    of verdicts: [FamilyVerdict], at positions: [Int], _ compiler: TableCompiler,
    knowing known: [Int: FoundRun] = [:]
  ) -> [Int: FoundRun] {
    var groups: [[Int]] = []
    for position in positions
    where verdicts[position].example != nil && !verdicts[position].property.isAboutConfigurations {
      let place = groups.firstIndex { verdicts[$0[0]].example == verdicts[position].example }
      if let place { groups[place].append(position) } else { groups.append([position]) }
    }
    var runs = known.filter { groups.joined().contains($0.key) }
    groups.removeAll { $0.allSatisfy { known[$0] != nil } }
    let found = environment.stopwatch.time("traces") {
      SideBySide.run(groups.count, threads: request.threads) { [groups] number in
        traces(to: groups[number].map { verdicts[$0] }, compiler)
      }
    }
    for (position, run) in zip(groups.joined(), found.joined()) { runs[position] = run }
    return runs
  }

  /// The counterexamples of properties that share an example configuration.
  private func traces(
    to verdicts: [FamilyVerdict], _ compiler: TableCompiler
  ) -> [FoundRun?] {
    let none = verdicts.map { _ -> FoundRun? in nil }
    guard let first = verdicts.first, let example = first.example,
      !environment.limits.shouldStop
    else { return none }
    environment.progress("\(pool.name): tracing \(first.property.fullID)")
    var checker = request.propertyChecker(
      model, compiler: compiler, stopping: environment.limits)
    // Two examples are explored at the same time, together with parts of the family.
    checker.maximumBytes = request.maximumBytes.map { $0 / 3 }
    checker.knownStates = first.exampleStates
    let found = try? checker.check(
      knownToFail: verdicts.map { ($0.property, $0.failingStates) }, parameters: example)
    return found?.map { verdict in
      verdict.trace.map { FoundRun(trace: $0, parameters: example) }
    } ?? none
  }
}
