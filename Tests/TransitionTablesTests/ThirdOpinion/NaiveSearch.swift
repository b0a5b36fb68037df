@testable import TransitionTables

/// All that a naive table can reach: a dictionary from valuations to depths, and nothing clever.
struct NaiveSearch {
  typealias Valuation = NaiveTable.Valuation

  /// A step between resting states, with the row that began it.
  struct Move {
    var source: Int
    var target: Int
    var row: Int
  }

  let table: NaiveTable
  /// Resting states in the order in which they were found.
  private(set) var states: [Valuation] = []
  private(set) var depths: [Int] = []
  private(set) var moves: [Move] = []
  private(set) var faults = 0
  /// Every state that anybody could look at: at rest, on the way, and ends not yet forgotten.
  private(set) var seen: Set<Valuation> = []
  private var numbers: [Valuation: Int] = [:]

  init(_ table: NaiveTable, parameters: [Int: Int]) {
    self.table = table
    find(table.initial(parameters), depth: 0)
    var next = 0
    while next < states.count {
      for (row, situation) in table.firing(states[next]) {
        follow(table.after(row, situation), through: [], from: next, row)
      }
      next += 1
    }
  }

  var depth: Int { depths.max() ?? 0 }

  private mutating func find(_ state: Valuation, depth: Int) {
    guard numbers[state] == nil else { return }
    numbers[state] = states.count
    states.append(state)
    depths.append(depth)
    seen.insert(state)
  }

  /// Goes on from a state inside a step; false where the rows chase each other, which ends the
  /// whole step.
  @discardableResult
  private mutating func follow(
    _ state: Valuation, through passed: [Valuation], from source: Int, _ first: Int
  ) -> Bool {
    seen.insert(state)
    guard table.isUrgent(state) else {
      let end = table.forgetting(state)
      find(end, depth: depths[source] + 1)
      moves.append(Move(source: source, target: numbers[end] ?? 0, row: first))
      return true
    }
    guard !passed.contains(state) else {
      faults += 1
      return false
    }
    let next = table.firing(state)
    if next.isEmpty { faults += 1 }
    for (row, situation) in next {
      let goesOn = follow(
        table.after(row, situation), through: passed + [state], from: source, first)
      if !goesOn { return false }
    }
    return true
  }

  // MARK: Claims

  /// What a property comes to: the words of the checker, and the depth of what speaks against it.
  func verdict(of property: Property) -> (status: PropertyVerdict.Status, depth: Int?) {
    let (bad, judged) = finding(property)
    if let bad { return (.fails, bad) }
    if let premise = property.premise, !judged.contains(where: { table.holds(premise, $0) }) {
      return (.vacuous, nil)
    }
    return (.holds, nil)
  }

  /// The depth of the first state that breaks a claim, and the states in which premises count.
  private func finding(_ property: Property) -> (bad: Int?, judged: [Valuation]) {
    let broken: [Int]
    switch property.claim {
    case .configuration(let claim):
      return (table.holds(claim, states[0]) ? nil : 0, [states[0]])
    case .alwaysWithin(let claim):
      // How deep is not said: a bad state on the way has no number.
      let isBroken = seen.contains { !table.holds(claim, $0) }
      return (isBroken ? -1 : nil, Array(seen))
    case .always(let claim): broken = states.indices.filter { !table.holds(claim, states[$0]) }
    case .sometimes(let claim):
      let isFound = states.contains { table.holds(claim, $0) }
      return (isFound ? nil : 0, states)
    case .staysReachable(let from, let goal, let allowed):
      let good = reaching(goal, allowed)
      broken = states.indices.filter { table.holds(from, states[$0]) && !good.contains($0) }
    case .noDeadEnd:
      let left = Set(moves.filter { $0.target != $0.source }.map(\.source))
      broken = states.indices.filter { !left.contains($0) }
    case .temporal:
      // Claims about runs have a naive evaluator of their own, next to the tests of the engine.
      broken = []
    }
    return (broken.map { depths[$0] }.min(), states)
  }

  private func action(of row: Int) -> Action? {
    guard case .action(let action) = table.model.rows[row].trigger else { return nil }
    return table.model.actions[action]
  }

  /// The states from which a goal can be reached, by going round until nothing changes.
  private func reaching(_ goal: Expression, _ allowed: Property.StepFilter) -> Set<Int> {
    var good = Set(states.indices.filter { table.holds(goal, states[$0]) })
    let usable = moves.filter { move in
      guard let action = action(of: move.row) else { return true }
      return !allowed.without.contains(action.actor)
        && (allowed.within?.contains(action.name) ?? true)
    }
    var size = -1
    while size != good.count {
      size = good.count
      for move in usable where good.contains(move.target) { good.insert(move.source) }
    }
    return good
  }
}
