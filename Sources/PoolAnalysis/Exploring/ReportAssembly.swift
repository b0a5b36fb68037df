import Findings
import StateSpace
import TransitionTables

/// Combines the results for the groups of a family into one report.
struct ReportAssembly {
  let pool: LoadedPool
  let family: ConfigurationFamily
  let claims: [Property]
  let results: [GroupResult]
  let isStrict: Bool
  /// The findings about an open family that was explored at once; nil where each group was judged
  /// by itself.
  var together: FamilyFindings?

  private var model: Model { family.model }

  func result() -> PoolResult {
    var coverage = PoolReport.Coverage(
      states: Self.sum(results.map(\.states)),
      transitions: Self.sum(results.map(\.transitions)),
      depth: results.map(\.depth).max() ?? 0)
    coverage.configurations = family.members.count
    coverage.explored = results.count
    coverage.isComplete = results.allSatisfy(\.isComplete)
    coverage.isJudged = results.allSatisfy(\.isJudged)
    coverage.backend = results.contains { $0.backend == .symbolic } ? "symbolic" : ""
    coverage.countsTransitions = results.allSatisfy(\.countsTransitions)
    coverage.measuresDepth = results.allSatisfy(\.measuresDepth)
    if let together { coverage = together.coverage(nextTo: coverage) }
    var report = PoolReport(
      pool: pool.name, configuration: pool.configuration(in: model), coverage: coverage)
    report.documentation = pool.documentation
    report.sources = pool.sources
    report.files = pool.files
    report.properties = self.properties()
    report.cryptography = cryptography()
    (report.paths, report.sideSteps) = (paths(), sideSteps())
    return PoolResult(
      report: report, statuses: statuses(of: report), otherStatus: otherStatus(of: report),
      transcript: results.map(\.transcript).joined())
  }

  /// The sum, or the largest integer: symbolic sets can have more states than an integer can count.
  private static func sum(_ counts: [Int]) -> Int {
    counts.reduce(0) { total, count in
      let (sum, isTooLarge) = total.addingReportingOverflow(count)
      return isTooLarge ? .max : sum
    }
  }

  private func cryptography() -> CryptographyReport? {
    let all = results.compactMap(\.cryptography)
    guard var total = all.first else { return nil }
    for other in all.dropFirst() { total.include(other) }
    return total
  }

  // MARK: Conditions

  /// The condition that describes some members of the family; nil for all members.
  private func condition(_ members: Set<Int>) -> String? {
    guard members.count < family.members.count else { return nil }
    return family.condition(holdingIn: members.sorted())
      .map { $0.joined(separator: " and ") }.joined(separator: ", or if ")
  }

  private func paths() -> [PathReport] {
    union(results.map(\.paths), id: \.id) { $0.condition = $1 }
  }

  private func sideSteps() -> [SideStepReport] {
    union(results.map(\.sideSteps), id: \.id) { $0.condition = $1 }
  }

  /// The union of what the groups list, each element once, in the order of first appearance, with
  /// its condition.
  private func union<Element>(
    _ lists: [[Element]], id: (Element) -> String, set: (inout Element, String?) -> Void
  ) -> [Element] {
    var order: [Element] = []
    var members: [String: Set<Int>] = [:]
    for (list, result) in zip(lists, results) {
      for element in list {
        if members[id(element)] == nil { order.append(element) }
        members[id(element), default: []].formUnion(result.members)
      }
    }
    return order.map { element in
      var element = element
      set(&element, condition(members[id(element)] ?? []))
      return element
    }
  }

  // MARK: Properties

  /// The reports on the properties, in order.
  func properties() -> [PropertyReport] {
    guard let together else { return claims.indices.map(property) }
    return together.reports.enumerated().map { position, own in
      var report = own
      describe(&report, claims[position])
      report.isRuledOut = own.verdict == .vacuous && isRuledOut(claims[position])
      if own.verdict == .fails {
        report.places = FindingPlaces(pool: pool, model: model).places(
          for: claims[position], trace: own.trace ?? [])
      }
      return report
    }
  }

  /// Replaces the counterexample that a report shows.
  func replace(_ run: FoundRun, of position: Int, in report: inout PropertyReport) {
    report.trace = TraceWording(model: model).steps(run.trace)
    report.example = model.values(of: family.open, in: run.parameters)
    report.places = FindingPlaces(pool: pool, model: model).places(
      for: claims[position], trace: report.trace ?? [])
  }

  private func describe(_ report: inout PropertyReport, _ property: Property) {
    report.prose = property.prose
    report.remedy = property.remedy
    report.source = property.source.map(Self.text) ?? ""
  }

