import StateSpace

/// A Boolean function as the list of its values: the slow and obvious reference for diagrams.
///
/// The value at row `r` belongs to the assignment that gives variable `i` bit `i` of `r`.
struct TruthTable: Hashable {
  var variableCount: Int
  var rows: [Bool]

  init(variableCount: Int, rows: [Bool]) {
    self.variableCount = variableCount
    self.rows = rows
  }

  init(variableCount: Int, _ value: (Int) -> Bool) {
    self.init(variableCount: variableCount, rows: (0..<(1 << variableCount)).map(value))
  }

  static func bit(_ row: Int, _ variable: Int) -> Bool { row >> variable & 1 == 1 }

  func zip(_ other: TruthTable, _ connective: (Bool, Bool) -> Bool) -> TruthTable {
    TruthTable(variableCount: variableCount) { connective(rows[$0], other.rows[$0]) }
  }

  func fixing(_ variable: Int, to value: Bool) -> TruthTable {
    TruthTable(variableCount: variableCount) { row in
      rows[value ? row | 1 << variable : row & ~(1 << variable)]
    }
  }

  var count: Int { rows.count { $0 } }

  var support: [Int] {
    (0..<variableCount).filter { fixing($0, to: false) != fixing($0, to: true) }
  }

  func entails(_ other: TruthTable) -> Bool {
    Swift.zip(rows, other.rows).allSatisfy { !$0 || $1 }
  }
}

extension TruthTable {
  /// The values of a diagram, asked one assignment at a time.
  init(_ diagram: Diagram, in diagrams: DecisionDiagrams) {
    self.init(variableCount: diagrams.variableCount) { row in
      diagrams.evaluate(diagram) { Self.bit(row, $0) }
    }
  }

  init(_ cubes: [[Literal]], variableCount: Int) {
    self.init(variableCount: variableCount) { row in
      cubes.contains { $0.allSatisfy { Self.bit(row, $0.variable) == $0.value } }
    }
  }

  /// The diagram of the function, built row by row.
  func diagram(in diagrams: DecisionDiagrams) -> Diagram {
    diagrams.or(
      rows.indices.filter { rows[$0] }.map { row in
        diagrams.and(
          (0..<variableCount).map {
            diagrams.literal(Literal(variable: $0, value: Self.bit(row, $0)))
          })
      })
  }
}
