import StateSpace

extension PropertyChecker {
  /// Further counterexamples to a property that fails, shortest first.
  ///
  /// Two counterexamples are different if neither contains all rows of the other: a further one
  /// lacks some row of every earlier one. Only rows with a lasting change count; rows that pass a
  /// message on do not. The candidates are the shortest paths to the states that show the failure,
  /// and the shortest paths that avoid the calls of earlier ones, see `Detours`. Their order is
  /// deterministic.
  ///
  /// Explores state by state, independently of ``PropertyChecker/backend``. None are found where
  /// that reaches a limit and the claim needs all states, nor for claims with a single failure
  /// (`configuration`, `sometimes`, `alwaysWithin`).
  ///
  /// - Parameters:
  ///   - property: the property that fails.
  ///   - first: the known counterexample.
  ///   - parameters: the configuration, a value index for each parameter.
  ///   - most: the largest number of further counterexamples.
  public mutating func furtherCounterexamples(
    to property: Property, nextTo first: Trace, parameters: [Int: Int], most: Int
  ) throws(Failure) -> [Trace] {
    guard most > 0 else { return [] }
    let observers = model.observers(readBy: property.expressions)
    let explored = try explore(parameters: parameters, observers: observers)
    let failures = Failures(of: property, in: explored)
    guard failures.isKnown, let graph = explored.exploration.graph else { return [] }
    var ways = Ways(explored: explored, targets: failures.states, known: tellingRows(of: first))
    var detours = Detours(explored: explored, graph: graph, targets: failures.states)
    var found: [Trace] = []
    while found.count < most {
      let way = try ways.next
      let detour = detours.next
      guard let path = Self.shorter(way, detour) else { break }
      if path == way { ways.drop() } else { detours.drop() }
      guard var trace = try newTrace(along: path, in: explored, nextTo: ways.known) else {
        continue
      }
      if let state = path.states.last, let run = failures.run(from: state) {
        trace = try self.trace(trace, then: run, in: explored)
      }
      ways.known.append(tellingRows(of: trace))
      found.append(trace)
    }
    return found
  }

  /// Returns the route with fewer steps, the first where the numbers are equal.
  private static func shorter(_ a: Route?, _ b: Route?) -> Route? {
    guard let a, let b else { return a ?? b }
    return b.states.count < a.states.count ? b : a
  }

  /// Returns the trace along a path, if it lacks some row of every known counterexample.
  private func newTrace(
    along path: Route, in explored: TableExploration, nextTo known: [Set<Int>]
  ) throws(Failure) -> Trace? {
    do {
      let trace = try explored.trace(through: path.states, rules: path.rules)
      let rows = tellingRows(of: trace)
      return known.contains { $0.isSubset(of: rows) } ? nil : trace
    } catch { throw .disagreement(error) }
  }

  /// The rows of a trace that have a lasting change.
  private func tellingRows(of trace: Trace) -> Set<Int> {
    trace.steps.reduce(into: Set<Int>()) { $0.formUnion(model.tellingRows(of: $1)) }
  }
}

extension Model {
  /// The rows of a step that have a lasting change, see
  /// ``PropertyChecker/furtherCounterexamples(to:nextTo:parameters:most:)``.
  func tellingRows(of step: Trace.Step) -> Set<Int> {
    var before = step.before
    var found = Set<Int>()
    for firing in step.firings {
      let changes = slots.indices.contains { slot in
        before[slot] != firing.valuation[slot] && slots[slot].isState && !slots[slot].isTransient
      }
      if changes { found.insert(firing.row) }
      before = firing.valuation
    }
    return found
  }
}
