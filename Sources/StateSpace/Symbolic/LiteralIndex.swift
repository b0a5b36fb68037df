/// Finds, among many functions, those that may be true when some variables have given values.
///
/// A function that needs a variable to have one value is ruled out if the variable has the other.
/// The functions are sorted into a tree that tests one variable after another, each time the one
/// that most of the remaining functions need. So most functions are ruled out together, and a query
/// costs about as much as it has results.
struct LiteralIndex {
  /// The values that a function needs, by variable.
  private typealias Needs = [Int: Bool]

  private indirect enum Node {
    case leaf([Int])
    /// The functions that need the variable to be false, to be true, or neither.
    case branch(variable: Int, no: Node, yes: Node, any: Node)
  }

  private let root: Node

  /// Costs about the number of functions times the number of variables that they need.
  init(of functions: [Diagram], in diagrams: DecisionDiagrams) {
    let needs = diagrams.neededLiterals(of: functions).map { literals in
      Needs(uniqueKeysWithValues: literals.map { ($0.variable, $0.value) })
    }
    root = Self.tree(of: Array(functions.indices), asked: [], needs)
  }

  private static func tree(of members: [Int], asked: Set<Int>, _ needs: [Needs]) -> Node {
    var counts: [Int: Int] = [:]
    for member in members {
      for variable in needs[member].keys where !asked.contains(variable) {
        counts[variable, default: 0] += 1
      }
    }
    let best = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    guard let variable = best?.key, members.count > 4 else { return .leaf(members) }
    let asked = asked.union([variable])
    func part(_ value: Bool?) -> Node {
      tree(of: members.filter { needs[$0][variable] == value }, asked: asked, needs)
    }
    return .branch(variable: variable, no: part(false), yes: part(true), any: part(nil))
  }

  /// The functions that none of the given literals rules out, in ascending order; a few that are
  /// false all the same may be among them.
  func candidates(where literals: [Bool?]) -> [Int] {
    var found: [Int] = []
    var open = [root]
    while let node = open.popLast() {
      switch node {
      case .leaf(let members): found += members
      case .branch(let variable, let no, let yes, let any):
        open.append(any)
        let value = literals[variable]
        if value != true { open.append(no) }
        if value != false { open.append(yes) }
      }
    }
    return found.sorted()
  }
}
