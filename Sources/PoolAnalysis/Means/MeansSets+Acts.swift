import SignIn
import StateSpace
import TransitionTables

/// What administrators' acts do, asked for all users at once.
extension MeansSets {
  /// A call of an administrator, with the steps that it takes.
  struct Act {
    var call: CompiledModel.Label
    /// Where each begins while the administrator is there, and what it writes, what it gives
    /// included.
    fileprivate var steps: [(condition: Diagram, change: Diagram)]
  }

  func administratorsActs() -> [Act] {
    let diagrams = search.diagrams
    guard let help = access.help, let position = held.used.firstIndex(of: help),
      let isThere = search.variable(of: held.held[position])
    else { return [] }
    var steps: [Int: [(condition: Diagram, change: Diagram)]] = [:]
    for step in search.steps {
      let kind = table.kinds.all[step.kind]
      guard let action = kind.action else { continue }
      let asks = table.compiled.needs(of: action, inputs: kind.inputs).filter { $0.means == help }
      guard !asks.isEmpty else { continue }
      let asked = diagrams.or(asks.map { search.all(where: $0.condition) })
      let begun = diagrams.restrict(diagrams.and(step.condition, asked), isThere, to: true)
      if begun != .no { steps[step.kind, default: []].append((begun, step.change)) }
    }
    return steps.sorted { $0.key < $1.key }.map { number, steps in
      let kind = table.kinds.all[number]
      return Act(
        call: CompiledModel.Label(row: 0, action: kind.action, inputs: kind.inputs), steps: steps)
    }
  }

  /// Those of some users whom one act brings back, by the first act that does.
  ///
  /// - Parameters:
  ///   - starts: by number; without the act none of them signs in.
  ///   - set: what each of them holds.
  func helped(
    _ starts: [Int], holding set: UInt32
  ) -> [(acts: [CompiledModel.Label], starts: [Int])] {
    let (diagrams, states) = (search.diagrams, reaching(.signsIn).states)
    var here = diagrams.minus(diagrams.and(table.start, holding(set, in: search)), states)
    var rest = starts
    var found: [(acts: [CompiledModel.Label], starts: [Int])] = []
    for act in acts where !rest.isEmpty {
      let begun = before(act, states, among: here)
      guard begun != .no else { continue }
      here = diagrams.minus(here, begun)
      let users = users(startingIn: begun, without: .no)
      let own = rest.filter { isStart($0, in: users) }
      guard !own.isEmpty else { continue }
      rest.removeAll { isStart($0, in: users) }
      found.append(([act.call], own))
    }
    return found
  }

  /// Those of some users whom acts bring back, one after the other.
  ///
  /// - Parameters:
  ///   - starts: by number.
  ///   - calls: the acts.
  ///   - set: what each of the users holds.
  ///   - isBetween: whether users may make calls before an act and between two of them.
  func helped(
    _ starts: [Int], by calls: [CompiledModel.Label], holding set: UInt32, between isBetween: Bool
  ) -> [Int] {
    let diagrams = search.diagrams
    let here = diagrams.and(table.start, holding(set, in: search))
    let anywhere = alone
    var states = reaching(.signsIn).states
    for (number, call) in calls.enumerated().reversed() {
      guard let act = acts.first(where: { $0.call == call }) else { return [] }
      let isFirst = number == 0 && !isBetween
      states = before(act, states, among: isFirst ? here : anywhere)
      if isBetween { states = search.leading(to: states) }
    }
    let users = users(startingIn: diagrams.and(states, here), without: .no)
    return starts.filter { isStart($0, in: users) }
  }

  /// Those of some users whom one act brings back after calls of their own, by the first act that
  /// does.
  ///
  /// - Parameters:
  ///   - starts: by number; no act brings them back at once.
  ///   - set: what each of them holds.
  func helpedLater(
    _ starts: [Int], holding set: UInt32
  ) -> [(acts: [CompiledModel.Label], starts: [Int])] {
    let diagrams = search.diagrams
    let (ends, anywhere) = (reaching(.signsIn).states, alone)
    let begun = diagrams.or(acts.map { before($0, ends, among: anywhere) })
    let here = diagrams.and(table.start, holding(set, in: search))
    let users = users(startingIn: diagrams.and(search.leading(to: begun), here), without: .no)
    var rest = starts.filter { isStart($0, in: users) }
    var found: [(acts: [CompiledModel.Label], starts: [Int])] = []
    for act in acts where !rest.isEmpty {
      let own = helped(rest, by: [act.call], holding: set, between: true)
      if !own.isEmpty { found.append(([act.call], own)) }
      rest.removeAll(where: own.contains)
    }
    return found
  }

