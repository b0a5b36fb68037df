import Findings
import SignIn
import TransitionTables

/// Joins the findings of one cause by their counterexamples: the same row decides, on the same
/// settings. It explores nothing, so it serves pools of any size.
///
/// The row that decides is the last of the service's in the step that does the harm: in the sign-in
/// that comes to nothing, or else at the end of the counterexample. A finding joins one that weighs
/// as much or more where the same row decides that one, or granted the act by which it came about.
/// Of a sign-in under way, which its user can answer in several ways, each answer's row counts.
/// A claim about settings alone has no row; it is joined with findings whose deciding row reads the
/// same settings. Claims about who may hold tokens are joined where the same sign-in breaks both.
struct FindingCauses {
  let model: Model
  private let rows: [String: Row]

  init(model: Model) {
    self.model = model
    rows = Dictionary(model.rows.map { ($0.fullID, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Marks each finding that another one includes.
  ///
  /// - Parameters:
  ///   - report: what was found.
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
      // A setting that is wrong by itself explains what its users meet.
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

  /// The rows that end a sign-in under way, one for each way of answering rightly.
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

  /// Whether one of the rows decides the sign-in that a finding shows to come to nothing.
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

  /// The rows on which a finding rests: of a sign-in that comes to nothing the row that decides it
  /// and those of the acts that led there, else all of the step at the end from the last one back.
  func rows(under finding: PropertyReport, of claim: Property?) -> [String] {
    guard finding.refusal.isEmpty, let end = finding.trace?.last else {
      return decidingRows(of: finding, orBreaking: claim)
    }
    return end.rows.reversed()
  }

  /// The row that decides a finding, and those of the acts that changed what decides it: what
  /// any rung of its ladder reads, and what another claim is about.
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

  /// Whether settings that a claim is about decide a row, and nothing of the user's record does.
  private func reads(_ name: String, anyOf claim: Property) -> Bool {
    let settings = claim.expressions.flatMap(\.slots).filter { model.slots[$0].kind == .parameter }
    let read = rows[name]?.when.slots ?? []
    return !Set(read).isDisjoint(with: settings)
      && read.allSatisfy { !model.slots[$0].isState || model.slots[$0].isTransient }
  }

  /// Joins, on pools where no remedy is tried, a claim about settings alone with what users meet
  /// who lack what these settings ask for: the one that weighs more goes first, among equals the
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

  /// Whether settings that a claim is about lead users to the row that decides a finding, of whom
  /// nothing that leads there was taken away.
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

  /// Nil where the app itself answers, and of a sign-in that brings the tokens: counterexamples to
  /// very different claims have that in common.
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
