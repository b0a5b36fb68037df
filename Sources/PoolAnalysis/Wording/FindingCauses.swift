import Findings
import SignIn
import TransitionTables

/// Joins findings with one cause by their counterexamples: the same row decides them, on the same
/// settings. Nothing is explored, so that it works for pools of any size.
///
/// The deciding row is the last row of the service in the step that does the harm: the last step of
/// the failing sign-in, or else of the counterexample. A finding joins one of equal or higher
/// severity if the same row decides that one, or granted the act by which it came about. For a
/// sign-in under way that its user can answer in several ways, the row of each answer counts. A
/// claim only about settings has no row; it is joined with findings whose deciding row reads the
/// same settings. Claims about who may hold tokens are joined if the same sign-in breaks both.
struct FindingCauses {
  let model: Model
  private let rows: [String: Row]

  init(model: Model) {
    self.model = model
    rows = Dictionary(model.rows.map { ($0.fullID, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Marks each finding that shares the cause of a weightier one, and lists it at that one.
  ///
  /// - Parameters:
  ///   - report: the findings.
  ///   - claims: the report's properties as they are declared, in its order.
  ///   - runs: the counterexamples that the report shows, by position of the property.
  func join(in report: inout PoolReport, claims: [Property], runs: [Int: Trace]) {
    var signIns: [Int: [Int]] = [:]
    for (position, run) in runs where report.properties[position].refusal.isEmpty {
      signIns[position] = LastSignIn(of: run, against: claims[position], in: model)?.rows
    }
    let weighty = [PropertyReport.Severity.error, .warning].flatMap { severity in
      let own = report.properties.indices.filter {
        report.properties[$0].verdict == .fails && report.properties[$0].severity == severity
      }
      // Wrong settings come first, since they explain what users run into.
      return own.filter { claims[$0].isAboutConfigurations }
        + own.filter { !claims[$0].isAboutConfigurations }
    }
    for (place, position) in weighty.enumerated() {
      let answers = rowsOfAnswers(to: claims[position], after: runs[position])
      let head = weighty[..<place].first { other in
        report.properties[other].cause == nil
          && (signIns[position].map { $0 == signIns[other] } ?? false
            || refuses(report.properties[other], anyOf: answers)
            || includes(
              report.properties[other], claims[other], report.properties[position],
              claims[position]))
      }
      guard let head else { continue }
      report.properties[position].cause = report.properties[head].id
      report.properties[head].sameCause.append(report.properties[position].id)
    }
  }

  /// The rows that end a sign-in under way, one for each way to answer correctly.
  private func rowsOfAnswers(to claim: Property, after run: Trace?) -> Set<String> {
    guard case .staysReachable(_, _, let allowed) = claim.claim,
      let end = run?.steps.last?.after, let refused = RefusedSignIn(model: model)
    else { return [] }
    let wording = TraceWording(model: model)
    return Set(
      refused.refusals(from: end, without: allowed.without).compactMap {
        wording.steps($0).last.flatMap(decidingRow)
      })
  }

  /// Whether one of the rows decides the failing sign-in of a finding.
  private func refuses(_ head: PropertyReport, anyOf answers: Set<String>) -> Bool {
    head.refusal.last.flatMap(decidingRow).map(answers.contains) ?? false
  }

  private func includes(
    _ head: PropertyReport, _ claim: Property, _ finding: PropertyReport, _ own: Property
  ) -> Bool {
    guard let row = decidingRow(of: finding) else { return false }
    if claim.isAboutConfigurations {
      return !finding.refusal.isEmpty && reads(row, anyOf: claim)
    }
    return decidingRows(of: head, orBreaking: own).contains(row)
  }

  /// The rows on which a finding rests: for a failing sign-in the deciding row and those of the
  /// acts before it, else all rows of the last step, from the last one backwards.
  func rows(under finding: PropertyReport, of claim: Property?) -> [String] {
    guard finding.refusal.isEmpty, let end = finding.trace?.last else {
      return decidingRows(of: finding, orBreaking: claim)
    }
    return end.rows.reversed()
  }

  /// The deciding row of a finding, and the rows of acts that changed what decides it: the
  /// variables read by any rung of its ladder, or by another claim.
  private func decidingRows(
    of finding: PropertyReport, orBreaking other: Property?
  ) -> [String] {
    guard let row = decidingRow(of: finding) else { return [] }
    guard let group = rows[row]?.group, !finding.refusal.isEmpty else { return [row] }
    let read = [
      model.rows.filter { $0.group == group }.flatMap(\.when.slots),
      other?.expressions.flatMap(\.slots) ?? [],
    ]
    let acts = read.map { slots in
      let names = Set(slots.map { model.slots[$0].name })
      return finding.trace?.last { step in step.changes.contains { names.contains($0.name) } }
    }
    return [row] + acts.compactMap { $0.flatMap(decidingRow) }
  }

  /// Whether a row is decided by settings that a claim reads, and by nothing in the user's record.
  private func reads(_ name: String, anyOf claim: Property) -> Bool {
    let settings = claim.expressions.flatMap(\.slots).filter { model.slots[$0].kind == .parameter }
    let read = rows[name]?.when.slots ?? []
    return !Set(read).isDisjoint(with: settings)
      && read.allSatisfy { !model.slots[$0].isState || model.slots[$0].isTransient }
  }

  /// On pools for which no remedy is tried, joins a claim only about settings with findings of
  /// users who lack what the settings ask for. The more severe one comes first; among equals, the
  /// one with a counterexample.
  func joinSettings(in properties: inout [PropertyReport]) {
    let open = properties.indices.filter {
      let property = properties[$0]
      return property.verdict == .fails && property.severity != .note && property.cause == nil
    }
    for place in open {
      guard
        let claim = model.properties.first(where: { $0.fullID == properties[place].id }),
        claim.isAboutConfigurations
      else { continue }
      let met = open.filter {
        properties[$0].cause == nil && meets(properties[$0], whatBreaks: claim)
      }
      for other in met where properties[place].cause == nil {
        let isLighter =
          properties[place].severity == .error
          && properties[other].severity == .warning
        let (head, part) = isLighter ? (place, other) : (other, place)
        let joined = [properties[part].id] + properties[part].sameCause
        for each in properties.indices where joined.contains(properties[each].id) {
          properties[each].cause = properties[head].id
          properties[each].sameCause = []
        }
        properties[head].sameCause += joined
      }
    }
  }

  /// Whether settings that a claim is about lead users to the row that decides a finding, provided
  /// that no act in the run took away from its user what that way requires.
  private func meets(_ finding: PropertyReport, whatBreaks claim: Property) -> Bool {
    guard let step = finding.refusal.last, let name = decidingRow(of: step),
      let end = rows[name], let place = step.rows.firstIndex(of: name)
    else { return false }
    let way = step.rows[..<place].compactMap { rows[$0] }.last { row in
      guard let target = row.target else { return false }
      return row.component == end.component && end.from?.contains(target) == true
    }
    guard let read = way?.when.slots else { return false }
    let settings = claim.expressions.flatMap(\.slots).filter { model.slots[$0].kind == .parameter }
    let isTaken = finding.run.contains { step in
      read.contains { slot in
        let none = model.text(of: model.slots[slot].initial, in: slot)
        return step.changes.contains { $0.name == model.slots[slot].name && $0.after == none }
      }
    }
    return !Set(read).isDisjoint(with: settings) && !isTaken
  }

  private func decidingRow(of finding: PropertyReport) -> String? {
    (finding.refusal.last ?? finding.trace?.last).flatMap(decidingRow)
  }

  /// The deciding row of a step; nil where the app itself answers, and for a sign-in that brings
  /// the tokens, since counterexamples to very different claims end in one.
  private func decidingRow(of step: TraceStepReport) -> String? {
    let fired = step.rows.compactMap { rows[$0] }
    let isDone = fired.contains { row in
      row.sends.map { model.messages[$0].isDone }
        ?? false
    }
    guard let first = fired.first, !isDone else { return nil }
    return (fired.last { $0.component != first.component } ?? (fired.count == 1 ? first : nil))?
      .fullID
  }
}
