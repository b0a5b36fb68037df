import StateSpace

/// A random formula, built as a diagram and as a truth table by the same choices.
struct RandomFormula {
  var diagram: Diagram
  var table: TruthTable

  init(depth: Int, in diagrams: DecisionDiagrams, _ random: inout SplitMix64) {
    let n = diagrams.variableCount
    if depth == 0 || random.below(8) == 0 {
      let variable = random.below(n)
      diagram = diagrams.variable(variable)
      table = TruthTable(variableCount: n) { TruthTable.bit($0, variable) }
      return
    }
    let a = RandomFormula(depth: depth - 1, in: diagrams, &random)
    let b = RandomFormula(depth: depth - 1, in: diagrams, &random)
    switch random.below(7) {
    case 0: (diagram, table) = (diagrams.not(a.diagram), a.table.zip(a.table) { x, _ in !x })
    case 1:
      (diagram, table) = (diagrams.and(a.diagram, b.diagram), a.table.zip(b.table) { $0 && $1 })
    case 2:
      (diagram, table) = (diagrams.or(a.diagram, b.diagram), a.table.zip(b.table) { $0 || $1 })
    case 3:
      (diagram, table) = (diagrams.xor(a.diagram, b.diagram), a.table.zip(b.table) { $0 != $1 })
    case 4:
      (diagram, table) = (
        diagrams.implies(a.diagram, b.diagram), a.table.zip(b.table) { !$0 || $1 }
      )
    case 5:
      (diagram, table) = (diagrams.iff(a.diagram, b.diagram), a.table.zip(b.table) { $0 == $1 })
    default:
      let c = RandomFormula(depth: depth - 1, in: diagrams, &random)
      diagram = diagrams.ifThenElse(a.diagram, b.diagram, c.diagram)
      table = TruthTable(variableCount: n) { row in
        a.table.rows[row] ? b.table.rows[row] : c.table.rows[row]
      }
    }
  }
}
