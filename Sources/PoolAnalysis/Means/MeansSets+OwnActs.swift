import StateSpace
import TransitionTables

/// Calls by which users lock themselves out, searched in all states at once; see ``OwnActs``.
extension MeansSets {
  struct OwnAct {
    /// The call, with its inputs.
    var call: CompiledModel.Label
    /// The number of users' states in which the call locks the user out.
    var states: Int
    /// The users whose records occur in such states, by number.
    var starts: [Int]
    /// The shortest run of a user of the pool that ends in the call.
    var run: Trace
  }

  /// Finds the acts. It may run concurrently with other queries, since it has its own states and
  /// diagrams.
  ///
  /// - Parameters:
  ///   - own: the means that the owner of an account holds.
  ///   - asks: the users that the question is about; see ``AnswerScope``.
  /// - Returns: the acts, shortest run first; nil where a limit was reached.
  func ownActs(
    holding own: UInt32, asking asks: (AnswerScope.Answer) -> (Int?) -> Bool
  ) throws(TableExploration.Disagreement) -> [OwnAct]? {
    let whole: SymbolicTable
    do throws(TransitionSystemError) {
      whole = try tableFromNothing()
    } catch {
      throw TableExploration.Disagreement(message: error.description)
    }
    guard whole.completeness == .complete,
      let (ways, all) = waysOfAttempts(in: whole, holding: own)
    else { return nil }
    let found = lost(ways, all, holding: own)
    var acts: [OwnAct] = []
    for (kind, states) in found {
      let begun = table.kinds.all[kind]
      let call = begun.action.map { origin.model.actionText($0, inputs: begun.inputs) } ?? ""
      // The space of ``everybody`` is no longer used elsewhere.
      guard
        let (asked, starts) = part(of: states, in: whole, everybody.space, asks(.act(call)))
      else { continue }
      guard whole.completeness == .complete,
        var act = try act(kind, asked, leaving: ways, in: whole, holding: own)
      else { return nil }
      act.starts = starts
      acts.append(act)
    }
    return acts.enumerated().sorted {
      ($0.element.run.steps.count, $0.offset) < ($1.element.run.steps.count, $1.offset)
    }.map(\.element)
  }

  /// Returns the states of users that a question is about, among some states, with these users by
  /// number; nil where there are none.
  ///
  /// - Parameters:
  ///   - states: a set of states of the table.
  ///   - whole: the explored table.
  ///   - space: a space of records with the layout of ``space``.
  ///   - isAsked: whether the question is about a user; nil stands for a record of no user.
  func part(
    of states: Diagram, in whole: SymbolicTable, _ space: SymbolicSpace,
    _ isAsked: (Int?) -> Bool
  ) -> (states: Diagram, starts: [Int])? {
    let diagrams = space.diagrams
    let own = Array(recordVariables..<diagrams.variableCount)
    let records = diagrams.exists(own, in: whole.valuations(in: states, over: space))
    let all = patterns.indices.filter { number in
      diagrams.evaluate(records) { patterns[number] >> UInt64($0) & 1 == 1 }
    }
    let asked = all.filter(isAsked)
    // States whose record is no user's are included where the question is about all users.
    if isAsked(nil), asked.count == all.count { return (states, all) }
    guard !asked.isEmpty else { return nil }
    let rows = asked.map { number in recordSlots.map { starts[number][$0] } }
    let those = whole.states(with: space.diagram(ofRows: rows, over: recordSlots), of: space)
    return (whole.ask { $0.machine.diagrams.and(states, those) }, asked)
  }

  /// Explores all states that users can be in: those reachable from each record, and those from a
  /// pool without users, where an app may be within an operation.
  private func tableFromNothing() throws(TransitionSystemError) -> SymbolicTable {
    try SymbolicTable(
      origin.compiled, limits: limits, startingFrom: everybody, measuresDepth: false,
      shouldStop: shouldStop)
  }

  /// Returns the states from which a person can sign in without a change made in a signed-in app,
  /// and a search along all steps; nil where a limit was reached.
  private func waysOfAttempts(in whole: SymbolicTable, holding own: UInt32) -> (Diagram, Search)? {
    guard let attempt = held.model.attempt else { return nil }
    let all = whole.search(along: parts)
    let diagrams = all.diagrams
    let attempts = all.all(where: .or([attempt.ready, attempt.underway]))
    let within = whole.search { step, search in
      let near = diagrams.or(attempts, search.before(step, attempts))
      return parts(step, search).map { part in
        WholeSteps.Part(condition: diagrams.and(part.condition, near), writing: part.writing)
      }
    }
    let ways = within.leading(to: states(.signsIn, .no, all))
    return within.search.completeness == .complete ? (ways, all) : nil
  }

  /// Returns the states in which a call of the app removes the user's last way in, by the kind of
  /// its step.
  private func lost(
    _ ways: Diagram, _ all: Search, holding own: UInt32
  ) -> [(kind: Int, states: Diagram)] {
    let (model, ownActs, diagrams) = (held.model, held.model.ownActs, all.diagrams)
    let here = diagrams.and(ways, holding(own, in: all))
    let account = all.all(where: model.access?.account ?? .no)
    // Steps with the same change are handled together: most remove no way in.
    var order: [Diagram] = []
    var steps: [Diagram: [WholeSteps.Step]] = [:]
    for step in all.steps where step.change != .yes {
      guard let action = table.kinds.all[step.kind].action, ownActs.contains(action)
      else { continue }
      if steps[step.change] == nil { order.append(step.change) }
      steps[step.change, default: []].append(step)
    }
    var found: [Int: Diagram] = [:]
    for change in order {
      let own = steps[change] ?? []
      let begun = diagrams.and(diagrams.or(own.map(\.condition)), here)
      let out = diagrams.minus(
        begun, diagrams.preimage(of: ways, where: begun, writing: change))
      let lost = diagrams.preimage(of: account, where: out, writing: change)
      guard lost != .no else { continue }
      for step in own {
        let part = diagrams.and(step.condition, lost)
        if part != .no { found[step.kind] = diagrams.or(found[step.kind] ?? .no, part) }
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns an act in one of the nearest states where it removes the last way in; nil where the
  /// search was stopped.
  private func act(
    _ kind: Int, _ states: Diagram, leaving ways: Diagram, in whole: SymbolicTable,
    holding own: UInt32
  ) throws(TableExploration.Disagreement) -> OwnAct? {
    let compiled = whole.compiled
    let begun = table.kinds.all[kind]
    let call = CompiledModel.Label(row: 0, action: begun.action, inputs: begun.inputs)
    let count = whole.ask { $0.machine.count(states) }.flatMap(Int.init(exactly:)) ?? .max
    guard let words = whole.nearestState(in: states),
      let path = whole.shortestPath(to: whole.number(of: words))
    else {
      if whole.completeness != .complete { return nil }
      throw TableExploration.Disagreement(message: "no path leads to where a user is locked out")
    }
    let before = path.states.map(compiled.valuation(of:))
    let here = before.last ?? compiled.valuation(of: words)
    let step = steps(from: here).first { step in
      let end = compiled.pack(laying(own | step.gives, over: step.end))
      return step.call == call && whole.ask { !$0.machine.contains(ways, end) }
    }
    guard let step else {
      throw TableExploration.Disagreement(message: "no step locks a user out where sets say so")
    }
    let run = try compiled.trace(
      through: before + [step.end], rules: path.rules + [step.rule])
    return OwnAct(call: call, states: count, starts: [], run: run)
  }
}
