import StateSpace

/// A path through the states of an exploration: their numbers, and the first rule of each step.
struct Route: Hashable {
  var states: [Int]
  var rules: [Int]
}

/// The shortest paths to the target states, in the order of the search, as far as they fire new
/// rows.
struct Ways {
  /// The most steps that are replayed to determine their rows.
  private static let mostEffort = 60_000

  private let explored: TableExploration
  private let targets: [Int]
  /// The rows of each known counterexample.
  var known: [Set<Int>]
  private var position = 0
  private var effort = 0
  private var rows: [Int: Set<Int>] = [:]
  private let interpreter: Interpreter

  init(explored: TableExploration, targets: BitSet, known: Set<Int>) {
    self.explored = explored
    self.targets = targets.members
    self.known = [known]
    interpreter = Interpreter(model: explored.model, observers: explored.compiled.observers)
  }

  /// The next path that lacks some row of every known counterexample.
  var next: Route? {
    mutating get throws(PropertyChecker.Failure) {
      while position < targets.count, effort < Self.mostEffort {
        if try isNew(targets[position]) { return path(to: targets[position]) }
        position += 1
      }
      return nil
    }
  }

  /// Advances to the following target.
  mutating func drop() { position += 1 }

  private func path(to state: Int) -> Route {
    let states = explored.exploration.path(to: state)
    return Route(
      states: states,
      rules: states.dropFirst().map { explored.exploration.firstRule($0) ?? 0 })
  }

  private mutating func isNew(_ state: Int) throws(PropertyChecker.Failure) -> Bool {
    var sofar = Set<Int>()
    for next in explored.exploration.path(to: state) {
      if let seen = rows[next] {
        sofar = seen
      } else if let source = explored.exploration.predecessor(next),
        let rule = explored.exploration.firstRule(next)
      {
        effort += 1
        do {
          let step = try explored.step(
            explored.compiled.label(ofRule: rule), from: explored.valuation(source), interpreter)
          sofar.formUnion(explored.model.tellingRows(of: step))
        } catch { throw .disagreement(error) }
        rows[next] = sofar
      }
      if known.contains(where: { $0.isSubset(of: sofar) }) { return false }
    }
    return true
  }
}

/// The shortest paths to some states that avoid calls of shorter ones.
///
/// For each row that begins a step of the shortest path, the search finds the shortest path without
/// such steps, and continues from each of those: the tree of hitting sets of a diagnosis (Reiter,
/// 1987). The cost is one pass over the graph for each node of the tree; the number of nodes is
/// limited.
struct Detours {
  private struct Node {
    var avoided: Set<Int>
    var path: Route
  }

  /// The largest number of searches.
  private static let mostSearches = 150

  private let explored: TableExploration
  private let graph: StateGraph
  private let targets: BitSet
  private var open: [Node] = []
  private var tried: Set<Set<Int>> = []

  init(explored: TableExploration, graph: StateGraph, targets: BitSet) {
    (self.explored, self.graph, self.targets) = (explored, graph, targets)
    search(avoiding: [])
  }

  /// The shortest path that was found; among equals the earliest.
  var next: Route? { open.first?.path }

  /// Removes the current path and searches for those that avoid one of its steps.
  mutating func drop() {
    guard !open.isEmpty else { return }
    let node = open.removeFirst()
    for rule in node.path.rules {
      search(avoiding: node.avoided.union([row(ofRule: rule)]))
    }
  }

  private func row(ofRule rule: Int) -> Int { explored.compiled.label(ofRule: rule).row }

  private mutating func search(avoiding rows: Set<Int>) {
    guard tried.count < Self.mostSearches, tried.insert(rows).inserted else { return }
    let found = graph.shortestPath(to: targets) { !rows.contains(row(ofRule: $0.firstRule)) }
    guard let found else { return }
    let path = Route(states: found.states, rules: found.labels.map(\.firstRule))
    let place = open.firstIndex { $0.path.states.count > path.states.count } ?? open.count
    open.insert(Node(avoided: rows, path: path), at: place)
  }
}
