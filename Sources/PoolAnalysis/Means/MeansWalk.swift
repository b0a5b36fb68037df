/// What one person with a set of means can do from a state, found by walking forward.
///
/// Shares no code with ``MeansReach``: what that says of all sets is shown here for one set,
/// as the shortest way to the goal or as the closed set of states in which the person stays.
struct MeansWalk {
  /// A state with what is held there.
  private struct Place: Hashable {
    var state: Int
    var held: UInt32
  }

  let graph: MeansGraph
  /// The steps of a shortest way to the goal; nil where the walk found none.
  private(set) var way: [MeansGraph.Step]?
  /// The states that the person can be in, with what is held there and the step that led there, in
  /// the order of the search; empty where there is a way.
  private(set) var places: [(state: Int, held: UInt32, by: MeansGraph.Step?)] = []

  /// - Parameters:
  ///   - start: where the person begins, any of these.
  ///   - held: what the person holds.
  ///   - isFree: whether a step may be taken at all.
  ///   - isGoal: whether a step that was taken reaches the goal.
  init(
    _ graph: MeansGraph, from start: [Int], holding held: UInt32,
    taking isFree: (MeansGraph.Step) -> Bool = { _ in true },
    where isGoal: (MeansGraph.Step) -> Bool = { $0.signsIn }
  ) {
    self.graph = graph
    var queue = start.map { Place(state: $0, held: held) }
    var seen = Set(queue)
    var parents = [Int](repeating: -1, count: queue.count)
    var steps = [MeansGraph.Step?](repeating: nil, count: queue.count)
    var place = 0
    while place < queue.count {
      let here = queue[place]
      for step in graph.steps(from: here.state) {
        guard step.needs & ~here.held == 0, isFree(step) else { continue }
        if isGoal(step) {
          way = Self.path(to: place, parents, steps) + [step]
          return
        }
        guard !step.endsAccount else { continue }
        let next = Place(state: Int(step.target), held: here.held | step.gives)
        guard seen.insert(next).inserted else { continue }
        queue.append(next)
        parents.append(place)
        steps.append(step)
      }
      place += 1
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
