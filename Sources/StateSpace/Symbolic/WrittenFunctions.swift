/// Functions as conditions on the assignment before the literals of a product are written.
///
/// A product may write a hundred variables of which a function reads ten. Only the values written
/// to those matter, so the result is computed once for each combination of them.
struct WrittenFunctions {
  private struct Key: Hashable {
    var function: Int
    /// The variables that are written, as a bit mask over those that the function reads; `values`
    /// has those written as true.
    var written: UInt64 = 0
    var values: UInt64 = 0
  }

  private let functions: [Diagram]
  private let diagrams: DecisionDiagrams
  /// For each function, the variables that it reads.
  private let read: [[Int]]
  private var known: [Key: Diagram] = [:]

  /// Costs about the number of nodes of all functions.
  init(_ functions: [Diagram], in diagrams: DecisionDiagrams) {
    (self.functions, self.diagrams) = (functions, diagrams)
    read = functions.map(diagrams.support(of:))
  }

  /// The value of a function after some literals are written, as a function of the assignment
  /// before.
  ///
  /// - Parameters:
  ///   - position: the position of the function.
  ///   - literals: see ``DecisionDiagrams/literals(of:)``.
  mutating func function(_ position: Int, writing literals: [Bool?]) -> Diagram {
    let variables = read[position]
    guard variables.count <= UInt64.bitWidth else { return written(position, literals) }
    var key = Key(function: position)
    for (place, variable) in variables.enumerated() {
      guard let value = literals[variable] else { continue }
      key.written |= 1 << UInt64(place)
      if value { key.values |= 1 << UInt64(place) }
    }
    if let known = known[key] { return known }
    let result = written(position, literals)
    known[key] = result
    return result
  }

  private func written(_ position: Int, _ literals: [Bool?]) -> Diagram {
    let change = diagrams.cube(
      read[position].compactMap { variable in
        literals[variable].map { Literal(variable: variable, value: $0) }
      })
    return diagrams.preimage(of: functions[position], where: .yes, writing: change)
  }
}

extension DecisionDiagrams {
  /// For each variable, the value that a product of literals requires; nil if it requires none.
  func literals(of product: Diagram) -> [Bool?] {
    var literals = [Bool?](repeating: nil, count: variableCount)
    for (variable, value) in smallestAssignment(of: product) ?? [] { literals[variable] = value }
    return literals
  }
}
