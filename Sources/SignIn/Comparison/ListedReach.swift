import StateSpace
import TransitionTables

/// Ways to sign in, over the graph of an explicit exploration.
final class ListedReach: SignInReach {
  let explored: TableExploration
  let attempt: Attempt
  private let graph: StateGraph
  /// The states where an attempt may begin, and the states between its calls.
  private let ready: BitSet
  private let underway: BitSet
  private let places: BitSet
  /// The states from which a single call brings the tokens.
  private let lastCalls: BitSet
  /// For each ``WayIn``, by its raw value, the states from which there is such a way.
  private var ways: [BitSet] = []
  private lazy var everybody = listed()
  private lazy var starts = Dictionary(
    (0..<graph.initialCount).map { (explored.packedState($0), $0) },
    uniquingKeysWith: { first, _ in first })

  /// Returns nil where the model has no attempt, or the exploration kept no steps.
  init?(_ explored: TableExploration) {
    guard let graph = explored.exploration.graph, let attempt = explored.model.attempt else {
      return nil
    }
    let (ready, underway) = (
      explored.states(where: attempt.ready), explored.states(where: attempt.underway)
    )
    let places = BitSet(capacity: graph.stateCount) { ready.contains($0) || underway.contains($0) }
    (self.explored, self.graph, self.attempt) = (explored, graph, attempt)
    (self.ready, self.underway, self.places) = (ready, underway, places)
    let brings = Self.bringing(graph, explored, attempt)
    let lastCalls = BitSet(capacity: graph.stateCount) { state in
      places.contains(state) && graph.edges(from: state).contains { brings.contains($0.label) }
    }
    self.lastCalls = lastCalls
    ways = [
      graph.backwardReachable(from: lastCalls) { isPart(call($0), of: .withoutAdministrator) },
      graph.backwardReachable(from: lastCalls, within: places) {
        isPart(call($0), of: .signingIn)
      },
    ]
  }

  /// The labels of the calls that bring the tokens.
  private static func bringing(
    _ graph: StateGraph, _ explored: TableExploration, _ attempt: Attempt
  ) -> Set<EdgeLabel> {
    let model = explored.model
    let isDone = graph.observations.indices.map {
      model.isDone(explored.answer(observation: $0))
    }
    let calls = Set(attempt.begins + attempt.continues)
    return Set(
      graph.labels.filter { label in
        isDone[label.observation]
          && calls.contains(explored.compiled.label(ofRule: label.firstRule).action ?? -1)
      })
  }

  var table: any ExploredTable { explored }

  private func call(_ label: EdgeLabel) -> ReachCall {
    ReachCall(explored.compiled.label(ofRule: label.firstRule))
  }

  private func step(_ label: EdgeLabel, to target: Int) -> ReachStep {
    ReachStep(
      rule: label.firstRule, call: call(label),
      answer: explored.answer(observation: label.observation), target: target)
  }

  private func bringsTokens(_ step: ReachStep) -> Bool {
    isCall(step.call) && model.isDone(step.answer)
  }

  func isUnderway(_ state: Int) -> Bool { underway.contains(state) }

  func steps(from state: Int, where isWanted: (ReachCall) -> Bool) -> [ReachStep] {
    graph.edges(from: state).filter { isWanted(call($0.label)) }
      .map { step($0.label, to: $0.target) }
  }

  func shortestWay(_ way: WayIn, from state: Int) -> ReachRun? {
    let path = graph.shortestPath(
      to: lastCalls, from: BitSet(capacity: graph.stateCount, [state]),
      within: way == .signingIn ? places : BitSet(capacity: graph.stateCount) { _ in true },
      along: { isPart(call($0), of: way) })
    guard let path, let last = path.states.last,
      let end = steps(from: last, where: isCall).first(where: bringsTokens)
    else { return nil }
    let steps = zip(path.labels, path.states.dropFirst()).map(step)
    return ReachRun(start: state, steps: steps + [end])
  }

  var beginnings: [ReachCall] {
    var found: [ReachCall] = []
    var seen: Set<ReachCall> = []
    for state in ready.members {
      for edge in graph.edges(from: state) {
        let own = call(edge.label)
        guard attempt.begins.contains(own.action ?? -1), isRight(own),
          underway.contains(edge.target)
            && ways[WayIn.signingIn.rawValue].contains(edge.target)
            || bringsTokens(step(edge.label, to: edge.target)),
          seen.insert(own).inserted
        else { continue }
        found.append(own)
      }
    }
    return found
  }

  // MARK: Records

  /// A distinct record: the best way to sign in that some state with this record has, and the first
  /// state with it.
  private struct Record {
    var row: [Int]
    var way: WayIn?
    var state: Int
  }

  private func listed() -> [Record] {
    let slots = RecordSpace.slots(of: explored.model)
    var records: [Record] = []
    var positions: [[Int]: Int] = [:]
    for state in ready.members {
      let valuation = explored.valuation(state)
      let row = slots.map { valuation[$0] }
      let way: WayIn? =
        ways[1].contains(state)
        ? .signingIn : ways[0].contains(state) ? .withoutAdministrator : nil
      if let known = positions[row] {
        guard (way?.rawValue ?? -1) > (records[known].way?.rawValue ?? -1) else { continue }
        (records[known].way, records[known].state) = (way, state)
      } else {
        positions[row] = records.count
        records.append(Record(row: row, way: way, state: state))
      }
    }
    return records
  }

  func records(having way: WayIn?, in space: RecordSpace) -> Diagram {
    let rows = everybody.filter { ($0.way?.rawValue ?? -1) >= (way?.rawValue ?? -1) }.map(\.row)
    return space.diagrams.and(space.space.diagram(ofRows: rows, over: space.slots), space.calm)
  }

  func firstState(among records: Diagram, having way: WayIn, in space: RecordSpace) -> Int? {
    everybody.filter {
      ($0.way?.rawValue ?? -1) >= way.rawValue && space.contains(records, $0.row)
    }.map(\.state).min()
  }

  /// The valuation of the first state with each record of a set.
  func valuations(of records: Diagram, in space: RecordSpace) -> [[Int]] {
    everybody.filter { space.contains(records, $0.row) }.map {
      space.start(with: explored.valuation($0.state))
    }
  }

  func starts(having way: WayIn, among records: Diagram, in space: RecordSpace) -> Diagram {
    // A slot that this configuration does not use has no field in its states.
    let slots = space.slots.filter { explored.compiled.layout.fields[$0] != nil }
    let rows = (0..<graph.initialCount).filter { ways[way.rawValue].contains($0) }.map { state in
      let valuation = explored.valuation(state)
      return slots.map { valuation[$0] }
    }
    return space.diagrams.and(space.space.diagram(ofRows: rows, over: slots), records)
  }

  func start(at valuation: [Int]) -> Int? {
    let words = explored.compiled.pack(valuation)
    return starts[Array(words.prefix(explored.compiled.layout.restingWordCount))]
  }
}
