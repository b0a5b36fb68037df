import StateSpace
import Testing

@Suite("Decision diagrams agree with truth tables")
struct ConnectiveTests {
  @Test("all 256 functions of three variables are 256 diagrams, however they are built")
  func allFunctionsOfThreeVariables() {
    let diagrams = DecisionDiagrams(variableCount: 3)
    var byFunction: [Diagram] = []
    for function in 0..<256 {
      let table = TruthTable(variableCount: 3) { function >> $0 & 1 == 1 }
      let diagram = table.diagram(in: diagrams)
      #expect(TruthTable(diagram, in: diagrams) == table)
      byFunction.append(diagram)
    }
    #expect(Set(byFunction).count == 256)
    for (f, a) in byFunction.enumerated() {
      #expect(diagrams.not(a) == byFunction[255 ^ f])
      for (g, b) in byFunction.enumerated() {
        let agree =
          diagrams.and(a, b) == byFunction[f & g] && diagrams.or(a, b) == byFunction[f | g]
          && diagrams.xor(a, b) == byFunction[f ^ g]
          && diagrams.implies(a, b) == byFunction[255 ^ f | g]
          && diagrams.iff(a, b) == byFunction[255 ^ f ^ g]
          && diagrams.ifThenElse(a, b, diagrams.not(b)) == byFunction[255 ^ f ^ g]
        if !agree { Issue.record("functions \(f) and \(g)") }
      }
    }
  }

  @Test("3,000 random formulas over up to ten variables have the values of their truth tables")
  func randomFormulas() {
    var random = SplitMix64(seed: 1)
    for round in 0..<3_000 {
      let n = 1 + random.below(round < 2_800 ? 6 : 10)
      let diagrams = DecisionDiagrams(variableCount: n)
      let formula = RandomFormula(depth: 5, in: diagrams, &random)
      if TruthTable(formula.diagram, in: diagrams) != formula.table {
        Issue.record("round \(round)")
      }
    }
  }

  @Test("diagrams of one object are equal exactly when their functions are")
  func canonicity() {
    var random = SplitMix64(seed: 2)
    let diagrams = DecisionDiagrams(variableCount: 4)
    var known: [TruthTable: Diagram] = [:]
    var functions: [Diagram: TruthTable] = [:]
    for _ in 0..<4_000 {
      let formula = RandomFormula(depth: 4, in: diagrams, &random)
      if let diagram = known[formula.table], diagram != formula.diagram {
        Issue.record("one function, two diagrams")
      }
      if let table = functions[formula.diagram], table != formula.table {
        Issue.record("one diagram, two functions")
      }
      known[formula.table] = formula.diagram
      functions[formula.diagram] = formula.table
    }
    #expect(known.count == functions.count)
    #expect(known.count > 400)
  }

  @Test("the parity of 24 variables stays small and is counted exactly")
  func parity() {
    let diagrams = DecisionDiagrams(variableCount: 24)
    let parity = (0..<24).reduce(Diagram.no) { diagrams.xor($0, diagrams.variable($1)) }
    #expect(diagrams.size(of: parity) == 47)
    #expect(diagrams.count(parity) == 8_388_608)
  }

  @Test("a comparison of two 200-bit numbers is one diagram, built in two ways")
  func longComparison() {
    let diagrams = DecisionDiagrams(variableCount: 400)
    var less = Diagram.no
    var notGreater = Diagram.yes
    for bit in 0..<200 {
      let (a, b) = (diagrams.variable(2 * bit), diagrams.variable(2 * bit + 1))
      less = diagrams.ifThenElse(diagrams.iff(a, b), less, b)
      notGreater = diagrams.and(
        diagrams.implies(a, b), diagrams.or(diagrams.and(diagrams.not(a), b), notGreater))
    }
    let equal = diagrams.and(
      (0..<200).map { diagrams.iff(diagrams.variable(2 * $0), diagrams.variable(2 * $0 + 1)) })
    #expect(diagrams.or(less, equal) == notGreater)
    #expect(diagrams.and(less, equal) == .no)
    #expect(diagrams.support(of: less) == Array(0..<400))
    #expect(diagrams.count(less) / diagrams.count(.yes) == 0.5)
    #expect(diagrams.nodeCount > 2_000)
  }

  @Test("no connective of nothing: and is yes, or is no")
  func emptyLists() {
    let diagrams = DecisionDiagrams(variableCount: 0)
    #expect(diagrams.and([]) == .yes)
    #expect(diagrams.or([]) == .no)
    #expect(diagrams.count(.yes) == 1)
    #expect(diagrams.nodeCount == 2)
  }
}
