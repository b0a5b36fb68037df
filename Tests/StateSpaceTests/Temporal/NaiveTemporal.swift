@testable import StateSpace

/// The meaning of temporal formulas spelt out on small graphs, without components or fixed points
/// over sets: a run's states that come again and again are guessed from all sets of states.
struct NaiveTemporal {
  struct Edge: Hashable {
    var from: Int
    var to: Int
    var label: Int
  }

  let stateCount: Int
  let edges: [Edge]
  let atoms: [Set<Int>]
  /// The labels of each class, and whether strong.
  let fairness: [(labels: Set<Int>, isStrong: Bool)]

  func holds(_ formula: TemporalFormula, in state: Int) -> Bool {
    switch formula {
    case .atom(let number): return atoms[number].contains(state)
    case .not(let inner): return !holds(inner, in: state)
    case .and(let a, let b): return holds(a, in: state) && holds(b, in: state)
    case .or(let a, let b): return holds(a, in: state) || holds(b, in: state)
    case .existsNext(let inner): return steps(from: state).contains { holds(inner, in: $0) }
    case .allNext(let inner): return steps(from: state).allSatisfy { holds(inner, in: $0) }
    case .existsFinally(let inner):
      return reachable(from: state, within: all).contains { holds(inner, in: $0) }
    case .allGlobally(let inner):
      return reachable(from: state, within: all).allSatisfy { holds(inner, in: $0) }
    case .existsGlobally(let inner):
      return staysFairly(from: state, in: all.filter { holds(inner, in: $0) })
    case .allFinally(let inner):
      return !staysFairly(from: state, in: all.filter { !holds(inner, in: $0) })
    case .existsUntil(let p, let q):
      return until(state) {
        holds(p, in: $0)
      } q: {
        holds(q, in: $0)
      }
    case .allUntil(let p, let q):
      if until(state, p: { !holds(q, in: $0) }, q: { !holds(p, in: $0) && !holds(q, in: $0) }) {
        return false
      }
      return !staysFairly(from: state, in: all.filter { !holds(q, in: $0) })
    }
  }

  private var all: Set<Int> { Set(0..<stateCount) }

  private func steps(from state: Int) -> [Int] { edges.filter { $0.from == state }.map(\.to) }

  private func reachable(from state: Int, within region: Set<Int>) -> Set<Int> {
    var found: Set<Int> = [state]
    var isGrowing = true
    while isGrowing {
      let next = Set(edges.filter { found.contains($0.from) && region.contains($0.to) }.map(\.to))
      isGrowing = !next.isSubset(of: found)
      found.formUnion(next)
    }
    return found
  }

  private func until(_ state: Int, p: (Int) -> Bool, q: (Int) -> Bool) -> Bool {
    if q(state) { return true }
    guard p(state) else { return false }
    let middle = all.filter { p($0) && !q($0) }
    return reachable(from: state, within: middle.union([state])).contains { here in
      steps(from: here).contains(where: q)
    }
  }

  /// Whether some fair run stays in a region: it comes to a set of states that it then visits again
  /// and again, taking every step between them.
  private func staysFairly(from state: Int, in region: Set<Int>) -> Bool {
    guard region.contains(state) else { return false }
    let near = reachable(from: state, within: region)
    return (1..<(1 << stateCount)).contains { bits in
      let set = Set((0..<stateCount).filter { bits >> $0 & 1 == 1 })
      return set.isSubset(of: near) && isFairHome(set)
    }
  }

  private func isFairHome(_ set: Set<Int>) -> Bool {
    guard set.allSatisfy({ set.isSubset(of: reachable(from: $0, within: set)) }) else {
      return false
    }
    return fairness.allSatisfy { labels, isStrong in
      let isTaken = edges.contains {
        set.contains($0.from) && set.contains($0.to) && labels.contains($0.label)
      }
      let possible = set.filter { state in
        edges.contains { $0.from == state && labels.contains($0.label) }
      }
      return isTaken || (isStrong ? possible.isEmpty : possible.count < set.count)
    }
  }
}