  /// The states without an administrator; what users hold grows on the way.
  private var alone: Diagram {
    let absent = held.used.firstIndex { $0 == access.help }.map { (slot: held.held[$0], value: 0) }
    let literals = literals([(held.grows, 1)] + (absent.map { [$0] } ?? []), in: search)
    return search.diagrams.and(search.reached, literals)
  }

  private func before(_ act: Act, _ states: Diagram, among here: Diagram) -> Diagram {
    let diagrams = search.diagrams
    return diagrams.or(
      act.steps.map { step in
        diagrams.preimage(
          of: states, where: diagrams.and(step.condition, here), writing: step.change)
      })
  }

  /// The states, reached or not, of somebody who holds a set, to whom nothing was given yet.
  func holding(_ set: UInt32, in search: Search) -> Diagram {
    literals(held.values(holding: set), in: search)
  }

  private func literals(_ values: [(slot: Int, value: Int)], in search: Search) -> Diagram {
    let diagrams = search.diagrams
    return diagrams.and(
      values.compactMap { slot, value in
        search.variable(of: slot).map(diagrams.variable).map {
          value == 1 ? $0 : diagrams.not($0)
        }
      })
  }

  // MARK: One user

  /// A step of one user, or about one.
  struct OwnStep {
    /// The rule that begins it.
    var rule: Int
    /// Without its row.
    var call: CompiledModel.Label
    var answer: Answer?
    var end: [Int]
    /// What it gives to whoever takes it.
    var gives: UInt32
    /// Whether it is an administrator's.
    var isAct: Bool
    /// Whether anybody can take it.
    var isFree: Bool
  }

  /// The steps from a state, in the order of the rules.
  func steps(from valuation: [Int]) -> [OwnStep] {
    let (model, compiled) = (held.model, origin.compiled)
    let state = ConcreteEvaluator(valuation)
    return compiled.system.steps(from: compiled.pack(valuation)).steps.compactMap { step in
      guard let rule = step.rules.first else { return nil }
      let label = MeansAnalysis.plain(compiled.label(ofRule: rule))
      let answer = model.answer(in: compiled.valuation(of: step.observation))
      let isError = answer.map { model.messages[$0.message].isKind(.error) } ?? false
      var (gives, isAct, isFree) = (UInt32(0), false, true)
      if let action = label.action {
        let uses = isError ? [] : compiled.gives(of: action, inputs: label.inputs)
        for (position, means) in held.used.enumerated()
        where uses.contains(where: { $0.means == means && state.holds($0.condition) }) {
          gives |= 1 << UInt32(position)
        }
        let needs = compiled.needs(of: action, inputs: label.inputs).filter {
          state.holds($0.condition)
        }
        (isAct, isFree) = (needs.contains { $0.means == access.help }, needs.isEmpty)
      }
      return OwnStep(
        rule: rule, call: label, answer: answer, end: compiled.valuation(of: step.state),
        gives: gives, isAct: isAct, isFree: isFree)
    }
  }

  /// Where acts lead a user, one after the other, so that the user signs in, and what is held
  /// there; nil where the user has to act before or between.
  func taking(
    _ acts: [CompiledModel.Label], from start: Int, holding set: UInt32
  ) -> (end: [Int], held: UInt32)? {
    var ends = [(end: starts[start], held: set)]
    for act in acts {
      ends = ends.flatMap { here in
        steps(from: here.end).filter { $0.call == act }.map { ($0.end, here.held | $0.gives) }
      }
    }
    return ends.first { signsIn(at: $0.end, holding: $0.held) }
  }

  /// A user behind acts that bring the user back.
  struct Helped {
    var acts: [CompiledModel.Label]
    var end: [Int]
    var held: UInt32
  }

  /// Two acts, one after the other, that bring a user back, in the order of the rules; of those
  /// that lead to the same the first ones.
  func pairs(helping start: Int, holding set: UInt32) -> [Helped] {
    let here = starts[start]
    var found: [Helped] = []
    var seen: Set<[Int]> = []
    for first in steps(from: here)
    where first.isAct && (first.end != here || first.gives & ~set != 0) {
      for second in steps(from: first.end) where second.isAct {
        let held = set | first.gives | second.gives
        guard seen.insert(laying(held, over: second.end)).inserted,
          signsIn(at: second.end, holding: held)
        else { continue }
        found.append(Helped(acts: [first.call, second.call], end: second.end, held: held))
      }
    }
    return found
  }
}
