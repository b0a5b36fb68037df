import SignIn
import StateSpace
import TransitionTables

/// The effects of administrators' acts, computed for all users at once.
extension MeansSets {
  /// A call of an administrator, with its steps.
  struct Act {
    var call: CompiledModel.Label
    /// For each step, its condition while the administrator is available, and the change of state,
    /// the means that it gives included.
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

  /// Returns the users among some whom a single act restores, by the first act that does.
  ///
  /// - Parameters:
  ///   - starts: the users by number; without an act none of them can sign in.
  ///   - set: the means that each of them holds.
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

  /// Returns the users among some whom a sequence of acts restores.
  ///
  /// - Parameters:
  ///   - starts: the users by number.
  ///   - calls: the acts in order.
  ///   - set: the means that each of the users holds.
  ///   - isBetween: whether users may make calls before the first act and between two acts.
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

  /// Returns the users among some whom a single act restores after calls of their own, by the first
  /// act that does.
  ///
  /// - Parameters:
  ///   - starts: the users by number; no act restores them without such calls.
  ///   - set: the means that each of them holds.
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

  /// The states without an administrator, in which users keep the means that steps give them.
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

  /// Returns the states, reached or not, of a person who holds a set of means and was given none
  /// yet.
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

  /// A step of one user, or an act on one.
  struct OwnStep {
    /// The rule that begins the step.
    var rule: Int
    /// The call, without its row.
    var call: CompiledModel.Label
    var answer: Answer?
    var end: [Int]
    /// The means that the step gives to the person who takes it.
    var gives: UInt32
    /// Whether the step is an administrator's act.
    var isAct: Bool
    /// Whether the step needs no means.
    var isFree: Bool
  }

  /// Returns the steps from a state, in the order of the rules.
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

  /// Returns the state in which a sequence of acts leaves a user, so that the user can sign in, and
  /// the means held there; nil where the user must make calls before or between the acts.
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

  /// The state of a user after acts that restore access.
  struct Helped {
    var acts: [CompiledModel.Label]
    var end: [Int]
    var held: UInt32
  }

  /// Returns the pairs of acts that restore a user's access, in the order of the rules; of pairs
  /// with the same result only the first.
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
