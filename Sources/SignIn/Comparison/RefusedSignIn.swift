import StateSpace
public import TransitionTables

/// Finds the attempt to sign in, or to recover, that fails although every proof is right.
///
/// A counterexample ends in a state from which something cannot be reached any more; the attempt
/// that follows shows what the user of an app meets there. The search runs the table's rows one at
/// a time from that state. Cost: the number of states that right answers can lead to.
public struct RefusedSignIn {
  private let model: Model
  private let attempt: Attempt
  private let interpreter: Interpreter
  /// The search gives up after this many states between the calls of an attempt.
  private static let mostStates = 500

  /// Returns nil where the table does not declare what an attempt is.
  public init?(model: Model) {
    guard let attempt = model.attempt else { return nil }
    (self.model, self.attempt) = (model, attempt)
    interpreter = Interpreter(model: model)
  }

  /// The shortest attempt that fails; nil where some attempt succeeds, or none can be made.
  ///
  /// - Parameters:
  ///   - valuation: the state at rest where a counterexample ends, between two attempts or during
  ///     one.
  ///   - actions: if not nil, the only actions that the property lets the user take; where they
  ///     include no sign-in but a recovery, the recovery is tried.
  ///   - others: actions that the property does not count as a way on, such as the web page of a
  ///     provider that signs in another user.
  public func attempt(
    from valuation: [Int], within actions: [String]? = nil, without others: [String] = []
  ) -> Trace? {
    if let actions, let recovery = recovery(from: valuation, within: actions) { return recovery }
    guard let ends = ends(from: valuation, without: others) else { return nil }
    let isUnderway = holds(attempt.underway, valuation)
    // An attempt that the pool refuses at once, because its flow is switched off, shows less than
    // one that begins and fails later, for example for lack of a second factor.
    let begun =
      isUnderway
      ? []
      : ends.filter { end in
        end.count > 1 || end.last.map { holds(attempt.underway, $0.after) } == true
      }
    return [begun, isUnderway ? [] : further(among: ends), ends].first { !$0.isEmpty }?
      .min { $0.count < $1.count }.map { Trace(steps: surer($0, among: ends)) }
  }

  /// All ways in which the sign-in under way can end when every answer is right. Empty where one of
  /// them signs the user in, or no sign-in is under way.
  public func refusals(from valuation: [Int], without others: [String] = []) -> [Trace] {
    guard holds(attempt.underway, valuation) else { return [] }
    return (ends(from: valuation, without: others) ?? []).map { Trace(steps: $0) }
  }

  /// All attempts that fail; nil where some attempt succeeds, none can be made, or there are too
  /// many states.
  private func ends(from valuation: [Int], without others: [String]) -> [[Trace.Step]]? {
    let isUnderway = holds(attempt.underway, valuation)
    guard isUnderway || holds(attempt.ready, valuation) else { return nil }
    var queue: [[Trace.Step]] = [[]]
    var (seen, ends): (Set<[Int]>, [[Trace.Step]]) = ([valuation], [])
    var place = 0
    while place < queue.count, seen.count < Self.mostStates {
      let run = queue[place]
      place += 1
      let here = run.last?.after ?? valuation
      let begins = run.isEmpty && !isUnderway
      let onward = (begins ? attempt.begins : attempt.continues)
        .filter { !others.contains(model.actions[$0].name) }
        .flatMap { steps($0, from: here) }.filter { begins || $0.after != here }
      if onward.contains(where: { model.isDone(model.answer(of: $0)) }) { return nil }
      if onward.isEmpty, !run.isEmpty { ends.append(run) }
      for step in onward {
        guard holds(attempt.underway, step.after) else {
          ends.append(run + [step])
          continue
        }
        if seen.insert(step.after).inserted { queue.append(run + [step]) }
      }
    }
    return place == queue.count ? ends : nil
  }

  /// The attempt, or where it takes a row of confidence D, another one with the same end and length
  /// that takes none: an observed flow is stronger evidence.
  private func surer(_ run: [Trace.Step], among ends: [[Trace.Step]]) -> [Trace.Step] {
    let end = run.last.flatMap(model.answer)
    guard isGuess(run) else { return run }
    return ends.first {
      $0.count == run.count && $0.last.flatMap(model.answer) == end && !isGuess($0)
    } ?? run
  }

  private func isGuess(_ run: [Trace.Step]) -> Bool {
    run.contains { step in
      step.firings.contains { model.rows[$0.row].source?.confidence == "D" }
    }
  }

  /// The attempts that begin with the same call as the first one and fire more rows than the
  /// fewest that one of these fires, as an attempt does that gets past the list of allowed flows.
  private func further(among ends: [[Trace.Step]]) -> [[Trace.Step]] {
    let alike = ends.filter { $0.first?.action == ends.first?.first?.action }
    let rows = { (run: [Trace.Step]) in run.reduce(0) { $0 + $1.firings.count } }
    let least = alike.map(rows).min() ?? 0
    return alike.filter { rows($0) > least }
  }

  /// The first step of an allowed recovery, where no sign-in is allowed.
  private func recovery(from valuation: [Int], within actions: [String]) -> Trace? {
    let isAllowed = { actions.contains(model.actions[$0].name) }
    guard !attempt.begins.contains(where: isAllowed) else { return nil }
    return attempt.recovers.filter(isAllowed).flatMap { steps($0, from: valuation) }.first
      .map { Trace(steps: [$0]) }
  }

  private func holds(_ expression: Expression, _ valuation: [Int]) -> Bool {
    ConcreteEvaluator(valuation).holds(expression)
  }

  /// The steps that an action can begin when each piece of evidence is right, that is, of the first
  /// class.
  private func steps(_ action: Int, from valuation: [Int]) -> [Trace.Step] {
    let choices = model.actions[action].inputs.map { input in
      input.evidence == nil ? model.types.values(of: model.slots[input.slot].type) : [0]
    }
    let all = choices.reduce([[]]) { lists, values in
      lists.flatMap { list in values.map { list + [$0] } }
    }
    return all.compactMap { interpreter.taken(action, $0, from: valuation) }
  }
}
