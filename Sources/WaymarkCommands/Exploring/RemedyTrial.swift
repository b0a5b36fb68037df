import Findings
import SignIn
import TransitionTables

/// Tries the table's remedies on a pool, and puts findings that one change mends together.
///
/// A remedy is proposed where what it is tried for vanishes and nothing else comes of it. Findings
/// that one remedy mends have one cause: the one that weighs most is told, the others beneath it. A
/// warning that no remedy mends is true of every pool like this one, and becomes a note.
struct RemedyTrial {
  /// The most states of a pool on which remedies are tried.
  private static let mostStates = 200_000

  let model: Model
  let request: ExplorationRequest
  let environment: ToolEnvironment

  /// A remedy with what it mends.
  private struct Tried {
    var remedy: Remedy
    var parameters: [Int: Int]
    /// The ids of the properties that do not fail any more.
    var mended: Set<String>
  }

  /// Adds to each finding its remedy and what has the same cause.
  ///
  /// - Parameters:
  ///   - report: what was found.
  ///   - base: the configuration to try remedies on: the pool's, or a member of a family that fails.
  func add(to report: inout PoolReport, around base: [Int: Int]) throws(CommandFailure) {
    let weighty = report.properties.filter { $0.verdict == .fails && $0.severity != .note }
    for position in report.properties.indices where report.properties[position].verdict == .fails {
      report.properties[position].remedy = ""
    }
    guard !weighty.isEmpty, report.coverage.states <= Self.mostStates else { return }
    let before = try failing(under: base)
    guard let before else { return }
    var tried: [Tried] = []
    for remedy in model.remedies {
      guard let parameters = remedy.applied(to: base, in: model) else { continue }
      environment.progress("\(report.pool): trying the remedy \(remedy.id)")
      // What a limit keeps from being tried says nothing of its findings.
      guard let after = try failing(under: parameters) else { return }
      let mended = weighty.filter { before[$0.id] != nil && after[$0.id] == nil }
      let isFree = after.keys.allSatisfy { before[$0] != nil }
      let isWorth = mended.contains { $0.severity == .error }
        && after.allSatisfy { before[$0.key] != nil || $0.value != .error }
      guard !mended.isEmpty, isFree || isWorth else { continue }
      tried.append(
        Tried(remedy: remedy, parameters: parameters, mended: Set(mended.map(\.id))))
    }
    join(&report, weighty: weighty, tried, base)
  }

  /// Which properties fail where users are made and used, with their severity; what happens only
  /// beyond that weighs as a note and is no matter of remedies. Nil where a limit came first.
  private func failing(
    under parameters: [Int: Int]
  ) throws(CommandFailure) -> [String: PropertyReport.Severity]? {
    let scope = model.counterexampleScopes.last { $0.atMost != "note" }
    let narrowing = Set(model.counterexampleScopes.flatMap(\.values.keys))
    var request = self.request
    request.listsPaths = false
    request.maximumStates = min(request.maximumStates, 4 * Self.mostStates)
    let explorer = GroupExplorer(
      model: model,
      properties: model.properties.filter {
        $0.isAboutConfigurations || $0.isKept(whenNarrowingBy: narrowing, in: model)
      }, request: request, environment: environment, poolName: "remedies")
    let narrowed = scope?.narrowed(parameters, in: model) ?? parameters
    let verdicts = try environment.stopwatch.time("remedies") { () throws(CommandFailure) in
      try explorer.verdicts(under: narrowed)
    }
    guard !verdicts.contains(where: { $0.verdict == .undetermined }) else { return nil }
    return Dictionary(
      verdicts.filter { $0.verdict == .fails }.map { ($0.id, $0.severity) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Each finding, the gravest first, with the remedy that mends most beside it.
  private func join(
    _ report: inout PoolReport, weighty: [PropertyReport], _ tried: [Tried], _ base: [Int: Int]
  ) {
    var open = PropertyReport.Severity.allCases.flatMap { severity in
      weighty.filter { $0.severity == severity }.map(\.id)
    }
    while let head = open.first {
      open.removeFirst()
      guard let place = report.properties.firstIndex(where: { $0.id == head }) else { continue }
      let fitting = tried.filter { $0.mended.contains(head) }
      guard let most = fitting.map(\.mended.count).max(),
        let best = fitting.first(where: { $0.mended.count == most })
      else {
        if report.properties[place].severity == .warning {
          report.properties[place].severity = .note
          report.properties[place].isTrait = true
        }
        continue
      }
      report.properties[place].remedy = text(of: best, base)
      report.properties[place].sameCause = open.filter(best.mended.contains)
      for other in report.properties.indices where open.contains(report.properties[other].id) {
        guard best.mended.contains(report.properties[other].id) else { continue }
        report.properties[other].cause = head
        report.properties[other].remedy = report.properties[place].remedy
      }
      open.removeAll(where: best.mended.contains)
    }
  }

  /// What to do, as an option of the command line too, and what the service makes of the change.
  private func text(of tried: Tried, _ base: [Int: Int]) -> String {
    let changes = tried.remedy.changes.map(\.slot)
    let options = changes.filter { tried.parameters[$0] != base[$0] ?? model.slots[$0].initial }
      .map { slot in
        let value = model.text(of: tried.parameters[slot] ?? model.slots[slot].initial, in: slot)
        return "`--set " + Assignment(name: model.slots[slot].name, value: value).shellText + "`"
      }
    let refused = model.refusedChanges(from: base, to: tried.parameters)
    let replaced =
      refused.isEmpty ? "" : " A live pool refuses the change (\(refused.joined(separator: ", ")))."
    return "\(tried.remedy.documentation)\(replaced) Tried: \(options.joined(separator: " "))."
  }
}

extension Model {
  /// The rules by which the service refuses a change of a live pool.
  func refusedChanges(from old: [Int: Int], to new: [Int: Int]) -> [String] {
    let before = slots.indices.map { old[$0] ?? slots[$0].initial }
    let after = slots.indices.map { new[$0] ?? slots[$0].initial }
    return changes.filter { $0.severity == .error && $0.applies(from: before, to: after, leaving: []) }
      .map(\.id)
  }
}
