import StateSpace
import TransitionTables

/// Enumerates the paths of a ``Catalogue`` over an exploration.
///
/// It walks sets of states that no answer so far tells apart. Cost is about the number of such sets
/// times their size; they shrink quickly, because each answer reveals something.
struct CatalogueBuilder {
  /// States that the answers so far cannot tell apart, each with the way it was reached.
  struct Knowledge {
    /// A state with its origin: a member of this set (time passed) or of the one before (a call).
    struct Member {
      var state: Int32
      var origin: Int32
      var rule: Int32
      var isPassing: Bool
    }
    var members: [Member] = []
  }

  /// Calls that are answered alike from one set.
  struct Group {
    var action: Int
    var inputs: Set<[Int]>
    var answer: Int
    var isUnderway: Bool
    var members: [Knowledge.Member] = []
  }

  let explored: TableExploration
  let graph: StateGraph
  let index: AttemptIndex
  private(set) var catalogue = Catalogue()
  private var viewPositions: [Catalogue.View: Int] = [:]
  private var sideSeen: Set<String> = []
  private var pathIDs: [String: Int] = [:]

  init(explored: TableExploration, graph: StateGraph, attempt: Attempt) {
    self.explored = explored
    self.graph = graph
    index = AttemptIndex(explored: explored, graph: graph, attempt: attempt)
  }

  private var model: Model { explored.model }

  /// Where a walk is: the knowledge sets and calls so far.
  private struct Walk {
    var sets: [Knowledge]
    var calls: [Catalogue.Call] = []
    var views: [Int?] = []
    /// The views on the path, the first being the one before the attempt.
    var visited: [Int]
    var step: Answer?
  }

  mutating func build() -> Catalogue {
    let start = view(step: nil, ends: index.allEnds)
    var root = Knowledge()
    root.members = index.ready.members.map {
      Knowledge.Member(state: Int32($0), origin: -1, rule: -1, isPassing: false)
    }
    extend(Walk(sets: [root], visited: [start]))
    return catalogue
  }

  private mutating func extend(_ walk: Walk) {
    guard let knowledge = walk.sets.last, let here = walk.visited.last else { return }
    for group in groups(from: knowledge, beginning: walk.calls.isEmpty) {
      guard catalogue.paths.count < Catalogue.mostPaths else {
        catalogue.isTruncated = true
        return
      }
      follow(group, in: walk, from: here)
    }
  }

  private mutating func follow(_ group: Group, in walk: Walk, from here: Int) {
    let answer = index.answers[group.answer]
    let call = Catalogue.Call(
      action: group.action, inputs: group.inputs.sorted { $0.lexicographicallyPrecedes($1) },
      answer: answer)
    var next = walk
    next.calls.append(call)
    var knowledge = Knowledge(members: group.members)
    if !group.isUnderway {
      next.sets.append(knowledge)
      next.views.append(nil)
      return finish(next, outcome: outcome(of: answer))
    }
    closeOverTime(&knowledge)
    next.sets.append(knowledge)
    if let answer, index.isNextStep(answer) { next.step = answer }
    let ends = index.ends(of: knowledge.members.map { Int($0.state) })
    let position = view(step: next.step, ends: ends)
    next.views.append(position)
    if walk.visited.contains(position) {
      return note(call, from: here, to: position, walk: next)
    }
    guard !ends.isEmpty else { return finish(next, outcome: .noWayOn) }
    next.visited.append(position)
    extend(next)
  }

  // MARK: Knowledge

  private func groups(from knowledge: Knowledge, beginning: Bool) -> [Group] {
    var positions: [Int: Int] = [:]
    var groups: [Group] = []
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
            Group(
              action: index.actionOfRule[rule], inputs: [], answer: answer, isUnderway: isUnderway))
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
    return groups.sorted { order($0) < order($1) }
  }

  /// A total order of groups that does not depend on how states were numbered.
  private func order(_ group: Group) -> SortKey {
    let inputs = group.inputs.min { $0.lexicographicallyPrecedes($1) } ?? []
    let answer = index.answers[group.answer]
    return SortKey(
      numbers: [group.action] + inputs,
      text: (answer.map { model.text(of: $0) } ?? "") + (group.isUnderway ? "1" : "0"))
  }

  private struct SortKey: Comparable {
    var numbers: [Int]
    var text: String
    static func < (a: SortKey, b: SortKey) -> Bool {
      if a.numbers != b.numbers { return a.numbers.lexicographicallyPrecedes(b.numbers) }
      return a.text < b.text
    }
  }

  /// Adds what the states become while the user waits.
  private func closeOverTime(_ knowledge: inout Knowledge) {
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
  }

  // MARK: Results

  private mutating func view(step: Answer?, ends: [Int]) -> Int {
    let view = Catalogue.View(step: step, ends: ends)
    if let known = viewPositions[view] { return known }
    catalogue.views.append(view)
    viewPositions[view] = catalogue.views.count - 1
    return catalogue.views.count - 1
  }

  private func outcome(of answer: Answer?) -> Catalogue.Outcome {
    guard let answer else { return .noWayOn }
    switch model.messages[answer.message].kind {
    case "error": return .error
    case "nextStep": return model.messages[answer.message].name == "done" ? .done : .redirect
    default: return .redirect
    }
  }

  private mutating func finish(_ walk: Walk, outcome: Catalogue.Outcome) {
    var id = walk.calls.map { CatalogueNaming.slug(of: $0, in: model) }.joined(separator: "/")
    if outcome == .noWayOn { id += "/noWayOn" }
    pathIDs[id, default: 0] += 1
    if let count = pathIDs[id], count > 1 { id += "~\(count)" }
    catalogue.paths.append(
      Catalogue.Path(
        id: id, calls: walk.calls, views: walk.views, outcome: outcome, run: run(through: walk)))
  }

  private mutating func note(_ call: Catalogue.Call, from: Int, to: Int, walk: Walk) {
    let slug = CatalogueNaming.slug(of: call, in: model)
    let place = catalogue.views[from].step.map { model.text(of: $0) } ?? "start"
    let id = "\(place)#\(from)/\(slug)"
    guard sideSeen.insert(id + "→\(to)").inserted else { return }
    catalogue.sideSteps.append(
      Catalogue.SideStep(id: id, from: from, to: to, call: call, run: run(through: walk)))
  }

  /// The run behind the first member of the last set, back to a record at rest.
  private func run(through walk: Walk) -> Catalogue.Run {
    var states: [Int] = []
    var rules: [Int] = []
    var level = walk.sets.count - 1
    var position = 0
    while level >= 0 {
      let member = walk.sets[level].members[position]
      states.append(Int(member.state))
      guard member.origin >= 0 else { break }
      rules.append(Int(member.rule))
      position = Int(member.origin)
      if !member.isPassing { level -= 1 }
    }
    return Catalogue.Run(states: states.reversed(), rules: rules.reversed())
  }
}

extension Catalogue {
  /// The catalogue of a model's attempts over its explored states.
  ///
  /// - Returns: nil where the model declares no attempt or the exploration kept no steps.
  public init?(_ explored: TableExploration) {
    guard let attempt = explored.model.attempt, let graph = explored.exploration.graph else {
      return nil
    }
    var builder = CatalogueBuilder(explored: explored, graph: graph, attempt: attempt)
    self = builder.build()
  }
}
