import StateSpace
import TransitionTables

/// Represents sets of states as decision diagrams, over a ``SymbolicTable``.
///
/// It finds the same paths as the walk over listed states. Only the witness of a path may differ:
/// here it is a record that takes the fewest steps to reach. Many paths lead through the same sets,
/// so all results for a set are cached.
struct SymbolicAttempts: AttemptSource {
  /// A whole step that begins with a call or with the clock.
  struct Move {
    var step: WholeSteps.Step
    /// The locations in which the step begins.
    var locations: Diagram
    /// The position of the step's answer in ``answers``.
    var answer: Int
    /// A number shared by calls that differ only in evidence.
    var call: Int
  }

  let table: SymbolicTable
  let model: Model
  private(set) var answers: [Answer?] = [nil]
  private(set) var begins: [Move] = []
  private(set) var continues: [Move] = []
  private(set) var passes: [Move] = []
  let underway: Diagram
  private let ready: Diagram
  /// All variables except those of the locations.
  private let elsewhere: Diagram
  private var endings: [(message: Int, states: Diagram)] = []
  private let closed = Remembered<Diagram, Diagram>()
  private let endsKnown = Remembered<Diagram, [Int]>()
  private let groupsKnown = Remembered<Asked<Bool>, [AttemptGroup<Diagram>]>()
  let leaving = Remembered<Asked<Catalogue.Call>, Diagram>()
  let entered = Remembered<Asked<Diagram>, Diagram>()
  let records = Remembered<Diagram, [UInt64]?>()
  let firings = Remembered<Firing, [(answer: Answer?, state: [UInt64])]>()

  /// A cache key: some sets, and one more value that the result depends on.
  struct Asked<Circumstance: Hashable>: Hashable {
    var sets: [Diagram]
    var by: Circumstance
  }

  /// A cache key: the steps from a single state that begin with a given rule.
  struct Firing: Hashable {
    var state: [UInt64]
    var rule: Int
  }

  init(table: SymbolicTable, attempt: Attempt) {
    self.table = table
    model = table.model
    underway = table.states(where: attempt.underway)
    ready = table.states(where: attempt.ready)
    let locations = Set(
      model.components.compactMap { table.compiled.layout.fields[$0.locationSlot] })
    elsewhere = table.ask { search in
      let machine = search.machine
      return machine.diagrams.conjunction(
        of: machine.bits.indices.filter { variable in
          let bit = machine.bits[variable]
          return !locations.contains { $0.word == bit.word && $0.mask & bit.mask != 0 }
        })
    }
    readMoves(attempt)
    readEndings()
  }

  var allEnds: [Int] { endings.map(\.message) }

  func start() -> Diagram { ready }

  private mutating func readMoves(_ attempt: Attempt) {
    let kinds = table.kinds.all
    let clock = Set(model.actions.indices.filter { model.actions[$0].isBy(.clock) })
    let calls = self.calls
    var positions: [Answer: Int] = [:]
    let (elsewhere, compiled) = (elsewhere, table.compiled)
    let steps = table.ask { search in
      search.steps.steps.map { step in
        (
          step: step,
          locations: search.machine.diagrams.exists(elsewhere, in: step.condition),
          shown: search.machine.first(of: step.observation) ?? []
        )
      }
    }
    for (step, locations, shown) in steps {
      guard let action = kinds[step.kind].action else { continue }
      var position = 0
      if let answer = model.answer(in: compiled.valuation(of: shown)) {
        position = positions[answer] ?? answers.count
        if positions[answer] == nil {
          positions[answer] = position
          answers.append(answer)
        }
      }
      let move = Move(
        step: step, locations: locations, answer: position, call: calls[step.kind])
      if attempt.begins.contains(action) { begins.append(move) }
      if attempt.continues.contains(action) { continues.append(move) }
      if clock.contains(action) { passes.append(move) }
    }
  }

  /// For each kind of step, a number shared by the kinds that differ only in evidence.
  private var calls: [Int] {
    var numbers: [[Int]: Int] = [:]
    return table.kinds.all.map { kind in
      guard let action = kind.action else { return 0 }
      let fixed = zip(model.actions[action].inputs, kind.inputs).map { input, value in
        input.evidence == nil ? value : -1
      }
      let key = [action] + fixed
      numbers[key] = numbers[key] ?? numbers.count + 1
      return numbers[key] ?? 0
    }
  }

