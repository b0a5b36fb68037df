import StateSpace
import TransitionTables

/// Represents sets of states as lists, over the graph of an explicit exploration.
struct ListedAttempts: AttemptSource {
  /// States that the answers so far cannot distinguish, each with the step that reached it.
  struct Knowledge {
    /// A state with its origin: a member of the same set if time passed, or of the previous set
    /// after a call.
    struct Member {
      var state: Int32
      var origin: Int32
      var rule: Int32
      var isPassing: Bool
    }
    var members: [Member] = []
  }

  /// A group while its members are collected.
  private struct Gathered {
    var action: Int
    var inputs: Set<[Int]> = []
    var answer: Int
    var isUnderway: Bool
    var members: [Knowledge.Member] = []
  }

  let graph: StateGraph
  let index: AttemptIndex

  init(explored: TableExploration, graph: StateGraph, attempt: Attempt) {
    self.graph = graph
    index = AttemptIndex(explored: explored, graph: graph, attempt: attempt)
  }

  var model: Model { index.model }
  var allEnds: [Int] { index.allEnds }

  func start() -> Knowledge {
    Knowledge(
      members: index.ready.members.map {
        Knowledge.Member(state: Int32($0), origin: -1, rule: -1, isPassing: false)
      })
  }

  func ends(of knowledge: Knowledge) -> [Int] {
    index.ends(of: knowledge.members.map { Int($0.state) })
  }

  func groups(from knowledge: Knowledge, beginning: Bool) -> [AttemptGroup<Knowledge>] {
    gathered(from: knowledge, beginning: beginning).map { group in
      AttemptGroup(
        call: Catalogue.Call(
          action: group.action,
          inputs: group.inputs.sorted { $0.lexicographicallyPrecedes($1) },
          answer: index.answers[group.answer]),
        isUnderway: group.isUnderway, entered: Knowledge(members: group.members))
    }.sorted { $0.order(in: model) < $1.order(in: model) }
  }

  private func gathered(from knowledge: Knowledge, beginning: Bool) -> [Gathered] {
    var positions: [Int: Int] = [:]
    var groups: [Gathered] = []
    var seen: [Set<Int32>] = []
    for (origin, member) in knowledge.members.enumerated() {
      for edge in graph.edges(from: Int(member.state)) {
        let rule = edge.label.firstRule
        guard index.isCall(rule, beginning: beginning) else { continue }
        let answer = index.answerOfObservation[edge.label.observation]
        let isUnderway = index.underway.contains(edge.target)
        let key = (index.kindOfRule[rule] * index.answers.count + answer) * 2 + (isUnderway ? 1 : 0)
        let position: Int
        if let known = positions[key] {
          position = known
        } else {
          position = groups.count
          positions[key] = position
          groups.append(
            Gathered(
              action: index.actionOfRule[rule], answer: answer, isUnderway: isUnderway))
          seen.append([])
        }
        groups[position].inputs.insert(index.inputsOfRule[rule])
        if seen[position].insert(Int32(edge.target)).inserted {
          groups[position].members.append(
            Knowledge.Member(
              state: Int32(edge.target), origin: Int32(origin), rule: Int32(rule),
              isPassing: false))
        }
      }
    }
    return groups
  }

  func closedOverTime(_ knowledge: Knowledge) -> Knowledge {
    var knowledge = knowledge
    var seen = Set(knowledge.members.map(\.state))
    var position = 0
    while position < knowledge.members.count {
      let member = knowledge.members[position]
      for edge in graph.edges(from: Int(member.state)) {
        guard index.isPassing(edge.label.firstRule), index.underway.contains(edge.target),
          seen.insert(Int32(edge.target)).inserted
        else { continue }
        knowledge.members.append(
          Knowledge.Member(
            state: Int32(edge.target), origin: Int32(position), rule: Int32(edge.label.firstRule),
            isPassing: true))
      }
      position += 1
    }
    return knowledge
  }

  /// The concrete run that leads to the first member of the last set.
  func run(through stages: [AttemptStage<Knowledge>]) -> Catalogue.Run {
    var states: [Int] = []
    var rules: [Int] = []
    var level = stages.count - 1
    var position = 0
    while level >= 0 {
      let member = stages[level].waited.members[position]
      states.append(Int(member.state))
      guard member.origin >= 0 else { break }
      rules.append(Int(member.rule))
      position = Int(member.origin)
      if !member.isPassing { level -= 1 }
    }
    return Catalogue.Run(states: states.reversed(), rules: rules.reversed())
  }
}
