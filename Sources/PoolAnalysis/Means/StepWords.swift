import MeansSearch
import SignIn
import TransitionTables

/// Describes steps between states in words.
struct StepWords {
  let analysis: MeansAnalysis
  private var graph: MeansGraph { analysis.graph }
  private var model: Model { analysis.model }

  /// Returns the call of a step with its answer, or the event where there is no call.
  private func event(_ step: MeansGraph.Step) -> String {
    analysis.event(graph.call(Int(step.label)).action)
      ?? answerName(Int(step.label)).map { "\(call(step)) → \($0)" } ?? call(step)
  }

  /// Returns the call of a step without its inputs, with its actor where that is an administrator.
  func call(_ step: MeansGraph.Step) -> String {
    guard let action = graph.call(Int(step.label)).action else { return "" }
    let declared = model.actions[action]
    return declared.attributed(declared.call)
  }

  /// Returns the name of a label's answer.
  func answerName(_ label: Int) -> String? {
    graph.answer(label).map { model.messages[$0.message].name }
  }

  /// Returns the steps of a way in words.
  func words(of way: [MeansGraph.Step]) -> [String] { way.map(event) }

  /// The largest number of preceding steps that are named for one obstacle.
  private static let mostLeads = 2

  /// Returns the obstacles after which a person whose walk is complete could continue with more
  /// means: the step before, the request there, and the missing means.
  ///
  /// - Parameter isFirstEnough: whether to stop at the first obstacle, which saves the cost of the
  ///   others.
  func stops(of walk: MeansWalk, isFirstEnough: Bool = false) -> [WayEnd] {
    var order: [WayEnd] = []
    var leads: [WayEnd: [String]] = [:]
    var ends: [UInt64: WayEnd] = [:]
    var direct: Set<WayEnd> = []
    for place in walk.places {
      for step in graph.steps(from: place.state) {
        let missing = step.needs & ~place.held
        guard missing != 0, missing & graph.help == 0, isOwn(step) else { continue }
        let key = UInt64(step.label) << 32 | UInt64(missing)
        let end =
          ends[key]
          ?? WayEnd(calls: [call(step)], said: "needs \(analysis.text(of: missing))")
        ends[key] = end
        // Further leads are not shown; queries on symbolic sets take most of the time.
        guard !direct.contains(end), leads[end]?.count ?? 0 < Self.mostLeads,
          !isFirstEnough || order.first ?? end == end,
          step.signsIn || analysis.signsIn(from: Int(step.target), holding: graph.own)
        else { continue }
        if leads[end] == nil {
          order.append(end)
          leads[end] = []
        }
        guard let by = place.by else {
          // An obstacle at the start needs no other call before it.
          if isFirstEnough { return [end] }
          direct.insert(end)
          continue
        }
        guard !graph.isError(Int(by.label)), let answer = answerName(Int(by.label)) else {
          continue
        }
        let lead = "\(call(by)) → \(answer)"
        if isFirstEnough { return [end.after(lead)] }
        if leads[end]?.contains(lead) == false { leads[end]?.append(lead) }
      }
    }
    return order.flatMap { end in
      let leads = leads[end] ?? []
      return leads.isEmpty ? [end] : leads.map(end.after)
    }
  }

  /// Whether the user or the app takes a step.
  private func isOwn(_ step: MeansGraph.Step) -> Bool {
    let action = graph.call(Int(step.label)).action
    return action.map { !model.actions[$0].isBy(.environment) } ?? false
  }

  /// Returns the calls that the pool refuses at once although all their evidence is right, with the
  /// service's error message or, where none is known, the beginning of the row's documentation; and
  /// the rows that refuse.
  ///
  /// - Parameter ofRecovery: whether to consider only the calls that recover an account, including
  ///   those with which no user can succeed.
  func refusals(
    at state: Int, holding held: UInt32, ofRecovery: Bool = false
  ) throws(CommandFailure) -> (ends: [WayEnd], rows: [String]) {
    let recovers = model.attempt?.recovers ?? []
    let asked = recovers + (ofRecovery ? [] : model.attempt?.begins ?? [])
    let compiled = graph.explored.compiled
    let interpreter = Interpreter(model: graph.model)
    var labels: [Int] = []
    graph.graph.forEachEdge(from: state) { _, label in
      guard graph.isError(label), let action = graph.call(label).action,
        model.actions[action].isBy(.app),
        asked.contains(action) || !ofRecovery && !model.actions[action].gives.isEmpty,
        ofRecovery || analysis.workableCalls.contains(MeansAnalysis.plain(graph.call(label))),
        graph.needs(label, in: state) & ~held == 0
      else { return }
      labels.append(label)
    }
    var (ends, rows): ([WayEnd], [String]) = ([], [])
    for label in labels {
      let step = try analysis.run { () throws(TableExploration.Disagreement) in
        try compiled.step(graph.call(label), from: graph.explored.valuation(state), interpreter)
      }
      let row = step.firings.last { model.rows[$0.row].sends.map(isException) ?? false }
      let said =
        row.map { firing in
          let text = model.serviceText(ofRow: firing.row)
          return text.isEmpty ? model.rows[firing.row].documentation.firstSentence : text
        } ?? ""
      let call =
        "\(model.actions[graph.call(label).action ?? 0].call) → \(answerName(label) ?? "")"
      let end = WayEnd(calls: [call], said: said.isEmpty ? "" : "(\(said))")
      guard !ends.contains(end) else { continue }
      ends.append(end)
      rows += row.map { [model.rows[$0.row].fullID] } ?? []
    }
    return (ends, rows)
  }

  private func isException(_ message: Int) -> Bool {
    model.messages[message].receiver != nil
  }
}