  /// Finds the messages that end attempts well: next steps that leave no attempt under way.
  private mutating func readEndings() {
    var sources: [Int: Diagram] = [:]
    let underway = underway
    for move in continues {
      guard let answer = answers[move.answer],
        model.messages[answer.message].isKind(.nextStep)
      else { continue }
      let found = table.ask { search in
        let diagrams = search.machine.diagrams
        let outside = diagrams.minus(search.reached, underway)
        return diagrams.and(
          diagrams.preimage(of: outside, where: move.step.condition, writing: move.step.change),
          underway)
      }
      guard found != .no else { continue }
      let known = sources[answer.message] ?? .no
      sources[answer.message] = table.ask { $0.machine.diagrams.or(known, found) }
    }
    let kinds = Set((continues + passes).map(\.step.kind))
    endings = sources.sorted { $0.key < $1.key }.map { message, states in
      (
        message,
        table.ask { $0.backwardReachable(from: states, within: underway) { kinds.contains($0) } }
      )
    }
  }

  // MARK: Knowledge

  func ends(of knowledge: Diagram) -> [Int] {
    endsKnown(knowledge) {
      table.ask { search in
        endings.filter { search.machine.diagrams.and($0.states, knowledge) != .no }.map(\.message)
      }
    }
  }

  func closedOverTime(_ knowledge: Diagram) -> Diagram {
    closed(knowledge) {
      let kinds = Set(passes.map(\.step.kind))
      return table.ask { search in
        search.forwardReachable(from: knowledge, within: underway) { kinds.contains($0) }
      }
    }
  }

  func groups(from knowledge: Diagram, beginning: Bool) -> [AttemptGroup<Diagram>] {
    groupsKnown(Asked(sets: [knowledge], by: beginning)) {
      newGroups(from: knowledge, beginning: beginning)
    }
  }

  private func newGroups(from knowledge: Diagram, beginning: Bool) -> [AttemptGroup<Diagram>] {
    var positions: [Int: Int] = [:]
    var groups: [AttemptGroup<Diagram>] = []
    let moves = beginning ? begins : continues
    for (move, target) in images(of: knowledge, by: moves) {
      let parts = table.ask { search in
        let diagrams = search.machine.diagrams
        return (diagrams.and(target, underway), diagrams.minus(target, underway))
      }
      let kind = table.kinds.all[move.step.kind]
      for (part, isUnderway) in [(parts.0, true), (parts.1, false)] where part != .no {
        let key = (move.call * answers.count + move.answer) * 2 + (isUnderway ? 1 : 0)
        if positions[key] == nil {
          positions[key] = groups.count
          let call = Catalogue.Call(
            action: kind.action ?? 0, inputs: [], answer: answers[move.answer])
          groups.append(AttemptGroup(call: call, isUnderway: isUnderway, entered: .no))
        }
        let position = positions[key] ?? 0
        if !groups[position].call.inputs.contains(kind.inputs) {
          groups[position].call.inputs.append(kind.inputs)
        }
        let known = groups[position].entered
        groups[position].entered = table.ask { $0.machine.diagrams.or(known, part) }
      }
    }
    for position in groups.indices {
      groups[position].call.inputs.sort { $0.lexicographicallyPrecedes($1) }
    }
    return groups.sorted { $0.order(in: model) < $1.order(in: model) }
  }

  /// The set of states that each move leads to; moves that cannot be made are left out.
  private func images(of states: Diagram, by moves: [Move]) -> [(move: Move, target: Diagram)] {
    table.ask { search in
      let diagrams = search.machine.diagrams
      let places = diagrams.exists(elsewhere, in: states)
      return moves.compactMap { move in
        guard diagrams.and(places, move.locations) != .no else { return nil }
        let target = diagrams.image(
          of: states, where: move.step.condition, writing: move.step.change)
        return target == .no ? nil : (move, target)
      }
    }
  }
}
