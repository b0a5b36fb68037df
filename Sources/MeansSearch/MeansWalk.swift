/// A forward search for what one person with a set of means can do from a state.
///
/// It shares no code with ``MeansReach``. For one set it shows the shortest path to the goal, or
/// the closed set of states that the person cannot leave.
package struct MeansWalk {
  /// A state with the means that the person holds there.
  private struct Place: Hashable {
    var state: Int
    var held: UInt32
  }

  package let graph: MeansGraph
  /// The steps of a shortest path to the goal; nil where the search found none.
  package private(set) var way: [MeansGraph.Step]?
  /// The states that the person can be in, with the held means and the step that led there, in the
  /// order of the search; empty where there is a path.
  package private(set) var places: [(state: Int, held: UInt32, by: MeansGraph.Step?)] = []

  /// - Parameters:
  ///   - start: the states in which the person may begin.
  ///   - held: the means that the person holds.
  ///   - most: the number of places after which the search ends, with a path or without.
  ///   - isDear: whether a path should contain as few as possible of such a step.
  ///   - isGoal: whether taking a step reaches the goal.
  package init(
    _ graph: MeansGraph, from start: [Int], holding held: UInt32, visiting most: Int = .max,
    avoiding isDear: (MeansGraph.Step) -> Bool = { _ in false },
    where isGoal: (MeansGraph.Step) -> Bool = { $0.signsIn }
  ) {
    self.graph = graph
    var queue = start.map { Place(state: $0, held: held) }
    var seen = Set(queue)
    var parents = [Int](repeating: -1, count: queue.count)
    var steps = [MeansGraph.Step?](repeating: nil, count: queue.count)
    func add(_ next: Place, from place: Int, by step: MeansGraph.Step) {
      guard seen.insert(next).inserted else { return }
      queue.append(next)
      parents.append(place)
      steps.append(step)
    }
    // Places behind dear steps come after all that are reached with fewer of them.
    var later: [(next: Place, from: Int, step: MeansGraph.Step)] = []
    var place = 0
    while place < min(queue.count, most) {
      let here = queue[place]
      for step in graph.steps(from: here.state) {
        guard step.needs & ~here.held == 0 else { continue }
        if isGoal(step) {
          way = Self.path(to: place, parents, steps) + [step]
          return
        }
        guard !step.endsAccount else { continue }
        let next = Place(state: Int(step.target), held: here.held | step.gives)
        if isDear(step) {
          later.append((next, place, step))
        } else {
          add(next, from: place, by: step)
        }
      }
      place += 1
      guard place == queue.count else { continue }
      for one in later { add(one.next, from: one.from, by: one.step) }
      later = []
    }
    places = zip(queue, steps).map { ($0.state, $0.held, $1) }
  }

  private static func path(
    to place: Int, _ parents: [Int], _ steps: [MeansGraph.Step?]
  ) -> [MeansGraph.Step] {
    var found: [MeansGraph.Step] = []
    var here = place
    while here >= 0 {
      if let step = steps[here] { found.append(step) }
      here = parents[here]
    }
    return found.reversed()
  }
}
