import SignIn
import StateSpace
import TransitionTables

/// What a person without means learns by calls, computed for all users at once; see
/// ``ExistenceLeaks``.
extension MeansSets {
  /// Calls whose last answer differs between a user and a name without an account.
  private struct Difference: Hashable, Sendable {
    var calls: [StepKinds.Kind]
    var without: String
    var with: String
  }

  /// The answer for a name without an account, and the state after it.
  private struct Other: Sendable {
    var answer: String
    var end: [Int]
  }

  /// Returns the calls of a person without means whose answer for a user differs from that for a
  /// name without an account: single calls, or else pairs of calls.
  func leaks(_ scope: AnswerScope) -> [Attacks.Leak] {
    let (model, compiled) = (origin.model, origin.compiled)
    guard let none = compiled.system.initialStates.first.map(compiled.valuation(of:)) else {
      return []
    }
    let known = replies(at: none)
    var order: [Difference] = []
    var found: [Difference: Diagram] = [:]
    var done = Diagram.no
    func note(_ difference: Difference, _ states: Diagram) {
      let own = users(startingIn: states, without: done)
      guard own != .no else { return }
      done = union(done, own)
      if found[difference] == nil { order.append(difference) }
      found[difference] = union(found[difference] ?? .no, own)
    }
    for reply in replies(where: access.start, atStart: true) {
      let with = text(reply.answer)
      guard let other = known[reply.kind], other.answer != with else { continue }
      note(Difference(calls: [reply.kind], without: other.answer, with: with), reply.free)
    }
    let rest = table.states(with: space.diagrams.minus(users, done), of: space)
    for (difference, states) in twoCalls(known, none, among: rest) { note(difference, states) }
    let wording = TraceWording(model: model)
    return order.compactMap { difference in
      let calls = difference.calls.compactMap { kind in kind.action.map { ($0, kind.inputs) } }
      let texts = calls.map { model.actionText($0, inputs: $1) }
      return scope.users(.leak(texts), starts(in: found[difference] ?? .no)).map { users in
        Attacks.Leak(
          calls: texts, words: calls.map { wording.shortCall($0, $1) }, acts: calls,
          withoutAccount: difference.without, withAccount: difference.with, who: users.who,
          records: users.records, starts: users.starts)
      }
    }
  }

  private func text(_ answer: Answer?) -> String {
    answer.map { origin.model.text(of: $0) } ?? "no answer"
  }

  private func isOfApp(_ kind: StepKinds.Kind) -> Bool {
    kind.action.map { origin.model.actions[$0].isBy(.app) } ?? false
  }

  /// Returns the answers to calls without needs in a state. Calls with several outcomes are
  /// omitted: a difference could be chance.
  private func replies(at valuation: [Int]) -> [StepKinds.Kind: Other] {
    var found: [StepKinds.Kind: [Other]] = [:]
    for step in steps(from: valuation) where step.isFree {
      let kind = StepKinds.Kind(action: step.call.action, inputs: step.call.inputs)
      guard isOfApp(kind) else { continue }
      found[kind, default: []].append(Other(answer: text(step.answer), end: step.end))
    }
    return found.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  /// A call in states, with its answer, the states in which it is free, and its change of state.
  private struct Call {
    var kind: StepKinds.Kind
    var answer: String
    var free: Diagram
    var change: Diagram
  }

  private func freeCalls(_ search: Search) -> [Call] {
    let diagrams = search.diagrams
    var known: [Expression: Diagram] = [:]
    func all(_ condition: Expression) -> Diagram {
      if let states = known[condition] { return states }
      let states = search.all(where: condition)
      known[condition] = states
      return states
    }
    return search.steps.compactMap { step in
      let kind = table.kinds.all[step.kind]
      guard isOfApp(kind), let action = kind.action else { return nil }
      let asks = table.compiled.needs(of: action, inputs: kind.inputs).map { all($0.condition) }
      let free = diagrams.minus(step.condition, diagrams.or(asks))
      return free == .no
        ? nil
        : Call(
          kind: kind, answer: text(search.answer(of: step)), free: free, change: step.change)
    }
  }

  /// Returns pairs of calls with equal first and different second answers, with the starting states
  /// of the users concerned. Each state is listed with the first such pair.
  ///
  /// - Parameters:
  ///   - known: the answers to the first call for a name without an account.
  ///   - none: the state of a pool in which nobody has the name.
  ///   - states: the starting states of the users to consider.
  private func twoCalls(
    _ known: [StepKinds.Kind: Other], _ none: [Int], among states: Diagram
  ) -> [(difference: Difference, states: Diagram)] {
    let start = table.states(where: access.start)
    return table.askAlongAll { search in
      let (machine, diagrams) = (search.search.machine, search.diagrams)
      var here = diagrams.and([start, machine.atRest(machine.initial), states])
      let calls = freeCalls(search)
      var places: [[Int]: (others: [StepKinds.Kind: Other], differing: Diagram)] = [:]
      var found: [(Difference, Diagram)] = []
      for first in calls where here != .no {
        guard let other = known[first.kind], other.answer == first.answer else { continue }
        var begun = diagrams.and(first.free, here)
        // A user who already is in the target state has not made the call.
        if other.end == none { begun = diagrams.minus(begun, first.change) }
        guard begun != .no else { continue }
        if places[other.end] == nil {
          let others = replies(at: other.end)
          let differing = calls.filter { call in
            others[call.kind].map { $0.answer != call.answer } ?? false
          }
          places[other.end] = (others, diagrams.or(differing.map(\.free)))
        }
        guard let (others, differing) = places[other.end] else { continue }
        var distinct = diagrams.preimage(of: differing, where: begun, writing: first.change)
        here = diagrams.minus(here, distinct)
        for second in calls where distinct != .no {
          guard let next = others[second.kind], next.answer != second.answer else { continue }
          let own = diagrams.preimage(of: second.free, where: distinct, writing: first.change)
          guard own != .no else { continue }
          distinct = diagrams.minus(distinct, own)
          found.append(
            (
              Difference(
                calls: [first.kind, second.kind], without: next.answer, with: second.answer), own
            ))
        }
      }
      return found
    }
  }
}
