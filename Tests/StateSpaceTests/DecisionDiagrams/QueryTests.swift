import Testing

@testable import StateSpace

@Suite("Quantifiers and questions about diagrams")
struct QueryTests {
  private func forEachFormula(
    seed: UInt64, _ body: (DecisionDiagrams, RandomFormula, inout SplitMix64) -> Bool
  ) {
    var random = SplitMix64(seed: seed)
    for round in 0..<1_000 {
      let diagrams = DecisionDiagrams(variableCount: 1 + random.below(7))
      let formula = RandomFormula(depth: 4, in: diagrams, &random)
      if !body(diagrams, formula, &random) { Issue.record("seed \(seed), round \(round)") }
    }
  }

  @Test("restriction fixes one variable")
  func restriction() {
    forEachFormula(seed: 3) { diagrams, formula, random in
      let (variable, value) = (random.below(diagrams.variableCount), random.bool())
      let fixed = diagrams.restrict(formula.diagram, variable, to: value)
      return TruthTable(fixed, in: diagrams) == formula.table.fixing(variable, to: value)
        && !diagrams.support(of: fixed).contains(variable)
    }
  }

  @Test("exists joins both sides of every listed variable")
  func quantifiers() {
    forEachFormula(seed: 4) { diagrams, formula, random in
      let listed = (0..<random.below(4)).map { _ in random.below(diagrams.variableCount) }
      let some = listed.reduce(formula.table) { table, variable in
        table.fixing(variable, to: false).zip(table.fixing(variable, to: true)) { $0 || $1 }
      }
      return TruthTable(diagrams.exists(listed, in: formula.diagram), in: diagrams) == some
    }
  }

  @Test("count and support are those of the truth table")
  func counts() {
    forEachFormula(seed: 5) { diagrams, formula, _ in
      let support = formula.table.support
      let idle = diagrams.variableCount - support.count
      return diagrams.count(formula.diagram) == Double(formula.table.count)
        && diagrams.support(of: formula.diagram) == support
        && diagrams.count(formula.diagram, among: support)
          == Double(formula.table.count >> idle)
    }
  }

  @Test("the literals that a function needs hold in each of its true rows, and no others do")
  func neededLiterals() {
    forEachFormula(seed: 8) { diagrams, formula, _ in
      let rows = formula.table.rows.indices.filter { formula.table.rows[$0] }
      let needed = (0..<diagrams.variableCount).flatMap { variable in
        [false, true].filter { value in
          !rows.isEmpty && rows.allSatisfy { TruthTable.bit($0, variable) == value }
        }.map { Literal(variable: variable, value: $0) }
      }
      return diagrams.neededLiterals(of: [formula.diagram, .yes, .no]) == [needed, [], []]
    }
  }

  @Test("the smallest assignment is the first true row when variable 0 decides first")
  func smallestAssignment() {
    forEachFormula(seed: 6) { diagrams, formula, _ in
      let n = diagrams.variableCount
      let rows = (0..<(1 << n)).map { row in
        (0..<n).map { TruthTable.bit(row, n - 1 - $0) }
      }
      let first = rows.first { row in diagrams.evaluate(formula.diagram) { row[$0] } }
      guard let assignment = diagrams.smallestAssignment(of: formula.diagram) else {
        return first == nil
      }
      var full = [Bool](repeating: false, count: n)
      for (variable, value) in assignment { full[variable] = value }
      let variables = assignment.map(\.variable)
      return full == first && variables == variables.sorted()
    }
  }

  @Test("a count beyond the range of Double is infinite and 2^60 is exact")
  func largeCounts() {
    #expect(DecisionDiagrams(variableCount: 2_000).count(.yes) == .infinity)
    let diagrams = DecisionDiagrams(variableCount: 61)
    #expect(diagrams.count(diagrams.variable(60)) == 1_152_921_504_606_846_976)
  }
}