  private func property(_ position: Int) -> PropertyReport {
    let property = claims[position]
    let statuses = self.statuses(of: position)
    let verdict = Self.verdict(over: statuses.values)
    var report = PropertyReport(
      id: property.fullID,
      severity: PropertyReport.Severity(rawValue: property.severity) ?? .error, verdict: verdict)
    describe(&report, property)
    report.isRuledOut = verdict == .vacuous && isRuledOut(property)
    let concerned = statuses.filter { $0.value.rawValue == verdict.rawValue }.keys
    report.condition = condition(Set(concerned))
    if verdict == .fails {
      if report.condition != nil {
        let terms = family.terms(holdingIn: concerned.sorted())
        report.conditionSettings = Set(terms.joined().map { model.slots[$0.slot].name })
      }
      let run = run(of: position)
      report.trace = run.map { TraceWording(model: model).steps($0.trace) } ?? []
      report.example = run.map { model.values(of: family.open, in: $0.parameters) } ?? []
      report.places = FindingPlaces(pool: pool, model: model).places(
        for: property, trace: report.trace ?? [])
    }
    return report
  }

  /// Whether the settings alone exclude the premise of a property in every state.
  private func isRuledOut(_ property: Property) -> Bool {
    guard let premise = property.premise else { return false }
    let open = Set(premise.slots).subtracting(family.closed.keys).sorted()
    return SymbolicSpace(model: model, slots: open, fixed: family.closed).condition(premise) == .no
  }

  /// The status of a property for each member of the family.
  private func statuses(of position: Int) -> [Int: PropertyVerdict.Status] {
    let property = claims[position]
    if case .configuration = property.claim {
      var checker = PropertyChecker(model: model)
      return Dictionary(
        family.members.enumerated().map { member, parameters in
          let verdicts = try? checker.check([property], parameters: parameters)
          return (member, verdicts?.first?.status ?? .undetermined)
        }, uniquingKeysWith: { first, _ in first })
    }
    var statuses: [Int: PropertyVerdict.Status] = [:]
    for result in results {
      for member in result.members {
        statuses[member] = result.verdicts[position]?.status ?? .undetermined
      }
    }
    return statuses
  }

  /// The verdict on a family: it fails if any member fails, and is vacuous only if all members are.
  static func verdict(over statuses: some Collection<PropertyVerdict.Status>)
    -> PropertyReport.Verdict
  {
    if statuses.contains(.fails) { return .fails }
    if statuses.contains(.undetermined) { return .undetermined }
    return statuses.allSatisfy { $0 == .vacuous } ? .vacuous : .holds
  }

  /// The counterexamples that the report shows, by the position of the property.
  var runs: [Int: FoundRun] {
    if let together { return together.runs }
    return Dictionary(
      claims.indices.compactMap { position in run(of: position).map { (position, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The shortest of the groups' counterexamples, with its configuration.
  private func run(of position: Int) -> FoundRun? {
    let failing = results.compactMap { result -> FoundRun? in
      guard let verdict = result.verdicts[position], verdict.status == .fails,
        let trace = verdict.run, let member = result.members.first
      else { return nil }
      return FoundRun(trace: trace, parameters: family.members[member])
    }
    return failing.min { $0.length < $1.length }
  }

  /// The document, facts and confidence of a source; a section that the document's name already
  /// contains is not repeated.
  static func text(of source: Source) -> String {
    let section = source.document.split(separator: " ").last.map(String.init) ?? ""
    var document = source.document
    var facts = source.fact.split(separator: ", ").map(String.init)
    if section.hasPrefix("§") {
      facts.removeAll { $0 == section }
      if let part = facts.firstIndex(where: { $0.hasPrefix("\(section) ") }) {
        document += facts.remove(at: part).dropFirst(section.count)
      }
    }
    let confidence = source.confidence.isEmpty ? "" : "confidence \(source.confidence)"
    return ([document] + facts + [confidence]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  // MARK: Status

  /// The exit statuses of the properties, by the severities in the report.
  ///
  /// - Parameter unweighed: the positions of properties whose severity a limit left open. Each may
  ///   turn out to be a note, so it counts as a limit reached rather than as a failure.
  func statuses(of report: PoolReport, unweighed: Set<Int> = []) -> [ExitStatus] {
    zip(claims, report.properties).enumerated().map { position, found in
      let status = PropertyOutcome.status(of: found.0, found.1, isStrict: isStrict)
      return unweighed.contains(position) && status != .allHold ? .limitReached : status
    }
  }

  private func otherStatus(of report: PoolReport) -> ExitStatus {
    var statuses: [ExitStatus] = []
    if report.cryptography?.differences.isEmpty == false { statuses.append(.testBedDiffers) }
    let coverage = report.coverage
    if !coverage.isComplete || !coverage.isJudged { statuses.append(.limitReached) }
    return ExitStatus.combined(statuses)
  }
}
