import Findings
import SignIn
import TransitionTables

/// Reports the paths and side steps of a catalogue in the words of the table.
struct CatalogueWording {
  let explored: any ExploredTable
  let catalogue: Catalogue

  private let model: Model
  /// For each row, the users that it concerns, where the table says so.
  private let users: [String: String]
  /// The symbols of a record, in the order of the table.
  private let symbols: [Symbol]
  private let steps: RunWords

  init(explored: any ExploredTable, catalogue: Catalogue) {
    (self.explored, self.catalogue) = (explored, catalogue)
    let model = explored.model
    self.model = model
    users = Dictionary(
      model.rows.filter { !$0.who.isEmpty }.map { ($0.fullID, $0.who) },
      uniquingKeysWith: { first, _ in first })
    symbols = model.symbols.values.filter { symbol in
      guard let slot = symbol.slots.first else { return false }
      return model.slots[slot].kind == .variable(component: nil)
    }.sorted { $0.slots.lexicographicallyPrecedes($1.slots) }
    steps = RunWords(explored: explored)
  }

  /// The reports on the paths, with their witness records and traces.
  ///
  /// - Parameter agreed: by id, whether the replay agreed; paths without an entry were not
  ///   replayed.
  /// - Parameter isWanted: whether to include a path; by default all.
  func paths(
    agreed: [String: Bool], where isWanted: (Catalogue.Path) -> Bool = { _ in true }
  ) throws(TableExploration.Disagreement) -> [PathReport] {
    var reports: [PathReport] = []
    for path in catalogue.paths where isWanted(path) {
      let calls = path.calls.map(call)
      var report = PathReport(
        id: path.id, calls: calls, outcome: outcome(of: path, last: calls.last))
      report.record = record(at: path.run.states.first ?? 0)
      report.trace = try path.run.rules.indices.map { step throws(TableExploration.Disagreement) in
        try steps.words(of: step, in: path.run)
      }
      tellUsers(of: &report)
      report.replay = agreed[path.id].map { $0 ? .agrees : .differs } ?? .notReplayed
      reports.append(report)
    }
    return reports
  }

  func sideSteps() throws(TableExploration.Disagreement) -> [SideStepReport] {
    var reports: [SideStepReport] = []
    for step in catalogue.sideSteps {
      var report = SideStepReport(
        id: step.id, from: name(ofView: step.from), to: name(ofView: step.to),
        call: call(step.call))
      if let last = step.run.rules.indices.last {
        report.rows = try steps.words(of: last, in: step.run).rows
      }
      report.call.who = who(report.rows)
      reports.append(report)
    }
    return reports
  }

  /// Adds to each call the users for whom its rows decide; clock steps between calls are skipped.
  private func tellUsers(of report: inout PathReport) {
    let steps = report.trace.filter { $0.actor != KnownActor.clock.rawValue }
    for (position, step) in zip(report.calls.indices, steps) {
      report.calls[position].who = who(step.rows)
    }
  }

  private func who(_ rows: [String]) -> String {
    rows.compactMap { users[$0] }.joined(separator: " and ")
  }

  /// The outcome's name or, for a redirect, the step that the attempt is sent to.
  private func outcome(of path: Catalogue.Path, last: PathReport.Call?) -> String {
    path.outcome == .redirect ? last?.step ?? path.outcome.rawValue : path.outcome.rawValue
  }

  private func name(ofView view: Int) -> String {
    catalogue.views[view].step.map { model.messages[$0.message].name } ?? "start"
  }

  // MARK: Calls

  private func call(_ call: Catalogue.Call) -> PathReport.Call {
    let action = model.actions[call.action]
    var parts = action.word.isEmpty ? [] : [action.word]
    for (position, input) in action.inputs.enumerated() {
      let values = Set(call.inputs.map { $0[position] }).sorted()
      if let part = argument(input, values: values) { parts.append(part) }
    }
    // Right evidence is not mentioned, unless nothing else would be.
    if parts.isEmpty, let evidence = action.inputs.first {
      let values = Set(call.inputs.map { $0[0] })
      parts = ["\(isRight(values, for: evidence) ? "right" : "any") \(evidence.name)"]
    }
    var report = PathReport.Call("\(action.call)(\(parts.joined(separator: ", ")))", step: "")
    guard let answer = call.answer else { return report }
    report.step = model.messages[answer.message].name
    report.isError = model.messages[answer.message].isKind(.error)
    let message = model.messages[answer.message]
    report.fields = zip(message.fields, answer.fields).map { slot, value in
      let name = model.slots[slot].name.split(separator: ".").last ?? ""
      return "\(name): \(model.text(of: value, in: slot))"
    }.joined(separator: "; ")
    return report
  }

  /// Whether all values are classes of right evidence: the first class, and classes that need
  /// something to be sent, such as an authenticator's code of the previous time step.
  private func isRight(_ values: Set<Int>, for input: Action.Input) -> Bool {
    let classes = model.types.values(of: model.slots[input.slot].type)
    let needing = input.classesWithNeeds
    let right = needing.count < classes.count ? needing.union([0]) : [0]
    return values.contains(0) && values.isSubset(of: right)
  }

  /// The text of an input: a choice by its value, a switch only if it is on, evidence only if it is
  /// not right.
  private func argument(_ input: Action.Input, values: [Int]) -> String? {
    let texts = values.map { model.said($0, in: input.slot) }
    guard input.evidence != nil else {
      guard model.slots[input.slot].type == .bool else { return texts.joined(separator: "|") }
      return values == [0] ? nil : input.name
    }
    guard !values.contains(0) else { return nil }
    return values.count <= 2
      ? "\(texts.joined(separator: " or ")) \(input.name)" : "wrong \(input.name)"
  }

  // MARK: Records

  /// The entries of the record that differ from their initial values.
  private func record(at state: Int) -> [RecordEntry] {
    let valuation = explored.valuation(state)
    return symbols.flatMap { symbol in
      symbol.slots.enumerated().compactMap { position, slot -> RecordEntry? in
        guard valuation[slot] != model.slots[slot].initial else { return nil }
        let member = symbol.index.map { model.types.enums[$0].members[position] }
        return RecordEntry(
          symbol.name, member: member, model.text(of: valuation[slot], in: slot))
      }
    }
  }
}

/// The steps of runs in the words of the table. Many paths share steps, each of which is
/// interpreted only once.
private final class RunWords {
  private struct Step: Hashable {
    var from: Int
    var rule: Int
    var to: Int
  }

  private let explored: any ExploredTable
  private let wording: TraceWording
  private var known: [Step: TraceStepReport] = [:]

  init(explored: any ExploredTable) {
    (self.explored, wording) = (explored, TraceWording(model: explored.model))
  }

  /// The report on a step of a run, by its position in the run.
  func words(
    of position: Int, in run: Catalogue.Run
  ) throws(TableExploration.Disagreement) -> TraceStepReport {
    let states = Array(run.states[position...position + 1])
    let step = Step(from: states[0], rule: run.rules[position], to: states[1])
    if let known = known[step] { return known }
    let trace = try explored.trace(through: states, rules: [step.rule])
    let words = wording.steps(trace)[0]
    known[step] = words
    return words
  }
}
